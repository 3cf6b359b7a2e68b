// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// each: T int BYTES 64
// each: T uchar BYTES 16
// each: T float BYTES 64
// each: T ulong BYTES 128
// each: T float4 BYTES 256
// each: T short3 BYTES 128
// range: 16 local 8
// buffer BYTES
// int 3
// expect 18: 'x' was never written, and is stored where the host reads
kernel void f(global T *out, int n) {
  int i = get_global_id(0);
  T x;
  if (i < n)
    x = (T)i;
  out[i] = x;
}
