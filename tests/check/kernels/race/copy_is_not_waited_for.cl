// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 9: write to 'tile' races with a read by another work-item of the group
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  event_t e = async_work_group_copy(tile, out + get_group_id(0) * 16, 16, 0);
  int value = tile[15 - l];
  wait_group_events(1, &e);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = value;
}
