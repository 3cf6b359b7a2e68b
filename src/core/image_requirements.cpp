// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/image_requirements.h"

#include "core/image.h"

#include <algorithm>
#include <cstdint>

namespace weft {

namespace {

// The largest image that every device of the context takes, by the letter of the dimension. A type
// of 0 stands for all types.
size_t largest(const Context &context, cl_mem_object_type type,
               cl_image_requirements_info_ext what) {
  const bool may_be_3d = !type || type == CL_MEM_OBJECT_IMAGE3D;
  switch (what) {
  case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
    if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
      size_t least = UINT32_MAX;
      for (const Ref<Device> &device : context.devices())
        least = std::min(least, device->properties().max_image_buffer);
      return least;
    }
    return may_be_3d ? ImageLimits::Side3D : ImageLimits::Side2D;
  case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
    return may_be_3d ? ImageLimits::Side3D : ImageLimits::Side2D;
  case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
    return ImageLimits::Side3D;
  default:
    return ImageLimits::ArraySize;
  }
}

// The types of image that have the dimension that is asked for; 0, for all types, has each.
bool hasDimension(cl_mem_object_type type, cl_image_requirements_info_ext what) {
  switch (what) {
  case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
    return !type || type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
           type == CL_MEM_OBJECT_IMAGE3D;
  case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
    return !type || type == CL_MEM_OBJECT_IMAGE3D;
  case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT:
    return !type || type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  default:
    return true;
  }
}

bool asksForLargest(cl_image_requirements_info_ext what) {
  return what >= CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT &&
         what <= CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT;
}

// "CL_INVALID_IMAGE_DESCRIPTOR if values specified in image_desc are not valid"
void checkDescriptor(const Context &context, const cl_image_desc &desc,
                     cl_image_requirements_info_ext what) {
  const bool any_type = !desc.image_type && asksForLargest(what);
  require(any_type || isImageType(desc.image_type), CL_INVALID_IMAGE_DESCRIPTOR, "an unknown type");
  require(hasDimension(desc.image_type, what), CL_INVALID_IMAGE_DESCRIPTOR,
          "this type of image does not have the dimension");
  require(!desc.num_samples, CL_INVALID_IMAGE_DESCRIPTOR, "samples are not supported");
  require(!desc.mem_object || desc.mem_object->kind == Kind::Memory, CL_INVALID_IMAGE_DESCRIPTOR,
          "mem_object is not valid");
  const struct {
    cl_image_requirements_info_ext name;
    size_t value;
  } dimensions[] = {
      {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, desc.image_width},
      {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, desc.image_height},
      {CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, desc.image_depth},
      {CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, desc.image_array_size},
  };
  // "The value of its image_width member is ignored [where it is asked for]. The value of all other
  // members [...] may be 0 to require that the value returned be supported for all possible values"
  for (const auto &dimension : dimensions) {
    if (!desc.image_type || !hasDimension(desc.image_type, dimension.name) ||
        dimension.name == what)
      continue;
    require((dimension.value || asksForLargest(what)) &&
                dimension.value <= largest(context, desc.image_type, dimension.name),
            CL_INVALID_IMAGE_DESCRIPTOR, "a dimension is zero or exceeds the device's limit");
  }
}

} // namespace

void imageRequirements(const Context &context, const cl_image_format *format,
                       const cl_image_desc *desc, cl_image_requirements_info_ext what,
                       InfoWriter &out) {
  require(!format || isValidFormat(*format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "a format that the specification does not know");
  require(!format || elementBytes(*format), CL_IMAGE_FORMAT_NOT_SUPPORTED,
          "the format is not supported");
  if (desc)
    checkDescriptor(context, *desc, what);
  switch (what) {
  case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
  case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
  case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
    // Rows begin wherever a pixel may (ImageLimits).
    return out.write<size_t>(format ? pitchAlignment(*format) : MaxElementBytes);
  case CL_IMAGE_REQUIREMENTS_SIZE_EXT:
    // "Both image_format and image_desc must be non-NULL, otherwise CL_INVALID_VALUE is returned."
    require(format && desc, CL_INVALID_VALUE, "the size of an image without format or descriptor");
    return out.write<size_t>(imageBytes(*format, *desc));
  case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
  case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
  case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
  case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT:
    return out.write<cl_uint>(cl_uint(largest(context, desc ? desc->image_type : 0, what)));
  default:
    throw Error{CL_INVALID_VALUE, "unknown query of an image's requirements"};
  }
}

} // namespace weft
