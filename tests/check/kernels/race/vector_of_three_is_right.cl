// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 768
kernel void f(global float *a) {
  int i = get_global_id(0);
  vstore3(vload3(i, a) + 1, i, a);
}
