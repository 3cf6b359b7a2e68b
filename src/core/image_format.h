// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Image formats: which there are, and how a pixel is laid out.
// image_format.cpp has the one table.
#ifndef WEFT_CORE_IMAGE_FORMAT_H
#define WEFT_CORE_IMAGE_FORMAT_H

#include <CL/cl.h>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace weft {

inline bool sameFormat(const cl_image_format &a, const cl_image_format &b) {
  return a.image_channel_order == b.image_channel_order &&
         a.image_channel_data_type == b.image_channel_data_type;
}

// Does the specification know the names, and may they go together? Says nothing about support.
bool isValidFormat(const cl_image_format &format);

// Whether there are images of this type and format; kernels can read and write them all.
bool isSupported(const cl_image_format &format, cl_mem_object_type image_type);

// The list of clGetSupportedImageFormats, whatever its flags. `image_type` is valid.
std::vector<cl_image_format> supportedFormats(cl_mem_object_type image_type);

// The rest is for formats of the table only.

// Bytes of a pixel: 1, 2, 4, 8 or 16.
size_t elementBytes(const cl_image_format &format);

// The components of a color in the order in which they are stored, of the letters r, g, b and a.
// (Pixels of packed types have a layout of their own.)
std::string_view storedComponents(cl_channel_order order);

} // namespace weft
#endif
