// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 9
// image 8
// buffer 36
// expect 9: read outside of the image
kernel void f(read_only image1d_t in, global int *out) {
  int x = get_global_id(0);
  out[x] = read_imagei(in, x).x;
}
