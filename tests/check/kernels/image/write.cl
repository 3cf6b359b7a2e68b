// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8 4
// image 8 4
// expect 8: write outside of the image
kernel void f(write_only image2d_t image) {
  int x = get_global_id(0), y = get_global_id(1);
  write_imagei(image, (int2)(x, y + 1), (int4)(1));
}
