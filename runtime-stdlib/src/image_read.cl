// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading images: "Image Addressing and Filtering" in the specification of OpenCL C.
#include "image_core.h"

// --- Conversion Rules ---

// cl_ext_image_raw10_raw12: bytes with the most significant bits of some pixels, and one with the
// least significant bits of them all.
INLINE static uint raw10(const global uchar *row, int x) {
  const global uchar *group = row + (x >> 2) * 5;
  int i = x & 3;
  return (uint)group[i] << 2 | (group[4] >> 2 * i & 3);
}
INLINE static uint raw12(const global uchar *row, int x) {
  const global uchar *group = row + (x >> 1) * 3;
  int i = x & 1;
  return (uint)group[i] << 4 | (group[2] >> 4 * i & 15);
}

// A pixel as it is stored, zeros if it lies outside. Border colours are zeros, too, but for an
// alpha that the format does not have.
INLINE static uint4 storedPixel(Descriptor image, int x, int y, int z, bool inside, uint shape) {
  uint4 stored = 0;
  if (inside) {
    const global uchar *row = rowOf(image, y, z, shape);
    switch (image->element_bytes) {
    case 1:
      stored.x = row[x];
      break;
    case 2:
      stored.x = ((const global PixelBytes2 *)row)[x];
      break;
    case 4:
      stored.x = ((const global PixelBytes4 *)row)[x];
      break;
    case 8:
      stored.xy = ((const global PixelBytes8 *)row)[x];
      break;
    case 16:
      stored = ((const global PixelBytes16 *)row)[x];
      break;
    case 3:
      stored.x = raw12(row, x);
      break;
    case 5:
      stored.x = raw10(row, x);
      break;
    }
  }
  return stored;
}

INLINE static uint4 bytesOf(uint4 stored) {
  return (uint4)(stored.x & 0xff, stored.x >> 8 & 0xff, stored.x >> 16 & 0xff, stored.x >> 24);
}
INLINE static uint4 shortsOf(uint4 stored) {
  return (uint4)(stored.x & 0xffff, stored.x >> 16, stored.y & 0xffff, stored.y >> 16);
}
INLINE static int4 signedBytesOf(uint4 stored) {
  int word = (int)stored.x;
  return (int4)(word << 24 >> 24, word << 16 >> 24, word << 8 >> 24, word >> 24);
}
INLINE static int4 signedShortsOf(uint4 stored) {
  int2 words = as_int2(stored.xy);
  return (int4)(words.x << 16 >> 16, words.x >> 16, words.y << 16 >> 16, words.y >> 16);
}

// Small numbers: there is an instruction for signed integers.
INLINE static float4 real(uint4 x) { return __builtin_convertvector(as_int4(x), float4); }
INLINE static float halfAt(uint bits) { return (float)as_half((ushort)bits); }

INLINE static float normalizedAt(constant const Normalized *layout, uint word, uint i) {
  uint bits = word << layout->above[i] >> layout->below[i];
  float x = (float)(int)((bits ^ layout->sign) - layout->sign) * layout->reciprocal[i];
  return x < -1 ? -1 : x;
}

// The channels in the order in which they are stored. Products with a rounded reciprocal are within
// 1.5 ulp of the quotients, and exact where these must be (0, 1 and -1).
INLINE static float4 channels(Descriptor image, uint4 stored) {
  uint type = image->channel_data_type;
  if (type == CLK_UNORM_INT8) { // the most frequent one has code of its own
    uint4 bytes = bytesOf(stored);
    float4 result = real(bytes) * (1.0f / 255);
    if (isSrgb(image->channel_order)) {
      result.x = weft_srgb_to_linear[bytes.x];
      result.y = weft_srgb_to_linear[bytes.y];
      result.z = weft_srgb_to_linear[bytes.z];
    }
    return result;
  }
  if (type == CLK_FLOAT)
    return as_float4(stored);
  if (type == CLK_HALF_FLOAT) {
    uint4 shorts = shortsOf(stored);
    return (float4)(halfAt(shorts.x), halfAt(shorts.y), halfAt(shorts.z), halfAt(shorts.w));
  }
  if (!isNormalized(type)) // what no image of this class has
    return 0;
  constant const Normalized *layout = weft_normalized + (type - CLK_SNORM_INT8);
  uint second = stored.x;
  if (layout->two_words)
    second = stored.y;
  return (float4)(normalizedAt(layout, stored.x, 0), normalizedAt(layout, stored.x, 1),
                  normalizedAt(layout, second, 2), normalizedAt(layout, second, 3));
}

