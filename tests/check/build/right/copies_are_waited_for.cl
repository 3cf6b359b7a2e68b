// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void f(global const int *in, global int *out) {
  local int tile[16];
  event_t copied = async_work_group_copy(tile, in, 16, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = tile[get_local_id(0) & 15];
}
