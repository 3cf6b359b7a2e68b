// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 1024
// expect 8: write behind the end of 'out'
kernel void f(global float4 *out) {
  size_t i = get_global_id(0);
  out[i + 1] = (float4)(1);
}
