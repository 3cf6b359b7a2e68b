// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What OpenCL C declares for images and samplers.
#include "image_core.h"

// M(type, shape, coordinates' suffix, position from coordinates, ...) for the types of images.
#define AT_1D(C, ZERO) (C, ZERO, ZERO, ZERO)
#define AT_1D_ARRAY(C, ZERO) (C.x, ZERO, C.y, ZERO)
#define AT_2D(C, ZERO) (C, ZERO, ZERO)
#define AT_3D(C, ZERO) (C)
// Types that can be sampled.
#define FOR_COLOR_SAMPLED(M, ...)                                                                  \
  M(image1d_t, Shape1D, , AT_1D, __VA_ARGS__)                                                      \
  M(image1d_array_t, Shape1D | ShapeArray, 2, AT_1D_ARRAY, __VA_ARGS__)                            \
  M(image2d_t, Shape2D, 2, AT_2D, __VA_ARGS__)                                                     \
  M(image2d_array_t, Shape2D | ShapeArray, 4, AT_3D, __VA_ARGS__)                                  \
  M(image3d_t, Shape3D, 4, AT_3D, __VA_ARGS__)
#define FOR_COLOR(M, ...)                                                                          \
  FOR_COLOR_SAMPLED(M, __VA_ARGS__)                                                                \
  M(image1d_buffer_t, Shape1D, , AT_1D, __VA_ARGS__)
#define FOR_DEPTH(M, ...)                                                                          \
  M(image2d_depth_t, Shape2D, 2, AT_2D, __VA_ARGS__)                                               \
  M(image2d_array_depth_t, Shape2D | ShapeArray, 4, AT_3D, __VA_ARGS__)

// What lowering puts the descriptor and the sampler's bits in the place of
// (passes/lowering/opaque_types.cpp).
#define CONVERSIONS(IMAGE, SHAPE, N, AT, ACCESS)                                                   \
  OVERLOAD __attribute__((const)) Descriptor weft_descriptor(ACCESS IMAGE image);
FOR_COLOR(CONVERSIONS, read_only)
FOR_COLOR(CONVERSIONS, write_only)
FOR_COLOR(CONVERSIONS, read_write)
FOR_DEPTH(CONVERSIONS, read_only)
FOR_DEPTH(CONVERSIONS, write_only)
FOR_DEPTH(CONVERSIONS, read_write)
#undef CONVERSIONS
OVERLOAD __attribute__((const)) ulong weft_sampler_bits(sampler_t sampler);

INLINE static float4 asColor(float4 x) { return x; }
INLINE static int4 asInt4(uint4 x) { return as_int4(x); }
INLINE static uint4 asUint4(uint4 x) { return x; }
INLINE static half4 asHalf4(float4 x) { return __builtin_convertvector(x, half4); }
INLINE static float asDepth(float4 x) { return x.x; }

// --- read_image{f|h|i|ui} ---

#define SAMPLE(IMAGE, SHAPE, N, AT, NAME, COLOR, AS, READ)                                         \
  OVERLOAD __attribute__((pure)) COLOR NAME(read_only IMAGE image, sampler_t sampler, int##N c) {  \
    return AS(                                                                                     \
        READ(weft_descriptor(image), (uint)weft_sampler_bits(sampler), (int4)AT(c, 0), SHAPE));    \
  }                                                                                                \
  OVERLOAD __attribute__((pure)) COLOR NAME(read_only IMAGE image, sampler_t sampler,              \
                                            float##N c) {                                          \
    return AS(READ(weft_descriptor(image), (uint)weft_sampler_bits(sampler), (float4)AT(c, 0.0f),  \
                   SHAPE));                                                                        \
  }
#define READ_AT(IMAGE, SHAPE, N, AT, NAME, COLOR, AS, READ, ACCESS)                                \
  OVERLOAD __attribute__((pure)) COLOR NAME(ACCESS IMAGE image, int##N c) {                        \
    return AS(READ(weft_descriptor(image), WEFT_SAMPLER_ADDRESS_NONE, (int4)AT(c, 0), SHAPE));     \
  }
#define READS(NAME, COLOR, AS, READ)                                                               \
  FOR_COLOR_SAMPLED(SAMPLE, NAME, COLOR, AS, READ)                                                 \
  FOR_COLOR(READ_AT, NAME, COLOR, AS, READ, read_only)                                             \
  FOR_COLOR(READ_AT, NAME, COLOR, AS, READ, read_write)
