// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images: memory objects that are read and written by pixel.
#ifndef WEFT_CORE_IMAGE_H
#define WEFT_CORE_IMAGE_H

#include "core/image_format.h"
#include "core/memory.h"

#include <weft/image_abi.h>

namespace weft {

// The same on every device; how long an image of a buffer may be depends on the machine
// (DeviceProperties::max_image_buffer).
struct ImageLimits {
  static constexpr size_t Side2D = 16384; // pixels: CL_DEVICE_IMAGE2D_MAX_WIDTH and _HEIGHT
  static constexpr size_t Side3D = 2048;  // pixels: CL_DEVICE_IMAGE3D_MAX_WIDTH, _HEIGHT, _DEPTH
  static constexpr size_t ArraySize = 2048;
  static constexpr size_t MaxBuffer = size_t(1)
                                      << 27; // pixels of an image made of a buffer, at most
  static constexpr cl_uint ReadArgs = 128;   // of a kernel
  static constexpr cl_uint WriteArgs = 64;
  static constexpr cl_uint ReadWriteArgs = 64;
  static constexpr cl_uint Samplers = 16;
  // Of an image made of a buffer, in pixels: rows may begin wherever a pixel may.
  static constexpr cl_uint PitchAlignment = 1;
  static constexpr cl_uint AddressAlignment = 1;
};

class Image final : public Memory {
public:
  // clCreateImage[WithProperties], with all of its checks. `properties` with the terminating 0, or
  // empty.
  static Ref<Image> create(Ref<Context> context, MemoryProperties properties, cl_mem_flags flags,
                           const cl_image_format *format, const cl_image_desc *desc,
                           void *host_ptr);
  ~Image() override;

  const cl_image_format &format() const { return pixel_format; }
  // What a kernel sees of the image: its first level, which the others follow in memory.
  const weft_image &descriptor() const { return levels.front(); }
  const weft_image &level(size_t number) const { return levels[number]; }
  size_t levelCount() const { return levels.size(); }
  // Bytes from the beginning of a row to where so many of its pixels end.
  size_t rowBytes(size_t pixels) const;
  // Pixels and layers along the axes of clEnqueue*Image's origin and region; 1 where there is none.
  std::array<size_t, 3> extent(size_t level = 0) const;
  // 3D images and arrays: those with a slice pitch.
  bool hasSlices() const;

  // clGetImageInfo.
  void writeImageInfo(cl_image_info param, InfoWriter &out) const;

private:
  Image(Ref<Context> context, std::vector<cl_mem_properties> properties, cl_mem_flags flags,
        cl_mem_object_type type, const cl_image_format &format, std::vector<weft_image> levels,
        cl_uint asked_levels, size_t size);

  const cl_image_format pixel_format;
  std::vector<weft_image> levels; // constant once the image is made
  const cl_uint asked_levels;     // CL_IMAGE_NUM_MIP_LEVELS: 0 or 1 of an image with one
};

bool isImageType(cl_mem_object_type type);

// Of rows and slices of an image made of a buffer, in bytes, and of the buffer's address.
size_t pitchAlignment(const cl_image_format &format);

// Of the memory that an image takes, with the pitches of `desc`. `format` is supported.
size_t imageBytes(const cl_image_format &format, const cl_image_desc &desc);

} // namespace weft
#endif
