// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 9: write to 'counter' races with an atomic operation by another work-item of the group
kernel void f(global int *out) {
  local int counter;
  if (get_local_id(0) == 0)
    counter = 0;
  out[get_global_id(0)] = atomic_inc(&counter);
}
