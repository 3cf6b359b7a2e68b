// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 8: write behind the end of 'tile' [memory]
kernel void f(global float *out) {
  local float tile[4][5];
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 4; ++x)
      tile[y][x] = 0;
  out[get_global_id(0)] = tile[get_local_id(0) & 3][0];
}
