// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// local 64
kernel void f(global int *out, local int *a) {
  local int b[16], count;
  int i = get_local_id(0);
  a[i] = i;
  b[15 - i] = i;
  if (i == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&count, a[15 - i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step /= 2) {
    if (i < step)
      b[i] += b[i + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = b[0] + count;
}
