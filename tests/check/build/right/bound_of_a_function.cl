// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int get(const private int *table, int i, int n) {
  return i < n ? table[i] : 0;
}
kernel void f(global int *out, int n) {
  int table[4] = {1, 2, 3, 4};
  out[get_global_id(0)] = get(table, 4, n);
}
