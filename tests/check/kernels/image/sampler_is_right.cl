// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 10 6
// image 8 4
// buffer 240
constant sampler_t clamped = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void f(read_only image2d_t in, global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 10 + x] = read_imagei(in, clamped, (int2)(x - 1, y - 1)).x;
}
