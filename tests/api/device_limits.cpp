// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every limit that the device reports is tried.
#include "fixture.h"

#include <algorithm>

#ifdef __linux__
#include <sched.h>
#endif

namespace weft::test {

class DeviceLimits : public ApiTest {
protected:
  // Runs `kernel`, whose argument 0 is `out`.
  cl_int run(cl_kernel kernel, cl_mem out, cl_uint dimensions, const size_t *global,
             const size_t *local) {
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
    const cl_int code = clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, global, local, 0,
                                               nullptr, nullptr);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return code;
  }
  Kernel kernelOf(cl_program program, const char *name = "k") {
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(program, name, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return kernel;
  }
};

TEST_F(DeviceLimits, TheLargestGroupRunsInEachDimension) {
  const size_t most = deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  size_t sizes[3] = {};
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, nullptr),
            CL_SUCCESS);
  // With a barrier and values that live across it.
  Program made = buildProgram(R"(
    __kernel void k(__global int *out, __local int *scratch) {
      size_t n = get_local_size(0) * get_local_size(1) * get_local_size(2);
      size_t i = get_local_id(0) + get_local_size(0) * (get_local_id(1) +
                 get_local_size(1) * get_local_id(2));
      float4 kept = (float4)(i, i + 1, i + 2, i + 3);
      scratch[i] = (int)i;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = scratch[n - 1 - i] + (int)(kept.w - kept.x);
    })");
  Kernel kernel = kernelOf(made);
  for (int d = 0; d < 3; ++d) {
    const size_t size = std::min(most, sizes[d]);
    size_t global[3] = {1, 1, 1};
    global[d] = size;
    Memory out = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(size, -1));
    ASSERT_EQ(clSetKernelArg(kernel, 1, size * sizeof(int), nullptr), CL_SUCCESS);
    ASSERT_EQ(run(kernel, out, 3, global, global), CL_SUCCESS);
    const std::vector<int> got = read(out);
    for (size_t i = 0; i < size; ++i)
      ASSERT_EQ(got[i], int(size - 1 - i) + 3) << "dimension " << d;
  }
}

TEST_F(DeviceLimits, TheLargestBufferHoldsData) {
  const cl_ulong most = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  cl_int code = 4711;
  Memory buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, most, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  const int pattern = 0x1234;
  int got = 0;
  const size_t last = (most - sizeof pattern) / sizeof pattern * sizeof pattern;
  for (size_t offset : {size_t(0), last}) {
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, offset, sizeof pattern,
                                  0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, sizeof got, &got, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(got, pattern);
  }
  EXPECT_EQ(clCreateBuffer(context, CL_MEM_READ_WRITE, most + 1, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_BUFFER_SIZE);
}

TEST_F(DeviceLimits, LocalMemoryCanBeUsedWhole) {
  const size_t bytes = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  const size_t words = bytes / sizeof(int), items = 64;
  const char *use = "  for (size_t i = get_local_id(0); i < WORDS; i += get_local_size(0))\n"
                    "    all[i] = (int)i;\n"
                    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "  int sum = 0;\n"
                    "  for (size_t i = get_local_id(0); i < WORDS; i += get_local_size(0))\n"
                    "    sum += all[WORDS - 1 - i];\n"
                    "  atomic_add(out, sum);\n}\n";
  const std::string source =
      "__kernel void argument(__global int *out, __local int *all) {\n" + std::string(use) +
      "__kernel void variable(__global int *out) {\n  __local int all[WORDS];\n" + use;
  const std::string options = "-DWORDS=" + std::to_string(words);
  Program made = buildProgram(source.c_str(), options.c_str());
  unsigned expected = 0;
  for (unsigned i = 0; i < words; ++i)
    expected += i;
  for (const char *name : {"argument", "variable"}) {
    Kernel kernel = kernelOf(made, name);
    if (!std::strcmp(name, "argument")) {
      ASSERT_EQ(clSetKernelArg(kernel, 1, words * sizeof(int), nullptr), CL_SUCCESS);
    }
    cl_ulong used = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof used,
                                       &used, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(used, words * sizeof(int)) << name;
    Memory out = makeBuffer(CL_MEM_READ_WRITE, {0});
    ASSERT_EQ(run(kernel, out, 1, &items, &items), CL_SUCCESS) << name;
    EXPECT_EQ(unsigned(read(out)[0]), expected) << name;
  }
}

// As many arguments as fit, of the least and of the greatest size.
TEST_F(DeviceLimits, ArgumentsMayFillTheParameterSize) {
  const size_t bytes = deviceInfo<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE);
  const size_t count = (bytes - sizeof(cl_mem)) / sizeof(cl_int);
  std::string source = "__kernel void many(__global int *out";
  std::string sum = "0";
  for (size_t i = 0; i < count; ++i) {
    source += ", int a" + std::to_string(i);
    sum += " + a" + std::to_string(i);
  }
  source += ") { out[0] = " + sum + "; }\n";
  source += "typedef struct { int v[" + std::to_string(count) + "]; } Large;\n";
  source += "__kernel void large(__global int *out, Large a) {\n"
            "  int sum = 0;\n"
            "  for (int i = 0; i < " +
            std::to_string(count) +
            "; ++i) sum += a.v[i];\n"
            "  out[0] = sum;\n}\n";
  Program made = buildProgram(source.c_str());
  std::vector<int> values(count);
  int expected = 0;
  for (size_t i = 0; i < count; ++i)
    expected += values[i] = int(i * i % 1009);
  const size_t one = 1;
  Memory out = makeBuffer(CL_MEM_READ_WRITE, {-1});
  Kernel many = kernelOf(made, "many");
  for (size_t i = 0; i < count; ++i)
    ASSERT_EQ(clSetKernelArg(many, cl_uint(i + 1), sizeof(int), &values[i]), CL_SUCCESS);
  ASSERT_EQ(run(many, out, 1, &one, &one), CL_SUCCESS);
  EXPECT_EQ(read(out)[0], expected);
  out = makeBuffer(CL_MEM_READ_WRITE, {-1});
  Kernel large = kernelOf(made, "large");
  ASSERT_EQ(clSetKernelArg(large, 1, count * sizeof(int), values.data()), CL_SUCCESS);
  ASSERT_EQ(run(large, out, 1, &one, &one), CL_SUCCESS);
  EXPECT_EQ(read(out)[0], expected);
}

