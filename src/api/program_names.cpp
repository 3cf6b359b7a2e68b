// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables and functions of programs that the host has by their names
// (cl_intel_global_variable_access). No specification is public: what each call refuses, and how,
// is what run times of SYCL tell apart.
#include "api/enqueue.h"
#include "api/khr_entry_points.h"
#include "api/transfers.h"
#include "core/program.h"

namespace weft::api {
namespace {

struct Variable {
  std::shared_ptr<const ProgramImage> image; // while it lives the variable does
  char *address;
  uint64_t size; // bytes
  bool is_constant;
};

std::shared_ptr<const ProgramImage> executableOf(const Program &program, const Device &device) {
  require(program.hasDevice(device), CL_INVALID_DEVICE, "not a device of the program");
  program.waitForBuilds();
  std::shared_ptr<const ProgramImage> image = program.executableOn(device);
  require(image != nullptr, CL_INVALID_PROGRAM_EXECUTABLE, "the program is not built");
  return image;
}

// An unknown name is CL_INVALID_ARG_VALUE: run times make a message of it.
Variable findVariable(const Program &program, const Device &device, const char *name) {
  require(name, CL_INVALID_VALUE, "no name");
  Variable found = {executableOf(program, device), nullptr, 0, false};
  const NamedVariable *variable = found.image->findVariable(name);
  if (variable)
    found.address = static_cast<char *>(found.image->code->findVariable(variable->symbol));
  require(found.address, CL_INVALID_ARG_VALUE, "the program has no such variable");
  found.size = variable->size;
  found.is_constant = variable->is_constant;
  return found;
}

// A copy to or from a variable, which keeps the code that has it.
struct VariableCopy : Copy {
  std::shared_ptr<const ProgramImage> image;
};

cl_int enqueueAccess(cl_command_queue command_queue, cl_program program, const char *name,
                     bool writes, bool blocking, size_t size, size_t offset, const void *ptr,
                     cl_uint num_events, const cl_event *wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Program &object = get<Program>(program);
    require(&object.context() == &queue.context(), CL_INVALID_CONTEXT,
            "queue and program are of different contexts");
    Variable variable = findVariable(object, queue.device(), name);
    require(ptr, CL_INVALID_VALUE, "ptr is null");
    require(offset <= variable.size && size <= variable.size - offset, CL_INVALID_VALUE,
            "not within the variable");
    require(!writes || !variable.is_constant, CL_INVALID_OPERATION, "the variable is constant");
    const Side own = sideOf(variable.address + offset), host = sideOf(ptr);
    VariableCopy copy = {writes ? Copy{host, own, size} : Copy{own, host, size},
                         std::move(variable.image)};
    auto events = getWaitList(num_events, wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, CL_COMMAND_MEMCPY_INTEL, std::move(copy)), events, event,
            blocking);
  });
}

} // namespace

cl_int clGetDeviceGlobalVariablePointerINTEL(cl_device_id device, cl_program program,
                                             const char *name, size_t *size_ret,
                                             void **pointer_ret) {
  return apiCall([&] {
    Device &on = get<Device>(device);
    const Program &object = get<Program>(program);
    require(pointer_ret, CL_INVALID_VALUE, "pointer_ret is null");
    const Variable variable = findVariable(object, on, name);
    *pointer_ret = variable.address;
    if (size_ret)
      *size_ret = variable.size;
  });
}

cl_int clEnqueueReadGlobalVariableINTEL(cl_command_queue command_queue, cl_program program,
                                        const char *name, cl_bool blocking_read, size_t size,
                                        size_t offset, void *ptr, cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list, cl_event *event) {
  return enqueueAccess(command_queue, program, name, false, blocking_read, size, offset, ptr,
                       num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueWriteGlobalVariableINTEL(cl_command_queue command_queue, cl_program program,
                                         const char *name, cl_bool blocking_write, size_t size,
                                         size_t offset, const void *ptr,
                                         cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event) {
  return enqueueAccess(command_queue, program, name, true, blocking_write, size, offset, ptr,
                       num_events_in_wait_list, event_wait_list, event);
}

cl_int clGetDeviceFunctionPointerINTEL(cl_device_id device, cl_program program, const char *name,
                                       cl_ulong *pointer_ret) {
  return apiCall([&] {
    Device &on = get<Device>(device);
    const Program &object = get<Program>(program);
    require(name && pointer_ret, CL_INVALID_VALUE, "name or pointer_ret is null");
    const auto image = executableOf(object, on);
    const NamedFunction *function = image->findFunction(name);
    require(function, CL_INVALID_ARG_VALUE, "the program has no such function to be pointed to");
    *pointer_ret = function->pointer;
  });
}

} // namespace weft::api
