// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LU factors in place, without pivoting: for each k the column below the diagonal is scaled, then the
// remaining square is updated.

kernel void scaleColumn(global float *matrix, int n, int k) {
  int row = k + 1 + get_global_id(0);
  if (row < n)
    matrix[row * n + k] /= matrix[k * n + k];
}

kernel void updateSquare(global float *matrix, int n, int k) {
  int column = k + 1 + get_global_id(0);
  int row = k + 1 + get_global_id(1);
  if (row < n && column < n)
    matrix[row * n + column] -= matrix[row * n + k] * matrix[k * n + column];
}
