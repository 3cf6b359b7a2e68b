// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The levels of mipmapped images (cl_khr_mipmap_image): one after the other in the image's memory,
// each with rows and slices without gaps.
#ifndef WEFT_CORE_IMAGE_LEVELS_H
#define WEFT_CORE_IMAGE_LEVELS_H

#include <CL/cl.h>
#include <cstdint>
#include <vector>
#include <weft/image_abi.h>

namespace weft {

// What an image with `desc.num_mip_levels` greater than one may be; CL_INVALID_IMAGE_DESCRIPTOR.
void checkLevels(const cl_image_format &format, const cl_image_desc &desc);

// `first` and the levels below it, `count` in all; `data` counts bytes from that of the first.
std::vector<weft_image> makeLevels(const weft_image &first, cl_mem_object_type type, cl_uint count);

// Which element of an origin has the level; 3 where there are three coordinates before it.
unsigned levelAxis(cl_mem_object_type type);

} // namespace weft
#endif
