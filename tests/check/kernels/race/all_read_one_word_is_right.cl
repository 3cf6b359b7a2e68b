// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 4
// buffer 256
kernel void f(global int *value, global int *out) {
  out[get_global_id(0)] = *value;
}
