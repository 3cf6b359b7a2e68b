// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 8
// buffer 1024
kernel void f(global int *out) {
  for (int i = get_global_id(0); i < 256; i += get_global_size(0))
    out[i] = i;
}
