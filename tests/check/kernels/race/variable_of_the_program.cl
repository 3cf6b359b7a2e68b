// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 256
// expect 11: write to 'kept' races with a read by another work-item of the group
// expect 11: write to 'kept' races with a write by another work-item of the group
global int kept[64];
kernel void f(global int *out) {
  int i = get_global_id(0);
  out[i] = kept[63 - i];
  kept[i / 2] = i;
}
