// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What orders commands: the queue, wait lists, and nothing else.
#include "fixture.h"

namespace weft::test {

class QueueOrder : public ApiTest {
protected:
  // out[i] = out[i] * factor + summand: order matters.
  Kernel step(cl_mem buffer, int factor, int summand) {
    if (!steps)
      steps = buildProgram("__kernel void step(__global int *o, int f, int s) {\n"
                           "  size_t i = get_global_id(0); o[i] = o[i] * f + s; }");
    Kernel kernel(clCreateKernel(steps, "step", nullptr));
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof factor, &factor), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof summand, &summand), CL_SUCCESS);
    return kernel;
  }
  cl_int run(cl_command_queue on, cl_kernel kernel, cl_uint count = 0,
             const cl_event *list = nullptr, cl_event *event = nullptr) {
    const size_t global = Count;
    return clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &global, nullptr, count, list, event);
  }
  Program steps;
};

TEST_F(QueueOrder, AnInOrderQueueKeepsTheOrderOfDifferentCommands) {
  Memory first = makeBuffer(), second = makeBuffer();
  std::vector<int> written(Count, 3), got(Count, -1);
  for (int round = 0; round < 20; ++round) {
    const int pattern = 5;
    ASSERT_EQ(
        clEnqueueWriteBuffer(queue, first, CL_FALSE, 0, Bytes, written.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(run(queue, step(first, 2, 1)), CL_SUCCESS); // 7
    ASSERT_EQ(clEnqueueCopyBuffer(queue, first, second, 0, 0, Bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(run(queue, step(second, 10, 4)), CL_SUCCESS); // 74
    ASSERT_EQ(
        clEnqueueFillBuffer(queue, first, &pattern, sizeof pattern, 0, Bytes, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueReadBuffer(queue, second, CL_FALSE, 0, Bytes, got.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(got, std::vector<int>(Count, 74));
    EXPECT_EQ(read(first), std::vector<int>(Count, 5));
  }
}

TEST_F(QueueOrder, AnInOrderQueueWaitsForAHeldBackCommand) {
  Memory buffer = makeBuffer();
  Event gate = makeUserEvent(), held, after;
  ASSERT_EQ(run(queue, step(buffer, 0, 1), 1, gate.list(), held.out()), CL_SUCCESS);
  ASSERT_EQ(run(queue, step(buffer, 10, 2), 0, nullptr, after.out()), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_GT(statusOf(after), CL_RUNNING);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, after.list()), CL_SUCCESS);
  EXPECT_EQ(statusOf(held), CL_COMPLETE);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 12));
}

TEST_F(QueueOrder, AnOutOfOrderQueueDoesNotWaitForAHeldBackCommand) {
  Queue unordered = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Memory first = makeBuffer(), second = makeBuffer();
  Event gate = makeUserEvent(), held, free;
  ASSERT_EQ(run(unordered, step(first, 0, 1), 1, gate.list(), held.out()), CL_SUCCESS);
  ASSERT_EQ(run(unordered, step(second, 0, 2), 0, nullptr, free.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, free.list()), CL_SUCCESS);
  EXPECT_GT(statusOf(held), CL_RUNNING);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(unordered), CL_SUCCESS);
  EXPECT_EQ(statusOf(held), CL_COMPLETE);
  EXPECT_EQ(read(first), std::vector<int>(Count, 1));
  EXPECT_EQ(read(second), std::vector<int>(Count, 2));
}

TEST_F(QueueOrder, WaitListsOrderAnOutOfOrderQueue) {
  Queue unordered = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Memory buffer = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 1));
  Event last;
  unsigned expected = 1;
  for (int i = 0; i < 50; ++i) {
    Event next;
    ASSERT_EQ(
        run(unordered, step(buffer, 3, i), last ? 1 : 0, last ? last.list() : nullptr, next.out()),
        CL_SUCCESS);
    last = std::move(next);
    expected = expected * 3 + unsigned(i);
  }
  ASSERT_EQ(clWaitForEvents(1, last.list()), CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, int(expected)));
}

// a -> b, a -> c, (b, c) -> d, across three queues.
TEST_F(QueueOrder, WaitListsReachAcrossQueues) {
  Queue queues[3] = {makeQueue(context), makeQueue(context, CL_QUEUE_PROFILING_ENABLE),
                     makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  for (int round = 0; round < 20; ++round) {
    Memory left = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 1));
    Memory right = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 1));
    Event a, b, c, d;
    ASSERT_EQ(run(queues[0], step(left, 2, round), 0, nullptr, a.out()), CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyBuffer(queues[1], left, right, 0, 0, Bytes, 1, a.list(), b.out()),
              CL_SUCCESS);
    const cl_event of_b[] = {a, b};
    ASSERT_EQ(run(queues[2], step(left, 5, 1), 2, of_b, c.out()), CL_SUCCESS);
    const cl_event of_d[] = {b, c};
    ASSERT_EQ(run(queues[0], step(right, 7, 3), 2, of_d, d.out()), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, d.list()), CL_SUCCESS);
    EXPECT_EQ(read(left), std::vector<int>(Count, (2 + round) * 5 + 1));
    EXPECT_EQ(read(right), std::vector<int>(Count, (2 + round) * 7 + 3));
  }
}

TEST_F(QueueOrder, AnEventMayStandInAListTwice) {
  Memory buffer = makeBuffer();
  Event gate = makeUserEvent(), event;
  const cl_event twice[] = {gate, gate, gate};
  ASSERT_EQ(run(queue, step(buffer, 0, 9), 3, twice, event.out()), CL_SUCCESS);
  EXPECT_GT(statusOf(event), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 9));
}

// One failure in a list is enough; what the command would have done is not done.
TEST_F(QueueOrder, AFailedEventKeepsTheCommandFromRunning) {
  Memory buffer = makeBuffer();
  Event good = makeUserEvent(), bad = makeUserEvent(), event;
  const cl_event list[] = {good, bad};
  ASSERT_EQ(run(queue, step(buffer, 0, 9), 2, list, event.out()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(good, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(bad, -11), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.list()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(statusOf(event), 0);
  EXPECT_EQ(read(buffer), numbers());
}

TEST_F(QueueOrder, ThousandsOfCommandsMayWait) {
  Memory buffer = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 0));
  Event gate = makeUserEvent();
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), nullptr), CL_SUCCESS);
  Kernel add = step(buffer, 1, 1);
  for (int i = 0; i < 5000; ++i)
    ASSERT_EQ(run(queue, add), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 5000));
}

} // namespace weft::test
