// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choosing a device, building, launching, reading back.
#include "common/opencl_session.h"

#include <stdexcept>
#include <vector>

namespace examples {

void check(cl_int code, const char *call) {
  if (code != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + " failed with " + std::to_string(code));
}

struct Session::Owned {
  std::vector<cl_kernel> kernels;
  std::vector<cl_mem> buffers;
  std::vector<void *> shared;
};

Session::Session() : owned(new Owned) {
  cl_platform_id platform;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS)
    throw std::runtime_error("no OpenCL platform is installed");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_int code;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  check(code, "clCreateContext");
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  commands = clCreateCommandQueueWithProperties(context, device, properties, &code);
  check(code, "clCreateCommandQueueWithProperties");
}

Session::~Session() {
  for (cl_kernel kernel : owned->kernels)
    clReleaseKernel(kernel);
  for (cl_mem buffer : owned->buffers)
    clReleaseMemObject(buffer);
  for (void *memory : owned->shared)
    clSVMFree(context, memory);
  if (program)
    clReleaseProgram(program);
  if (commands)
    clReleaseCommandQueue(commands);
  if (context)
    clReleaseContext(context);
  delete owned;
}

static std::string deviceText(cl_device_id device, cl_device_info name) {
  size_t size = 0;
  check(clGetDeviceInfo(device, name, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  check(clGetDeviceInfo(device, name, size, text.data(), nullptr), "clGetDeviceInfo");
  text.resize(size ? size - 1 : 0);
  return text;
}

cl_command_queue Session::otherQueue() const {
  cl_int code;
  const cl_command_queue queue =
      clCreateCommandQueueWithProperties(context, device, nullptr, &code);
  check(code, "clCreateCommandQueueWithProperties");
  return queue;
}

std::string Session::description() const {
  cl_uint units = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  return deviceText(device, CL_DEVICE_NAME) + ", " + deviceText(device, CL_DEVICE_VERSION) + ", " +
         std::to_string(units) + " compute units";
}

void Session::build(const char *source) {
  cl_int code;
  program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
  check(code, "clCreateProgramWithSource");
  buildProgram();
}

void Session::buildModule(const std::string &module, const std::map<cl_uint, cl_int> &constants) {
  cl_int code;
  program = clCreateProgramWithIL(context, module.data(), module.size(), &code);
  check(code, "clCreateProgramWithIL");
  for (const auto &[id, value] : constants)
    check(clSetProgramSpecializationConstant(program, id, sizeof value, &value),
          "clSetProgramSpecializationConstant");
  buildProgram();
}

void Session::buildProgram() {
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS)
    return;
  size_t size = 0;
  check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
        "clGetProgramBuildInfo");
  std::string log(size, '\0');
  check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr),
        "clGetProgramBuildInfo");
  throw std::runtime_error("the kernels do not build:\n" + log);
}

cl_kernel Session::kernel(const char *name) {
  cl_int code;
  cl_kernel made = clCreateKernel(program, name, &code);
  check(code, "clCreateKernel");
  owned->kernels.push_back(made);
  return made;
}

void *Session::sharedMemory(size_t bytes) {
  void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes, 0);
  if (!memory)
    throw std::runtime_error("no shared virtual memory of " + std::to_string(bytes) + " bytes");
  owned->shared.push_back(memory);
  return memory;
}

cl_mem Session::buffer(cl_mem_flags flags, size_t bytes, const void *initial) {
  cl_int code;
  if (initial)
    flags |= CL_MEM_COPY_HOST_PTR;
  cl_mem made = clCreateBuffer(context, flags, bytes, const_cast<void *>(initial), &code);
  check(code, "clCreateBuffer");
  owned->buffers.push_back(made);
  return made;
}

static size_t roundUp(size_t value, size_t step) { return (value + step - 1) / step * step; }

double Session::run(cl_kernel kernel, size_t width, size_t height, size_t side) {
  const size_t local[2] = {side, side};
  const size_t global[2] = {roundUp(width, side), roundUp(height, side)};
  cl_event event;
  check(clEnqueueNDRangeKernel(commands, kernel, 2, nullptr, global, local, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  cl_ulong start = 0, end = 0;
  cl_int code = clWaitForEvents(1, &event);
  if (code == CL_SUCCESS)
    code =
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
  if (code == CL_SUCCESS)
    code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  clReleaseEvent(event);
  check(code, "running the kernel");
  return double(end - start) * 1e-6;
}

void Session::read(cl_mem buffer, size_t bytes, void *to) {
  check(clEnqueueReadBuffer(commands, buffer, CL_TRUE, 0, bytes, to, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
}

} // namespace examples
