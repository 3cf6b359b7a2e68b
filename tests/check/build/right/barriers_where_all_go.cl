// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void f(global float *data, int n, int mode) {
  local float tile[256];
  int l = get_local_id(0);
  tile[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mode)
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
      if (l < s)
        tile[l] += tile[l + s];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  else if (n > 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tile[0];
}
