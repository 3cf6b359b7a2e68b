// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of entry points share: a device, a context, a queue, a program, and checks that
// apply to many calls.
#ifndef WEFT_TESTS_API_FIXTURE_H
#define WEFT_TESTS_API_FIXTURE_H

#include "handles.h"
#include "support/opencl_version.h"

#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace weft::test {

// A handle of one kind passed off as one of another, as a program with a wrong cast does.
template <typename To, typename From> To as(From handle) { return reinterpret_cast<To>(handle); }

// A value that no call returns, to see whether an output was written.
template <typename T> T untouched() { return reinterpret_cast<T>(std::uintptr_t(0x5a5a5a5a)); }

cl_platform_id platform();
cl_device_id device();

template <typename T> T deviceInfo(cl_device_info what) {
  T value{};
  EXPECT_EQ(clGetDeviceInfo(device(), what, sizeof value, &value, nullptr), CL_SUCCESS) << what;
  return value;
}
std::string deviceText(cl_device_info what);

// "OpenCL 3.1", of the platform and of every device.
std::string openclVersionText();

// The bytes of a SPIR-V module of tests/spirv/modules.
std::string moduleBytes(const std::string &name);

// A program's binary, for the only device.
std::vector<unsigned char> binaryOf(cl_program program);
// Not built.
Program programFromBinary(cl_context context, const std::vector<unsigned char> &binary);

// The source of ApiTest::program.
extern const char *const kernel_source;

class ApiTest : public ::testing::Test {
protected:
  static constexpr size_t Count = 256; // ints in a buffer
  static constexpr size_t Bytes = Count * sizeof(int);

  void SetUp() override;

  Queue makeQueue(cl_context in, cl_command_queue_properties properties = 0);
  // `Count` ints 0, 1, 2, ... unless others are given.
  Memory makeBuffer(cl_mem_flags flags = CL_MEM_READ_WRITE);
  Memory makeBuffer(cl_mem_flags flags, const std::vector<int> &contents);
  Event makeUserEvent();
  Program makeProgram(const char *source = kernel_source);
  // Built; a failed build fails the test with the log.
  Program buildProgram(const char *source = kernel_source, const char *options = "");
  Kernel makeKernel(const char *name);
  cl_program program(); // kernel_source, built
  // Of tests/spirv/modules.
  Program makeModule(const char *name);

  // Sub-devices of one unit each, which the test releases; none of a device of one unit.
  std::vector<cl_device_id> oneForEachUnit();

  // Another context of the same device, and what lives there.
  cl_context otherContext();
  cl_command_queue otherQueue();
  cl_mem otherBuffer();
  cl_event otherEvent();

  // The contents, read through the host pointer of a blocking read.
  std::vector<int> read(cl_mem buffer);
  std::vector<int> numbers() const; // what makeBuffer holds
  std::string buildLog(cl_program program);
  // What kernel `k` of `source` makes of makeBuffer(), its one argument, in groups of 64.
  std::vector<int> runInGroups(const char *source, const char *options);
  static cl_int statusOf(cl_event event);

  // `call(num_events, list, event)` must refuse every bad wait list and leave `event` alone.
  using Enqueue = std::function<cl_int(cl_uint, const cl_event *, cl_event *)>;
  void refusesBadWaitLists(const Enqueue &call);
  // The command waits for its wait list, signals its event and carries the type `type`.
  void obeysWaitList(const Enqueue &call, cl_command_type type);
  // A blocking call reports that what it waited for has failed.
  void reportsFailedWaitList(const Enqueue &blocking_call);

  Context context;
  Queue queue; // in order, without profiling

private:
  Program built;
  Context other_context;
  Queue other_queue;
  Memory other_buffer;
  Event other_event;
};

// `query(param, size, value, size_ret)` is a clGet*Info call with its object bound.
using Query = std::function<cl_int(cl_uint, size_t, void *, size_t *)>;

// Size only, too small, exact and roomy queries of one parameter; the value's bytes.
std::vector<unsigned char> queryBytes(const Query &query, cl_uint param);

// As queryBytes, for a parameter of type T.
template <typename T> T queryValue(const Query &query, cl_uint param) {
  std::vector<unsigned char> bytes = queryBytes(query, param);
  T value{};
  EXPECT_EQ(bytes.size(), sizeof value) << "parameter 0x" << std::hex << param;
  std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
  return value;
}
template <typename T> std::vector<T> queryArray(const Query &query, cl_uint param) {
  std::vector<unsigned char> bytes = queryBytes(query, param);
  EXPECT_EQ(bytes.size() % sizeof(T), 0u) << "parameter 0x" << std::hex << param;
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty())
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}
// Ends in NUL and holds no other.
std::string queryText(const Query &query, cl_uint param);

// An unknown parameter is CL_INVALID_VALUE and writes nothing.
void refusesUnknownParameter(const Query &query);

} // namespace weft::test
#endif
