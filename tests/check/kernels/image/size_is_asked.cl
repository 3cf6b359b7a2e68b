// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 8
// image 8 4
// buffer 512
kernel void f(read_only image2d_t in, global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < get_image_width(in) && y < get_image_height(in))
    out[y * 16 + x] = read_imagei(in, (int2)(x, y)).x;
}
