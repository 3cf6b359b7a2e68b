// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 20 20 local 4 2
// buffer 1600
// int 20
// int 3
// expect 12: write to 'matrix' races with a read by a work-item of another group
kernel void f(global int *matrix, int n, int k) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (column != k)
    matrix[row * n + column] = matrix[row * n + column] + matrix[k * n + column];
}
