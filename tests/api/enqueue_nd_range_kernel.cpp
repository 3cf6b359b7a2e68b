// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueNDRangeKernel.
#include "fixture.h"

namespace weft::test {

class ClEnqueueNDRangeKernel : public ApiTest {
protected:
  struct Call {
    cl_command_queue queue;
    cl_kernel kernel;
    cl_uint dimensions = 1;
    std::vector<size_t> offset = {};
    std::vector<size_t> global = {Count};
    std::vector<size_t> local = {};
  };
  static const size_t *sizes(const std::vector<size_t> &value) {
    return value.empty() ? nullptr : value.data();
  }
  cl_int run(const Call &c, cl_uint count = 0, const cl_event *list = nullptr,
             cl_event *event = nullptr) {
    return clEnqueueNDRangeKernel(c.queue, c.kernel, c.dimensions, sizes(c.offset), sizes(c.global),
                                  sizes(c.local), count, list, event);
  }
  void refuses(const Call &call, cl_int code) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(run(call, 0, nullptr, &event), code);
    EXPECT_EQ(event, untouched<cl_event>());
    EXPECT_EQ(read(buffer), numbers());
  }
  Kernel kernelOn(cl_mem memory, const char *name, int value = 7) {
    Kernel made = makeKernel(name);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof memory, &memory), CL_SUCCESS);
    if (!std::strcmp(name, "store") || !std::strcmp(name, "add")) {
      EXPECT_EQ(clSetKernelArg(made, 1, sizeof value, &value), CL_SUCCESS);
    }
    return made;
  }
  Memory buffer;
  Kernel store;
  void SetUp() override {
    ApiTest::SetUp();
    buffer = makeBuffer();
    store = kernelOn(buffer, "store");
  }
};

TEST_F(ClEnqueueNDRangeKernel, RunsEveryWorkItemOnce) {
  Kernel add = kernelOn(buffer, "add", 1000);
  ASSERT_EQ(run({queue, add}), CL_SUCCESS);
  std::vector<int> expected = numbers();
  for (int &value : expected)
    value += 1000;
  EXPECT_EQ(read(buffer), expected);
}

TEST_F(ClEnqueueNDRangeKernel, ObeysItsWaitList) {
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return run({queue, store}, count, list, event); },
                CL_COMMAND_NDRANGE_KERNEL);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 7));
}

TEST_F(ClEnqueueNDRangeKernel, TellsEachWorkItemWhereItIs) {
  Program made = buildProgram(R"(
    __kernel void ids(__global int *o, int width, int height) {
      int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
      int z = get_global_id(2) - get_global_offset(2);
      __global int *to = o + 16 * (x + width * (y + height * z));
      for (int d = 0; d < 3; ++d) {
        to[d] = get_global_id(d);
        to[3 + d] = get_local_id(d);
        to[6 + d] = get_group_id(d);
        to[9 + d] = get_local_size(d);
        to[12 + d] = get_num_groups(d);
      }
      to[15] = get_work_dim() * 100 + get_global_size(0);
    })");
  Kernel ids(clCreateKernel(made, "ids", nullptr));
  const int width = 6, height = 4, depth = 3;
  Memory out(clCreateBuffer(context, CL_MEM_READ_WRITE, 16 * width * height * depth * sizeof(int),
                            nullptr, nullptr));
  const cl_mem argument = out;
  ASSERT_EQ(clSetKernelArg(ids, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(ids, 1, sizeof width, &width), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(ids, 2, sizeof height, &height), CL_SUCCESS);
  const size_t offset[] = {100, 200, 300}, local[] = {3, 2, 1};
  const size_t global[] = {size_t(width), size_t(height), size_t(depth)};
  ASSERT_EQ(run({queue, ids, 3, {offset, offset + 3}, {global, global + 3}, {local, local + 3}}),
            CL_SUCCESS);
  std::vector<int> got = read(out);
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int at[3] = {x, y, z};
        const int *item = &got[16 * (x + width * (y + height * z))];
        for (int d = 0; d < 3; ++d) {
          ASSERT_EQ(item[d], at[d] + int(offset[d]));
          ASSERT_EQ(item[3 + d], at[d] % int(local[d]));
          ASSERT_EQ(item[6 + d], at[d] / int(local[d]));
          ASSERT_EQ(item[9 + d], int(local[d]));
          ASSERT_EQ(item[12 + d], int(global[d] / local[d]));
        }
        ASSERT_EQ(item[15], 306);
      }
}

TEST_F(ClEnqueueNDRangeKernel, TakesALocalSizeThatDoesNotDivide) {
  Program made = buildProgram("__kernel void k(__global int *o) {\n"
                              "  o[get_global_id(0)] = (int)(get_local_size(0) * 1000 +\n"
                              "    get_enqueued_local_size(0) * 10 + get_num_groups(0)); }",
                              "-cl-std=CL3.0");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  const cl_mem argument = buffer;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(run({queue, kernel, 1, {}, {10}, {4}}), CL_SUCCESS);
  std::vector<int> expected = numbers();
  for (int i = 0; i < 10; ++i)
    expected[i] = (i < 8 ? 4000 : 2000) + 43;
  EXPECT_EQ(read(buffer), expected);
}

TEST_F(ClEnqueueNDRangeKernel, AnEmptyRangeCompletesAfterItsWaitList) {
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return run({queue, store, 1, {}, {0}}, count, list, event);
      },
      CL_COMMAND_NDRANGE_KERNEL);
  EXPECT_EQ(run({queue, store, 2, {}, {4, 0}}), CL_SUCCESS);
  EXPECT_EQ(run({queue, store, 1, {}, {}}), CL_SUCCESS) << "no global size at all";
  EXPECT_EQ(read(buffer), numbers());
}

