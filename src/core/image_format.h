// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Image formats: which there are, and how a pixel is laid out.
// image_format.cpp has the one table.
#ifndef WEFT_CORE_IMAGE_FORMAT_H
#define WEFT_CORE_IMAGE_FORMAT_H

#include <CL/cl_ext.h>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// cl_ext_image_raw10_raw12, cl_ext_image_unorm_int_2_101010 and
// cl_ext_image_unsigned_10x6_12x4_14x2, which the system's headers may not have yet.
#ifndef CL_UNSIGNED_INT_RAW10_EXT
#define CL_UNSIGNED_INT_RAW10_EXT 0x10E3
#define CL_UNSIGNED_INT_RAW12_EXT 0x10E4
#endif
#ifndef CL_UNORM_INT_2_101010_EXT
#define CL_UNORM_INT_2_101010_EXT 0x10E5
#endif
#ifndef CL_UNSIGNED_INT10X6_EXT
#define CL_UNORM_INT10X6_EXT 0x10E1
#define CL_UNSIGNED_INT10X6_EXT 0x10E6
#define CL_UNSIGNED_INT12X4_EXT 0x10E7
#define CL_UNSIGNED_INT14X2_EXT 0x10E8
#define CL_UNORM_INT12X4_EXT 0x10E9
#define CL_UNORM_INT14X2_EXT 0x10EA
#endif

namespace weft {

inline bool sameFormat(const cl_image_format &a, const cl_image_format &b) {
  return a.image_channel_order == b.image_channel_order &&
         a.image_channel_data_type == b.image_channel_data_type;
}

// Does the specification know the names, and may they go together? Says nothing about support.
bool isValidFormat(const cl_image_format &format);

// Whether there are images of this type and format; kernels can read and write them all.
bool isSupported(const cl_image_format &format, cl_mem_object_type image_type);

// The bits of a channel that has the upper ones of 16; 0 for all other types.
unsigned upperBits(cl_channel_type type);

// Whether pixels share bytes, so that kernels can only read them: images of these formats are
// CL_MEM_READ_ONLY.
bool isReadOnly(const cl_image_format &format);

// The list of clGetSupportedImageFormats. `image_type` is valid; `read_only`: of images that
// kernels only read.
std::vector<cl_image_format> supportedFormats(cl_mem_object_type image_type, bool read_only);

// The rest is for formats of the table only.

// Bytes of a pixel, rounded up: 1, 2, 4, 8 or 16. Also for formats that are valid only: 0.
constexpr size_t MaxElementBytes = 16;
size_t elementBytes(const cl_image_format &format);

// The fewest pixels of a row that take whole bytes, and these bytes: one, but where pixels share
// bytes. Rows and what is copied of them are of whole groups.
struct PixelGroup {
  size_t pixels, bytes;
};
PixelGroup pixelGroup(const cl_image_format &format);

// The components of a color in the order in which they are stored, of the letters r, g, b and a.
// (Pixels of packed types have a layout of their own.)
std::string_view storedComponents(cl_channel_order order);

} // namespace weft
#endif
