// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// buffer 128
// each: LEADER 0
// each: LEADER 15
// may 19: work-items of a group are at different barriers
// may 21: work-items of a group are at different barriers
// may 24: work-items of a group are at different barriers
kernel void f(global int *out) {
  // Whoever counts down is at a barrier of its own; without it the others would never end.
  local int turns;
  int l = get_local_id(0);
  if (l == LEADER)
    turns = 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (turns > 0) {
    if (l == LEADER)
      barrier(CLK_LOCAL_MEM_FENCE);
    else
      barrier(CLK_LOCAL_MEM_FENCE);
    if (l == LEADER)
      turns -= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = turns;
}
