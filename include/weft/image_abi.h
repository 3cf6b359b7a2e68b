// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How kernels see images and samplers. Shared by the driver, the passes and the OpenCL C library;
// plain C. Part of what WEFT_KERNEL_ABI_VERSION (kernel_abi.h) counts.
//
// In the packed argument buffer an image argument is the 8-byte address of a weft_image that lives
// as long as the launch; a sampler argument is its weft_sampler bits as an 8-byte integer.
#ifndef WEFT_IMAGE_ABI_H
#define WEFT_IMAGE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Pixel (x, y, z) or pixel x, y of layer z starts at
//   data + z * slice_pitch + y * row_pitch + x * element_bytes;
// pixel x of layer y of a 1D array at data + y * slice_pitch + x * element_bytes. Of the raw types
// element_bytes are those of several pixels: 5 of four (RAW10), 3 of two (RAW12).
typedef struct weft_image {
  void *data;
  uint64_t row_pitch;     // bytes
  uint64_t slice_pitch;   // bytes; between slices of a 3D image, layers of an array (1D arrays too)
  uint32_t width;         // pixels; sizes are at most INT32_MAX
  uint32_t height;        // pixels; 1 for 1D images
  uint32_t depth;         // pixels; 1 for all but 3D images
  uint32_t array_size;    // layers; 1 for what is not an array
  uint32_t channel_order; // cl_channel_order
  uint32_t channel_data_type; // cl_channel_type
  uint32_t element_bytes;     // of a pixel
  // Of a mipmapped image the levels, of which this is the first; their descriptors follow each
  // other. 1 for every other image, and for levels but the first.
  uint32_t mip_levels;
} weft_image;

// What an image's pixels are, as one number: what else a descriptor has differs between images of a
// format. Orders and types are below 1 << 16.
static inline uint64_t weft_image_format(const weft_image *image) {
  return image->channel_order | (uint64_t)image->channel_data_type << 16 |
         (uint64_t)image->element_bytes << 32;
}
static inline uint32_t weft_format_order(uint64_t format) { return format & 0xffff; }
static inline uint32_t weft_format_data_type(uint64_t format) { return format >> 16 & 0xffff; }
static inline uint32_t weft_format_element_bytes(uint64_t format) {
  return (uint32_t)(format >> 32);
}

// Clang's numbers for a sampler: those of CLK_* in opencl-c-base.h.
enum weft_sampler {
  WEFT_SAMPLER_NORMALIZED = 0x01,
  WEFT_SAMPLER_ADDRESS_MASK = 0x0e,
  WEFT_SAMPLER_ADDRESS_NONE = 0x00,
  WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE = 0x02,
  WEFT_SAMPLER_ADDRESS_CLAMP = 0x04,
  WEFT_SAMPLER_ADDRESS_REPEAT = 0x06,
  WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT = 0x08,
  WEFT_SAMPLER_FILTER_NEAREST = 0x10,
  WEFT_SAMPLER_FILTER_LINEAR = 0x20,
  // Ours, of sampler objects alone. In the upper half of the 64 bits are the least and the greatest
  // level of detail as halves, the latter so that 0 is infinite.
  WEFT_SAMPLER_MIP_LINEAR = 0x40,
  WEFT_SAMPLER_LOD_MIN_SHIFT = 32,
  WEFT_SAMPLER_LOD_MAX_SHIFT = 48,
  WEFT_SAMPLER_LOD_MAX_DEFAULT = 0x7c00,
};

#ifdef __cplusplus
}
#endif
#endif
