// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points of optional features that Weft does not have: the handles are validated, then the
// answer is the code that the specification gives for a device without the feature.
#include "api/validate.h"
#include "core/memory.h"

namespace weft::api {

// "CL_INVALID_OPERATION if no devices in context support pipes."
cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties *,
                    cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> Ref<Memory> {
    get<Context>(context);
    throw Error{CL_INVALID_OPERATION, "no device has pipes"};
  });
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info, size_t, void *, size_t *) {
  return apiCall([&] {
    get<Memory>(pipe);
    throw Error{CL_INVALID_MEM_OBJECT, "not a pipe"};
  });
}

} // namespace weft::api