TEST_F(ClEnqueueNDRangeKernel, TakesTheRequiredLocalSize) {
  Kernel fixed = kernelOn(buffer, "fixed");
  ASSERT_EQ(run({queue, fixed, 2, {}, {16, 16}, {4, 2}}), CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 42));
  // Without one, the implementation takes the required one.
  buffer = makeBuffer();
  fixed = kernelOn(buffer, "fixed");
  ASSERT_EQ(run({queue, fixed, 2, {}, {16, 16}, {}}), CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 42));
}

TEST_F(ClEnqueueNDRangeKernel, RefusesAnotherLocalSizeThanTheRequired) {
  Kernel fixed = kernelOn(buffer, "fixed");
  refuses({queue, fixed, 2, {}, {16, 16}, {2, 4}}, CL_INVALID_WORK_GROUP_SIZE);
  refuses({queue, fixed, 1, {}, {16}, {4}}, CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(ClEnqueueNDRangeKernel, RefusesALocalSizeThatDoesNotDivideWhereItMust) {
  for (const char *options : {"-cl-std=CL1.2", "-cl-std=CL3.0 -cl-uniform-work-group-size"}) {
    Program made =
        buildProgram("__kernel void k(__global int *o) { o[get_global_id(0)] = 5; }", options);
    Kernel kernel(clCreateKernel(made, "k", nullptr));
    const cl_mem argument = buffer;
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    refuses({queue, kernel, 1, {}, {10}, {4}}, CL_INVALID_WORK_GROUP_SIZE);
  }
}

TEST_F(ClEnqueueNDRangeKernel, RefusesDimensionsOutOfRange) {
  refuses({queue, store, 0}, CL_INVALID_WORK_DIMENSION);
  refuses({queue, store, 4, {}, {1, 1, 1, 1}}, CL_INVALID_WORK_DIMENSION);
}

TEST_F(ClEnqueueNDRangeKernel, RefusesAnOffsetThatRunsOver) {
  refuses({queue, store, 1, {~size_t(0)}, {Count}}, CL_INVALID_GLOBAL_OFFSET);
}

TEST_F(ClEnqueueNDRangeKernel, RefusesLocalSizesOfZero) {
  refuses({queue, store, 1, {}, {Count}, {0}}, CL_INVALID_WORK_GROUP_SIZE);
  refuses({queue, store, 2, {}, {16, 16}, {4, 0}}, CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(ClEnqueueNDRangeKernel, RefusesGroupsThatAreTooLarge) {
  const size_t most = deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  size_t items[3] = {};
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, nullptr),
            CL_SUCCESS);
  cl_event event = untouched<cl_event>();
  const cl_int code =
      run({queue, store, 1, {}, {4 * items[0]}, {2 * items[0]}}, 0, nullptr, &event);
  EXPECT_TRUE(code == CL_INVALID_WORK_ITEM_SIZE || code == CL_INVALID_WORK_GROUP_SIZE) << code;
  EXPECT_EQ(event, untouched<cl_event>());
  refuses({queue, store, 2, {}, {most, 2}, {most, 2}}, CL_INVALID_WORK_GROUP_SIZE);
  // The product of these wraps around to 0.
  const size_t half = size_t(1) << 32;
  const cl_int wrapped = run({queue, store, 2, {}, {half, half}, {half, half}}, 0, nullptr, &event);
  EXPECT_TRUE(wrapped == CL_INVALID_WORK_ITEM_SIZE || wrapped == CL_INVALID_WORK_GROUP_SIZE)
      << wrapped;
}

TEST_F(ClEnqueueNDRangeKernel, RefusesArgumentsThatAreNotSet) {
  Kernel unset = makeKernel("store");
  refuses({queue, unset}, CL_INVALID_KERNEL_ARGS);
  const int value = 1;
  ASSERT_EQ(clSetKernelArg(unset, 1, sizeof value, &value), CL_SUCCESS);
  refuses({queue, unset}, CL_INVALID_KERNEL_ARGS);
}

TEST_F(ClEnqueueNDRangeKernel, RefusesMoreLocalMemoryThanThereIs) {
  Kernel reverse = kernelOn(buffer, "reverse");
  const size_t most = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  ASSERT_EQ(clSetKernelArg(reverse, 1, most + 1, nullptr), CL_SUCCESS);
  refuses({queue, reverse, 1, {}, {Count}, {16}}, CL_OUT_OF_RESOURCES);
  ASSERT_EQ(clSetKernelArg(reverse, 1, ~size_t(0), nullptr), CL_SUCCESS);
  refuses({queue, reverse, 1, {}, {Count}, {16}}, CL_OUT_OF_RESOURCES);
}

TEST_F(ClEnqueueNDRangeKernel, RefusesObjectsOfAnotherContext) {
  refuses({otherQueue(), store}, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueNDRangeKernel, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue, store}, count, list, event);
  });
  EXPECT_EQ(read(buffer), numbers());
}

TEST_F(ClEnqueueNDRangeKernel, RefusesNull) {
  refuses({nullptr, store}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, nullptr}, CL_INVALID_KERNEL);
}

TEST_F(ClEnqueueNDRangeKernel, RefusesHandlesOfOtherKinds) {
  refuses({as<cl_command_queue>(device()), store}, CL_INVALID_COMMAND_QUEUE);
  refuses({queue, as<cl_kernel>(device())}, CL_INVALID_KERNEL);
}

} // namespace weft::test
