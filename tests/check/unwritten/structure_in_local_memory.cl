// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8 local 8
// buffer 256
// expect 12: 'all' is read where it was never written, and is stored where the host reads
struct pair { int a, b; };
kernel void f(global int *out) {
  local struct pair all[8];
  int i = get_local_id(0);
  all[i].a = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = all[7 - i].b;
}
