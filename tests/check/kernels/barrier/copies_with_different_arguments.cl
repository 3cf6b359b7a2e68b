// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 256
// buffer 256
// expect 12: work-items of a group come here with different arguments
// expect 14: work-items of a group come here with different arguments
kernel void f(global int *in, global int *out) {
  local int tile[16];
  int i = get_local_id(0);
  event_t e[2];
  e[0] = async_work_group_copy(tile, in, i == 15 ? 1 : 8, 0);
  e[1] = async_work_group_copy(tile + 8, in + 8, 8, 0);
  wait_group_events(1, e + (i & 1));
  wait_group_events(2, e);
  out[i] = tile[i];
}
