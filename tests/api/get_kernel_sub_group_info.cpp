// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelSubGroupInfo, and whether kernels see what it says.
#include "fixture.h"

namespace weft::test {

static const char *const places_source = R"(
kernel void places(global int *out) {
  size_t i = get_global_linear_id() * 4;
  out[i] = get_sub_group_size();
  out[i + 1] = get_max_sub_group_size();
  out[i + 2] = get_num_sub_groups();
  out[i + 3] = get_enqueued_num_sub_groups();
})";

class ClGetKernelSubGroupInfo : public ApiTest {
protected:
  cl_int ask(cl_kernel kernel, cl_device_id on) {
    const size_t local = 16;
    size_t value = 4711;
    const cl_int code =
        clGetKernelSubGroupInfo(kernel, on, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
                                &local, sizeof value, &value, nullptr);
    if (code != CL_SUCCESS)
      EXPECT_EQ(value, 4711u);
    return code;
  }
  // A query with sizes as input and one number as output.
  size_t number(cl_kernel kernel, cl_kernel_sub_group_info what,
                const std::vector<size_t> &input = {}) {
    size_t value = 0, bytes = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device(), what, input.size() * sizeof(size_t),
                                      input.empty() ? nullptr : input.data(), sizeof value, &value,
                                      &bytes),
              CL_SUCCESS);
    EXPECT_EQ(bytes, sizeof value);
    return value;
  }
  Kernel placesKernel() {
    program_of_places = buildProgram(places_source, "-cl-std=CL3.0");
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(program_of_places, "places", &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return kernel;
  }
  Program program_of_places;
};

TEST_F(ClGetKernelSubGroupInfo, SizesAndCountsBelongTogether) {
  Kernel kernel = placesKernel();
  const std::vector<std::vector<size_t>> locals = {{1},     {16},   {37},    {256},     {64, 2},
                                                   {12, 4}, {5, 3}, {1, 16}, {8, 4, 4}, {37, 1, 1}};
  for (const std::vector<size_t> &local : locals) {
    size_t items = 1;
    for (size_t size : local)
      items *= size;
    const size_t most = number(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local);
    const size_t count = number(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local);
    ASSERT_GE(most, 1u);
    EXPECT_EQ(count, (items + most - 1) / most);
  }
  EXPECT_EQ(number(kernel, CL_KERNEL_COMPILE_NUM_SUB_GROUPS), 0u);
}

// Sub-groups make independent forward progress (cl_khr_subgroups), which those of one work-item do
// in a kernel that may have need of it.
TEST_F(ClGetKernelSubGroupInfo, SubGroupsThatMayWaitForEachOtherAreOfOneWorkItem) {
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS),
            cl_bool(CL_TRUE));
  const char *source = R"(
kernel void waits(global int *out, global atomic_int *flag) {
  if (get_sub_group_id() == 0)
    while (atomic_load(flag) == 0)
      ;
  out[get_global_id(0)] = get_sub_group_size();
}
kernel void counts(global int *out, global atomic_int *flag) {
  for (uint i = 0; i < get_sub_group_id(); ++i)
    atomic_fetch_add(flag, 1);
  out[get_global_id(0)] = get_sub_group_size();
})";
  auto sizeOf = [&](const char *name, const char *options) {
    Program made = buildProgram(source, options);
    Kernel kernel(clCreateKernel(made, name, nullptr));
    return number(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64});
  };
  const size_t usual = sizeOf("counts", "-cl-std=CL3.0");
  EXPECT_EQ(sizeOf("waits", "-cl-std=CL3.0"), 1u);
  EXPECT_EQ(sizeOf("waits", "-cl-std=CL3.0 -cl-no-subgroup-ifp"), usual);
}

TEST_F(ClGetKernelSubGroupInfo, KernelsSeeTheSame) {
  Kernel kernel = placesKernel();
  Memory out = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(4096 * 4));
  const cl_mem argument = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  const std::vector<std::vector<size_t>> locals = {{1},     {37},   {256},     {64, 2},
                                                   {12, 4}, {5, 3}, {8, 4, 4}, {24, 2, 2}};
  for (const std::vector<size_t> &local : locals) {
    const size_t most = number(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local);
    const size_t count = number(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local);
    std::vector<size_t> global = local;
    global[0] *= 2;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, cl_uint(local.size()), nullptr, global.data(),
                                     local.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    std::vector<int> got(4);
    ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 4 * sizeof(int), got.data(), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    EXPECT_LE(size_t(got[0]), most);
    EXPECT_EQ(size_t(got[1]), most);
    EXPECT_EQ(size_t(got[2]), count);
    EXPECT_EQ(size_t(got[3]), count);
  }
}

