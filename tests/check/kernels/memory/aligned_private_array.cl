// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// int 10
// expect 12: write behind the end of 'values'
// expect 13: read behind the end of 'values'
kernel void f(global int *out, int n) {
  __attribute__((aligned(4096))) int values[10];
  for (int i = 0; i < 10; ++i)
    values[i] = i;
  values[n] = 5;
  out[get_global_id(0)] = values[9] + values[n + 20];
}
