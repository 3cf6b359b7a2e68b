// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void f(global const int *in, global int *out) {
  int kept[16];
  int i;
  for (i = 0; i < 64; ++i) {
    if (in[i] == 0)
      break;
    kept[i] = in[i];
  }
  out[get_global_id(0)] = i ? kept[0] : 0;
}