TEST_F(DeviceLimits, ArgumentsBeyondTheParameterSizeAreABuildError) {
  const size_t bytes = deviceInfo<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE);
  const std::string large =
      "typedef struct { uchar v[" + std::to_string(bytes + 1) + "]; } Large;\n";
  std::string many = "__kernel void k(__global int *out, local int *tile";
  for (size_t i = 0; i <= bytes / sizeof(cl_long) - 2; ++i)
    many += ", long a" + std::to_string(i);
  for (const std::string &source :
       {large + "__kernel void k(Large a, __global int *out) { out[0] = a.v[1]; }",
        many + ") { out[0] = a0; }",
        std::string(
            "typedef struct { int v[1 << 29]; } Huge; typedef struct { Huge a, b; } Large;\n"
            "__kernel void k(Large a, __global int *out) { out[0] = a.b.v[1]; }")}) {
    Program made = makeProgram(source.c_str());
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(buildLog(made).find("CL_DEVICE_MAX_PARAMETER_SIZE"), std::string::npos)
        << buildLog(made);
  }
}

TEST_F(DeviceLimits, AsManyConstantArgumentsAsReportedWork) {
  const size_t most = deviceInfo<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS);
  // The output takes one argument's room, where all arguments together are the limit.
  const size_t room = deviceInfo<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE) / sizeof(cl_mem) - 1;
  const size_t count = std::min(most, room);
  std::string source = "__kernel void k(__global int *out";
  std::string sum = "0";
  for (size_t i = 0; i < count; ++i) {
    source += ", __constant int *c" + std::to_string(i);
    sum += " + c" + std::to_string(i) + "[" + std::to_string(i % 7) + "]";
  }
  source += ") { out[0] = " + sum + "; }\n";
  Program made = buildProgram(source.c_str());
  Kernel kernel = kernelOf(made);
  Memory buffers[] = {makeBuffer(CL_MEM_READ_ONLY, {0, 1, 2, 3, 4, 5, 6}),
                      makeBuffer(CL_MEM_READ_ONLY, {10, 20, 30, 40, 50, 60, 70})};
  int expected = 0;
  for (size_t i = 0; i < count; ++i) {
    const cl_mem argument = buffers[i % 2];
    ASSERT_EQ(clSetKernelArg(kernel, cl_uint(i + 1), sizeof argument, &argument), CL_SUCCESS);
    expected += i % 2 ? int(i % 7 + 1) * 10 : int(i % 7);
  }
  const size_t one = 1;
  Memory out = makeBuffer(CL_MEM_READ_WRITE, {-1});
  ASSERT_EQ(run(kernel, out, 1, &one, &one), CL_SUCCESS);
  EXPECT_EQ(read(out)[0], expected);
}

