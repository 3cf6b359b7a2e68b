// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8 4
// image 8 4
// buffer 128
// expect 8: read outside of the image
int at(read_only image2d_t image, int x, int y) {
  return read_imagei(image, (int2)(x, y)).x;
}
kernel void f(read_only image2d_t in, global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 8 + x] = at(in, x, y) - at(in, x + 1, y);
}
