// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 4
// buffer 64
kernel void f(global int *value, global int *out) {
  int seen = *value;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 3)
    *value = seen + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = *value;
}
