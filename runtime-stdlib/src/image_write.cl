// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing images: "Conversion Rules" in the specification of OpenCL C, with the preferred rounding.
#include "image_core.h"

// Colours to channels in the order in which they are stored. What the order does not have is not
// stored, whatever stands in its place.
#define STORED_ORDER(VECTOR)                                                                       \
  INLINE static VECTOR storedOrder(Descriptor image, VECTOR color) {                               \
    switch (image->channel_order) {                                                                \
    case CLK_A:                                                                                    \
      return color.wwww;                                                                           \
    case CLK_RA:                                                                                   \
      return color.xwww;                                                                           \
    case CLK_BGRA:                                                                                 \
    case CLK_sBGRA:                                                                                \
      return color.zyxw;                                                                           \
    case CLK_ARGB:                                                                                 \
      return color.wxyz;                                                                           \
    case CLK_ABGR:                                                                                 \
      return color.wzyx;                                                                           \
    default:                                                                                       \
      return color;                                                                                \
    }                                                                                              \
  }
STORED_ORDER(float4)
STORED_ORDER(uint4)
#undef STORED_ORDER

INLINE static void store(Descriptor image, int x, int y, int z, uint4 stored, uint shape) {
  bool inside = isInside(image, x, y, z, shape);
  if (shape & ShapeArray)
    inside &= (uint)z < image->array_size;
  if (!inside)
    return;
  global uchar *row = rowOf(image, y, z, shape);
  switch (image->element_bytes) {
  case 1:
    row[x] = (uchar)stored.x;
    break;
  case 2:
    ((global PixelBytes2 *)row)[x] = (ushort)stored.x;
    break;
  case 4:
    ((global PixelBytes4 *)row)[x] = stored.x;
    break;
  case 8:
    ((global PixelBytes8 *)row)[x] = stored.xy;
    break;
  case 16:
    ((global PixelBytes16 *)row)[x] = stored;
    break;
  }
}

// convert_*_sat_rte of x * most, in place: 0 for NaN.
INLINE static uint normalizedBits(constant const Normalized *layout, float x, uint i) {
  float most = layout->most[i], least = layout->sign ? -most - 1 : 0;
  x *= most;
  x = x == x ? x : 0;
  x = x > least ? x : least;
  x = x < most ? x : most;
  uint bits = (uint)(int)__builtin_rintf(x);
  return bits << layout->below[i] >> layout->below[i] << layout->low[i];
}

INLINE static uint byteWord(uint4 x) { return x.x | x.y << 8 | x.z << 16 | x.w << 24; }
INLINE static uint2 shortWords(uint4 x) { return (uint2)(x.x | x.y << 16, x.z | x.w << 16); }
INLINE static uint halfBits(float x) { return as_ushort((half)x); }

// Which of 255ths lies nearest, among the linear values of the codes. Codes curve so little between
// two neighbours that the middle of their values is as good as the middle of the codes: it moves by
// less than 0.04 of the way, where 0.1 is allowed.
INLINE static float codeOf(float linear) {
  int code = 0;
#pragma clang loop unroll(disable)
  for (int step = 128; step > 0; step /= 2)
    code = linear >= weft_srgb_to_linear[code + step] ? code + step : code; // false for NaN
  int next = code < 255 ? code + 1 : 255;
  float middle = 0.5f * (weft_srgb_to_linear[code] + weft_srgb_to_linear[next]);
  return (linear >= middle ? next : code) * (1.0f / 255);
}

INLINE static uint4 encoded(Descriptor image, float4 c) {
  uint type = image->channel_data_type;
  if (type == CLK_FLOAT)
    return as_uint4(c);
  if (type == CLK_HALF_FLOAT)
    return (uint4)(shortWords((uint4)(halfBits(c.x), halfBits(c.y), halfBits(c.z), halfBits(c.w))),
                   0, 0);
  if (!isNormalized(type)) // what no image of this class has
    return 0;
  constant const Normalized *layout = weft_normalized + (type - CLK_SNORM_INT8);
  if (isSrgb(image->channel_order)) {
    c.x = codeOf(c.x);
    c.y = codeOf(c.y);
    c.z = codeOf(c.z);
  }
  uint first = normalizedBits(layout, c.x, 0) | normalizedBits(layout, c.y, 1);
  uint second = normalizedBits(layout, c.z, 2) | normalizedBits(layout, c.w, 3);
  if (!layout->two_words)
    return (uint4)(first | second, 0, 0, 0);
  return (uint4)(first, second, 0, 0);
}

INLINE static uint4 atMost(uint4 x, uint most) {
  return (uint4)(x.x < most ? x.x : most, x.y < most ? x.y : most, x.z < most ? x.z : most,
                 x.w < most ? x.w : most);
}
INLINE static uint saturated(uint bits, int most) {
  int x = (int)bits;
  x = x > -most - 1 ? x : -most - 1;
  return (uint)(x < most ? x : most);
}
INLINE static uint4 saturated(uint4 x, int most) {
  return (uint4)(saturated(x.x, most), saturated(x.y, most), saturated(x.z, most),
                 saturated(x.w, most));
}

INLINE static uint4 integerEncoded(Descriptor image, uint4 c) {
  switch (image->channel_data_type) {
  case CLK_SIGNED_INT8:
    return (uint4)(byteWord(saturated(c, 127) & 0xff), 0, 0, 0);
  case CLK_UNSIGNED_INT8:
    return (uint4)(byteWord(atMost(c, 255)), 0, 0, 0);
  case CLK_SIGNED_INT16:
    return (uint4)(shortWords(saturated(c, 32767) & 0xffff), 0, 0);
  case CLK_UNSIGNED_INT16:
    return (uint4)(shortWords(atMost(c, 65535)), 0, 0);
  case CLK_UNSIGNED_INT10X6_EXT:
    return (uint4)(shortWords(atMost(c, 1023) << 6), 0, 0);
  case CLK_UNSIGNED_INT12X4_EXT:
    return (uint4)(shortWords(atMost(c, 4095) << 4), 0, 0);
  case CLK_UNSIGNED_INT14X2_EXT:
    return (uint4)(shortWords(atMost(c, 16383) << 2), 0, 0);
  default:
    return c;
  }
}

void weft_shared_write_float(Descriptor image, int x, int y, int z, float4 color, uint shape) {
  store(image, x, y, z, encoded(image, storedOrder(image, color)), shape);
}

void weft_shared_write_integer(Descriptor image, int x, int y, int z, uint4 color, uint shape) {
  store(image, x, y, z, integerEncoded(image, storedOrder(image, color)), shape);
}
