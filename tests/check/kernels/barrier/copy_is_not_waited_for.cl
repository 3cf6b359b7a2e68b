// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// buffer 256
// buffer 256
// expect 11: without wait_group_events
kernel void f(global int *in, global int *out) {
  local int tile[16];
  tile[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  async_work_group_copy(out + get_group_id(0) * 16, tile, 16, 0);
}
