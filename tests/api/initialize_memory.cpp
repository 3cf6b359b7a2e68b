// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_initialize_memory: contexts whose kernels find zeros in local and private memory.
#include "fixture.h"

#include <CL/cl_ext.h>

namespace weft::test {

class InitializeMemory : public ApiTest {
protected:
  static constexpr cl_context_properties Local = 1, Private = 2; // CL_CONTEXT_MEMORY_INITIALIZE_*

  static Context contextWith(cl_context_properties kinds) {
    const cl_context_properties properties[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, kinds, 0};
    cl_int code = 4711;
    const cl_device_id id = device();
    Context made(clCreateContext(properties, 1, &id, nullptr, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  // Runs `kernel` of `source` in 64 groups of 32 after it has filled the memory that it looks at;
  // the numbers that it found.
  std::vector<int> found(cl_context in, const char *source, const char *name, size_t local_bytes) {
    Queue own = makeQueue(in);
    Program made(clCreateProgramWithSource(in, 1, &source, nullptr, nullptr));
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS)
        << buildLog(made);
    Kernel kernel(clCreateKernel(made, name, nullptr));
    Memory out(clCreateBuffer(in, 0, 2048 * sizeof(int), nullptr, nullptr));
    const cl_mem argument = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    if (local_bytes)
      EXPECT_EQ(clSetKernelArg(kernel, 1, local_bytes, nullptr), CL_SUCCESS);
    const size_t global = 2048, local = 32;
    std::vector<int> got(2048, 4711);
    for (int round = 0; round < 2; ++round)
      EXPECT_EQ(
          clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(own, out, CL_TRUE, 0, got.size() * sizeof(int), got.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return got;
  }
};

static const char *const LocalSource = R"(
kernel void k(global int *out, local int *scratch) {
  local int own[32];
  size_t l = get_local_id(0);
  out[get_global_id(0)] = own[31 - l] | scratch[31 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  own[l] = scratch[l] = -1;
})";

// Also of a group that follows another on the same thread.
TEST_F(InitializeMemory, LocalMemoryIsZerosForEachGroup) {
  for (cl_context_properties kinds : {Local, Local | Private})
    EXPECT_EQ(found(contextWith(kinds), LocalSource, "k", 32 * sizeof(int)),
              std::vector<int>(2048, 0));
}

TEST_F(InitializeMemory, PrivateMemoryIsZeros) {
  static const char *const source = R"(
typedef struct { int a[5]; float4 f; } Pair;
int sum(int n) {
  int never_set[40];
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += never_set[i];
  return total;
}
kernel void k(global int *out) {
  int one;
  int many[33];
  Pair pair;
  int i = get_global_id(0);
  int total = one + many[i % 33] + pair.a[i % 5] + (int)pair.f.y + sum(i % 40);
  for (int round = 0; round < 2; ++round) {
    int inner[7];
    total += round ? 0 : inner[i % 7];
    inner[i % 7] = 1;
    total += inner[i % 7] - 1;
  }
  many[i % 33] = -1;
  out[i] = total + (many[i % 33] + 1);
})";
  for (cl_context_properties kinds : {Private, Local | Private})
    EXPECT_EQ(found(contextWith(kinds), source, "k", 0), std::vector<int>(2048, 0));
}

// A binary of another context has code that does not clear.
TEST_F(InitializeMemory, HoldsForProgramsFromBinaries) {
  static const char *const source = "kernel void k(global int *o) { int a[64];\n"
                                    "o[get_global_id(0)] = a[get_global_id(0) % 64]; }";
  Program made = buildProgram(source);
  Context own = contextWith(Private);
  Queue queue = makeQueue(own);
  Program again = programFromBinary(own, binaryOf(made));
  ASSERT_EQ(clBuildProgram(again, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel(clCreateKernel(again, "k", nullptr));
  Memory out(clCreateBuffer(own, 0, Bytes, nullptr, nullptr));
  const cl_mem argument = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  const size_t global = Count;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  std::vector<int> got(Count, 4711);
  ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, Bytes, got.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(got, std::vector<int>(Count, 0));
}

TEST_F(InitializeMemory, IsNoOptionThatAProgramShows) {
  Context own = contextWith(Private);
  const char *source = "kernel void k(global int *o) {}";
  Program made(clCreateProgramWithSource(own, 1, &source, nullptr, nullptr));
  ASSERT_EQ(clBuildProgram(made, 0, nullptr, "-DX=1", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(queryText(
                [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
                  return clGetProgramBuildInfo(made, device(), param, size, value, size_ret);
                },
                CL_PROGRAM_BUILD_OPTIONS),
            "-DX=1");
}

TEST_F(InitializeMemory, RefusesUnknownKindsOfMemory) {
  const cl_context_properties properties[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, 4, 0};
  cl_int code = 4711;
  const cl_device_id id = device();
  EXPECT_EQ(clCreateContext(properties, 1, &id, nullptr, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

} // namespace weft::test
