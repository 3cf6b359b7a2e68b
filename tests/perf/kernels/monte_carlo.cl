// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Monte Carlo pricing of European calls. Each work-item owns a small Mersenne twister with
// parameters of its own (dynamic creation, 607 bits), and turns its words into normal variates by
// Box and Muller's method.

#define STATE 19
#define MIDDLE 9

typedef struct {
  uint matrix, maskB, maskC, seed;
} Twister;

kernel void monteCarlo(global const Twister *twisters, global float *sums, int pairs, float price,
                       float strike, float drift, float deviation) {
  int id = get_global_id(0);
  Twister twister = twisters[id];
  uint state[STATE];
  state[0] = twister.seed;
  for (int i = 1; i < STATE; ++i)
    state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;

  int at = 0;
  float sum = 0.0f;
  for (int pair = 0; pair < pairs; ++pair) {
    float uniforms[2];
    for (int i = 0; i < 2; ++i) {
      int next = at + 1 < STATE ? at + 1 : 0;
      int middle = at + MIDDLE < STATE ? at + MIDDLE : at + MIDDLE - STATE;
      uint x = (state[at] & 0xfffffffeu) | (state[next] & 1u);
      x = state[middle] ^ (x >> 1) ^ ((x & 1u) ? twister.matrix : 0u);
      state[at] = x;
      at = next;
      x ^= x >> 12;
      x ^= (x << 7) & twister.maskB;
      x ^= (x << 15) & twister.maskC;
      x ^= x >> 18;
      uniforms[i] = ((x >> 8) + 1.0f) * (1.0f / 16777217.0f);
    }
    float radius = sqrt(-2.0f * log(uniforms[0]));
    float angle = 6.283185307f * uniforms[1];
    float first = radius * cos(angle), second = radius * sin(angle);
    sum += fmax(price * exp(drift + deviation * first) - strike, 0.0f);
    sum += fmax(price * exp(drift + deviation * second) - strike, 0.0f);
  }
  sums[id] = sum;
}
