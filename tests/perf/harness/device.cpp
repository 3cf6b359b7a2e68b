// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device.h"

#include "producers.h"

#include <cstdlib>

namespace weft::perf {

static void require(cl_int status, const char *call) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + " failed with " + std::to_string(status));
}

Device::Device() {
  require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr), "clGetDeviceIDs");
  cl_int status;
  context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &status);
  require(status, "clCreateContext");
  queue = clCreateCommandQueueWithProperties(context, id, nullptr, &status);
  require(status, "clCreateCommandQueueWithProperties");
}

Device::~Device() {
  for (cl_kernel kernel : kernels)
    clReleaseKernel(kernel);
  for (cl_mem memory : buffers)
    clReleaseMemObject(memory);
  if (program)
    clReleaseProgram(program);
  if (queue)
    clReleaseCommandQueue(queue);
  if (context)
    clReleaseContext(context);
}

std::string Device::platformName() const {
  size_t size = 0;
  require(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &size), "clGetPlatformInfo");
  std::string text(size, '\0');
  require(clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, text.data(), nullptr),
          "clGetPlatformInfo");
  return text.c_str();
}

std::string Device::deviceVersion() const {
  size_t size = 0;
  require(clGetDeviceInfo(id, CL_DRIVER_VERSION, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  require(clGetDeviceInfo(id, CL_DRIVER_VERSION, size, text.data(), nullptr), "clGetDeviceInfo");
  return text.c_str();
}

void Device::build(const std::string &source, const std::string &options) {
  const char *text = source.c_str();
  size_t length = source.size();
  cl_int status;
  // By way of SPIR-V, for the tests of results.
  if (const char *road = std::getenv("WEFT_TEST_ROAD")) {
    const std::string module = weft::spirv_test::spirvOf(road, source, options);
    program = clCreateProgramWithIL(context, module.data(), module.size(), &status);
    require(status, "clCreateProgramWithIL");
  } else {
    program = clCreateProgramWithSource(context, 1, &text, &length, &status);
    require(status, "clCreateProgramWithSource");
  }
  status = clBuildProgram(program, 1, &id, options.c_str(), nullptr, nullptr);
  if (status == CL_SUCCESS)
    return;
  size_t size = 0;
  clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  throw std::runtime_error("clBuildProgram failed with " + std::to_string(status) + ": " +
                           log.c_str());
}

cl_kernel Device::kernel(const char *name) {
  cl_int status;
  cl_kernel result = clCreateKernel(program, name, &status);
  require(status, "clCreateKernel");
  kernels.push_back(result);
  return result;
}

cl_mem Device::buffer(size_t bytes, const void *initial) {
  cl_int status;
  cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &status);
  require(status, "clCreateBuffer");
  buffers.push_back(result);
  if (initial)
    writeBytes(result, bytes, initial);
  else
    fillZero(result, bytes); // No run pays for the first touch of its pages.
  return result;
}

void Device::fillZero(cl_mem memory, size_t bytes) {
  cl_uchar zero = 0;
  require(clEnqueueFillBuffer(queue, memory, &zero, 1, 0, bytes, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
}

void Device::setArgBytes(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  require(clSetKernelArg(kernel, index, size, value), "clSetKernelArg");
}

void Device::enqueue(cl_kernel kernel, const Range &global, const Range &local) {
  require(clEnqueueNDRangeKernel(queue, kernel, global.dims, nullptr, global.size.data(),
                                 local.size.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

void Device::writeBytes(cl_mem memory, size_t bytes, const void *from) {
  require(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, bytes, from, 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
}

void Device::readBytes(cl_mem memory, size_t bytes, void *to) {
  require(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes, to, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
}

void Device::finish() { require(clFinish(queue), "clFinish"); }

} // namespace weft::perf
