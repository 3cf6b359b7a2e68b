// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// data 0 1 1 3
// expect 12: 'a' is read where it was never written, and is stored where the host reads
kernel void f(global int *out, global int *at) {
  int i = get_global_id(0);
  int a[4];
  for (int j = 0; j < 4; ++j)
    a[at[j]] = j;
  out[i] = a[i & 3];
}
