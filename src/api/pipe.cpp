// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes: creation and queries.
#include "core/pipe.h"
#include "api/validate.h"

namespace weft::api {

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                    cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                    cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> Ref<Memory> {
    Context &owner = activeContext(context);
    // "CL_INVALID_VALUE if properties is not NULL"
    require(!properties, CL_INVALID_VALUE, "a pipe has no properties");
    return Pipe::create(Ref<Context>(&owner), flags, pipe_packet_size, pipe_max_packets);
  });
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                     void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    const Memory &memory = get<Memory>(pipe);
    // "CL_INVALID_MEM_OBJECT if pipe is a not a valid pipe object"
    require(memory.type() == CL_MEM_OBJECT_PIPE, CL_INVALID_MEM_OBJECT, "not a pipe");
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    static_cast<const Pipe &>(memory).writePipeInfo(param_name, out);
  });
}

} // namespace weft::api
