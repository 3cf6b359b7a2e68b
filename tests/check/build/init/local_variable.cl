// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: 'tile' is read, and nothing in the kernel writes to it [init]
kernel void f(global int *out) {
  local int tile[16];
  out[get_global_id(0)] = tile[get_local_id(0)];
}
