// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 256
// buffer 256
// expect 11: event that is of no copy of the group
// expect 13: event that is of no copy of the group
kernel void f(global int *in, global int *out) {
  local int tile[16];
  event_t none = 0, e[2] = {none, none};
  wait_group_events(1, &none);
  e[1] = async_work_group_copy(tile, in, 16, 0);
  wait_group_events(2, e);
  out[get_local_id(0)] = tile[get_local_id(0)];
}
