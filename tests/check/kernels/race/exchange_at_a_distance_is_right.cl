// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 512
// int 4
kernel void f(global uint *keys, uint distance) {
  uint id = get_global_id(0);
  uint left = (id / distance) * 2 * distance + id % distance;
  uint right = left + distance;
  uint a = keys[left], b = keys[right];
  keys[left] = min(a, b);
  keys[right] = max(a, b);
}
