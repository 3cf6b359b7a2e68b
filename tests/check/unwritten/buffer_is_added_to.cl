// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// unfilled 64
// expect 8: 'sums' is read where it was never written, and is stored where the host reads
kernel void f(global int *sums) {
  int i = get_global_id(0);
  sums[i] += i;
}
