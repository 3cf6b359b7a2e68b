// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 256
// expect 10: is stored where the host reads
kernel void f(global float4 *out) {
  int i = get_global_id(0);
  float4 v;
  v.xyz = (float3)(1, 2, i);
  out[i] = sqrt(v);
}
