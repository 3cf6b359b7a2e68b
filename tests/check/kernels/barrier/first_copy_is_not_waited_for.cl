// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 256
// buffer 256
// expect 10: without wait_group_events
kernel void f(global int *in, global int *out) {
  local int first[16], second[16];
  int i = get_local_id(0);
  async_work_group_copy(first, in, 16, 0);
  event_t e = async_work_group_copy(second, in, 16, 0);
  wait_group_events(1, &e);
  out[i] = second[i];
}
