// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 256
// expect 9: write to 'tile' races with a read
kernel void f(global int *in, global int *out) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in + get_group_id(0) * 16, 16, 0);
  out[get_global_id(0)] = tile[get_local_id(0)];
  wait_group_events(1, &e);
}
