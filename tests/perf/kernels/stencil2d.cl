// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One Jacobi step of the heat equation in two dimensions; the border stays.

kernel void stencil(global const float *in, global float *out, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x == 0 || x >= width - 1 || y == 0 || y >= height - 1)
    return;
  int at = y * width + x;
  out[at] = 0.2f * (in[at] + in[at - 1] + in[at + 1] + in[at - width] + in[at + width]);
}
