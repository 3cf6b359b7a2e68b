// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images in two layers: what OpenCL C declares (image_functions.cl) unpacks its arguments and calls
// what stands here, which has one function per direction and class of elements. Both are files of
// their own so that they meet only in a program: there the shape and most often the sampler are
// constants, which leave little of these functions once they are inlined.
//
// A program's work-items differ in coordinates, not in images: all that depends on the descriptor
// or the sampler alone is a branch that they take together, and none of these is undone by `?:`.
#ifndef WEFT_STDLIB_IMAGE_CORE_H
#define WEFT_STDLIB_IMAGE_CORE_H

#include "overloads.h"
#include "weft/image_abi.h"

typedef constant weft_image *Descriptor;

// How many coordinates find a pixel, and whether the image is an array. Positions have their layer
// in z whatever the number of dimensions.
enum { Shape1D = 1, Shape2D = 2, Shape3D = 3, ShapeArray = 4 };
#define DIMENSIONS(SHAPE) ((SHAPE) & 3)

// Of an integer position the sampler's addressing mode counts alone, and of that only whether it
// asks for the edge's pixel: the specification leaves the rest undefined.
//
// Where a program has many calls of these, they stay calls (passes/vectorize/shared_functions.h):
// hence their names, and scalars for coordinates, of which work-items share some.
__attribute__((pure)) float4 weft_shared_read_float(Descriptor, uint sampler, int x, int y, int z,
                                                    uint shape);
__attribute__((pure)) float4 weft_shared_sample_float(Descriptor, uint sampler, float x, float y,
                                                      float z, uint shape);
// int or uint by the image's type. The filter is the nearest, whatever the sampler says.
__attribute__((pure)) uint4 weft_shared_read_integer(Descriptor, uint sampler, int x, int y, int z,
                                                     uint shape);
__attribute__((pure)) uint4 weft_shared_sample_integer(Descriptor, uint sampler, float x, float y,
                                                       float z, uint shape);
void weft_shared_write_float(Descriptor, int x, int y, int z, float4 color, uint shape);
void weft_shared_write_integer(Descriptor, int x, int y, int z, uint4 color, uint shape);

// The same with the coordinates as vectors.
OVERLOAD INLINE static float4 weft_read_float(Descriptor image, uint sampler, int4 at, uint shape) {
  return weft_shared_read_float(image, sampler, at.x, at.y, at.z, shape);
}
OVERLOAD INLINE static float4 weft_read_float(Descriptor image, uint sampler, float4 at,
                                              uint shape) {
  return weft_shared_sample_float(image, sampler, at.x, at.y, at.z, shape);
}
OVERLOAD INLINE static uint4 weft_read_integer(Descriptor image, uint sampler, int4 at,
                                               uint shape) {
  return weft_shared_read_integer(image, sampler, at.x, at.y, at.z, shape);
}
OVERLOAD INLINE static uint4 weft_read_integer(Descriptor image, uint sampler, float4 at,
                                               uint shape) {
  return weft_shared_sample_integer(image, sampler, at.x, at.y, at.z, shape);
}
INLINE static void weft_write_float(Descriptor image, int4 at, float4 color, uint shape) {
  weft_shared_write_float(image, at.x, at.y, at.z, color, shape);
}
INLINE static void weft_write_integer(Descriptor image, int4 at, uint4 color, uint shape) {
  weft_shared_write_integer(image, at.x, at.y, at.z, color, shape);
}

// At a level of detail of a mipmapped image; the sampler with all of its bits.
OVERLOAD __attribute__((pure)) float4 weft_read_float(Descriptor, ulong sampler, float4 position,
                                                      uint shape, float lod);
OVERLOAD __attribute__((pure)) uint4 weft_read_integer(Descriptor, ulong sampler, float4 position,
                                                       uint shape, float lod);
OVERLOAD __attribute__((pure)) float weft_lod(Descriptor, float4 step_x, float4 step_y, uint shape);

// How the normalized types lay their channels out, so that one piece of code can do for all; a
// switch over them would be four times as long, at each read and write of a program.
typedef struct {
  uint most[4];        // the integer that stands for 1; 0 of a channel that there is not
  float reciprocal[4]; // of that
  uchar low[4];        // the lowest bit of the channel in its word
  uchar above[4];      // bits above it
  uchar below[4];      // bits that are not its own
  ushort sign;         // the sign bit, of signed types
  ushort two_words;    // the last two channels are in the second word
} Normalized;
enum { NormalizedTypes = CLK_UNORM_14X2_EXT - CLK_SNORM_INT8 + 1 };
extern constant const Normalized weft_normalized[NormalizedTypes]; // by type - CLK_SNORM_INT8

INLINE static bool isNormalized(uint channel_data_type) {
  return channel_data_type - CLK_SNORM_INT8 <= CLK_UNORM_INT_101010 - CLK_SNORM_INT8 ||
         channel_data_type == CLK_UNORM_INT_101010_2 ||
         channel_data_type == CLK_UNORM_INT_2_101010_EXT ||
         channel_data_type == CLK_UNORM_10X6_EXT ||
         channel_data_type - CLK_UNORM_12X4_EXT <= CLK_UNORM_14X2_EXT - CLK_UNORM_12X4_EXT;
}

// The linear values of sRGB's 256 codes.
extern constant const float weft_srgb_to_linear[256];

INLINE static bool isSrgb(uint channel_order) {
  return channel_order == CLK_sRGBA || channel_order == CLK_sBGRA;
}

// Where the pixels with these y and z begin. Their numbers are not negative.
INLINE static global uchar *rowOf(Descriptor image, int y, int z, uint shape) {
  global uchar *row = *(global uchar * constant *)(constant void *)&image->data;
  if (DIMENSIONS(shape) > 1)
    row += (uint)y * image->row_pitch;
  if (DIMENSIONS(shape) == 3 || (shape & ShapeArray))
    row += (uint)z * image->slice_pitch;
  return row;
}

INLINE static bool isInside(Descriptor image, int x, int y, int z, uint shape) {
  bool inside = (uint)x < image->width;
  if (DIMENSIONS(shape) > 1)
    inside &= (uint)y < image->height;
  if (DIMENSIONS(shape) == 3)
    inside &= (uint)z < image->depth;
  return inside;
}

// Pixels by their size. An image may lie wherever the host program has put it.
typedef ushort PixelBytes2 __attribute__((aligned(1)));
typedef uint PixelBytes4 __attribute__((aligned(1)));
typedef uint2 PixelBytes8 __attribute__((aligned(1)));
typedef uint4 PixelBytes16 __attribute__((aligned(1)));

#endif
