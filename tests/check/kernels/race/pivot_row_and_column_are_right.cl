// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 20 20 local 4 2
// buffer 1600
// int 20
// int 3
kernel void f(global float *matrix, int n, int k) {
  int column = k + 1 + get_global_id(0);
  int row = k + 1 + get_global_id(1);
  if (row < n && column < n)
    matrix[row * n + column] -= matrix[row * n + k] * matrix[k * n + column];
}
