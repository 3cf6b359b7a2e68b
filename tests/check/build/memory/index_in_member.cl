// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 10: index 4 in an array or vector of 4 [memory]
struct pair {
  int a[4], b[4];
};
kernel void f(global struct pair *pairs) {
  int sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += pairs[get_global_id(0)].a[i];
  pairs[get_global_id(0)].b[0] = sum;
}