INLINE static uint4 integerChannels(Descriptor image, uint4 stored) {
  switch (image->channel_data_type) {
  case CLK_SIGNED_INT8:
    return as_uint4(signedBytesOf(stored));
  case CLK_UNSIGNED_INT8:
    return bytesOf(stored);
  case CLK_SIGNED_INT16:
    return as_uint4(signedShortsOf(stored));
  case CLK_UNSIGNED_INT16:
    return shortsOf(stored);
  case CLK_UNSIGNED_INT10X6_EXT:
    return shortsOf(stored) >> 6;
  case CLK_UNSIGNED_INT12X4_EXT:
    return shortsOf(stored) >> 4;
  case CLK_UNSIGNED_INT14X2_EXT:
    return shortsOf(stored) >> 2;
  default:
    return stored;
  }
}

// "Mapping Image Channels to Color Values".
#define ORDERED(VECTOR, SCALAR)                                                                    \
  INLINE static VECTOR ordered(Descriptor image, VECTOR c) {                                       \
    const SCALAR none = 0, one = 1;                                                                \
    switch (image->channel_order) {                                                                \
    case CLK_R:                                                                                    \
    case CLK_DEPTH:                                                                                \
      return (VECTOR)(c.x, none, none, one);                                                       \
    case CLK_A:                                                                                    \
      return (VECTOR)(none, none, none, c.x);                                                      \
    case CLK_RG:                                                                                   \
      return (VECTOR)(c.x, c.y, none, one);                                                        \
    case CLK_RA:                                                                                   \
      return (VECTOR)(c.x, none, none, c.y);                                                       \
    case CLK_RGB:                                                                                  \
      return (VECTOR)(c.x, c.y, c.z, one);                                                         \
    case CLK_BGRA:                                                                                 \
    case CLK_sBGRA:                                                                                \
      return c.zyxw;                                                                               \
    case CLK_ARGB:                                                                                 \
      return c.yzwx;                                                                               \
    case CLK_ABGR:                                                                                 \
      return c.wzyx;                                                                               \
    case CLK_INTENSITY:                                                                            \
      return c.xxxx;                                                                               \
    case CLK_LUMINANCE:                                                                            \
      return (VECTOR)(c.x, c.x, c.x, one);                                                         \
    default:                                                                                       \
      return c;                                                                                    \
    }                                                                                              \
  }
ORDERED(float4, float)
ORDERED(uint4, uint)
#undef ORDERED

INLINE static float4 pixel(Descriptor image, int x, int y, int z, bool inside, uint shape) {
  uint4 stored = storedPixel(image, x, y, z, inside, shape);
  return ordered(image, channels(image, stored));
}
INLINE static uint4 integerPixel(Descriptor image, int x, int y, int z, bool inside, uint shape) {
  uint4 stored = storedPixel(image, x, y, z, inside, shape);
  return ordered(image, integerChannels(image, stored));
}

// --- Addressing Modes ---

// Any float, NaN included, to an integer that another one can be added to.
INLINE static int toInteger(float x) {
  x = x < 0x1.fffffep30f ? x : 0x1.fffffep30f;
  x = x > -0x1p30f ? x : -0x1p30f;
  return (int)x;
}

INLINE static int clampedTo(int i, int size) {
  i = i < size - 1 ? i : size - 1;
  return i > 0 ? i : 0;
}

INLINE static uint addressMode(uint sampler) { return sampler & WEFT_SAMPLER_ADDRESS_MASK; }

// Whether a pixel that the mode has chosen can lie outside the image. CLAMP stops one pixel outside
// it, which is no further outside than where it would be otherwise; NONE is not to be trusted.
INLINE static bool mayBeOutside(uint sampler) {
  uint mode = addressMode(sampler);
  return mode != WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE && mode != WEFT_SAMPLER_ADDRESS_REPEAT &&
         mode != WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT;
}

// "u = s * w_t", in which the repeating modes first bring s into [0, 1].
INLINE static float unnormalized(float s, int size, uint sampler) {
  uint mode = addressMode(sampler);
  if (mode == WEFT_SAMPLER_ADDRESS_REPEAT)
    return (s - __builtin_elementwise_floor(s)) * size;
  if (mode == WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT)
    return __builtin_fabsf(s - 2.0f * __builtin_rintf(0.5f * s)) * size;
  return sampler & WEFT_SAMPLER_NORMALIZED ? s * size : s;
}

// The pixels that the filter looks at in a dimension: the first, and for the linear filter a second
// one and its part in the result.
typedef struct {
  int low, high;
  float part;
} Neighbours;

