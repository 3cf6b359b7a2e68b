// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels of mipmapped images (cl_khr_mipmap_image). Each is an image of its own, whose descriptor
// follows that of the level before.
#include "image_core.h"

OVERLOAD __attribute__((const)) float log2(float x);

// "The lod is clamped to the minimum of (actual number of mip levels - 1) or [...]
// CL_SAMPLER_LOD_MAX". Of a NaN nothing is asked.
INLINE static float clampedLod(Descriptor image, ulong sampler, float lod) {
  float least = (float)as_half((ushort)(sampler >> WEFT_SAMPLER_LOD_MIN_SHIFT));
  float most = (float)as_half(
      (ushort)(sampler >> WEFT_SAMPLER_LOD_MAX_SHIFT ^ WEFT_SAMPLER_LOD_MAX_DEFAULT));
  float last = (float)(int)(image->mip_levels - 1);
  lod = lod > least ? lod : least;
  lod = lod < most ? lod : most;
  lod = lod < last ? lod : last;
  return lod > 0 ? lod : 0;
}

OVERLOAD float4 weft_read_float(Descriptor image, ulong sampler, float4 position, uint shape,
                                float lod) {
  lod = clampedLod(image, sampler, lod);
  if (!(sampler & WEFT_SAMPLER_MIP_LINEAR))
    return weft_read_float(image + (uint)__builtin_rintf(lod), (uint)sampler, position, shape);
  uint level = (uint)lod;
  float part = lod - (float)(int)level;
  float4 color = weft_read_float(image + level, (uint)sampler, position, shape);
  // Not with a weight of zero: it may be infinite, and there may be no such level.
  if (part > 0)
    color += part * (weft_read_float(image + level + 1, (uint)sampler, position, shape) - color);
  return color;
}

// There is no average of integers.
OVERLOAD uint4 weft_read_integer(Descriptor image, ulong sampler, float4 position, uint shape,
                                 float lod) {
  lod = clampedLod(image, sampler, lod);
  return weft_read_integer(image + (uint)__builtin_rintf(lod), (uint)sampler, position, shape);
}

// The level on which the longer of two steps, from one pixel of a picture to the next, is one pixel
// long.
OVERLOAD float weft_lod(Descriptor image, float4 step_x, float4 step_y, uint shape) {
  float width = (float)(int)image->width, height = (float)(int)image->height,
        depth = (float)(int)image->depth;
  float x = step_x.x * step_x.x * width * width, y = step_y.x * step_y.x * width * width;
  if (DIMENSIONS(shape) > 1) {
    x += step_x.y * step_x.y * height * height;
    y += step_y.y * step_y.y * height * height;
  }
  if (DIMENSIONS(shape) == 3) {
    x += step_x.z * step_x.z * depth * depth;
    y += step_y.z * step_y.z * depth * depth;
  }
  return 0.5f * log2(x > y ? x : y);
}
