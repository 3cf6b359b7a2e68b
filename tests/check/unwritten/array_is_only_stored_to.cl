// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 256
// local 96
kernel void f(global int *data, local int *tmp) {
  size_t g = get_global_id(0), l = get_local_id(0);
  int mine[3] = {1, (int)l, data[g * 3]};
  int *p = g % 3 == 0 ? (int *)mine : g % 3 == 1 ? (int *)(tmp + l * 3) : (int *)(data + g * 3);
  p[1] = 4;
  data[g * 3] = mine[1] + (to_local(p) ? 1 : 0);
}
