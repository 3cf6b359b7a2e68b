// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// local 64
// local 64
// buffer 256
// expect 13: read behind the end of 'a'
kernel void f(local int *a, local int *b, global int *out) {
  int l = get_local_id(0);
  a[l] = l;
  b[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[l + 32];
}
