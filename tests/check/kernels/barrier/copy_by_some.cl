// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// buffer 256
// buffer 256
// expect 12: work-items of a group are at different barriers
// expect 13: work-items of a group are at different barriers
kernel void f(global int *in, global int *out) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in, 8, 0);
  if (get_local_id(0) < 4)
    e = async_work_group_copy(tile + 8, in + 8, 8, e);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
