// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// European options by the closed formula.

float cumulativeNormal(float d) {
  const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f,
              a5 = 1.330274429f;
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float tail = 0.39894228040143267794f * exp(-0.5f * d * d) *
               (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
  return d > 0 ? 1.0f - tail : tail;
}

kernel void blackScholes(global const float *price, global const float *strike,
                         global const float *years, global float *call, global float *put,
                         float riskless, float volatility, uint count) {
  uint i = get_global_id(0);
  if (i >= count)
    return;
  float s = price[i], x = strike[i], t = years[i];
  float rootT = sqrt(t);
  float d1 = (log(s / x) + (riskless + 0.5f * volatility * volatility) * t) / (volatility * rootT);
  float d2 = d1 - volatility * rootT;
  float n1 = cumulativeNormal(d1);
  float n2 = cumulativeNormal(d2);
  float discounted = x * exp(-riskless * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
