// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queue on Weft's device for programs that test a library.
#ifndef WEFT_TESTS_APPS_DEVICE_QUEUE_H
#define WEFT_TESTS_APPS_DEVICE_QUEUE_H

#include <CL/cl.h>
#include <gtest/gtest.h>
#include <vector>

namespace weft::test {

// A test with a context and a queue. Fails if another driver than Weft is registered.
class OnWeft : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  template <typename T> cl_mem upload(const std::vector<T> &values) {
    return makeBuffer(values.data(), values.size() * sizeof(T));
  }
  template <typename T> std::vector<T> download(cl_mem buffer, size_t count) {
    std::vector<T> values(count);
    readBuffer(buffer, values.data(), count * sizeof(T));
    return values;
  }

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

private:
  cl_mem makeBuffer(const void *data, size_t bytes);
  void readBuffer(cl_mem buffer, void *data, size_t bytes);

  std::vector<cl_mem> buffers;
};

// Values in [-1, 1), the same in every run.
std::vector<float> someFloats(size_t count, unsigned seed);

} // namespace weft::test
#endif