TEST_F(ClGetKernelSubGroupInfo, LocalSizesHoldWholeSubGroups) {
  Kernel kernel = placesKernel();
  const size_t most = number(kernel, CL_KERNEL_MAX_NUM_SUB_GROUPS);
  ASSERT_GE(most, 1u);
  EXPECT_LE(most, deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS));
  for (size_t count : {size_t(1), size_t(3), most}) {
    size_t sizes[3] = {}, bytes = 0;
    ASSERT_EQ(clGetKernelSubGroupInfo(kernel, device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                      sizeof count, &count, sizeof sizes, sizes, &bytes),
              CL_SUCCESS);
    EXPECT_EQ(bytes, sizeof sizes);
    EXPECT_EQ(sizes[1], 1u);
    EXPECT_EQ(sizes[2], 1u);
    EXPECT_EQ(number(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {sizes[0]}), count);
    EXPECT_EQ(sizes[0] % number(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {sizes[0]}), 0u);
    EXPECT_LE(sizes[0], deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  }
  EXPECT_GT(number(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {1}), 0u);
  EXPECT_EQ(number(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {most + 1}), 0u);
  EXPECT_EQ(number(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {~size_t(0)}), 0u);
  EXPECT_EQ(number(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {0}), 0u);
}

// __attribute__((intel_reqd_sub_group_size(n))), whatever emits the rest, and with -cl-opt-disable.
TEST_F(ClGetKernelSubGroupInfo, KernelsGetTheSizeThatTheyDemand) {
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"})
    for (size_t size : {1u, 4u, 8u, 16u, 32u}) {
      const std::string source = "__attribute__((intel_reqd_sub_group_size(" +
                                 std::to_string(size) + ")))" + places_source;
      Program made = buildProgram(source.c_str(), options);
      Kernel kernel(clCreateKernel(made, "places", nullptr));
      ASSERT_NE(cl_kernel(kernel), nullptr);
      EXPECT_EQ(number(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {256}), size);
      Memory out = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(256 * 4));
      const cl_mem argument = out;
      const size_t items = 256;
      ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr),
          CL_SUCCESS);
      const std::vector<int> got = read(out);
      EXPECT_EQ(size_t(got[0]), size);
      EXPECT_EQ(size_t(got[2]), 256 / size);
    }
  const std::string odd =
      std::string("__attribute__((intel_reqd_sub_group_size(12)))") + places_source;
  Program refused = makeProgram(odd.c_str());
  EXPECT_EQ(clBuildProgram(refused, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(refused).find("sub-groups of 12 work-items"), std::string::npos);
}

TEST_F(ClGetKernelSubGroupInfo, RefusesBadInputs) {
  Kernel kernel = placesKernel();
  const size_t sizes[4] = {16, 0, 1, 1};
  size_t value = 4711;
  auto query = [&](cl_kernel_sub_group_info what, size_t bytes, const void *input,
                   size_t out_bytes) {
    return clGetKernelSubGroupInfo(kernel, device(), what, bytes, input, out_bytes, &value,
                                   nullptr);
  };
  for (cl_kernel_sub_group_info what :
       {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE}) {
    EXPECT_EQ(query(what, sizeof(size_t), nullptr, sizeof value), CL_INVALID_VALUE);
    EXPECT_EQ(query(what, 0, sizes, sizeof value), CL_INVALID_VALUE);
    EXPECT_EQ(query(what, 7, sizes, sizeof value), CL_INVALID_VALUE);
    EXPECT_EQ(query(what, sizeof sizes, sizes, sizeof value), CL_INVALID_VALUE);
    EXPECT_EQ(query(what, 2 * sizeof(size_t), sizes, sizeof value), CL_INVALID_VALUE);
    EXPECT_EQ(query(what, sizeof(size_t), sizes, sizeof value - 1), CL_INVALID_VALUE);
  }
  EXPECT_EQ(query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 3, sizes, sizeof value),
            CL_INVALID_VALUE);
  EXPECT_EQ(query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof(size_t), nullptr, sizeof value),
            CL_INVALID_VALUE);
  EXPECT_EQ(query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof(size_t), sizes, 4),
            CL_INVALID_VALUE);
  EXPECT_EQ(query(CL_KERNEL_FUNCTION_NAME, 0, nullptr, sizeof value), CL_INVALID_VALUE);
  EXPECT_EQ(value, 4711u);
}

TEST_F(ClGetKernelSubGroupInfo, AnswersForKernelsWithoutSubGroups) {
  Kernel kernel = makeKernel("copy");
  EXPECT_EQ(ask(kernel, device()), CL_SUCCESS);
  EXPECT_EQ(ask(kernel, nullptr), CL_SUCCESS);
}

TEST_F(ClGetKernelSubGroupInfo, RefusesNull) {
  EXPECT_EQ(ask(nullptr, device()), CL_INVALID_KERNEL);
}

TEST_F(ClGetKernelSubGroupInfo, RefusesHandlesOfOtherKinds) {
  Kernel kernel = makeKernel("copy");
  EXPECT_EQ(ask(as<cl_kernel>(device()), device()), CL_INVALID_KERNEL);
  EXPECT_EQ(ask(kernel, as<cl_device_id>(cl_context(context))), CL_INVALID_DEVICE);
}

} // namespace weft::test
