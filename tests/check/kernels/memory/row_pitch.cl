// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 4 local 16 1
// buffer 256
// int 20
// expect 9: write behind the end of 'image'
kernel void f(global int *image, int pitch) {
  int x = get_global_id(0), y = get_global_id(1);
  image[y * pitch + x] = x;
}
