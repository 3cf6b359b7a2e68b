// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 1024
// int 4
// expect 12: write to 'keys' of the value that another work-item of the group writes
// expect 12: write to 'keys' of the value that a work-item of another group writes
kernel void f(global uint *keys, uint distance) {
  uint id = get_global_id(0);
  uint left = (id / distance) * 2 * distance + id % distance;
  keys[left] = 7;
  keys[left + 2 * distance] = 7;
}
