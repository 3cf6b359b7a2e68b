// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// pointers-to 256
// buffer 256
// expect 10: write to SVM allocation races with a read by another work-item of the group
kernel void f(global int *global *where, global int *out) {
  int i = get_global_id(0);
  out[i] = (*where)[63 - i];
  (*where)[i] = i;
}
