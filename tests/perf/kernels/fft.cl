// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forward transforms of 1024 complex values each: Stockham's algorithm in radix 4, one work-group of
// 256 per transform, exchanging values through local memory. The table holds exp(-2 pi i k / 1024).

#define N 1024
#define QUARTER (N / 4)

float2 multiply(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__attribute__((reqd_work_group_size(QUARTER, 1, 1)))
kernel void fft(global const float2 *in, global float2 *out, global const float2 *table) {
  local float2 exchange[N];
  int lid = get_local_id(0);
  int start = get_group_id(0) * N;
  float2 v[4];
  for (int r = 0; r < 4; ++r)
    v[r] = in[start + lid + r * QUARTER];

  for (int done = 1; done < N; done *= 4) {
    int k = lid & (done - 1);
    int step = QUARTER / done;
    for (int r = 1; r < 4; ++r)
      v[r] = multiply(v[r], table[r * k * step]);
    float2 sum02 = v[0] + v[2], difference02 = v[0] - v[2];
    float2 sum13 = v[1] + v[3], difference13 = v[1] - v[3];
    difference13 = (float2)(difference13.y, -difference13.x);
    int to = ((lid - k) << 2) + k;
    exchange[to] = sum02 + sum13;
    exchange[to + done] = difference02 + difference13;
    exchange[to + 2 * done] = sum02 - sum13;
    exchange[to + 3 * done] = difference02 - difference13;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < 4; ++r)
      v[r] = exchange[lid + r * QUARTER];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 4; ++r)
    out[start + lid + r * QUARTER] = v[r];
}
