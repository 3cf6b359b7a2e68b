// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of images as boxes of bytes, for the commands of transfer.h.
#ifndef WEFT_CORE_IMAGE_REGION_H
#define WEFT_CORE_IMAGE_REGION_H

#include "core/image.h"
#include "core/transfer.h"

namespace weft {

// What `origin` and `region` of clEnqueue*Image name, with all of their checks: CL_INVALID_VALUE,
// CL_INVALID_MIP_LEVEL.
Region imageRegion(const Image &image, const size_t *origin, const size_t *region);

// The bytes of a region of the image. The layers of a 1D array are the rows of the box.
Box imageBox(const Image &image, const Region &region);

// The bytes of a region's pixels in other memory, from `offset` on; pitches of 0 mean no gaps.
// CL_INVALID_VALUE for pitches that do not fit.
Box packedBox(const Image &image, const Region &region, size_t offset = 0, size_t row_pitch = 0,
              size_t slice_pitch = 0);

} // namespace weft
#endif
