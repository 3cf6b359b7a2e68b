// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 256
// expect 8: write to 'out' races with a write by another work-item of the group
kernel void f(global int *out) {
  int i = get_global_id(0);
  vstore4((int4)(i), 0, out + 3 * i);
}
