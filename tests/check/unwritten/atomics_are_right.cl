// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// unfilled 64
// local 4
kernel void f(global int *out, local int *l) {
  int i = get_global_id(0);
  if (get_local_id(0) == 0)
    atomic_xchg(l, 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  int old = atomic_add(l, 1);
  atomic_xchg(out + i, old);
  out[i] += 1;
}
