// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 7: write behind the end of 'mine'
void put(int *p, int i) {
  p[i] = 1;
}
kernel void f(global int *out) {
  int mine[4];
  put(mine, get_global_id(0) & 7);
  put(out, get_global_id(0));
}
