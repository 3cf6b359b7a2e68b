// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetEventProfilingInfo.
#include "fixture.h"

namespace weft::test {

class ClGetEventProfilingInfo : public ApiTest {
protected:
  static constexpr cl_profiling_info Stages[] = {
      CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
      CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE};
  Query of(cl_event event) {
    return [event](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetEventProfilingInfo(event, param, size, value, size_ret);
    };
  }
  // Five times that never run backwards.
  std::vector<cl_ulong> timesOf(cl_event event) {
    std::vector<cl_ulong> times;
    for (cl_profiling_info stage : Stages)
      times.push_back(queryValue<cl_ulong>(of(event), stage));
    for (size_t i = 1; i < times.size(); ++i)
      EXPECT_LE(times[i - 1], times[i]) << "stage " << i;
    return times;
  }
  void notAvailable(cl_event event) {
    for (cl_profiling_info stage : Stages) {
      cl_ulong time = 4711;
      size_t size = 4711;
      EXPECT_EQ(clGetEventProfilingInfo(event, stage, sizeof time, &time, &size),
                CL_PROFILING_INFO_NOT_AVAILABLE);
      EXPECT_EQ(time, 4711u);
      EXPECT_EQ(size, 4711u);
    }
  }
  Queue profiled;
  void SetUp() override {
    ApiTest::SetUp();
    profiled = makeQueue(context, CL_QUEUE_PROFILING_ENABLE);
  }
};

TEST_F(ClGetEventProfilingInfo, StagesFollowEachOther) {
  Memory buffer = makeBuffer();
  Kernel kernel = makeKernel("store");
  const cl_mem argument = buffer;
  const int value = 3;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  const size_t global = Count;
  std::vector<int> got(Count);
  Event launch, transfer;
  ASSERT_EQ(clEnqueueNDRangeKernel(profiled, kernel, 1, nullptr, &global, nullptr, 0, nullptr,
                                   launch.out()),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(profiled, buffer, CL_TRUE, 0, Bytes, got.data(), 0, nullptr,
                                transfer.out()),
            CL_SUCCESS);
  const std::vector<cl_ulong> first = timesOf(launch), second = timesOf(transfer);
  EXPECT_GT(first.front(), 0u);
  EXPECT_LE(first.front(), second.front());
  // In order: the second starts after the first has ended.
  EXPECT_LE(first[3], second[2]);
}

TEST_F(ClGetEventProfilingInfo, CountsTheTimeThatACommandIsHeldBack) {
  Event gate = makeUserEvent(), event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiled, 1, gate.list(), event.out()), CL_SUCCESS);
  cl_ulong released = 0;
  ASSERT_EQ(clGetHostTimer(device(), &released), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  const std::vector<cl_ulong> times = timesOf(event);
  EXPECT_LE(times[0], released);
  EXPECT_GE(times[2], released) << "started before it could";
}

// "When the command [...] is submitted by the host to the device": it may still have to wait there.
TEST_F(ClGetEventProfilingInfo, SubmissionDoesNotWaitForUserEvents) {
  Queue unordered =
      makeQueue(context, CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Memory buffer = makeBuffer();
  std::vector<int> got(Count);
  for (cl_command_queue in : {cl_command_queue(profiled), cl_command_queue(unordered)}) {
    Event gate = makeUserEvent(), held, behind;
    ASSERT_EQ(
        clEnqueueReadBuffer(in, buffer, CL_FALSE, 0, Bytes, got.data(), 1, gate.list(), held.out()),
        CL_SUCCESS);
    ASSERT_EQ(clEnqueueMarkerWithWaitList(in, 1, held.list(), behind.out()), CL_SUCCESS);
    ASSERT_EQ(clFlush(in), CL_SUCCESS);
    cl_ulong released = 0;
    ASSERT_EQ(clGetHostTimer(device(), &released), CL_SUCCESS);
    for (Event *event : {&held, &behind}) {
      cl_int status = 4711;
      ASSERT_EQ(clGetEventInfo(*event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                               nullptr),
                CL_SUCCESS);
      EXPECT_EQ(status, CL_SUBMITTED);
    }
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFinish(in), CL_SUCCESS);
    for (Event *event : {&held, &behind}) {
      const std::vector<cl_ulong> times = timesOf(*event);
      EXPECT_LE(times[1], released) << "submitted when it could start";
      EXPECT_GE(times[2], released) << "started before it could";
    }
  }
}

TEST_F(ClGetEventProfilingInfo, RefusesCommandsThatAreNotComplete) {
  Event gate = makeUserEvent(), event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiled, 1, gate.list(), event.out()), CL_SUCCESS);
  notAvailable(event);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(profiled), CL_SUCCESS);
  timesOf(event);
}

TEST_F(ClGetEventProfilingInfo, RefusesCommandsThatFailed) {
  Event gate = makeUserEvent(), event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiled, 1, gate.list(), event.out()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
  ASSERT_EQ(clFinish(profiled), CL_SUCCESS);
  notAvailable(event);
}

TEST_F(ClGetEventProfilingInfo, RefusesQueuesWithoutProfiling) {
  Event event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  notAvailable(event);
}

TEST_F(ClGetEventProfilingInfo, RefusesUserEvents) {
  Event event = makeUserEvent();
  ASSERT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  notAvailable(event);
}

TEST_F(ClGetEventProfilingInfo, RefusesUnknownParameters) {
  Event event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiled, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clFinish(profiled), CL_SUCCESS);
  refusesUnknownParameter(of(event));
}

TEST_F(ClGetEventProfilingInfo, RefusesNull) {
  cl_ulong time = 4711;
  EXPECT_EQ(clGetEventProfilingInfo(nullptr, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
            CL_INVALID_EVENT);
  EXPECT_EQ(time, 4711u);
}

TEST_F(ClGetEventProfilingInfo, RefusesHandlesOfOtherKinds) {
  cl_ulong time = 4711;
  EXPECT_EQ(clGetEventProfilingInfo(as<cl_event>(device()), CL_PROFILING_COMMAND_END, sizeof time,
                                    &time, nullptr),
            CL_INVALID_EVENT);
  EXPECT_EQ(time, 4711u);
}

} // namespace weft::test
