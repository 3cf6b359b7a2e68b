// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 1024
// expect 13: write to 'own' races with a read by another work-item of the group
kernel void f(global uint *keys, global uint *counts) {
  local uint own[64];
  uint l = get_local_id(0);
  for (uint i = 0; i < 4; ++i)
    counts[get_global_id(0) * 4 + i] = 0;
  for (uint i = 0; i < 4; ++i)
    own[((l + i) & 3) * 8 + l] += i;
}
