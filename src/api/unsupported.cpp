// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points of optional features that Weft does not have: the handles are validated, then the
// answer is the code that the specification gives for a device without the feature.
#include "api/validate.h"
#include "core/memory.h"
#include "core/queue.h"

namespace weft::api {

// ---- Images and samplers
// --------------------------------------------------------------------------

// "CL_INVALID_OPERATION if there are no devices in context that support images."
static cl_mem noImage(cl_context context, cl_int *errcode_ret) {
  return guardCreate(errcode_ret, [&]() -> Ref<Memory> {
    get<Context>(context);
    throw Error{CL_INVALID_OPERATION, "no device has images"};
  });
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags, const cl_image_format *, size_t, size_t,
                       size_t, void *, cl_int *errcode_ret) {
  return noImage(context, errcode_ret);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags, const cl_image_format *, size_t, size_t,
                       size_t, size_t, size_t, void *, cl_int *errcode_ret) {
  return noImage(context, errcode_ret);
}

cl_mem clCreateImage(cl_context context, cl_mem_flags, const cl_image_format *,
                     const cl_image_desc *, void *, cl_int *errcode_ret) {
  return noImage(context, errcode_ret);
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *, cl_mem_flags,
                                   const cl_image_format *, const cl_image_desc *, void *,
                                   cl_int *errcode_ret) {
  return noImage(context, errcode_ret);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                  cl_mem_object_type image_type, cl_uint num_entries,
                                  cl_image_format *image_formats, cl_uint *num_image_formats) {
  return guard([&] {
    get<Context>(context);
    requireFlags(flags, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY |
                            CL_MEM_KERNEL_READ_AND_WRITE | CL_MEM_USE_HOST_PTR |
                            CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS |
                            CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
    require(image_type >= CL_MEM_OBJECT_IMAGE2D && image_type <= CL_MEM_OBJECT_IMAGE1D_BUFFER,
            CL_INVALID_VALUE, "not an image type");
    require(num_entries || !image_formats, CL_INVALID_VALUE, "num_entries is zero");
    if (num_image_formats)
      *num_image_formats = 0;
  });
}

cl_int clGetImageInfo(cl_mem image, cl_image_info, size_t, void *, size_t *) {
  return guard([&] {
    get<Memory>(image);
    throw Error{CL_INVALID_MEM_OBJECT, "not an image"};
  });
}

static cl_sampler noSampler(cl_context context, cl_int *errcode_ret) {
  return guardCreate(errcode_ret, [&]() -> cl_sampler {
    get<Context>(context);
    throw Error{CL_INVALID_OPERATION, "no device has images"};
  });
}

cl_sampler clCreateSampler(cl_context context, cl_bool, cl_addressing_mode, cl_filter_mode,
                           cl_int *errcode_ret) {
  return noSampler(context, errcode_ret);
}

cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *,
                                         cl_int *errcode_ret) {
  return noSampler(context, errcode_ret);
}

// No sampler exists, so none is valid.
cl_int clRetainSampler(cl_sampler) { return CL_INVALID_SAMPLER; }
cl_int clReleaseSampler(cl_sampler) { return CL_INVALID_SAMPLER; }
cl_int clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void *, size_t *) {
  return CL_INVALID_SAMPLER;
}

// "CL_INVALID_OPERATION if the device associated with command_queue does not support images."
static cl_int noImageCommand(cl_command_queue queue, cl_mem first, cl_mem second = nullptr) {
  return guard([&] {
    get<Queue>(queue);
    get<Memory>(first);
    if (second)
      get<Memory>(second);
    throw Error{CL_INVALID_OPERATION, "the device has no images"};
  });
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t *,
                          const size_t *, size_t, size_t, void *, cl_uint, const cl_event *,
                          cl_event *) {
  return noImageCommand(queue, image);
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t *,
                           const size_t *, size_t, size_t, const void *, cl_uint, const cl_event *,
                           cl_event *) {
  return noImageCommand(queue, image);
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *, const size_t *,
                          const size_t *, cl_uint, const cl_event *, cl_event *) {
  return noImageCommand(queue, image);
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem source, cl_mem target, const size_t *,
                          const size_t *, const size_t *, cl_uint, const cl_event *, cl_event *) {
  return noImageCommand(queue, source, target);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem source, cl_mem target,
                                  const size_t *, const size_t *, size_t, cl_uint, const cl_event *,
                                  cl_event *) {
  return noImageCommand(queue, source, target);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem source, cl_mem target, size_t,
                                  const size_t *, const size_t *, cl_uint, const cl_event *,
                                  cl_event *) {
  return noImageCommand(queue, source, target);
}

void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool, cl_map_flags, const size_t *,
                        const size_t *, size_t *, size_t *, cl_uint, const cl_event *, cl_event *,
                        cl_int *errcode_ret) {
  return guardCreate(errcode_ret, [&]() -> void * {
    get<Queue>(queue);
    get<Memory>(image);
    throw Error{CL_INVALID_OPERATION, "the device has no images"};
  });
}

// ---- Pipes
// ----------------------------------------------------------------------------------------

// "CL_INVALID_OPERATION if no devices in context support pipes."
cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties *,
                    cl_int *errcode_ret) {
  return guardCreate(errcode_ret, [&]() -> Ref<Memory> {
    get<Context>(context);
    throw Error{CL_INVALID_OPERATION, "no device has pipes"};
  });
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info, size_t, void *, size_t *) {
  return guard([&] {
    get<Memory>(pipe);
    throw Error{CL_INVALID_MEM_OBJECT, "not a pipe"};
  });
}

} // namespace weft::api
