// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// buffer 64
kernel void f(global int *in, global int *out) {
  local int a[8];
  event_t e = async_work_group_copy(a, in + get_group_id(0) * 8, 8, 0);
  wait_group_events(1, &e);
  a[get_local_id(0)] *= 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + get_group_id(0) * 8, a, 8, 0);
  wait_group_events(1, &e);
}
