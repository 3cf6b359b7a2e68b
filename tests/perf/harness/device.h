// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The OpenCL side of a case: one context, in-order queue and program on the first device of the one
// platform that is visible. Everything is released with the object. Errors are exceptions.

#pragma once

#include "host_array.h"

#include <CL/cl.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft::perf {

/// The argument of a `local` pointer parameter.
struct Local {
  size_t bytes;
};

/// Global or local size in one to three dimensions.
struct Range {
  Range(size_t x) : dims(1), size{x, 1, 1} {}
  Range(size_t x, size_t y) : dims(2), size{x, y, 1} {}
  Range(size_t x, size_t y, size_t z) : dims(3), size{x, y, z} {}
  cl_uint dims;
  std::array<size_t, 3> size;
};

class Device {
public:
  Device();
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  std::string platformName() const;
  std::string deviceVersion() const;

  /// Throws with the build log if the program does not build.
  void build(const std::string &source, const std::string &options);

  cl_kernel kernel(const char *name);

  cl_mem buffer(size_t bytes, const void *initial = nullptr);
  template <class T> cl_mem buffer(const HostArray<T> &initial) {
    return buffer(initial.size() * sizeof(T), initial.data());
  }

  template <class T> void write(cl_mem memory, const HostArray<T> &from) {
    writeBytes(memory, from.size() * sizeof(T), from.data());
  }
  template <class T> HostArray<T> read(cl_mem memory, size_t count) {
    HostArray<T> result(count);
    readBytes(memory, count * sizeof(T), result.data());
    return result;
  }
  void fillZero(cl_mem memory, size_t bytes);

  template <class... Args>
  void run(cl_kernel kernel, const Range &global, const Range &local, const Args &...args) {
    cl_uint index = 0;
    (setArg(kernel, index++, args), ...);
    enqueue(kernel, global, local);
  }

  void finish();

private:
  template <class T> void setArg(cl_kernel kernel, cl_uint index, const T &value) {
    setArgBytes(kernel, index, sizeof(T), &value);
  }
  void setArg(cl_kernel kernel, cl_uint index, const Local &local) {
    setArgBytes(kernel, index, local.bytes, nullptr);
  }
  void setArgBytes(cl_kernel kernel, cl_uint index, size_t size, const void *value);
  void enqueue(cl_kernel kernel, const Range &global, const Range &local);
  void writeBytes(cl_mem memory, size_t bytes, const void *from);
  void readBytes(cl_mem memory, size_t bytes, void *to);

  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  std::vector<cl_kernel> kernels;
  std::vector<cl_mem> buffers;
};

} // namespace weft::perf
