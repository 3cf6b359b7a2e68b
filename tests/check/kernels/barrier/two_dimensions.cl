// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8 8 local 4 4
// buffer 256
// expect 8: they have returned
kernel void f(global int *out) {
  if (get_local_id(1) < 3)
    barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(1) * 8 + get_global_id(0)] = 1;
}
