// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 7: they have returned
void wait(void) {
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void f(global int *out) {
  if (get_local_id(0) != 3)
    wait();
  out[get_global_id(0)] = 1;
}
