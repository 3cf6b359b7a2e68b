// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs of `./dev bench --native` share: each measures one row on one side, a library
// on OpenCL or the library for CPUs, in a process of its own, as threads of the other would spin.
#ifndef WEFT_PERF_NATIVE_SIDE_H
#define WEFT_PERF_NATIVE_SIDE_H

#include <CL/cl.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace weft::native {

inline void require(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(2);
}

/// Values in [-1, 1), the same on both sides.
template <typename T> std::vector<T> someValues(size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<T> values(count);
  for (T &value : values)
    value = T(int(engine() >> 8) - (1 << 23)) / T(1 << 23);
  return values;
}

/// The first device that the loader is told of.
class Queue {
public:
  Queue() {
    cl_platform_id platform;
    require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "no platform");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
            "no device");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    require(queue, "no queue");
  }
  ~Queue() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  Queue(const Queue &) = delete;
  template <typename T> cl_mem upload(const std::vector<T> &values) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                          values.size() * sizeof(T), const_cast<T *>(values.data()), nullptr);
  }
  template <typename T> void download(cl_mem buffer, std::vector<T> &values) {
    require(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, values.size() * sizeof(T), values.data(),
                                0, nullptr, nullptr) == CL_SUCCESS,
            "nothing can be read back");
  }

  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
};

/// Milliseconds of the fastest of the calls that fit in `seconds`, after a first one.
template <typename Call> double fastest(double seconds, Call call) {
  using Clock = std::chrono::steady_clock;
  call();
  double best = HUGE_VAL;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (int calls = 0; calls < 3 || Clock::now() < end; ++calls) {
    const auto start = Clock::now();
    call();
    best = std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  return best;
}

/// The two sides' results have sums of absolute values that are near to each other.
template <typename T> void report(double milliseconds, const std::vector<T> &result) {
  double sum = 0;
  for (size_t i = 0; i < result.size(); ++i)
    sum += std::abs(double(result[i])) * double(i % 7 + 1);
  std::printf("{\"ms\": %.9g, \"sum\": %.9g}\n", milliseconds, sum);
}

} // namespace weft::native
#endif
