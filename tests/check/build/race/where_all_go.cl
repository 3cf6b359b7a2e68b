// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: write to 'out' races with a write by another work-item of the group [race]
kernel void f(global int *out, int n) {
  if (n > 4)
    out[1] = get_local_id(0) * 2;
}
