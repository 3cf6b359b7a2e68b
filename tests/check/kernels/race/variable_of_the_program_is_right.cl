// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
global int kept[64], zeros[4];
global uint counter;
kernel void f(global int *out) {
  int i = get_global_id(0);
  kept[i] = i;
  atomic_inc(&counter);
  out[i] = kept[i] + zeros[i % 4];
}
