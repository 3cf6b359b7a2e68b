// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 4 local 16 1
// buffer 256
// int 8
// expect 8: write to 'out' races with a write by a work-item of another group
kernel void f(global int *out, int pitch) {
  out[get_global_id(1) * pitch + get_global_id(0)] = get_global_id(0);
}
