// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 252
// expect 8: atomic operation behind the end of 'out'
kernel void f(global int *out) {
  int i = get_global_id(0);
  atomic_cmpxchg(&out[i], 0, 1);
}
