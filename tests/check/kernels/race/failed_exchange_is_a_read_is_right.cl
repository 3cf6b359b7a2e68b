// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 4
// buffer 256
kernel void f(global int *out, global int *seen) {
  local int turn;
  int l = get_local_id(0);
  if (l == 0)
    turn = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 64; ++i) {
    int now = turn;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l >= i && atomic_cmpxchg(&turn, l == i ? now : -1, now + 1) == now)
      seen[l] = turn;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    *out = turn;
}
