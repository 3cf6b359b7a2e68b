// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCommandBufferKHR: replays as commands of a queue.
#include "command_buffer_fixture.h"

#include <thread>

namespace weft::test {

class ClEnqueueCommandBuffer : public CommandBufferTest {
protected:
  // Adds 1 to `counter`.
  cl_command_buffer_khr adder(cl_command_queue on, cl_mem counter) {
    cl_command_buffer_khr buffer = make(on);
    launch(buffer, "add", counter, 1);
    finalize(buffer);
    return buffer;
  }
};

TEST_F(ClEnqueueCommandBuffer, RunsAsOftenAsItIsEnqueued) {
  Memory counter = zeros();
  cl_command_buffer_khr buffer = adder(queue, counter);
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  EXPECT_EQ(read(counter), std::vector<int>(Count, 100));
}

TEST_F(ClEnqueueCommandBuffer, RunsWithoutCommands) {
  cl_command_buffer_khr buffer = make(queue);
  finalize(buffer);
  Event done;
  ASSERT_EQ(enqueue(buffer, done.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.list()), CL_SUCCESS);
  EXPECT_EQ(statusOf(done), CL_COMPLETE);
}

TEST_F(ClEnqueueCommandBuffer, ObeysItsWaitList) {
  Memory counter = zeros();
  cl_command_buffer_khr buffer = adder(queue, counter);
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return cl.clEnqueueCommandBufferKHR(0, nullptr, buffer, count, list, event);
      },
      CL_COMMAND_COMMAND_BUFFER_KHR);
}

TEST_F(ClEnqueueCommandBuffer, RefusesBadWaitLists) {
  Memory counter = zeros();
  cl_command_buffer_khr buffer = adder(queue, counter);
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return cl.clEnqueueCommandBufferKHR(0, nullptr, buffer, count, list, event);
  });
}

TEST_F(ClEnqueueCommandBuffer, IsOrderedWithOtherCommandsOfAQueue) {
  Memory counter = zeros();
  cl_command_buffer_khr buffer = adder(queue, counter);
  const cl_int ten = 10;
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  ASSERT_EQ(clEnqueueFillBuffer(queue, counter, &ten, sizeof ten, 0, Bytes, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  EXPECT_EQ(read(counter), std::vector<int>(Count, 11));
}

TEST_F(ClEnqueueCommandBuffer, RunsOnAnotherQueue) {
  Memory counter = zeros();
  cl_command_buffer_khr buffer = adder(unordered, counter);
  cl_command_queue other = queue;
  Event done;
  ASSERT_EQ(cl.clEnqueueCommandBufferKHR(1, &other, buffer, 0, nullptr, done.out()), CL_SUCCESS);
  cl_command_queue of = nullptr;
  EXPECT_EQ(clGetEventInfo(done, CL_EVENT_COMMAND_QUEUE, sizeof of, &of, nullptr), CL_SUCCESS);
  EXPECT_EQ(of, other);
  EXPECT_EQ(read(counter), std::vector<int>(Count, 1));
}

// Replays have nothing in common but what is recorded.
TEST_F(ClEnqueueCommandBuffer, RunsSeveralTimesAtOnce) {
  Program program = buildProgram("__kernel void count(__global int *n) { atomic_inc(n); }");
  cl_int code = 0;
  Kernel kernel(clCreateKernel(program, "count", &code));
  ASSERT_EQ(code, CL_SUCCESS);
  Memory counter = zeros();
  const cl_mem argument = counter;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_command_buffer_khr buffer = make(unordered, properties);
  for (int i = 0; i < 10; ++i)
    launch(buffer, kernel, 1000);
  finalize(buffer);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int run = 0; run < 25; ++run)
        EXPECT_EQ(enqueue(buffer), CL_SUCCESS);
    });
  for (std::thread &thread : threads)
    thread.join();
  ASSERT_EQ(clFinish(unordered), CL_SUCCESS);
  EXPECT_EQ(read(counter)[0], 4 * 25 * 10 * 1000);
}

