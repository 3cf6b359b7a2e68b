// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of image formats.

#include "core/image_format.h"

#include <algorithm>
#include <bit>
#include <span>

namespace weft {

namespace {

constexpr cl_channel_type AnyType[] = {CL_UNORM_INT8,     CL_UNORM_INT16,   CL_SNORM_INT8,
                                       CL_SNORM_INT16,    CL_SIGNED_INT8,   CL_SIGNED_INT16,
                                       CL_SIGNED_INT32,   CL_UNSIGNED_INT8, CL_UNSIGNED_INT16,
                                       CL_UNSIGNED_INT32, CL_HALF_FLOAT,    CL_FLOAT};
constexpr cl_channel_type ByteType[] = {CL_UNORM_INT8, CL_SNORM_INT8, CL_SIGNED_INT8,
                                        CL_UNSIGNED_INT8};
constexpr cl_channel_type RealType[] = {CL_UNORM_INT8,  CL_UNORM_INT16, CL_SNORM_INT8,
                                        CL_SNORM_INT16, CL_HALF_FLOAT,  CL_FLOAT};
constexpr cl_channel_type DepthType[] = {CL_UNORM_INT16, CL_FLOAT};
constexpr cl_channel_type SrgbType[] = {CL_UNORM_INT8};
constexpr cl_channel_type PackedRgbType[] = {CL_UNORM_SHORT_565, CL_UNORM_SHORT_555,
                                             CL_UNORM_INT_101010};
constexpr cl_channel_type PackedRgbaType[] = {CL_UNORM_INT_101010_2};
constexpr cl_channel_type PackedAbgrType[] = {CL_UNORM_INT_2_101010_EXT};

constexpr cl_channel_type RawType[] = {CL_UNSIGNED_INT_RAW10_EXT, CL_UNSIGNED_INT_RAW12_EXT};

// In the upper bits of shorts.
constexpr cl_channel_type UpperType[] = {CL_UNSIGNED_INT10X6_EXT, CL_UNSIGNED_INT12X4_EXT,
                                         CL_UNSIGNED_INT14X2_EXT, CL_UNORM_INT10X6_EXT,
                                         CL_UNORM_INT12X4_EXT,    CL_UNORM_INT14X2_EXT};

struct Row {
  cl_channel_order order;
  std::string_view components; // see storedComponents()
  std::span<const cl_channel_type> types;
};

// What kernels read and write, and with one argument do both. Not here are the orders of which a
// channel is ignored (CL_Rx, CL_RGx, CL_RGBx, CL_sRGBx): they are optional, and the conformance
// tests contradict the specification in their alpha at the border and in the number of their
// channels. CL_sRGB cannot be here, as its pixels do not have a power of two of bits.
constexpr Row Formats[] = {
    {CL_RGBA, "rgba", AnyType},     {CL_RGBA, "rgba", PackedRgbaType},
    {CL_BGRA, "bgra", ByteType},    {CL_ARGB, "argb", ByteType},
    {CL_ABGR, "abgr", ByteType},    {CL_ABGR, "abgr", PackedAbgrType},
    {CL_R, "r", AnyType},           {CL_A, "a", AnyType},
    {CL_RG, "rg", AnyType},         {CL_RA, "ra", AnyType},
    {CL_INTENSITY, "r", RealType},  {CL_LUMINANCE, "r", RealType},
    {CL_RGB, "rgb", PackedRgbType}, {CL_DEPTH, "r", DepthType},
    {CL_sRGBA, "rgba", SrgbType},   {CL_sBGRA, "bgra", SrgbType},
    {CL_R, "r", RawType},           {CL_R, "r", UpperType},
    {CL_RG, "rg", UpperType},       {CL_RGBA, "rgba", UpperType},
};

bool isRaw(cl_channel_type type) {
  return type == CL_UNSIGNED_INT_RAW10_EXT || type == CL_UNSIGNED_INT_RAW12_EXT;
}

// Pictures of a sensor are 2D images.
// "Support for the CL_DEPTH image channel order is required only for 2D images and 2D image
// arrays", and OpenCL C has no other types for them.
bool hasType(const Row &row, cl_mem_object_type image_type) {
  if (isRaw(row.types.front()))
    return image_type == CL_MEM_OBJECT_IMAGE2D;
  return row.order != CL_DEPTH || image_type == CL_MEM_OBJECT_IMAGE2D ||
         image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

// Bytes of a channel, or of the whole pixel of a packed type; 0 for what is no type.
size_t typeBytes(cl_channel_type type) {
  switch (type) {
  case CL_SNORM_INT8:
  case CL_UNORM_INT8:
  case CL_SIGNED_INT8:
  case CL_UNSIGNED_INT8:
    return 1;
  case CL_SNORM_INT16:
  case CL_UNORM_INT16:
  case CL_SIGNED_INT16:
  case CL_UNSIGNED_INT16:
  case CL_HALF_FLOAT:
  case CL_UNORM_SHORT_565:
  case CL_UNORM_SHORT_555:
  case CL_UNSIGNED_INT_RAW10_EXT:
  case CL_UNSIGNED_INT_RAW12_EXT:
  case CL_UNSIGNED_INT10X6_EXT:
  case CL_UNSIGNED_INT12X4_EXT:
  case CL_UNSIGNED_INT14X2_EXT:
  case CL_UNORM_INT10X6_EXT:
  case CL_UNORM_INT12X4_EXT:
  case CL_UNORM_INT14X2_EXT:
    return 2;
  case CL_SIGNED_INT32:
  case CL_UNSIGNED_INT32:
  case CL_FLOAT:
  case CL_UNORM_INT_101010:
  case CL_UNORM_INT_101010_2:
  case CL_UNORM_INT_2_101010_EXT:
    return 4;
  default:
    return 0;
  }
}

bool isPacked(cl_channel_type type) {
  return type == CL_UNORM_SHORT_565 || type == CL_UNORM_SHORT_555 || type == CL_UNORM_INT_101010 ||
         type == CL_UNORM_INT_101010_2 || type == CL_UNORM_INT_2_101010_EXT;
}

// Of the table "List of supported Image Channel Order Values"; 0 for what is no order.
unsigned channelCount(cl_channel_order order) {
  switch (order) {
  case CL_R:
  case CL_A:
  case CL_INTENSITY:
  case CL_LUMINANCE:
  case CL_DEPTH:
    return 1;
  case CL_RG:
  case CL_RA:
  case CL_Rx:
    return 2;
  case CL_RGB:
  case CL_RGx:
  case CL_sRGB:
    return 3;
  case CL_RGBA:
  case CL_BGRA:
  case CL_ARGB:
  case CL_ABGR:
  case CL_RGBx:
  case CL_sRGBA:
  case CL_sBGRA:
  case CL_sRGBx:
    return 4;
  default:
    return 0;
  }
}

} // namespace

bool isValidFormat(const cl_image_format &format) {
  const auto [order, type] = format;
  if (!channelCount(order) || !typeBytes(type))
    return false;
  // "The channel order must be CL_RGBA."
  if (type == CL_UNORM_INT_101010_2)
    return order == CL_RGBA;
  // "The channel order must be CL_R."
  if (isRaw(type))
    return order == CL_R;
  // "The channel order must be CL_R, CL_RG, or CL_RGBA."
  if (upperBits(type))
    return order == CL_R || order == CL_RG || order == CL_RGBA;
  // "The channel order must be CL_ABGR."
  if (type == CL_UNORM_INT_2_101010_EXT)
    return order == CL_ABGR;
  // "The channel order must be CL_RGB or CL_RGBx."
  if (isPacked(type))
    return order == CL_RGB || order == CL_RGBx;
  // "The number of bits per element determined by the image_channel_data_type and
  // image_channel_order must be a power of two."
  return std::has_single_bit(channelCount(order));
}

bool isSupported(const cl_image_format &format, cl_mem_object_type image_type) {
  return std::ranges::any_of(Formats, [&](const Row &row) {
    return row.order == format.image_channel_order && hasType(row, image_type) &&
           std::ranges::count(row.types, format.image_channel_data_type);
  });
}

unsigned upperBits(cl_channel_type type) {
  switch (type) {
  case CL_UNSIGNED_INT10X6_EXT:
  case CL_UNORM_INT10X6_EXT:
    return 10;
  case CL_UNSIGNED_INT12X4_EXT:
  case CL_UNORM_INT12X4_EXT:
    return 12;
  case CL_UNSIGNED_INT14X2_EXT:
  case CL_UNORM_INT14X2_EXT:
    return 14;
  default:
    return 0;
  }
}

bool isReadOnly(const cl_image_format &format) { return isRaw(format.image_channel_data_type); }

PixelGroup pixelGroup(const cl_image_format &format) {
  switch (format.image_channel_data_type) {
  case CL_UNSIGNED_INT_RAW10_EXT:
    return {4, 5};
  case CL_UNSIGNED_INT_RAW12_EXT:
    return {2, 3};
  default:
    return {1, elementBytes(format)};
  }
}

std::vector<cl_image_format> supportedFormats(cl_mem_object_type image_type, bool read_only) {
  std::vector<cl_image_format> formats;
  for (const Row &row : Formats)
    if (hasType(row, image_type) && (read_only || !isRaw(row.types.front())))
      for (cl_channel_type type : row.types)
        formats.push_back({row.order, type});
  return formats;
}

size_t elementBytes(const cl_image_format &format) {
  const size_t bytes = typeBytes(format.image_channel_data_type);
  return isPacked(format.image_channel_data_type)
             ? bytes
             : bytes * storedComponents(format.image_channel_order).size();
}

std::string_view storedComponents(cl_channel_order order) {
  for (const Row &row : Formats)
    if (row.order == order)
      return row.components;
  return {};
}

} // namespace weft
