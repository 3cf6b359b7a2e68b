// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// STREAM's triad: the ceiling for streaming kernels.

kernel void triad(global const float *b, global const float *c, global float *a, float scale) {
  size_t i = get_global_id(0);
  a[i] = b[i] + scale * c[i];
}
