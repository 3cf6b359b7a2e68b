// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterations until a point of the plane escapes.

kernel void mandelbrot(global uint *out, int width, float left, float top, float step, uint most) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  float cr = left + x * step;
  float ci = top + y * step;
  float zr = 0.0f, zi = 0.0f;
  uint iterations = 0;
  while (iterations < most && zr * zr + zi * zi < 4.0f) {
    float t = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = t;
    ++iterations;
  }
  out[y * width + x] = iterations;
}
