// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues: order, barriers, markers, errors, finish, long chains, threads.
#include "core_fixture.h"

#include <algorithm>
#include <thread>

namespace weft::test {
namespace {

class QueueTest : public CoreTest {
protected:
  // Appends `name` to `log` when it runs, on a thread of the device.
  Ref<Command> step(Queue &queue, char name) {
    return makeHostCommand(queue, CL_COMMAND_NATIVE_KERNEL, RunOn::Device, [this, name] {
      std::lock_guard lock(mutex);
      log += name;
    });
  }
  Ref<Command> submit(Queue &queue, Ref<Command> command, std::vector<Ref<Event>> wait_list = {},
                      Queue::Order order = Queue::Order::Plain) {
    queue.submit(*command, wait_list, order);
    return command;
  }
  std::string logged() {
    std::lock_guard lock(mutex);
    return log;
  }

  std::mutex mutex;
  std::string log;
};

TEST_F(QueueTest, InOrderRunsInOrder) {
  Ref<Queue> queue = makeQueue();
  std::string expected;
  for (int i = 0; i < 200; ++i) {
    const char name = char('a' + i % 26);
    submit(*queue, step(*queue, name));
    expected += name;
  }
  queue->finish();
  EXPECT_EQ(logged(), expected);
}

TEST_F(QueueTest, InOrderWaitsForTheUserEventOfAnEarlierCommand) {
  Ref<Queue> queue = makeQueue();
  Ref<Event> gate = makeUserEvent();
  Ref<Command> first = submit(*queue, step(*queue, 'a'), {gate});
  Ref<Command> second = submit(*queue, step(*queue, 'b'));
  EXPECT_EQ(first->status(), CL_SUBMITTED);
  EXPECT_EQ(second->status(), CL_SUBMITTED);
  gate->advance(CL_COMPLETE);
  queue->finish();
  EXPECT_EQ(logged(), "ab");
}

TEST_F(QueueTest, OutOfOrderDoesNotWaitForEarlierCommands) {
  Ref<Queue> queue = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Ref<Event> gate = makeUserEvent();
  submit(*queue, step(*queue, 'a'), {gate});
  submit(*queue, step(*queue, 'b'))->wait();
  EXPECT_EQ(logged(), "b");
  gate->advance(CL_COMPLETE);
  queue->finish();
  EXPECT_EQ(logged(), "ba");
}

TEST_F(QueueTest, BarrierHoldsBackWhatFollows) {
  Ref<Queue> queue = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Ref<Event> gate = makeUserEvent();
  submit(*queue, step(*queue, 'a'), {gate});
  Ref<Command> barrier =
      submit(*queue, makeMarker(*queue, CL_COMMAND_BARRIER), {}, Queue::Order::Barrier);
  Ref<Command> after = submit(*queue, step(*queue, 'b'));
  EXPECT_EQ(barrier->status(), CL_SUBMITTED);
  EXPECT_EQ(after->status(), CL_SUBMITTED);
  gate->advance(CL_COMPLETE);
  queue->finish();
  EXPECT_EQ(logged(), "ab");
}

TEST_F(QueueTest, FenceWaitsOnlyForItsListButHoldsBackWhatFollows) {
  Ref<Queue> queue = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Ref<Event> never_needed = makeUserEvent();
  Ref<Event> gate = makeUserEvent();
  submit(*queue, step(*queue, 'a'), {never_needed});
  submit(*queue, makeMarker(*queue, CL_COMMAND_BARRIER), {gate}, Queue::Order::Fence);
  Ref<Command> after = submit(*queue, step(*queue, 'b'));
  EXPECT_EQ(after->status(), CL_SUBMITTED);
  gate->advance(CL_COMPLETE);
  after->wait();
  EXPECT_EQ(logged(), "b");
  never_needed->advance(CL_COMPLETE);
  queue->finish();
  EXPECT_EQ(logged(), "ba");
}

TEST_F(QueueTest, MarkerWaitsForEverythingButHoldsBackNothing) {
  Ref<Queue> queue = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Ref<Event> gate = makeUserEvent();
  submit(*queue, step(*queue, 'a'), {gate});
  Ref<Command> marker =
      submit(*queue, makeMarker(*queue, CL_COMMAND_MARKER), {}, Queue::Order::Marker);
  submit(*queue, step(*queue, 'b'))->wait();
  EXPECT_EQ(marker->status(), CL_SUBMITTED);
  gate->advance(CL_COMPLETE);
  marker->wait();
  EXPECT_EQ(logged(), "ba");
}

TEST_F(QueueTest, FailedWaitListEndsTheCommandButNotTheQueue) {
  Ref<Queue> queue = makeQueue();
  Ref<Event> gate = makeUserEvent();
  Ref<Command> first = submit(*queue, step(*queue, 'a'), {gate});
  Ref<Command> dependent = submit(*queue, step(*queue, 'b'), {first});
  Ref<Command> next = submit(*queue, step(*queue, 'c'));
  gate->advance(-5);
  queue->finish();
  EXPECT_EQ(first->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(dependent->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(next->status(), CL_COMPLETE);
  EXPECT_EQ(logged(), "c");
}

TEST_F(QueueTest, EventThatFailedBeforeCountsToo) {
  Ref<Queue> queue = makeQueue();
  Ref<Event> failed = makeUserEvent();
  failed->advance(-5);
  Ref<Command> command = submit(*queue, step(*queue, 'a'), {failed});
  command->wait();
  EXPECT_EQ(command->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(QueueTest, ChainOfAnyLengthNeedsNoStack) {
  Ref<Queue> queue = makeQueue();
  Ref<Event> gate = makeUserEvent();
  submit(*queue, makeMarker(*queue, CL_COMMAND_MARKER), {gate});
  for (int i = 0; i < 200000; ++i)
    submit(*queue, makeMarker(*queue, CL_COMMAND_MARKER));
  gate->advance(CL_COMPLETE);
  queue->finish();
}

TEST_F(QueueTest, ProfiledTimesAscend) {
  Ref<Queue> queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  Ref<Command> first = submit(*queue, step(*queue, 'a'));
  Ref<Command> second = submit(*queue, step(*queue, 'b'));
  queue->finish();
  for (const Ref<Command> &command : {first, second}) {
    const Event::Times times = command->times();
    EXPECT_GT(times.queued, 0u);
    EXPECT_GT(times.submitted, times.queued);
    EXPECT_GT(times.started, times.submitted);
    EXPECT_GT(times.ended, times.started);
  }
  EXPECT_GT(second->times().started, first->times().ended);
}

// finish() counts a reference to the newest command as soon as the queue knows of it.
TEST_F(QueueTest, ThreadsMayFinishWhatOthersAreJustSubmitting) {
  Ref<Queue> queue = makeQueue();
  std::atomic<int> done{0};
  constexpr int Threads = 4, Steps = 10000;
  std::vector<std::thread> threads;
  for (int t = 0; t < Threads; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < Steps; ++i) {
        submit(*queue,
               makeHostCommand(*queue, CL_COMMAND_NATIVE_KERNEL,
                               i % 2 ? RunOn::Device : RunOn::AtOnce, [&] { done.fetch_add(1); }));
        if (i % 10 == 0)
          queue->finish();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  queue->finish();
  EXPECT_EQ(done, Threads * Steps);
}

TEST_F(QueueTest, QueueIsFreedWhileItsCommandsRun) {
  const std::shared_ptr<int> owned = std::make_shared<int>();
  Ref<Event> gate = makeUserEvent();
  Ref<Command> command;
  {
    Ref<Queue> queue = makeQueue();
    command = makeHostCommand(*queue, CL_COMMAND_NATIVE_KERNEL, RunOn::Device, [owned] {});
    queue->submit(*command, std::vector{gate});
  }
  gate->advance(CL_COMPLETE);
  command->wait();
  EXPECT_EQ(command->status(), CL_COMPLETE);
  EXPECT_EQ(owned.use_count(), 1);
}

// Threads enqueue into one queue as fast as they can; each finds its own commands in its own order,
// and no two run at a time.
TEST_F(QueueTest, InOrderKeepsTheOrderOfEachOfManyThreads) {
  Ref<Queue> queue = makeQueue();
  constexpr int Threads = 4, Steps = 1000;
  std::atomic<int> running{0};
  std::atomic<bool> right{true};
  int last[Threads];
  std::fill(std::begin(last), std::end(last), -1); // by the one command that runs
  std::vector<std::thread> threads;
  for (int t = 0; t < Threads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < Steps; ++i) {
        submit(*queue, makeHostCommand(*queue, CL_COMMAND_NATIVE_KERNEL,
                                       i % 2 ? RunOn::Device : RunOn::AtOnce, [&, t, i] {
                                         if (running.fetch_add(1) != 0 || last[t] != i - 1)
                                           right = false;
                                         last[t] = i;
                                         running.fetch_sub(1);
                                       }));
        if (i % 250 == 0)
          queue->finish();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  queue->finish();
  EXPECT_TRUE(right);
  for (int t = 0; t < Threads; ++t)
    EXPECT_EQ(last[t], Steps - 1);
}

TEST_F(QueueTest, ManyThreadsUseManyQueues) {
  std::vector<Ref<Queue>> queues = {makeQueue(), makeQueue(CL_QUEUE_PROFILING_ENABLE),
                                    makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  std::atomic<int> ran{0};
  constexpr int Threads = 4, Steps = 500;
  std::vector<std::thread> threads;
  for (int t = 0; t < Threads; ++t)
    threads.emplace_back([&, t] {
      Ref<Event> previous;
      for (int i = 0; i < Steps; ++i) {
        Queue &queue = *queues[(t + i) % queues.size()];
        Ref<Command> command =
            makeHostCommand(queue, CL_COMMAND_NATIVE_KERNEL, i % 3 ? RunOn::Device : RunOn::AtOnce,
                            [&ran] { ++ran; });
        std::vector<Ref<Event>> wait_list;
        if (previous)
          wait_list.push_back(previous);
        queue.submit(*command, wait_list, i % 50 ? Queue::Order::Plain : Queue::Order::Barrier);
        previous = command;
        if (i % 100 == 99)
          queue.finish();
      }
      previous->wait();
      EXPECT_EQ(previous->status(), CL_COMPLETE);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const Ref<Queue> &queue : queues)
    queue->finish();
  EXPECT_EQ(ran, Threads * Steps);
}

} // namespace
} // namespace weft::test
