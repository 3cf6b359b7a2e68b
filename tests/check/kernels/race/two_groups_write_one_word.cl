// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 2 local 1
// buffer 4
// expect 8: write to 'out'
// may 8: of the value that a work-item of
kernel void f(global int *out) {
  out[0] = get_group_id(0);
}
