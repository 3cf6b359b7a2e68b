// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sub-buffers: creation, references, queries.
#include "core/memory.h"
#include "api/validate.h"
#include "check/host_memory.h"
#include "core/command_check.h"

namespace weft::api {

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                      cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    return Buffer::create(Ref<Context>(&activeContext(context)), {}, flags, size, host_ptr);
  });
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *host_ptr,
                                    cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &object = activeContext(context);
    return Buffer::create(Ref<Context>(&object), MemoryProperties(object, properties), flags, size,
                          host_ptr);
  });
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *info, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Memory &memory = get<Memory>(buffer);
    memory.context().requireActive();
    require(memory.type() == CL_MEM_OBJECT_BUFFER, CL_INVALID_MEM_OBJECT, "not a buffer");
    // "CL_INVALID_VALUE if the value specified in buffer_create_type is not valid; if value(s)
    // specified in buffer_create_info [...] is not valid [...] or if buffer_create_info is NULL"
    require(type == CL_BUFFER_CREATE_TYPE_REGION, CL_INVALID_VALUE, "unknown way to create");
    require(info, CL_INVALID_VALUE, "no region");
    return Buffer::createRegion(Ref<Buffer>(&static_cast<Buffer &>(memory)), flags,
                                *static_cast<const cl_buffer_region *>(info));
  });
}

cl_int clRetainMemObject(cl_mem memobj) {
  return apiCall([&] { get<Memory>(memobj).apiRetain(); });
}

cl_int clReleaseMemObject(cl_mem memobj) {
  return apiCall([&] {
    Memory &memory = get<Memory>(memobj);
    if (check::enabled(check::Kind::Api)) [[unlikely]]
      check::checkHostMemory(static_cast<Object *>(&memory), objectName(memory),
                             notifierOf(memory.context()));
    memory.apiRelease();
  });
}

cl_int clSetMemObjectDestructorCallback(cl_mem memobj, MemoryCallback pfn_notify, void *user_data) {
  return apiCall([&] {
    Memory &memory = get<Memory>(memobj);
    // "CL_INVALID_VALUE if pfn_notify is NULL"
    require(pfn_notify, CL_INVALID_VALUE, "no callback");
    memory.addDestructorCallback(pfn_notify, user_data);
  });
}

cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                          void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    get<Memory>(memobj).writeInfo(param_name, out);
  });
}

} // namespace weft::api
