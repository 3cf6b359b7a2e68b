// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetKernelArg.
#include "fixture.h"

namespace weft::test {

class ClSetKernelArg : public ApiTest {
protected:
  void run(cl_kernel kernel, size_t items, size_t local = 0) {
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, local ? &local : nullptr, 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
  }
};

TEST_F(ClSetKernelArg, TakesEachKindOfArgument) {
  Memory buffer = makeBuffer();
  const cl_mem argument = buffer;
  Kernel reverse = makeKernel("reverse");
  EXPECT_EQ(clSetKernelArg(reverse, 0, sizeof argument, &argument), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(reverse, 1, 16 * sizeof(int), nullptr), CL_SUCCESS);
  run(reverse, Count, 16);
  std::vector<int> expected = numbers();
  for (size_t i = 0; i < Count; ++i)
    expected[i] = int(i / 16 * 16 + 15 - i % 16);
  EXPECT_EQ(read(buffer), expected);

  Memory table = makeBuffer(), out = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 0));
  const cl_mem table_argument = table, out_argument = out;
  Kernel constants = makeKernel("constants");
  EXPECT_EQ(clSetKernelArg(constants, 0, sizeof(cl_mem), &table_argument), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(constants, 1, sizeof(cl_mem), &out_argument), CL_SUCCESS);
  run(constants, Count);
  EXPECT_EQ(read(out), numbers());
}

TEST_F(ClSetKernelArg, TakesVectorsByValue) {
  Kernel kernel = makeKernel("vectors");
  Memory out = makeBuffer();
  const cl_mem argument = out;
  const cl_float4 v = {{1, 2, 3, 4}};
  const cl_short2 s = {{10, 20}};
  const cl_char c = -5;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof v, &v), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof s, &s), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof c, &c), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 3, sizeof argument, &argument), CL_SUCCESS);
  run(kernel, 1);
  float sum = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof sum, &sum, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(sum, 35.0f);
}

TEST_F(ClSetKernelArg, NullIsANullPointerInTheKernel) {
  Program made = buildProgram("__kernel void k(__global int *p, __constant int *q, __global int *o)"
                              "{ o[0] = p == 0; o[1] = q == 0; }");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  Memory out = makeBuffer();
  const cl_mem argument = out, none = nullptr;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), &none), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof(cl_mem), &argument), CL_SUCCESS);
  run(kernel, 1);
  std::vector<int> got = read(out);
  EXPECT_EQ(got[0], 1);
  EXPECT_EQ(got[1], 1);
}

TEST_F(ClSetKernelArg, AQueuedLaunchKeepsItsArguments) {
  Memory buffer = makeBuffer(), second = makeBuffer();
  Kernel kernel = makeKernel("store");
  cl_mem argument = buffer;
  int value = 1;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  Event gate = makeUserEvent();
  const size_t items = Count;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 1, gate.list(), nullptr),
      CL_SUCCESS);
  argument = second;
  value = 2;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 1));
  EXPECT_EQ(read(second), numbers());
}

// "Implementations shall not allow cl_kernel objects to hold reference counts to cl_kernel
// arguments": the host could not tell when the memory of CL_MEM_USE_HOST_PTR is its own again.
TEST_F(ClSetKernelArg, DoesNotKeepABuffer) {
  std::vector<int> data = numbers();
  Memory buffer(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, Bytes, data.data(), nullptr));
  bool gone = false;
  ASSERT_EQ(clSetMemObjectDestructorCallback(
                buffer, [](cl_mem, void *flag) { *static_cast<bool *>(flag) = true; }, &gone),
            CL_SUCCESS);
  Kernel kernel = makeKernel("store");
  const cl_mem argument = buffer;
  const int value = 1;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  Kernel clone(clCloneKernel(kernel, nullptr));
  buffer.reset();
  EXPECT_TRUE(gone);
  for (cl_kernel of : {cl_kernel(kernel), cl_kernel(clone)}) {
    const size_t items = Count;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, of, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
  }
  EXPECT_EQ(data, numbers());
}

