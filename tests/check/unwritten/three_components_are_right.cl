// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 1024
// local 512
kernel void f(global float *out, local float3 *kept) {
  int i = get_global_id(0), l = get_local_id(0);
  float3 v;
  v.x = i;
  v.y = 1;
  v.z = 2;
  kept[l] = v;
  vstore3(v * 2, i, out);
  float3 a[2];
  a[0] = kept[l];
  a[1] = cross(v, a[0] + 1);
  global float3 *wide = (global float3 *)out;
  barrier(CLK_GLOBAL_MEM_FENCE);
  wide[16 + i] = a[i & 1];
  out[i] = wide[16 + i].y;
}
