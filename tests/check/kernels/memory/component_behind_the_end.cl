// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 1008
// buffer 1000
// buffer 256
// expect 11: write behind the end of 'out'
// expect 12: read behind the end of 'in'
kernel void f(global int4 *out, global int4 *in, global int *sums) {
  int i = get_global_id(0);
  out[i].y = 42;
  sums[i] = in[i].x;
}
