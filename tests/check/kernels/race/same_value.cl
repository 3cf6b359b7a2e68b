// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 4
// expect 7: write to 'flag' of the value that another work-item of the group writes
kernel void f(global int *flag) {
  *flag = 1;
}
