// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One step of a seven-point stencil in three dimensions; the border stays.

kernel void stencil(global const float *in, global float *out, int width, int height, int depth,
                    float centre, float neighbour) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  if (x < 1 || x >= width - 1 || y < 1 || y >= height - 1 || z < 1 || z >= depth - 1)
    return;
  int plane = width * height;
  int at = z * plane + y * width + x;
  out[at] = neighbour * (in[at - 1] + in[at + 1] + in[at - width] + in[at + width] +
                         in[at - plane] + in[at + plane]) -
            centre * in[at];
}