// As the one before, while a queued command still uses the buffer.
TEST_F(ClSetKernelArg, DoesNotBringAReleasedBufferBack) {
  Memory buffer = makeBuffer();
  Kernel kernel = makeKernel("store");
  const cl_mem argument = buffer;
  const int value = 1;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  Event gate = makeUserEvent();
  const size_t items = Count;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 1, gate.list(), nullptr),
      CL_SUCCESS);
  buffer.reset();
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ClSetKernelArg, KeepsTheOldValueWhenItRefusesTheNew) {
  Memory buffer = makeBuffer();
  Kernel kernel = makeKernel("store");
  const cl_mem argument = buffer;
  const int value = 1, other = 2;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 0, 1, &argument), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 2, &other), CL_INVALID_ARG_SIZE);
  run(kernel, Count);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 1));
}

TEST_F(ClSetKernelArg, RefusesIndicesThatAreNoArguments) {
  const int value = 0;
  EXPECT_EQ(clSetKernelArg(makeKernel("store"), 2, sizeof value, &value), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArg(makeKernel("store"), ~0u, sizeof value, &value), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArg(makeKernel("nothing"), 0, sizeof value, &value), CL_INVALID_ARG_INDEX);
}

TEST_F(ClSetKernelArg, RefusesSizesThatDoNotFit) {
  Memory buffer = makeBuffer();
  const cl_mem argument = buffer;
  const cl_float4 v = {};
  Kernel kernel = makeKernel("vectors");
  EXPECT_EQ(clSetKernelArg(kernel, 0, 12, &v), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, 17, &v), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 8, &v), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 2, 0, &v), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 3, 4, &argument), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 3, 16, &argument), CL_INVALID_ARG_SIZE);
}

// "Prior to OpenCL 3.1, arg_size must be greater than zero. For OpenCL 3.1 and newer, arg_size may
// be zero, indicating that no local memory is required for the kernel argument."
TEST_F(ClSetKernelArg, TakesALocalSizeOfZeroSinceOpenCL31) {
  Program made = buildProgram("__kernel void k(__global int *o, __local int *scratch, int use)"
                              "{ if (use) scratch[0] = 3;\n  o[0] = use ? scratch[0] : 2; }");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  if (OpenCLVersion < 310) {
    EXPECT_EQ(clSetKernelArg(kernel, 1, 0, nullptr), CL_INVALID_ARG_SIZE);
    return;
  }
  Memory out = makeBuffer();
  const cl_mem argument = out;
  const int no = 0;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof no, &no), CL_SUCCESS);
  run(kernel, 1);
  EXPECT_EQ(read(out)[0], 2);
}

TEST_F(ClSetKernelArg, RefusesValuesThatDoNotFit) {
  const int value = 0;
  EXPECT_EQ(clSetKernelArg(makeKernel("store"), 1, sizeof value, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(makeKernel("reverse"), 1, 64, &value), CL_INVALID_ARG_VALUE);
}

TEST_F(ClSetKernelArg, RefusesABufferOfAnotherContext) {
  const cl_mem argument = otherBuffer();
  EXPECT_EQ(clSetKernelArg(makeKernel("store"), 0, sizeof argument, &argument), CL_INVALID_CONTEXT);
}

TEST_F(ClSetKernelArg, RefusesNull) {
  const int value = 0;
  EXPECT_EQ(clSetKernelArg(nullptr, 0, sizeof value, &value), CL_INVALID_KERNEL);
}

TEST_F(ClSetKernelArg, RefusesHandlesOfOtherKinds) {
  const int value = 0;
  EXPECT_EQ(clSetKernelArg(as<cl_kernel>(device()), 0, sizeof value, &value), CL_INVALID_KERNEL);
  const cl_mem wrong = as<cl_mem>(device());
  EXPECT_EQ(clSetKernelArg(makeKernel("store"), 0, sizeof wrong, &wrong), CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
