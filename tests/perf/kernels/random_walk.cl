// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps that a random walk on a square lattice needs to leave a circle.

kernel void walk(global const uint *seeds, global uint *steps, int radius, uint most) {
  size_t id = get_global_id(0);
  uint random = seeds[id] | 1u;
  int x = 0, y = 0;
  uint step = 0;
  while (step < most && x * x + y * y < radius * radius) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    switch (random >> 30) {
    case 0:
      ++x;
      break;
    case 1:
      --x;
      break;
    case 2:
      ++y;
      break;
    default:
      --y;
      break;
    }
    ++step;
  }
  steps[id] = step;
}
