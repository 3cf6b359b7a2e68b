// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events: status, callbacks, waiting, user events.
#include "core_fixture.h"

#include <thread>

namespace weft::test {
namespace {

using EventTest = CoreTest;

struct Calls {
  std::vector<cl_int> statuses;
  static void CL_CALLBACK record(cl_event, cl_int status, void *self) {
    static_cast<Calls *>(self)->statuses.push_back(status);
  }
};

TEST_F(EventTest, CallbackRunsOnceWhenItsStatusIsReached) {
  Ref<Event> event = makeUserEvent();
  Calls calls;
  event->addCallback(CL_COMPLETE, Calls::record, &calls);
  EXPECT_TRUE(calls.statuses.empty());
  EXPECT_TRUE(event->advance(CL_COMPLETE));
  EXPECT_EQ(calls.statuses, std::vector<cl_int>{CL_COMPLETE});
}

TEST_F(EventTest, CallbackForAStatusAlreadyReachedRunsAtOnce) {
  Ref<Event> event = makeUserEvent();
  Calls calls;
  event->addCallback(CL_SUBMITTED, Calls::record, &calls);
  EXPECT_EQ(calls.statuses, std::vector<cl_int>{CL_SUBMITTED});
  event->advance(CL_COMPLETE);
  event->addCallback(CL_COMPLETE, Calls::record, &calls);
  EXPECT_EQ(calls.statuses, (std::vector<cl_int>{CL_SUBMITTED, CL_COMPLETE}));
}

TEST_F(EventTest, StatusesThatArePassedOverAreToldInOrder) {
  Ref<Event> event = makeUserEvent();
  Calls calls;
  event->addCallback(CL_COMPLETE, Calls::record, &calls);
  event->addCallback(CL_RUNNING, Calls::record, &calls);
  event->advance(CL_COMPLETE);
  EXPECT_EQ(calls.statuses, (std::vector<cl_int>{CL_RUNNING, CL_COMPLETE}));
}

TEST_F(EventTest, CallbackOfAFailedEventGetsTheError) {
  Ref<Event> event = makeUserEvent();
  Calls calls;
  event->addCallback(CL_COMPLETE, Calls::record, &calls);
  event->advance(-7);
  EXPECT_EQ(calls.statuses, std::vector<cl_int>{-7});
}

TEST_F(EventTest, OnlyTheFirstFinalStatusCounts) {
  Ref<Event> event = makeUserEvent();
  EXPECT_TRUE(event->advance(-1));
  EXPECT_FALSE(event->advance(CL_COMPLETE));
  EXPECT_FALSE(event->advance(-2));
  EXPECT_EQ(event->status(), -1);
}

TEST_F(EventTest, CallbackMayUseTheEventAndTheQueue) {
  Ref<Queue> queue = makeQueue();
  Ref<Event> event = makeUserEvent();
  struct State {
    Queue *queue;
    Ref<Command> enqueued;
  } state{queue.get(), {}};
  event->addCallback(
      CL_COMPLETE,
      [](cl_event handle, cl_int, void *data) {
        State &state = *static_cast<State *>(data);
        state.enqueued = makeMarker(*state.queue, CL_COMMAND_MARKER);
        state.queue->submit(*state.enqueued, std::vector{Ref<Event>(&get<Event>(handle))});
      },
      &state);
  event->advance(CL_COMPLETE);
  ASSERT_TRUE(state.enqueued);
  state.enqueued->wait();
  EXPECT_EQ(state.enqueued->status(), CL_COMPLETE);
}

TEST_F(EventTest, WaitReturnsWhenAnotherThreadCompletesTheEvent) {
  Ref<Event> event = makeUserEvent();
  std::thread other([event] { event->advance(CL_COMPLETE); });
  event->wait();
  EXPECT_EQ(event->status(), CL_COMPLETE);
  other.join();
}

TEST_F(EventTest, WaitingThreadWorksForTheDevice) {
  // No thread of the device's own: the work is done by whoever waits.
  device = make<TestDevice>(0);
  context = make<Context>(std::vector<Ref<Device>>{Ref<Device>(device)});
  Ref<Queue> queue = makeQueue();
  std::thread::id ran_on;
  Ref<Command> command = makeHostCommand(*queue, CL_COMMAND_NATIVE_KERNEL, RunOn::Device,
                                         [&] { ran_on = std::this_thread::get_id(); });
  queue->submit(*command, {});
  command->wait();
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST_F(EventTest, LastReleaseOfAUserEventEndsWhatWaitsForIt) {
  Ref<Queue> queue = makeQueue();
  Ref<Event> event = makeUserEvent();
  Ref<Command> command = makeMarker(*queue, CL_COMMAND_MARKER);
  queue->submit(*command, std::vector{event});
  event.leak()->apiRelease();
  command->wait();
  EXPECT_EQ(command->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(EventTest, EventIsFreedWithItsLastReference) {
  Ref<Queue> queue = makeQueue();
  const std::shared_ptr<int> owned = std::make_shared<int>();
  {
    Ref<Command> command =
        makeHostCommand(*queue, CL_COMMAND_NATIVE_KERNEL, RunOn::Device, [owned] {});
    queue->submit(*command, {});
    command->wait();
    // What the work owned is gone before the command is done.
    EXPECT_EQ(owned.use_count(), 1);
  }
}

} // namespace
} // namespace weft::test
