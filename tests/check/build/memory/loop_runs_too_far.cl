// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 7: write behind the end of 'sums' [memory]
kernel void f(global float *out) {
  private float sums[8];
  for (int i = 0; i <= 8; ++i)
    sums[i] = i;
  out[get_global_id(0)] = sums[get_local_id(0) & 7];
}
