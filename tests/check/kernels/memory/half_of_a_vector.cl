// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 1016
// expect 7: write behind the end of 'out'
kernel void f(global float4 *out) {
  out[get_global_id(0)] = (float4)(1);
}
