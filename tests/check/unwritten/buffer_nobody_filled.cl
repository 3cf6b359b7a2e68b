// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unfilled 4
// buffer 4
// expect 7: 'in' is read where it was never written, and is stored where the host reads
kernel void f(global float *in, global float *out) {
  out[get_global_id(0)] = *in;
}
