// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 4
// buffer 256
// expect 12: write to 'flag' races with an atomic operation by another work-item of the group
kernel void f(global int *flag, global int *out) {
  int l = get_local_id(0);
  if (l < 5)
    out[l] = atomic_load_explicit((global atomic_int *)flag, memory_order_relaxed);
  if (l == 9)
    *flag = 8;
}
