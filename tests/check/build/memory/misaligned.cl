// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 7: misaligned write in 'words': the address is no multiple of 4 [memory]
kernel void f(global int *out) {
  local int words[8];
  local char *bytes = (local char *)words;
  *(local int *)(bytes + 2) = 1;
  out[get_global_id(0)] = words[0];
}
