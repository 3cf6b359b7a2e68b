// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 768
// buffer 768
// expect 9: read behind the end of 'in'
kernel void f(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int3 v = vload3(i + 1, in);
  vstore3(v, i, out);
}