READS(read_imagef, float4, asColor, weft_read_float)
READS(read_imageh, half4, asHalf4, weft_read_float)
READS(read_imagei, int4, asInt4, weft_read_integer)
READS(read_imageui, uint4, asUint4, weft_read_integer)
FOR_DEPTH(SAMPLE, read_imagef, float, asDepth, weft_read_float)
FOR_DEPTH(READ_AT, read_imagef, float, asDepth, weft_read_float, read_only)
FOR_DEPTH(READ_AT, read_imagef, float, asDepth, weft_read_float, read_write)

// --- read_image{f|i|ui} of mipmapped images, by level of detail and by gradients ---

// Gradients have a coordinate for each dimension.
#define STEP_1D(G) (G, 0.0f, 0.0f, 0.0f)
#define STEP_2D(G) (G, 0.0f, 0.0f)
#define STEP_3D(G) (G)
#define FOR_COLOR_LEVELS(M, ...)                                                                   \
  M(image1d_t, Shape1D, , AT_1D, , STEP_1D, __VA_ARGS__)                                           \
  M(image1d_array_t, Shape1D | ShapeArray, 2, AT_1D_ARRAY, , STEP_1D, __VA_ARGS__)                 \
  M(image2d_t, Shape2D, 2, AT_2D, 2, STEP_2D, __VA_ARGS__)                                         \
  M(image2d_array_t, Shape2D | ShapeArray, 4, AT_3D, 2, STEP_2D, __VA_ARGS__)                      \
  M(image3d_t, Shape3D, 4, AT_3D, 4, STEP_3D, __VA_ARGS__)
#define FOR_DEPTH_LEVELS(M, ...)                                                                   \
  M(image2d_depth_t, Shape2D, 2, AT_2D, 2, STEP_2D, __VA_ARGS__)                                   \
  M(image2d_array_depth_t, Shape2D | ShapeArray, 4, AT_3D, 2, STEP_2D, __VA_ARGS__)
#define SAMPLE_LEVEL(IMAGE, SHAPE, N, AT, G, STEP, NAME, COLOR, AS, READ)                          \
  OVERLOAD __attribute__((pure)) COLOR NAME(read_only IMAGE image, sampler_t sampler, float##N c,  \
                                            float lod) {                                           \
    return AS(READ(weft_descriptor(image), weft_sampler_bits(sampler), (float4)AT(c, 0.0f), SHAPE, \
                   lod));                                                                          \
  }                                                                                                \
  OVERLOAD __attribute__((pure)) COLOR NAME(read_only IMAGE image, sampler_t sampler, float##N c,  \
                                            float##G step_x, float##G step_y) {                    \
    Descriptor d = weft_descriptor(image);                                                         \
    float lod = weft_lod(d, (float4)STEP(step_x), (float4)STEP(step_y), SHAPE);                    \
    return AS(READ(d, weft_sampler_bits(sampler), (float4)AT(c, 0.0f), SHAPE, lod));               \
  }
FOR_COLOR_LEVELS(SAMPLE_LEVEL, read_imagef, float4, asColor, weft_read_float)
FOR_COLOR_LEVELS(SAMPLE_LEVEL, read_imagei, int4, asInt4, weft_read_integer)
FOR_COLOR_LEVELS(SAMPLE_LEVEL, read_imageui, uint4, asUint4, weft_read_integer)
FOR_DEPTH_LEVELS(SAMPLE_LEVEL, read_imagef, float, asDepth, weft_read_float)

// --- write_image{f|h|i|ui} ---

INLINE static float4 fromHalf4(half4 x) { return __builtin_convertvector(x, float4); }
INLINE static uint4 fromInt4(int4 x) { return as_uint4(x); }
INLINE static float4 fromDepth(float x) { return (float4)(x, 0, 0, 0); }

#define WRITE_AT(IMAGE, SHAPE, N, AT, NAME, COLOR, FROM, WRITE, ACCESS)                            \
  OVERLOAD void NAME(ACCESS IMAGE image, int##N c, COLOR color) {                                  \
    WRITE(weft_descriptor(image), (int4)AT(c, 0), FROM(color), SHAPE);                             \
  }
#define WRITES(NAME, COLOR, FROM, WRITE)                                                           \
  FOR_COLOR(WRITE_AT, NAME, COLOR, FROM, WRITE, write_only)                                        \
  FOR_COLOR(WRITE_AT, NAME, COLOR, FROM, WRITE, read_write)
