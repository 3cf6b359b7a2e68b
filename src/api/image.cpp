// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images: creation, formats, queries.
#include "core/image.h"
#include "api/khr_entry_points.h"
#include "api/validate.h"
#include "core/image_requirements.h"
#include "core/memory_flags.h"

#include <algorithm>

namespace weft::api {

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                     const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    return Image::create(Ref<Context>(&activeContext(context)), {}, flags, image_format, image_desc,
                         host_ptr);
  });
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, const cl_image_format *image_format,
                                   const cl_image_desc *image_desc, void *host_ptr,
                                   cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &object = activeContext(context);
    return Image::create(Ref<Context>(&object), MemoryProperties(object, properties), flags,
                         image_format, image_desc, host_ptr);
  });
}

// The two creators of OpenCL 1.0 have one code for all that is wrong with sizes and pitches.
static Ref<Image> createByType(cl_context context, cl_mem_flags flags,
                               const cl_image_format *format, const cl_image_desc &desc,
                               void *host_ptr) {
  try {
    return Image::create(Ref<Context>(&activeContext(context)), {}, flags, format, &desc, host_ptr);
  } catch (Error &error) {
    // "CL_INVALID_IMAGE_SIZE [...] if values specified by image_row_pitch [and image_slice_pitch]
    // do not follow rules described in the argument description"
    if (error.code == CL_INVALID_IMAGE_DESCRIPTOR)
      error.code = CL_INVALID_IMAGE_SIZE;
    throw;
  }
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                       size_t image_width, size_t image_height, size_t image_row_pitch,
                       void *host_ptr, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    cl_image_desc desc = {};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = image_width;
    desc.image_height = image_height;
    desc.image_row_pitch = image_row_pitch;
    return createByType(context, flags, image_format, desc, host_ptr);
  });
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                       size_t image_width, size_t image_height, size_t image_depth,
                       size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
                       cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    cl_image_desc desc = {};
    desc.image_type = CL_MEM_OBJECT_IMAGE3D;
    desc.image_width = image_width;
    desc.image_height = image_height;
    // "CL_INVALID_IMAGE_SIZE [...] if image_depth <= 1", which Image::create says of 0.
    desc.image_depth = image_depth == 1 ? 0 : image_depth;
    desc.image_row_pitch = image_row_pitch;
    desc.image_slice_pitch = image_slice_pitch;
    return createByType(context, flags, image_format, desc, host_ptr);
  });
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                  cl_mem_object_type image_type, cl_uint num_entries,
                                  cl_image_format *image_formats, cl_uint *num_image_formats) {
  return apiCall([&] {
    get<Context>(context);
    // "CL_INVALID_VALUE if flags is not valid; if image_type is not valid; if num_entries is zero
    // and image_formats is not NULL"
    checkMemoryFlags(flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE),
                     KernelAccess | HostAccess | HostPointer);
    require(isImageType(image_type), CL_INVALID_VALUE, "not an image type");
    require(num_entries || !image_formats, CL_INVALID_VALUE, "num_entries is zero");
    const std::vector<cl_image_format> formats =
        supportedFormats(image_type, (flags & KernelAccess) == CL_MEM_READ_ONLY);
    if (image_formats)
      std::copy_n(formats.begin(), std::min<size_t>(num_entries, formats.size()), image_formats);
    if (num_image_formats)
      *num_image_formats = cl_uint(formats.size());
  });
}

cl_int clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties *properties,
                                     cl_mem_flags flags, const cl_image_format *image_format,
                                     const cl_image_desc *image_desc,
                                     cl_image_requirements_info_ext param_name,
                                     size_t param_value_size, void *param_value,
                                     size_t *param_value_size_ret) {
  return apiCall([&] {
    const Context &object = get<Context>(context);
    // "CL_INVALID_PROPERTY if a property name in properties is not a supported property name":
    // there is none.
    require(propertyList(properties).size() <= 1, CL_INVALID_PROPERTY, "unknown memory property");
    // "CL_INVALID_VALUE if values specified in flags are not valid"
    checkMemoryFlags(flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE),
                     KernelAccess | HostAccess | HostPointer);
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    imageRequirements(object, image_format, image_desc, param_name, out);
  });
}

cl_int clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    const Memory &memory = get<Memory>(image);
    // "CL_INVALID_MEM_OBJECT if image is a not a valid image object"
    require(isImageType(memory.type()), CL_INVALID_MEM_OBJECT, "not an image");
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    static_cast<const Image &>(memory).writeImageInfo(param_name, out);
  });
}

} // namespace weft::api
