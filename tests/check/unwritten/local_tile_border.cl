// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 64
// buffer 64
// expect 12: 'tile' is read where it was never written, and is stored where the host reads
kernel void f(global const int *in, global int *out) {
  local int tile[18];
  int i = get_local_id(0);
  tile[i + 1] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[i] + tile[i + 1] + tile[i + 2];
}
