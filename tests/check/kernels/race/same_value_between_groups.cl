// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 1
// buffer 4
// buffer 256
// expect 10: write to 'changed' of the value that a work-item of another group writes
kernel void f(global int *changed, global int *data) {
  int i = get_global_id(0);
  if (data[i] != i + 1)
    *changed = 1;
}