WRITES(write_imagef, float4, asColor, weft_write_float)
WRITES(write_imageh, half4, fromHalf4, weft_write_float)
WRITES(write_imagei, int4, fromInt4, weft_write_integer)
WRITES(write_imageui, uint4, asUint4, weft_write_integer)
FOR_DEPTH(WRITE_AT, write_imagef, float, fromDepth, weft_write_float, write_only)
FOR_DEPTH(WRITE_AT, write_imagef, float, fromDepth, weft_write_float, read_write)

// To a level of a mipmapped image; nothing where there is none of this number.
#define WRITE_LEVEL(IMAGE, SHAPE, N, AT, NAME, COLOR, FROM, WRITE)                                 \
  OVERLOAD void NAME(write_only IMAGE image, int##N c, int lod, COLOR color) {                     \
    Descriptor d = weft_descriptor(image);                                                         \
    if ((uint)lod < d->mip_levels)                                                                 \
      WRITE(d + lod, (int4)AT(c, 0), FROM(color), SHAPE);                                          \
  }
FOR_COLOR_SAMPLED(WRITE_LEVEL, write_imagef, float4, asColor, weft_write_float)
FOR_COLOR_SAMPLED(WRITE_LEVEL, write_imagei, int4, fromInt4, weft_write_integer)
FOR_COLOR_SAMPLED(WRITE_LEVEL, write_imageui, uint4, asUint4, weft_write_integer)
FOR_DEPTH(WRITE_LEVEL, write_imagef, float, fromDepth, weft_write_float)

// --- get_image_* ---

#define QUERY(TYPE, NAME, ACCESS, IMAGE, VALUE)                                                    \
  OVERLOAD __attribute__((const)) TYPE NAME(ACCESS IMAGE image) {                                  \
    Descriptor d = weft_descriptor(image);                                                         \
    return VALUE;                                                                                  \
  }
#define QUERIES_OF_ALL(IMAGE, SHAPE, N, AT, ACCESS)                                                \
  QUERY(int, get_image_width, ACCESS, IMAGE, (int)d->width)                                        \
  QUERY(int, get_image_channel_data_type, ACCESS, IMAGE, (int)d->channel_data_type)                \
  QUERY(int, get_image_channel_order, ACCESS, IMAGE, (int)d->channel_order)
#define QUERIES_OF_2D(ACCESS, IMAGE)                                                               \
  QUERY(int, get_image_height, ACCESS, IMAGE, (int)d->height)                                      \
  QUERY(int2, get_image_dim, ACCESS, IMAGE, (int2)((int)d->width, (int)d->height))
#define QUERIES_OF_ARRAYS(ACCESS, IMAGE)                                                           \
  QUERY(size_t, get_image_array_size, ACCESS, IMAGE, d->array_size)
#define QUERIES(ACCESS)                                                                            \
  FOR_COLOR(QUERIES_OF_ALL, ACCESS)                                                                \
  FOR_DEPTH(QUERIES_OF_ALL, ACCESS)                                                                \
  QUERIES_OF_2D(ACCESS, image2d_t)                                                                 \
  QUERIES_OF_2D(ACCESS, image2d_array_t)                                                           \
  QUERIES_OF_2D(ACCESS, image2d_depth_t)                                                           \
  QUERIES_OF_2D(ACCESS, image2d_array_depth_t)                                                     \
  QUERY(int, get_image_height, ACCESS, image3d_t, (int)d->height)                                  \
  QUERY(int, get_image_depth, ACCESS, image3d_t, (int)d->depth)                                    \
  QUERY(int4, get_image_dim, ACCESS, image3d_t,                                                    \
        (int4)((int)d->width, (int)d->height, (int)d->depth, 0))                                   \
  QUERIES_OF_ARRAYS(ACCESS, image1d_array_t)                                                       \
  QUERIES_OF_ARRAYS(ACCESS, image2d_array_t)                                                       \
  QUERIES_OF_ARRAYS(ACCESS, image2d_array_depth_t)
QUERIES(read_only)
QUERIES(write_only)
QUERIES(read_write)

#define QUERY_LEVELS(IMAGE, SHAPE, N, AT, ACCESS)                                                  \
  QUERY(int, get_image_num_mip_levels, ACCESS, IMAGE, (int)d->mip_levels)
FOR_COLOR_SAMPLED(QUERY_LEVELS, read_only)
FOR_COLOR_SAMPLED(QUERY_LEVELS, write_only)
FOR_COLOR_SAMPLED(QUERY_LEVELS, read_write)
FOR_DEPTH(QUERY_LEVELS, read_only)
FOR_DEPTH(QUERY_LEVELS, write_only)
FOR_DEPTH(QUERY_LEVELS, read_write)
