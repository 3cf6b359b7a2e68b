// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 64
// expect 10: write to 'out' races with a write by another work-item of the group
kernel void f(global uchar *out) {
  int i = get_global_id(0);
  out[i] = i;
  if (i % 4 == 0)
    ((global uint *)out)[i / 4] = i;
}
