// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// buffer 256
// buffer 256
// result 1: 0 0 0 0
void finish(event_t *e) { wait_group_events(1, e); }
kernel void f(global int *in, global int *out) {
  local int tile[2][16];
  event_t e = 0;
  for (int k = 0; k < 2; ++k)
    e = async_work_group_copy(tile[k], in + k * 16, 16, e);
  finish(&e);
  out[get_global_id(0)] = tile[0][get_local_id(0)] + tile[1][15 - get_local_id(0)];
}
