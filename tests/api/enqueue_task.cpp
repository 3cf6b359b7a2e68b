// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueTask.
#include "fixture.h"

namespace weft::test {

class ClEnqueueTask : public ApiTest {
protected:
  void refuses(cl_command_queue on, cl_kernel kernel, cl_int code) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(clEnqueueTask(on, kernel, 0, nullptr, &event), code);
    EXPECT_EQ(event, untouched<cl_event>());
    EXPECT_EQ(read(buffer), numbers());
  }
  Memory buffer;
  Kernel store;
  void SetUp() override {
    ApiTest::SetUp();
    buffer = makeBuffer();
    store = makeKernel("store");
    const cl_mem argument = buffer;
    const int value = 7;
    ASSERT_EQ(clSetKernelArg(store, 0, sizeof argument, &argument), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(store, 1, sizeof value, &value), CL_SUCCESS);
  }
};

TEST_F(ClEnqueueTask, RunsOneWorkItemAfterItsWaitList) {
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return clEnqueueTask(queue, store, count, list, event); },
                CL_COMMAND_TASK);
  std::vector<int> expected = numbers();
  expected[0] = 7;
  EXPECT_EQ(read(buffer), expected);
}

TEST_F(ClEnqueueTask, RefusesARequiredLocalSizeOfSeveralWorkItems) {
  Kernel fixed = makeKernel("fixed");
  const cl_mem argument = buffer;
  ASSERT_EQ(clSetKernelArg(fixed, 0, sizeof argument, &argument), CL_SUCCESS);
  refuses(queue, fixed, CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(ClEnqueueTask, RefusesArgumentsThatAreNotSet) {
  refuses(queue, makeKernel("store"), CL_INVALID_KERNEL_ARGS);
}

TEST_F(ClEnqueueTask, RefusesObjectsOfAnotherContext) {
  refuses(otherQueue(), store, CL_INVALID_CONTEXT);
}

TEST_F(ClEnqueueTask, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueTask(queue, store, count, list, event);
  });
}

TEST_F(ClEnqueueTask, RefusesNull) {
  refuses(nullptr, store, CL_INVALID_COMMAND_QUEUE);
  refuses(queue, nullptr, CL_INVALID_KERNEL);
}

TEST_F(ClEnqueueTask, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_command_queue>(device()), store, CL_INVALID_COMMAND_QUEUE);
  refuses(queue, as<cl_kernel>(device()), CL_INVALID_KERNEL);
}

} // namespace weft::test