TEST_F(ClEnqueueCommandBuffer, OutlivesTheApplicationsReference) {
  Memory counter = zeros();
  const cl_command_queue on = queue;
  cl_command_buffer_khr buffer = cl.clCreateCommandBufferKHR(1, &on, nullptr, nullptr);
  ASSERT_NE(buffer, nullptr);
  launch(buffer, "add", counter, 1);
  finalize(buffer);
  Event gate = makeUserEvent();
  ASSERT_EQ(cl.clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, gate.list(), nullptr), CL_SUCCESS);
  EXPECT_EQ(cl.clReleaseCommandBufferKHR(buffer), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(counter), std::vector<int>(Count, 1));
}

TEST_F(ClEnqueueCommandBuffer, EndsInErrorWithItsWaitList) {
  Memory counter = zeros();
  cl_command_buffer_khr buffer = adder(queue, counter);
  Event gate = makeUserEvent(), done;
  ASSERT_EQ(cl.clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, gate.list(), done.out()),
            CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, done.list()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(done), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(read(counter), std::vector<int>(Count, 0));
}

TEST_F(ClEnqueueCommandBuffer, IsProfiledAsOneCommand) {
  Queue profiled = makeQueue(context, CL_QUEUE_PROFILING_ENABLE);
  Memory counter = zeros();
  cl_command_buffer_khr buffer = make(profiled);
  for (int i = 0; i < 10; ++i)
    launch(buffer, "add", counter, 1);
  finalize(buffer);
  Event done;
  ASSERT_EQ(enqueue(buffer, done.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.list()), CL_SUCCESS);
  cl_ulong times[5] = {};
  const cl_profiling_info which[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                     CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                     CL_PROFILING_COMMAND_COMPLETE};
  for (int i = 0; i < 5; ++i)
    ASSERT_EQ(clGetEventProfilingInfo(done, which[i], sizeof times[i], &times[i], nullptr),
              CL_SUCCESS);
  EXPECT_GT(times[0], 0u);
  for (int i = 1; i < 5; ++i)
    EXPECT_GE(times[i], times[i - 1]) << i;
  EXPECT_GT(times[3], times[2]);
}

TEST_F(ClEnqueueCommandBuffer, RefusesWhatIsNotExecutable) {
  cl_command_buffer_khr buffer = make(queue);
  cl_event event = untouched<cl_event>();
  EXPECT_EQ(enqueue(buffer, &event), CL_INVALID_OPERATION);
  EXPECT_EQ(event, untouched<cl_event>());
}

TEST_F(ClEnqueueCommandBuffer, RefusesBadQueues) {
  Memory counter = zeros();
  cl_command_buffer_khr buffer = adder(queue, counter);
  cl_command_queue two[] = {queue, queue}, foreign = otherQueue(), none = nullptr;
  const auto refuses = [&](cl_uint count, cl_command_queue *list, cl_int expected) {
    cl_event event = untouched<cl_event>();
    EXPECT_EQ(cl.clEnqueueCommandBufferKHR(count, list, buffer, 0, nullptr, &event), expected);
    EXPECT_EQ(event, untouched<cl_event>());
  };
  refuses(1, nullptr, CL_INVALID_VALUE);
  refuses(0, two, CL_INVALID_VALUE);
  refuses(2, two, CL_INVALID_VALUE);
  refuses(1, &none, CL_INVALID_COMMAND_QUEUE);
  refuses(1, &foreign, CL_INVALID_CONTEXT);
  EXPECT_EQ(read(counter), std::vector<int>(Count, 0));
}

TEST_F(ClEnqueueCommandBuffer, RefusesAQueueOfAnotherDevice) {
  const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                    CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = nullptr;
  if (clCreateSubDevices(device(), by_counts, 1, &part, nullptr) != CL_SUCCESS)
    GTEST_SKIP() << "one compute unit";
  const cl_device_id both[] = {device(), part};
  {
    Context shared(clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr));
    Queue whole(clCreateCommandQueueWithProperties(shared, device(), nullptr, nullptr));
    Queue of_part(clCreateCommandQueueWithProperties(shared, part, nullptr, nullptr));
    cl_command_buffer_khr buffer = make(whole);
    finalize(buffer);
    cl_command_queue wrong = of_part;
    EXPECT_EQ(cl.clEnqueueCommandBufferKHR(1, &wrong, buffer, 0, nullptr, nullptr),
              CL_INVALID_DEVICE);
  }
  EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
}

} // namespace weft::test
