// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 1
// buffer 4
// buffer 256
// expect 10: write to 'least' of the value that a work-item of another group writes
// result 0: 7
kernel void f(global int *least, global int *data) {
  int i = get_global_id(0);
  *least = data[i] + 7;
}
