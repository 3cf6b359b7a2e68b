// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels that are built and warm.
#include "session.h"

namespace bench {

namespace {

constexpr size_t saxpy_elements = 16 * 1024;

cl_kernel emptyKernel(const Session &session) {
  cl_kernel kernel =
      makeKernel(buildProgram(session, "__kernel void empty(__global int *p) { }"), "empty");
  cl_mem buffer = makeBuffer(session, 64);
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  return kernel;
}

cl_kernel saxpyKernel(const Session &session) {
  cl_kernel kernel =
      makeKernel(buildProgram(session, "__kernel void saxpy(float a, __global const float *x,"
                                       " __global float *y) {"
                                       "  size_t i = get_global_id(0); y[i] = a * x[i] + y[i]; }"),
                 "saxpy");
  const float a = 2;
  check(clSetKernelArg(kernel, 0, sizeof a, &a), "clSetKernelArg");
  const std::vector<float> zeros(saxpy_elements);
  for (cl_uint i : {1u, 2u}) {
    cl_mem buffer = makeBuffer(session, saxpy_elements * sizeof(float));
    check(clEnqueueWriteBuffer(session.queue, buffer, CL_TRUE, 0, saxpy_elements * sizeof(float),
                               zeros.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
    check(clSetKernelArg(kernel, i, sizeof buffer, &buffer), "clSetKernelArg");
  }
  return kernel;
}

// The median of a launch with clFinish, after a warm-up.
double roundTrip(const Session &session, cl_kernel kernel, size_t global, size_t local) {
  constexpr int count = 3000;
  std::vector<double> samples;
  samples.reserve(count);
  for (int i = -count / 10; i < count; ++i) {
    const double begin = now();
    launch(session, kernel, global, local);
    finish(session);
    if (i >= 0)
      samples.push_back(now() - begin);
  }
  return median(samples);
}

} // namespace

void rowEmpty() {
  const Session session = openSession();
  cl_kernel kernel = emptyKernel(session);
  report("empty_us", roundTrip(session, kernel, 1, 1));
}

void rowBatch() {
  const Session session = openSession();
  cl_kernel kernel = emptyKernel(session);
  constexpr int launches = 2000;
  std::vector<double> samples;
  for (int i = -3; i < 30; ++i) {
    const double begin = now();
    for (int k = 0; k < launches; ++k)
      launch(session, kernel, 1, 1);
    finish(session);
    if (i >= 0)
      samples.push_back((now() - begin) / launches);
  }
  report("batch_us", median(samples));
}

void rowSaxpy() {
  const Session session = openSession();
  report("saxpy_us", roundTrip(session, saxpyKernel(session), saxpy_elements, 0));
}

void rowSaxpyLocalOne() {
  const Session session = openSession();
  report("saxpy_local1_us", roundTrip(session, saxpyKernel(session), saxpy_elements, 1));
}

} // namespace bench