TEST_F(DeviceLimits, AConstantBufferMayHaveTheReportedSize) {
  const cl_ulong bytes = deviceInfo<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
  cl_int code = 4711;
  Memory table(clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  const cl_ulong last = bytes / sizeof(int) - 1;
  const int pattern = 77;
  ASSERT_EQ(clEnqueueFillBuffer(queue, table, &pattern, sizeof pattern, last * sizeof(int),
                                sizeof pattern, 0, nullptr, nullptr),
            CL_SUCCESS);
  Program made = buildProgram("__kernel void k(__global int *out, __constant int *c, ulong at) {\n"
                              "  out[0] = c[at]; }");
  Kernel kernel = kernelOf(made);
  const cl_mem argument = table;
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof last, &last), CL_SUCCESS);
  const size_t one = 1;
  Memory out = makeBuffer(CL_MEM_READ_WRITE, {-1});
  ASSERT_EQ(run(kernel, out, 1, &one, &one), CL_SUCCESS);
  EXPECT_EQ(read(out)[0], 77);
}

TEST_F(DeviceLimits, MemoryIsAlignedAsReported) {
  const cl_uint bytes = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  Program made = buildProgram("__kernel void k(__global ulong *out, __global char *a,\n"
                              "                __local char *l, __local char *m) {\n"
                              "  __local long16 v;\n"
                              "  out[0] = (ulong)a; out[1] = (ulong)l; out[2] = (ulong)m;\n"
                              "  out[3] = (ulong)&v; }");
  Kernel kernel = kernelOf(made);
  const size_t one = 1;
  for (size_t size : {1, 3, 100, 5000, 1 << 20}) {
    Memory buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, nullptr));
    Memory out(clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * sizeof(cl_ulong), nullptr, nullptr));
    const cl_mem argument = buffer;
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof argument, &argument), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 2, size % 100 + 1, nullptr), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 3, 1, nullptr), CL_SUCCESS);
    ASSERT_EQ(run(kernel, out, 1, &one, &one), CL_SUCCESS);
    cl_ulong got[4] = {1, 1, 1, 1};
    ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof got, got, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got[0] % bytes, 0u) << size;
    for (int i : {1, 2, 3})
      EXPECT_EQ(got[i] % sizeof(cl_long16), 0u) << i;
  }
}

TEST_F(DeviceLimits, ComputeUnitsAreProcessorsOfThisProcess) {
#ifdef __linux__
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0)
    GTEST_SKIP() << "more processors than fit a mask";
  EXPECT_LE(deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS), cl_uint(CPU_COUNT(&mask)));
#endif
}

TEST_F(DeviceLimits, AddressesHaveTheReportedBits) {
  Program made = buildProgram("__kernel void k(__global int *out) {\n"
                              "  out[0] = 8 * sizeof(out); out[1] = 8 * sizeof(size_t); }");
  Kernel kernel = kernelOf(made);
  Memory out = makeBuffer(CL_MEM_READ_WRITE, {-1, -1});
  const size_t one = 1;
  ASSERT_EQ(run(kernel, out, 1, &one, &one), CL_SUCCESS);
  const int bits = int(deviceInfo<cl_uint>(CL_DEVICE_ADDRESS_BITS));
  EXPECT_EQ(read(out), (std::vector<int>{bits, bits}));
}

TEST_F(DeviceLimits, HostPropertiesOfQueuesWork) {
  const auto all = deviceInfo<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
  for (cl_command_queue_properties bits = 0; bits < 16; ++bits) {
    if (bits & CL_QUEUE_ON_DEVICE)
      continue; // device_queue.cpp
    cl_int code = 4711;
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
    Queue made(clCreateCommandQueueWithProperties(context, device(), list, &code));
    if ((bits & all) == bits)
      EXPECT_EQ(code, CL_SUCCESS) << bits;
    else
      EXPECT_NE(code, CL_SUCCESS) << bits;
  }
}

TEST_F(DeviceLimits, TheProfilingTimerTicksAsReported) {
  const size_t resolution = deviceInfo<size_t>(CL_DEVICE_PROFILING_TIMER_RESOLUTION);
  ASSERT_GT(resolution, 0u);
  // The clock takes many distinct values, and neighbours differ by far less than a call costs.
  cl_ulong least = ~cl_ulong(0), last = 0;
  for (int i = 0; i < 2000; ++i) {
    cl_ulong now = 0;
    ASSERT_EQ(clGetHostTimer(device(), &now), CL_SUCCESS);
    if (last && now > last)
      least = std::min(least, now - last);
    last = now;
  }
  EXPECT_LT(least, 1000000u) << "ns between readings";
}

} // namespace weft::test
