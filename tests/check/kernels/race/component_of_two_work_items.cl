// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 1024
// expect 11: write to 'v' races with a write by another work-item of the group
// may 10: write to 'v' races with a write by another work-item of the group
kernel void f(global float4 *v) {
  int i = get_global_id(0);
  v[i].x = i;
  v[i].w = -1;
  v[i ^ 1].yw = (float2)(i, i);
}
