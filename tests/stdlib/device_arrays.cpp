// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_arrays.h"

namespace weft {
namespace {

struct Objects {
  cl_kernel kernel = nullptr;
  std::vector<cl_mem> buffers;

  ~Objects() {
    for (cl_mem buffer : buffers)
      clReleaseMemObject(buffer);
    if (kernel)
      clReleaseKernel(kernel);
  }
};

} // namespace

std::string runKernel(cl_program program, const std::string &kernel,
                      const std::vector<Array> &arguments, size_t work_items, size_t local) {
  kernels::Session &session = kernels::Session::get();
  Objects objects;
  cl_int error;
  auto failed = [&](const char *what) {
    return kernel + ": " + what + ": " + std::to_string(error);
  };
  objects.kernel = clCreateKernel(program, kernel.c_str(), &error);
  if (error != CL_SUCCESS)
    return failed("clCreateKernel");
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Array &argument = arguments[i];
    cl_mem buffer = clCreateBuffer(session.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                   argument.size, argument.data, &error);
    if (error != CL_SUCCESS)
      return failed("clCreateBuffer");
    objects.buffers.push_back(buffer);
    error = clSetKernelArg(objects.kernel, static_cast<cl_uint>(i), sizeof buffer, &buffer);
    if (error != CL_SUCCESS)
      return failed("clSetKernelArg");
  }
  error = clEnqueueNDRangeKernel(session.queue(), objects.kernel, 1, nullptr, &work_items,
                                 local ? &local : nullptr, 0, nullptr, nullptr);
  if (error != CL_SUCCESS)
    return failed("clEnqueueNDRangeKernel");
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Array &argument = arguments[i];
    if (argument.read_only)
      continue;
    error = clEnqueueReadBuffer(session.queue(), objects.buffers[i], CL_TRUE, 0, argument.size,
                                argument.data, 0, nullptr, nullptr);
    if (error != CL_SUCCESS)
      return failed("clEnqueueReadBuffer");
  }
  error = clFinish(session.queue());
  return error == CL_SUCCESS ? "" : failed("clFinish");
}

} // namespace weft
