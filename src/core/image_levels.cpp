// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/image_levels.h"

#include "core/error.h"
#include "core/image_format.h"

#include <algorithm>
#include <bit>

namespace weft {

static bool hasRows(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
         type == CL_MEM_OBJECT_IMAGE3D;
}

void checkLevels(const cl_image_format &format, const cl_image_desc &desc) {
  // "Mip-mapped images cannot be created for CL_MEM_OBJECT_IMAGE1D_BUFFER images, depth images or
  // multi-sampled (i.e. msaa) images." Those of depth are created all the same: OpenCL C has
  // functions for their levels, and the conformance tests use them. What shares bytes cannot be
  // halved.
  require(desc.image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER && !desc.mem_object &&
              !isReadOnly(format),
          CL_INVALID_IMAGE_DESCRIPTOR, "an image of this kind has no levels");
  size_t longest = desc.image_width;
  if (hasRows(desc.image_type))
    longest = std::max(longest, desc.image_height);
  if (desc.image_type == CL_MEM_OBJECT_IMAGE3D)
    longest = std::max(longest, desc.image_depth);
  // "Each successively smaller mipmap level is half the size of the previous level": the last has
  // one pixel.
  require(desc.num_mip_levels <= unsigned(std::bit_width(longest)), CL_INVALID_IMAGE_DESCRIPTOR,
          "more levels than down to a single pixel");
}

std::vector<weft_image> makeLevels(const weft_image &first, cl_mem_object_type type,
                                   cl_uint count) {
  std::vector<weft_image> levels = {first};
  levels.front().data = nullptr;
  levels.front().mip_levels = std::max(count, cl_uint(1));
  for (cl_uint i = 1; i < count; ++i) {
    const weft_image &before = levels.back();
    weft_image level = before;
    level.mip_levels = 1;
    level.data = static_cast<char *>(before.data) +
                 before.slice_pitch * std::max(before.depth, before.array_size);
    level.width = std::max(before.width / 2, 1u);
    if (hasRows(type))
      level.height = std::max(before.height / 2, 1u);
    if (type == CL_MEM_OBJECT_IMAGE3D)
      level.depth = std::max(before.depth / 2, 1u);
    level.row_pitch = uint64_t(level.width) * level.element_bytes;
    level.slice_pitch = level.row_pitch * level.height;
    levels.push_back(level);
  }
  return levels;
}

unsigned levelAxis(cl_mem_object_type type) {
  switch (type) {
  case CL_MEM_OBJECT_IMAGE1D:
    return 1;
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
  case CL_MEM_OBJECT_IMAGE2D:
    return 2;
  default:
    return 3;
  }
}

} // namespace weft
