// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 1024
kernel void f(global uint *keys, global uint *counts) {
  local uint own[4 * 16];
  uint l = get_local_id(0);
  for (uint digit = 0; digit < 4; ++digit)
    own[digit * 16 + l] = 0;
  for (uint i = 0; i < 4; ++i)
    ++own[(keys[l * 4 + i] & 3) * 16 + l];
  for (uint digit = 0; digit < 4; ++digit)
    counts[get_group_id(0) * 64 + digit * 16 + l] = own[digit * 16 + l];
}
