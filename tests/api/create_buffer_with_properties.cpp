// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateBufferWithProperties.
#include "fixture.h"

namespace weft::test {

class ClCreateBufferWithProperties : public ApiTest {};

TEST_F(ClCreateBufferWithProperties, TakesNoneOrAnEmptyList) {
  const cl_mem_properties empty[] = {0};
  for (const cl_mem_properties *properties : {static_cast<const cl_mem_properties *>(nullptr),
                                              static_cast<const cl_mem_properties *>(empty)}) {
    cl_int code = 4711;
    Memory made(clCreateBufferWithProperties(context, properties, CL_MEM_READ_WRITE, Bytes, nullptr,
                                             &code));
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_TRUE(made);
  }
}

TEST_F(ClCreateBufferWithProperties, RefusesUnknownProperties) {
  const cl_mem_properties unknown[] = {0x1234, 1, 0};
  cl_int code = 4711;
  EXPECT_EQ(
      clCreateBufferWithProperties(context, unknown, CL_MEM_READ_WRITE, Bytes, nullptr, &code),
      nullptr);
  EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

TEST_F(ClCreateBufferWithProperties, ChecksTheRestAsClCreateBufferDoes) {
  auto refuses = [](cl_context in, cl_mem_flags flags, size_t size, void *data, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateBufferWithProperties(in, nullptr, flags, size, data, &got), nullptr);
    EXPECT_EQ(got, code);
  };
  int data = 0;
  refuses(nullptr, CL_MEM_READ_WRITE, Bytes, nullptr, CL_INVALID_CONTEXT);
  refuses(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, Bytes, nullptr, CL_INVALID_VALUE);
  refuses(context, CL_MEM_READ_WRITE, 0, nullptr, CL_INVALID_BUFFER_SIZE);
  refuses(context, CL_MEM_READ_WRITE, sizeof data, &data, CL_INVALID_HOST_PTR);
}

} // namespace weft::test