INLINE static Neighbours neighbours(float s, int size, uint sampler) {
  float u = unnormalized(s, size, sampler);
  if (sampler & WEFT_SAMPLER_FILTER_LINEAR)
    u -= 0.5f;
  float whole = __builtin_elementwise_floor(u);
  Neighbours result;
  result.low = toInteger(whole);
  result.high = result.low + 1;
  result.part = u - whole;
  if (addressMode(sampler) == WEFT_SAMPLER_ADDRESS_REPEAT) {
    // Only the linear filter comes to -1, and only the nearest one to the size.
    result.low = result.low < 0 ? result.low + size : result.low;
    result.low = result.low > size - 1 ? result.low - size : result.low;
    result.high = result.high > size - 1 ? result.high - size : result.high;
  }
  if (!mayBeOutside(sampler)) {
    result.low = clampedTo(result.low, size);
    result.high = clampedTo(result.high, size);
  }
  return result;
}

typedef struct {
  Neighbours x, y, z;
} Neighbourhood;

// "Selecting an Image From an Image Array".
INLINE static int layerOf(Descriptor image, int z) { return clampedTo(z, image->array_size); }
INLINE static int layerOf(Descriptor image, float z) {
  return clampedTo(toInteger(__builtin_rintf(z)), image->array_size);
}

// --- Reading ---

// Chooses a pixel for the nearest filter, in place.
INLINE static bool choose(Descriptor image, uint sampler, int4 *position, uint shape) {
  int4 at = *position;
  if (shape & ShapeArray)
    at.z = layerOf(image, at.z);
  if (!mayBeOutside(sampler)) {
    at.x = clampedTo(at.x, image->width);
    if (DIMENSIONS(shape) > 1)
      at.y = clampedTo(at.y, image->height);
    if (DIMENSIONS(shape) == 3)
      at.z = clampedTo(at.z, image->depth);
  }
  *position = at;
  return !mayBeOutside(sampler) || isInside(image, at.x, at.y, at.z, shape);
}

INLINE static Neighbourhood around(Descriptor image, uint sampler, float4 position, uint shape) {
  Neighbourhood at = {};
  at.x = neighbours(position.x, image->width, sampler);
  if (DIMENSIONS(shape) > 1)
    at.y = neighbours(position.y, image->height, sampler);
  if (DIMENSIONS(shape) == 3)
    at.z = neighbours(position.z, image->depth, sampler);
  else if (shape & ShapeArray)
    at.z.low = layerOf(image, position.z);
  return at;
}

float4 weft_shared_read_float(Descriptor image, uint sampler, int x, int y, int z, uint shape) {
  int4 position = (int4)(x, y, z, 0);
  bool inside = choose(image, sampler, &position, shape);
  return pixel(image, position.x, position.y, position.z, inside, shape);
}

// A loop, for what decodes a pixel is long. The nearest filter leaves it with the first pixel.
float4 weft_shared_sample_float(Descriptor image, uint sampler, float s, float t, float r,
                                uint shape) {
  Neighbourhood at = around(image, sampler, (float4)(s, t, r, 0), shape);
  float4 sum = 0;
#pragma clang loop unroll(disable)
  for (uint corner = 0; corner < 1u << DIMENSIONS(shape); ++corner) {
    int x = corner & 1 ? at.x.high : at.x.low, y = at.y.low, z = at.z.low;
    float weight = corner & 1 ? at.x.part : 1 - at.x.part;
    if (DIMENSIONS(shape) > 1) {
      y = corner & 2 ? at.y.high : at.y.low;
      weight *= corner & 2 ? at.y.part : 1 - at.y.part;
    }
    if (DIMENSIONS(shape) == 3) {
      z = corner & 4 ? at.z.high : at.z.low;
      weight *= corner & 4 ? at.z.part : 1 - at.z.part;
    }
    bool inside = !mayBeOutside(sampler) || isInside(image, x, y, z, shape);
    float4 color = pixel(image, x, y, z, inside, shape);
    if (!(sampler & WEFT_SAMPLER_FILTER_LINEAR))
      return color;
    sum += weight * color;
  }
  return sum;
}

uint4 weft_shared_read_integer(Descriptor image, uint sampler, int x, int y, int z, uint shape) {
  int4 position = (int4)(x, y, z, 0);
  bool inside = choose(image, sampler, &position, shape);
  return integerPixel(image, position.x, position.y, position.z, inside, shape);
}

uint4 weft_shared_sample_integer(Descriptor image, uint sampler, float s, float t, float r,
                                 uint shape) {
  sampler &= ~(uint)WEFT_SAMPLER_FILTER_LINEAR;
  Neighbourhood at = around(image, sampler, (float4)(s, t, r, 0), shape);
  bool inside = !mayBeOutside(sampler) || isInside(image, at.x.low, at.y.low, at.z.low, shape);
  return integerPixel(image, at.x.low, at.y.low, at.z.low, inside, shape);
}
