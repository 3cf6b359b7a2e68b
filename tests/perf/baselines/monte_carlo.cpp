// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

#include <cmath>

namespace weft::perf {

static constexpr int State = 19, Middle = 9;

void monteCarloBaseline(const Twister *twisters, float *sums, int count, int pairs, float price,
                        float strike, float drift, float deviation) {
#pragma omp parallel for schedule(static)
  for (int first = 0; first < count; first += Lanes) {
    UintV matrix, maskB, maskC, state[State];
    for (int l = 0; l < Lanes; ++l) {
      matrix[l] = twisters[first + l].matrix;
      maskB[l] = twisters[first + l].maskB;
      maskC[l] = twisters[first + l].maskC;
      state[0][l] = twisters[first + l].seed;
    }
    for (int i = 1; i < State; ++i)
      state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + uint32_t(i);

    int at = 0;
    FloatV sum = 0;
    for (int pair = 0; pair < pairs; ++pair) {
      alignas(64) float uniforms[2][Lanes];
      for (float *uniform : uniforms) {
        int next = at + 1 < State ? at + 1 : 0;
        int middle = at + Middle < State ? at + Middle : at + Middle - State;
        UintV x = (state[at] & 0xfffffffeu) | (state[next] & 1u);
        x = state[middle] ^ (x >> 1) ^ (-(x & 1u) & matrix);
        state[at] = x;
        at = next;
        x ^= x >> 12;
        x ^= (x << 7) & maskB;
        x ^= (x << 15) & maskC;
        x ^= x >> 18;
        store(uniform, (__builtin_convertvector(x >> 8, FloatV) + 1.0f) * (1.0f / 16777217.0f));
      }
      alignas(64) float payoffs[Lanes];
#pragma omp simd
      for (int l = 0; l < Lanes; ++l) {
        float radius = std::sqrt(-2.0f * std::log(uniforms[0][l]));
        float angle = 6.283185307f * uniforms[1][l];
        float a = radius * std::cos(angle), b = radius * std::sin(angle);
        payoffs[l] = std::fmax(price * std::exp(drift + deviation * a) - strike, 0.0f) +
                     std::fmax(price * std::exp(drift + deviation * b) - strike, 0.0f);
      }
      sum += load<FloatV>(payoffs);
    }
    store(&sums[first], sum);
  }
}

} // namespace weft::perf
