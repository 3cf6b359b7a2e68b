// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 4 4 4 local 2 2 2
// buffer 252
// expect 8: write behind the end of 'cube'
kernel void f(global int *cube) {
  size_t i = get_global_id(0) + 4 * (get_global_id(1) + 4 * get_global_id(2));
  cube[i] = 1;
}
