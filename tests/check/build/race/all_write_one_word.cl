// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 5: write to 'out' races with a write by another work-item of the group [race]
kernel void f(global int *out) {
  out[0] = get_global_id(0);
}
