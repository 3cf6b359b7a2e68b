// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 4 4 5
// image 4 4 4
// buffer 320
// expect 9: read outside of the image
kernel void f(read_only image3d_t in, global int *out) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[(z * 4 + y) * 4 + x] = read_imagei(in, (int4)(x, y, z, 0)).x;
}
