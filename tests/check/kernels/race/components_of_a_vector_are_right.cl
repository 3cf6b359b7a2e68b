// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 1024
// local 1024
kernel void f(global float4 *v, local int4 *shared) {
  int i = get_global_id(0), half_of = i / 2;
  if (i & 1)
    v[half_of].x = i;
  else
    v[half_of].zw += (float2)(i);
  if (i & 1)
    shared[half_of].y = 3;
  if (i == 0)
    shared[0].s0 = 1;
  local float4 at_computed[16];
  at_computed[i / 4][i % 4] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i & 1)
    v[half_of].x += at_computed[0].x;
  if (i & 1)
    shared[half_of].x = shared[half_of].y;
  else
    v[half_of].y = shared[half_of].y + shared[half_of].z;
}
