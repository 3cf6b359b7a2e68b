// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer-preserving elimination (Bareiss) of one 6x6 matrix per group: a loop with barriers whose
// pivot search is done by one work-item, and a uniform early exit for singular matrices.
kernel void matrix_determinant(global const int *in, global long *out) {
  local long m[36];
  local int pivot, sign;
  int l = get_local_id(0), n = get_local_size(0), grp = get_group_id(0);
  for (int i = l; i < 36; i += n)
    m[i] = in[grp * 36 + i];
  if (l == 0)
    sign = 1;
  long previous = 1;
  for (int k = 0; k < 5; ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
      pivot = k;
      while (pivot < 6 && m[pivot * 6 + k] == 0)
        ++pivot;
      if (pivot != k && pivot < 6) {
        sign = -sign;
        for (int j = 0; j < 6; ++j) {
          long t = m[k * 6 + j];
          m[k * 6 + j] = m[pivot * 6 + j];
          m[pivot * 6 + j] = t;
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (pivot == 6) {
      if (l == 0)
        out[grp] = 0;
      return;
    }
    for (int i = l; i < 25; i += n) {
      int r = i / 5 + 1, c = i % 5 + 1;
      if (r > k && c > k)
        m[r * 6 + c] = (m[r * 6 + c] * m[k * 6 + k] - m[r * 6 + k] * m[k * 6 + c]) / previous;
    }
    previous = m[k * 6 + k];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    out[grp] = sign * m[35];
}
