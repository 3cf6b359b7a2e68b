// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of regions of images, and their geometry.

#include "core/image_region.h"

#include "core/image_levels.h"

namespace weft {

Region imageRegion(const Image &image, const size_t *origin, const size_t *region) {
  // "CL_INVALID_VALUE if origin is NULL; if region is NULL"
  require(origin && region, CL_INVALID_VALUE, "origin or region is null");
  Region result;
  const bool has_levels = image.levelCount() > 1;
  if (has_levels) {
    // "CL_INVALID_MIP_LEVEL if [...] the mip level specified in origin is not a valid level for
    // image"
    result.level = origin[levelAxis(image.type())];
    require(result.level < image.levelCount(), CL_INVALID_MIP_LEVEL, "no such level");
  }
  const std::array<size_t, 3> extent = image.extent(result.level);
  for (size_t axis = 0; axis < 3; ++axis) {
    const size_t first = has_levels && axis == levelAxis(image.type()) ? 0 : origin[axis];
    // "The values in region cannot be 0."
    require(region[axis], CL_INVALID_VALUE, "an element of region is zero");
    // "if the region being read or written specified by origin and region is out of bounds". An
    // axis that the image does not have is one pixel long: "origin[2] must be 0", "region[2] must
    // be 1".
    require(first < extent[axis] && region[axis] <= extent[axis] - first, CL_INVALID_VALUE,
            "the region is not inside the image");
    result.origin[axis] = first;
    result.size[axis] = region[axis];
  }
  const size_t group = pixelGroup(image.format()).pixels;
  require(origin[0] % group == 0 && region[0] % group == 0, CL_INVALID_VALUE,
          "the region begins or ends between pixels that share bytes");
  return result;
}

static Box makeBox(const Image &image, const Region &region, size_t row_pitch, size_t slice_pitch) {
  Box box;
  box.region = {image.rowBytes(region.size[0]), region.size[1], region.size[2]};
  box.row_pitch = image.type() == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice_pitch : row_pitch;
  box.slice_pitch = slice_pitch;
  return box;
}

Box imageBox(const Image &image, const Region &region) {
  const weft_image &view = image.level(region.level);
  Box box = makeBox(image, region, view.row_pitch, view.slice_pitch);
  box.first = size_t(static_cast<char *>(view.data) - image.hostPointer()) +
              region.origin[2] * box.slice_pitch + region.origin[1] * box.row_pitch +
              image.rowBytes(region.origin[0]);
  box.end = box.first + (box.region[2] - 1) * box.slice_pitch +
            (box.region[1] - 1) * box.row_pitch + box.region[0];
  return box;
}

Box packedBox(const Image &image, const Region &region, size_t offset, size_t row_pitch,
              size_t slice_pitch) {
  const size_t row = image.rowBytes(region.size[0]);
  // "This value must be greater than or equal to the element size in bytes * width. If [it] is set
  // to 0, the appropriate row pitch is calculated"
  require(!row_pitch || row_pitch >= row, CL_INVALID_VALUE, "the row pitch is too small");
  if (!row_pitch)
    row_pitch = row;
  // "This must be 0 if image is a 1D or 2D image. Otherwise this value must be greater than or
  // equal to row_pitch * height."
  require(!slice_pitch || image.hasSlices(), CL_INVALID_VALUE,
          "a slice pitch for an image without slices");
  const size_t rows = image.type() == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : region.size[1];
  const size_t slice = checkedMul(row_pitch, rows);
  require(!slice_pitch || slice_pitch >= slice, CL_INVALID_VALUE, "the slice pitch is too small");
  Box box = makeBox(image, region, row_pitch, slice_pitch ? slice_pitch : slice);
  box.first = offset;
  box.end =
      checkedAdd(offset, checkedAdd(checkedAdd(checkedMul(region.size[2] - 1, box.slice_pitch),
                                               checkedMul(region.size[1] - 1, box.row_pitch)),
                                    box.region[0]));
  return box;
}

} // namespace weft
