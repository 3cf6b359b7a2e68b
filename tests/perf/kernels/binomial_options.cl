// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// European calls by the binomial tree: one work-group per option, one work-item per leaf.

#define STEPS 254

kernel void binomialOptions(global const float *price, global const float *strike,
                            global const float *years, global float *call, float riskless,
                            float volatility, local float *now, local float *next) {
  int lid = get_local_id(0);
  int option = get_group_id(0);
  float dt = years[option] / STEPS;
  float step = volatility * sqrt(dt);
  float up = exp(step);
  float down = 1.0f / up;
  float growth = exp(riskless * dt);
  float probability = (growth - down) / (up - down);
  float upWeight = probability / growth;
  float downWeight = (1.0f - probability) / growth;

  now[lid] = fmax(price[option] * exp(step * (2.0f * lid - STEPS)) - strike[option], 0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = STEPS; j > 0; j -= 2) {
    if (lid < j)
      next[lid] = upWeight * now[lid + 1] + downWeight * now[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < j - 1)
      now[lid] = upWeight * next[lid + 1] + downWeight * next[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    call[option] = now[0];
}
