// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void f(global const int *in, global int *flag) {
  local int any;
  any = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[get_global_id(0)] > 4)
    any = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (any)
    flag[0] = 1;
}
