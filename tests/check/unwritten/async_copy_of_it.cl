// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8 local 8
// buffer 64
// expect 12: is stored where the host reads
kernel void f(global int *out) {
  local int a[8];
  int i = get_local_id(0);
  if (i < 4)
    a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out, a, 8, 0);
  wait_group_events(1, &e);
}
