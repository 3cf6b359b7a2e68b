// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain OpenCL 1.2, so that any driver runs it.
#include "session.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <time.h>

namespace bench {

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) * 1e6 + double(time.tv_nsec) * 1e-3;
}

double median(std::vector<double> &samples) {
  const auto middle = samples.begin() + ptrdiff_t(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

void report(const char *name, double value) {
  std::printf("%s %.9g\n", name, value);
  std::fflush(stdout);
}

void check(cl_int code, const char *what) {
  if (code == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s failed: %d\n", what, code);
  std::exit(1);
}

Session openSession() {
  Session session;
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &session.device, nullptr),
        "clGetDeviceIDs");
  cl_int code;
  session.context = clCreateContext(nullptr, 1, &session.device, nullptr, nullptr, &code);
  check(code, "clCreateContext");
  session.queue = clCreateCommandQueue(session.context, session.device, 0, &code);
  check(code, "clCreateCommandQueue");
  return session;
}

cl_program buildProgram(const Session &session, const std::string &source, const char *options) {
  const char *text = source.c_str();
  cl_int code;
  cl_program program = clCreateProgramWithSource(session.context, 1, &text, nullptr, &code);
  check(code, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &session.device, options, nullptr, nullptr), "clBuildProgram");
  return program;
}

cl_kernel makeKernel(cl_program program, const char *name) {
  cl_int code;
  cl_kernel kernel = clCreateKernel(program, name, &code);
  check(code, "clCreateKernel");
  return kernel;
}

cl_mem makeBuffer(const Session &session, size_t bytes) {
  cl_int code;
  cl_mem buffer = clCreateBuffer(session.context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
  check(code, "clCreateBuffer");
  return buffer;
}

void launch(const Session &session, cl_kernel kernel, size_t global, size_t local) {
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &global, local ? &local : nullptr,
                               0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
}

void finish(const Session &session) { check(clFinish(session.queue), "clFinish"); }

} // namespace bench
