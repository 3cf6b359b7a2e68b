// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a kernel whose arguments are arrays, through the public API.
#ifndef WEFT_TESTS_STDLIB_DEVICE_ARRAYS_H
#define WEFT_TESTS_STDLIB_DEVICE_ARRAYS_H

#include "harness/session.h"

#include <string>
#include <vector>

namespace weft {

/// One argument: bytes that go to the device and, unless `read_only`, come back.
struct Array {
  void *data;
  size_t size; // bytes
  bool read_only = false;
};

template <typename T> Array in(const std::vector<T> &v) {
  return {const_cast<T *>(v.data()), v.size() * sizeof(T), true};
}
template <typename T> Array out(std::vector<T> &v) { return {v.data(), v.size() * sizeof(T)}; }

/// Empty, or what went wrong. `local`: work-items per group, 0 for the driver's choice.
std::string runKernel(cl_program program, const std::string &kernel,
                      const std::vector<Array> &arguments, size_t work_items, size_t local = 0);

} // namespace weft
#endif
