// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetEventCallback.
#include "fixture.h"

#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>

namespace weft::test {

class ClSetEventCallback : public ApiTest {
protected:
  // Records calls in their order, and lets a test wait for a number of them.
  struct Record {
    struct Call {
      cl_event event;
      cl_int status;
      bool operator==(const Call &) const = default;
    };
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Call> calls;
    static void CL_CALLBACK add(cl_event event, cl_int status, void *data) {
      auto *self = static_cast<Record *>(data);
      std::lock_guard lock(self->mutex);
      self->calls.push_back({event, status});
      self->changed.notify_all();
    }
    std::vector<Call> wait(size_t count) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return calls.size() >= count; });
      return calls;
    }
  };
  static void CL_CALLBACK ignore(cl_event, cl_int, void *) {}
};

TEST_F(ClSetEventCallback, CallsAtEachStateInOrder) {
  Event gate = makeUserEvent(), event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), event.out()), CL_SUCCESS);
  Record record;
  for (cl_int at : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED})
    EXPECT_EQ(clSetEventCallback(event, at, Record::add, &record), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  const cl_event of = event;
  EXPECT_EQ(record.wait(3),
            (std::vector<Record::Call>{{of, CL_SUBMITTED}, {of, CL_RUNNING}, {of, CL_COMPLETE}}));
}

TEST_F(ClSetEventCallback, CallsOncePerRegistration) {
  Event event = makeUserEvent();
  Record record;
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, Record::add, &record), CL_SUCCESS);
  EXPECT_TRUE(record.calls.empty());
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(record.wait(5).size(), 5u);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(record.wait(5).size(), 5u);
}

TEST_F(ClSetEventCallback, MayWaitForTheCallbackOfACommandThatCameReady) {
  // Callbacks run one after the other where one thread does all the work.
  if (deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    GTEST_SKIP() << "one CPU";
  struct Both {
    std::promise<void> second;
    std::promise<bool> first;
  };
  const Program program = buildProgram("kernel void nothing() {}");
  Kernel kernel;
  ASSERT_EQ(clCreateKernelsInProgram(program, 1, kernel.out(), nullptr), CL_SUCCESS);
  for (int round = 0; round < 50; ++round) {
    Both both;
    Event gate = makeUserEvent(), first, second;
    const size_t one = 1;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, gate.list(),
                                     first.out()),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, first.list(),
                                     second.out()),
              CL_SUCCESS);
    ASSERT_EQ(
        clSetEventCallback(
            second, CL_COMPLETE,
            [](cl_event, cl_int, void *both) { static_cast<Both *>(both)->second.set_value(); },
            &both),
        CL_SUCCESS);
    ASSERT_EQ(clSetEventCallback(
                  first, CL_COMPLETE,
                  [](cl_event, cl_int, void *data) {
                    Both &both = *static_cast<Both *>(data);
                    both.first.set_value(both.second.get_future().wait_for(std::chrono::seconds(
                                             20)) == std::future_status::ready);
                  },
                  &both),
              CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_TRUE(both.first.get_future().get());
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

TEST_F(ClSetEventCallback, CallsForAStateThatHasPassed) {
  Event event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  Record record;
  for (cl_int at : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
    EXPECT_EQ(clSetEventCallback(event, at, Record::add, &record), CL_SUCCESS);
  EXPECT_EQ(record.wait(3).size(), 3u);
}

TEST_F(ClSetEventCallback, ReportsAnError) {
  Event gate = makeUserEvent(), event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), event.out()), CL_SUCCESS);
  Record record;
  EXPECT_EQ(clSetEventCallback(gate, CL_COMPLETE, Record::add, &record), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, -77), CL_SUCCESS);
  EXPECT_EQ(record.wait(1).front(), (Record::Call{gate, -77}));
  Record of_command;
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, Record::add, &of_command), CL_SUCCESS);
  EXPECT_LT(of_command.wait(1).front().status, 0);
}

// "The callback function may be called asynchronously": nothing of the driver is locked then.
TEST_F(ClSetEventCallback, MayCallTheDriver) {
  struct Inside {
    cl_command_queue queue;
    cl_mem buffer;
    Record record;
    static void CL_CALLBACK call(cl_event event, cl_int status, void *data) {
      auto *self = static_cast<Inside *>(data);
      const int pattern = 5;
      cl_uint count = 0;
      EXPECT_EQ(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(clEnqueueFillBuffer(self->queue, self->buffer, &pattern, sizeof pattern, 0, Bytes,
                                    0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(clFlush(self->queue), CL_SUCCESS);
      Record::add(event, status, &self->record);
    }
  };
  Memory buffer = makeBuffer();
  Inside inside{queue, buffer, {}};
  Event event = makeUserEvent();
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, Inside::call, &inside), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  inside.record.wait(1);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 5));
}

TEST_F(ClSetEventCallback, MayCompleteAUserEventThatOthersWaitFor) {
  Event first = makeUserEvent(), second = makeUserEvent(), event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, second.list(), event.out()), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(
                first, CL_COMPLETE,
                [](cl_event, cl_int, void *data) {
                  EXPECT_EQ(clSetUserEventStatus(static_cast<cl_event>(data), CL_COMPLETE),
                            CL_SUCCESS);
                },
                cl_event(second)),
            CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(first, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
}

TEST_F(ClSetEventCallback, KeepsTheEventUntilItIsCalled) {
  Record record;
  Event gate = makeUserEvent();
  Event event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), event.out()), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, Record::add, &record), CL_SUCCESS);
  const cl_event handle = event;
  event.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(record.wait(1).front().event, handle);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ClSetEventCallback, RefusesOtherStates) {
  Event event = makeUserEvent();
  for (cl_int at : {CL_QUEUED, 4, -1, -9999})
    EXPECT_EQ(clSetEventCallback(event, at, ignore, nullptr), CL_INVALID_VALUE) << at;
}

TEST_F(ClSetEventCallback, RefusesNoFunction) {
  Event event = makeUserEvent();
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(ClSetEventCallback, RefusesNull) {
  EXPECT_EQ(clSetEventCallback(nullptr, CL_COMPLETE, ignore, nullptr), CL_INVALID_EVENT);
}

TEST_F(ClSetEventCallback, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clSetEventCallback(as<cl_event>(device()), CL_COMPLETE, ignore, nullptr),
            CL_INVALID_EVENT);
}

} // namespace weft::test
