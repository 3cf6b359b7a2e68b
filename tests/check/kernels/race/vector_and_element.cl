// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 1024
// expect 9: write to 'v' races with a write by another work-item of the group
kernel void f(global float4 *v) {
  int i = get_global_id(0);
  v[i] = (float4)(i);
  ((global float *)v)[4 * (i ^ 1) + 2] = i;
}
