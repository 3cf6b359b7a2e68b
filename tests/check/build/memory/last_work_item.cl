// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 9: write behind the end of 'tile' [memory]
// expect 11: read behind the end of 'tile' [memory]
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void f(global const float *in,
                                                              global float *out) {
  local float tile[63];
  int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[63 - l];
}
