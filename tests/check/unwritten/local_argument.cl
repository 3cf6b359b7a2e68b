// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// local 32
// buffer 64
// expect 11: 'a' is read where it was never written, and is stored where the host reads
kernel void f(local float *a, global float *out) {
  int i = get_local_id(0);
  if (i != get_local_size(0) / 2)
    a[i] = i;
  out[get_global_id(0)] = a[i];
}
