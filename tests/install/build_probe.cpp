// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// build_probe: builds one kernel on the first device, runs it, and says what happened: the device's
// word on its compiler, clBuildProgram's code, the build log, the kernel's result. For scripts.
#include <CL/cl.h>
#include <cstdio>
#include <string>

static const char *Source = "kernel void answer(global int *out) { out[0] = 42; }";

static int fail(const char *call, cl_int code) {
  std::printf("%s: %d\n", call, code);
  return 1;
}

int main() {
  cl_platform_id platform;
  cl_device_id device;
  if (cl_int code = clGetPlatformIDs(1, &platform, nullptr))
    return fail("clGetPlatformIDs", code);
  if (cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr))
    return fail("clGetDeviceIDs", code);
  cl_bool compiler = CL_FALSE;
  if (cl_int code = clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler,
                                    &compiler, nullptr))
    return fail("clGetDeviceInfo", code);
  std::printf("compiler available: %d\n", int(compiler));
  cl_int code;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  if (code)
    return fail("clCreateContext", code);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
  if (code)
    return fail("clCreateCommandQueueWithProperties", code);
  cl_program program = clCreateProgramWithSource(context, 1, &Source, nullptr, &code);
  if (code)
    return fail("clCreateProgramWithSource", code);
  cl_int built = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  char log[4096] = "";
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
  std::printf("clBuildProgram: %d\nlog: %s\n", built, log);
  if (!built) {
    cl_kernel kernel = clCreateKernel(program, "answer", &code);
    cl_mem buffer = clCreateBuffer(context, 0, sizeof(cl_int), nullptr, &code);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    const size_t one = 1;
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    cl_int answer = 0;
    code =
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof answer, &answer, 0, nullptr, nullptr);
    if (code)
      return fail("clEnqueueReadBuffer", code);
    std::printf("answer: %d\n", answer);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
  }
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
