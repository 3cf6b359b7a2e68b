// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 256
// buffer 256
// expect 11: work-item returns without wait_group_events for a copy that was begun
kernel void f(global int *in, global int *out) {
  local int tile[16], other[16];
  event_t e[2];
  e[0] = async_work_group_copy(tile, in, 16, 0);
  e[1] = async_work_group_copy(other, in + 16, 16, 0);
  wait_group_events(1, e);
  out[get_local_id(0)] = tile[get_local_id(0)];
}
