// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 512 local 512
// buffer 2048
// expect 11: write to 'tile' of the value that another work-item of the group writes
kernel void f(global int *out) {
  local int tile[512];
  uchar l = get_local_id(0);
  if (l < 4)
    // Of ids that are the same in eight bits there are two.
    tile[get_local_id(0) - get_local_id(0) / 256 * 256] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0];
}
