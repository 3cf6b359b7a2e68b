// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels that are built and warm.
#include "session.h"

#include <algorithm>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {

namespace {

constexpr size_t saxpy_elements = 16 * 1024;
constexpr size_t orbit_elements = 1 << 18;

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

// Work-items that have nothing to do with each other, and little with memory.
cl_kernel orbitKernel(const Session &session) {
  cl_kernel kernel =
      makeKernel(buildProgram(session, "__kernel void orbit(__global float *x) {"
                                       "  size_t i = get_global_id(0); float z = i * 1e-6f;"
                                       "  for (int k = 0; k < 2000; ++k) z = z * z - 0.7f;"
                                       "  x[i] = z; }"),
                 "orbit");
  cl_mem buffer = makeBuffer(session, orbit_elements * sizeof(float));
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  return kernel;
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
  constexpr int count = 300; // half a second: fewer end before the CPU has found its pace
  std::vector<double> samples;
  for (int i = -count / 10; i < count; ++i) {
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

// The rate of all CPUs over that of one, per CPU. One thread is all that a process gets whose mask
// has one CPU, so a child measures that; both take turns, since clocks and neighbours change.
void rowScaling() {
  cpu_set_t all;
  check(sched_getaffinity(0, sizeof all, &all) == 0 ? CL_SUCCESS : -1, "sched_getaffinity");
  const int cpus = CPU_COUNT(&all);
  const auto shortest = [&](const cpu_set_t &mask) {
    int ends[2];
    check(pipe(ends), "pipe");
    if (fork() == 0) {
      double best = 1e300;
      if (sched_setaffinity(0, sizeof mask, &mask) == 0) {
        const Session session = openSession();
        cl_kernel kernel = orbitKernel(session);
        for (int i = 0; i < 8; ++i) {
          const double begin = now();
          launch(session, kernel, orbit_elements, 0);
          finish(session);
          best = std::min(best, now() - begin);
        }
      }
      check(write(ends[1], &best, sizeof best) == sizeof best ? CL_SUCCESS : -1, "write");
      _exit(0);
    }
    double best = 0;
    check(read(ends[0], &best, sizeof best) == sizeof best ? CL_SUCCESS : -1, "read");
    wait(nullptr);
    close(ends[0]);
    close(ends[1]);
    return best;
  };
  double one = 1e300, many = 1e300;
  for (int turn = 0; turn < 3; ++turn) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &all)) {
        cpu_set_t single;
        CPU_ZERO(&single);
        CPU_SET(cpu, &single);
        one = std::min(one, shortest(single));
        break;
      }
    many = std::min(many, shortest(all));
  }
  report("scaling_percent", 100 * one / (many * cpus));
}

void rowSaxpyLocalOne() {
  const Session session = openSession();
  report("saxpy_local1_us", roundTrip(session, saxpyKernel(session), saxpy_elements, 1));
}

} // namespace bench
