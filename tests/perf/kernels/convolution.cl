// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 5x5 convolution of an image whose border is repeated outwards.

#define RADIUS 2

kernel void convolution(global const float *in, global float *out, constant float *filter,
                        int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  float sum = 0.0f;
  for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
      int sx = clamp(x + dx, 0, width - 1);
      int sy = clamp(y + dy, 0, height - 1);
      sum += in[sy * width + sx] * filter[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS];
    }
  }
  out[y * width + x] = sum;
}
