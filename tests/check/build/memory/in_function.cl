// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: write behind the end of 'tile' [memory]
void clear(local int *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = 0;
}
kernel void f(global int *out) {
  local int tile[16];
  clear(tile, 17);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
