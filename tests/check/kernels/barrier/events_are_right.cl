// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// buffer 8192
// buffer 8192
// int 5
event_t fetch(local int *to, global const int *from, event_t event) {
  return async_work_group_copy(to, from, 16, event);
}
void finish(int count, event_t *events) { wait_group_events(count, events); }
kernel void f(global int *in, global int *out, int tiles) {
  local int tile[2][16], all[5][16];
  int l = get_local_id(0);
  event_t events[2], chain = 0, list[5];
  events[0] = fetch(tile[0], in, 0);
  for (int t = 0; t < 70; ++t) {
    events[(t + 1) & 1] = fetch(tile[(t + 1) & 1], in + (t & 31) * 16, 0);
    finish(1, events + (t & 1));
    out[get_global_id(0)] += tile[t & 1][15 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  wait_group_events(1, events);
  for (int t = 0; t < tiles; ++t)
    chain = fetch(all[t], in + t * 16, chain);
  wait_group_events(1, &chain);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < tiles; ++t)
    list[t] = fetch(all[t], in + t * 16, 0);
  wait_group_events(tiles, list);
  wait_group_events(1, list);
  out[get_global_id(0)] += all[tiles - 1][15 - l];
}
