// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueNativeKernel.
#include "fixture.h"

namespace weft::test {

class ClEnqueueNativeKernel : public ApiTest {
protected:
  // What the native kernel gets: a number and the place of a buffer's address.
  struct Arguments {
    int value;
    void *memory;
  };
  static void CL_CALLBACK fill(void *data) {
    const Arguments &arguments = *static_cast<Arguments *>(data);
    for (size_t i = 0; i < Count; ++i)
      static_cast<int *>(arguments.memory)[i] = arguments.value;
  }
  struct Call {
    cl_command_queue queue;
    void(CL_CALLBACK *function)(void *) = fill;
    bool arguments = true;
    size_t size = sizeof(Arguments);
    cl_uint count = 1;
    bool objects = true, places = true;
  };
  cl_int run(const Call &c, cl_mem memory, cl_uint count = 0, const cl_event *list = nullptr,
             cl_event *event = nullptr) {
    Arguments arguments{7, nullptr};
    const void *place = &arguments.memory;
    return clEnqueueNativeKernel(c.queue, c.function, c.arguments ? &arguments : nullptr, c.size,
                                 c.count, c.objects ? &memory : nullptr,
                                 c.places ? &place : nullptr, count, list, event);
  }
  void refuses(const Call &call, cl_mem memory, cl_int code) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(run(call, memory, 0, nullptr, &event), code);
    EXPECT_EQ(event, untouched<cl_event>());
    EXPECT_EQ(read(buffer), numbers());
  }
  Memory buffer;
  void SetUp() override {
    ApiTest::SetUp();
    ASSERT_TRUE(deviceInfo<cl_device_exec_capabilities>(CL_DEVICE_EXECUTION_CAPABILITIES) &
                CL_EXEC_NATIVE_KERNEL);
    buffer = makeBuffer();
  }
};

TEST_F(ClEnqueueNativeKernel, GetsACopyOfItsArgumentsWithAddresses) {
  // The arguments on the caller's stack are gone by the time it runs.
  obeysWaitList([&](cl_uint count, const cl_event *list,
                    cl_event *event) { return run({queue}, buffer, count, list, event); },
                CL_COMMAND_NATIVE_KERNEL);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 7));
}

// "[mem_list holds] memory object handles [...] or NULL."
TEST_F(ClEnqueueNativeKernel, GetsNullForANullObject) {
  Call call{queue};
  static void *got;
  got = &got;
  call.function = [](void *data) { got = static_cast<Arguments *>(data)->memory; };
  ASSERT_EQ(run(call, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(got, nullptr);
}

TEST_F(ClEnqueueNativeKernel, RunsWithoutArguments) {
  static int calls;
  calls = 0;
  auto count = [](void *arguments) { calls += arguments ? 100 : 1; };
  ASSERT_EQ(
      clEnqueueNativeKernel(queue, count, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_NE(calls, 0);
}

TEST_F(ClEnqueueNativeKernel, RefusesNoFunction) {
  Call call{queue};
  call.function = nullptr;
  refuses(call, buffer, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueNativeKernel, RefusesArgumentsWithoutASizeAndTheReverse) {
  Call none{queue};
  none.arguments = false;
  refuses(none, buffer, CL_INVALID_VALUE);
  none.size = 0;
  refuses(none, buffer, CL_INVALID_VALUE); // memory objects, but no arguments to put them in
  Call empty{queue};
  empty.size = 0;
  empty.count = 0;
  empty.objects = empty.places = false;
  refuses(empty, buffer, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueNativeKernel, RefusesMemoryListsThatDoNotFitTheCount) {
  Call call{queue};
  call.objects = false;
  refuses(call, buffer, CL_INVALID_VALUE);
  call = {queue};
  call.places = false;
  refuses(call, buffer, CL_INVALID_VALUE);
  call = {queue};
  call.count = 0;
  refuses(call, buffer, CL_INVALID_VALUE);
}

TEST_F(ClEnqueueNativeKernel, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return run({queue}, buffer, count, list, event);
  });
  EXPECT_EQ(read(buffer), numbers());
}

TEST_F(ClEnqueueNativeKernel, RefusesNull) { refuses({nullptr}, buffer, CL_INVALID_COMMAND_QUEUE); }

TEST_F(ClEnqueueNativeKernel, RefusesHandlesOfOtherKinds) {
  refuses({as<cl_command_queue>(device())}, buffer, CL_INVALID_COMMAND_QUEUE);
  refuses({queue}, as<cl_mem>(device()), CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
