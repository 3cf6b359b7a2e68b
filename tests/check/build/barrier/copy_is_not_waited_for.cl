// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: work-item returns without wait_group_events for a copy that was begun [barrier]
kernel void f(global const int *in, global int *out) {
  local int tile[16];
  async_work_group_copy(tile, in, 16, 0);
  out[get_global_id(0)] = get_local_id(0);
}
