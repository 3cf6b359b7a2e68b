// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 1024
// buffer 1024
kernel void f(global float4 *a, global float4 *b) {
  int i = get_global_id(0);
  a[i] += b[i];
  a[i].y = 1;
}
