// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each group plays `steps` generations on its own torus.
kernel void game_of_life(global uchar *cells, local uchar *a, local uchar *b, int steps) {
  int lx = get_local_id(0), ly = get_local_id(1), sx = get_local_size(0), sy = get_local_size(1);
  int at = ly * sx + lx;
  int g = get_global_id(1) * get_global_size(0) + get_global_id(0);
  a[at] = cells[g];
  for (int s = 0; s < steps; ++s) {
    barrier(CLK_LOCAL_MEM_FENCE);
    local const uchar *from = s & 1 ? b : a;
    local uchar *to = s & 1 ? a : b;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dy == 0)
          continue;
        alive += from[(ly + dy + sy) % sy * sx + (lx + dx + sx) % sx];
      }
    to[at] = alive == 3 || (alive == 2 && from[at]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  cells[g] = steps & 1 ? b[at] : a[at];
}
