// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// unfilled 64
// expect 7: 'counts' is read where it was never written, and is what an atomic operation begins with
kernel void f(global int *counts) {
  atomic_inc(counts + (get_global_id(0) & 3));
}
