// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 7: write to 'tile' races with a read by another work-item of the group
void put(local int *to, int value) {
  *to = value;
}
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  put(tile + l, l);
  out[get_global_id(0)] = tile[15 - l];
}
