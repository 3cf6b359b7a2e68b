// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 1024
// buffer 1024
// expect 9: read behind the end of 'in'
kernel void f(global const float4 *in, global float4 *out) {
  int i = get_global_id(0);
  out[i] = in[i + 1];
}
