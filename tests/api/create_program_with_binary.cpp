// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateProgramWithBinary. Damaged binaries are in lifetime/binaries.cpp.
#include "fixture.h"

namespace weft::test {

class ClCreateProgramWithBinary : public ApiTest {
protected:
  void refuses(cl_context in, cl_uint count, const cl_device_id *devices, const size_t *lengths,
               const unsigned char **binaries, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateProgramWithBinary(in, count, devices, lengths, binaries, nullptr, &got),
              nullptr);
    EXPECT_EQ(got, code);
  }
  const cl_device_id id = device();
  const unsigned char garbage[4] = {1, 2, 3, 4};
  const unsigned char *pointer = garbage;
  const size_t length = sizeof garbage;
};

TEST_F(ClCreateProgramWithBinary, RunsWhatAnotherProgramSaved) {
  std::vector<unsigned char> bytes = binaryOf(program());
  ASSERT_FALSE(bytes.empty());
  const unsigned char *data = bytes.data();
  const size_t size = bytes.size();
  cl_int status = 4711, code = 4711;
  Program made(clCreateProgramWithBinary(context, 1, &id, &size, &data, &status, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(status, CL_SUCCESS);
  bytes.assign(bytes.size(), 0); // the program keeps its own copy
  ASSERT_EQ(clBuildProgram(made, 1, &id, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel(clCreateKernel(made, "store", &code));
  ASSERT_EQ(code, CL_SUCCESS);
  Memory buffer = makeBuffer();
  const cl_mem argument = buffer;
  const int value = 11;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  const size_t items = Count;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 11));
}

TEST_F(ClCreateProgramWithBinary, TellsWhichBinaryIsNone) {
  cl_int status = 4711, code = 4711;
  const unsigned char *data = garbage;
  EXPECT_EQ(clCreateProgramWithBinary(context, 1, &id, &length, &data, &status, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_BINARY);
  EXPECT_EQ(status, CL_INVALID_BINARY);
}

TEST_F(ClCreateProgramWithBinary, RefusesNoDevices) {
  refuses(context, 0, &id, &length, &pointer, CL_INVALID_VALUE);
  refuses(context, 1, nullptr, &length, &pointer, CL_INVALID_VALUE);
}

TEST_F(ClCreateProgramWithBinary, RefusesNoBinaries) {
  const unsigned char *null = nullptr;
  const size_t zero = 0;
  refuses(context, 1, &id, nullptr, &pointer, CL_INVALID_VALUE);
  refuses(context, 1, &id, &length, nullptr, CL_INVALID_VALUE);
  refuses(context, 1, &id, &length, &null, CL_INVALID_VALUE);
  refuses(context, 1, &id, &zero, &pointer, CL_INVALID_VALUE);
}

TEST_F(ClCreateProgramWithBinary, RefusesNull) {
  const cl_device_id none = nullptr;
  refuses(nullptr, 1, &id, &length, &pointer, CL_INVALID_CONTEXT);
  refuses(context, 1, &none, &length, &pointer, CL_INVALID_DEVICE);
}

TEST_F(ClCreateProgramWithBinary, RefusesHandlesOfOtherKinds) {
  const cl_device_id wrong = as<cl_device_id>(cl_context(context));
  refuses(as<cl_context>(device()), 1, &id, &length, &pointer, CL_INVALID_CONTEXT);
  refuses(context, 1, &wrong, &length, &pointer, CL_INVALID_DEVICE);
}

} // namespace weft::test
