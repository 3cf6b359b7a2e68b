// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 9: read behind the end of 'out'
// expect 14: write to 'out' races with a read by another work-item of the group
// expect 14: write to 'out' races with a read by a work-item of another group
int get(global const int *p, int i) {
  return p[i];
}
int next(global const int *p, int i) { return get(p, i + 1); }
kernel void f(global int *out) {
  int i = get_global_id(0);
  out[i] = next(out, i) + 2;
}
