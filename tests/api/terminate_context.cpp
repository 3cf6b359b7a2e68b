// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_terminate_context: what is queued ends at once, kernels wherever they are.
#include "extension_functions.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace weft::test {

// CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR
static constexpr cl_bitfield ContextCapability = 1;

class TerminateContext : public ApiTest {
protected:
  void SetUp() override {
    ApiTest::SetUp();
    made = contextWith(CL_TRUE);
    own = makeQueue(made, CL_QUEUE_PROFILING_ENABLE);
  }

  static void CL_CALLBACK told(const char *, const void *, size_t, void *data) {
    ++*static_cast<std::atomic<int> *>(data);
  }
  Context contextWith(cl_context_properties value) {
    const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, value, 0};
    cl_int code = 4711;
    const cl_device_id id = device();
    Context result(clCreateContext(properties, 1, &id, told, &messages, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return result;
  }
  Program build(const char *source, const char *options = "-cl-std=CL3.0") {
    Program program(clCreateProgramWithSource(made, 1, &source, nullptr, nullptr));
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS)
        << buildLog(program);
    return program;
  }
  Memory buffer() {
    std::vector<int> zeros(Count);
    return Memory(clCreateBuffer(made, CL_MEM_COPY_HOST_PTR, Bytes, zeros.data(), nullptr));
  }
  // A launch of `kernel` with `argument` that has begun.
  Event begun(cl_kernel kernel, cl_mem argument, size_t global, size_t local) {
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    Event event;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &global, &local, 0, nullptr, event.out()),
        CL_SUCCESS);
    EXPECT_EQ(clFlush(own), CL_SUCCESS);
    while (statusOf(event) > CL_RUNNING)
      std::this_thread::yield();
    return event;
  }
  // Runs the kernel `k` of `source`, which does not end by itself, and terminates its context.
  void stops(const char *source, size_t global, size_t local) {
    Program program = build(source);
    Kernel kernel(clCreateKernel(program, "k", nullptr));
    ASSERT_NE(kernel, nullptr);
    Memory memory = buffer();
    Event event = begun(kernel, memory, global, local);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(statusOf(event), CL_RUNNING);
    EXPECT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
    const cl_event handle = event;
    EXPECT_EQ(clWaitForEvents(1, &handle), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(statusOf(event), CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(clFinish(own), CL_SUCCESS);
  }

  ExtensionFunctions functions;
  std::atomic<int> messages{0};
  Context made;
  Queue own;
};

TEST_F(TerminateContext, IsACapabilityOfTheDevice) {
  EXPECT_EQ(deviceInfo<cl_bitfield>(CL_DEVICE_TERMINATE_CAPABILITY_KHR), ContextCapability);
}

TEST_F(TerminateContext, KnowsTheNumbersOfOpenCL12) {
  EXPECT_EQ(deviceInfo<cl_bitfield>(0x200F), ContextCapability);
  const cl_context_properties list[] = {0x2010, CL_TRUE, 0};
  const cl_device_id id = device();
  cl_int code = 4711;
  Context old(clCreateContext(list, 1, &id, nullptr, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(functions.clTerminateContextKHR(old), CL_SUCCESS);
}

TEST_F(TerminateContext, RefusesContextsThatWereNotMadeForIt) {
  EXPECT_EQ(functions.clTerminateContextKHR(context), CL_INVALID_OPERATION);
  Context without = contextWith(CL_FALSE);
  EXPECT_EQ(functions.clTerminateContextKHR(without), CL_INVALID_OPERATION);
  EXPECT_EQ(functions.clTerminateContextKHR(nullptr), CL_INVALID_CONTEXT);
  const cl_context_properties bad[] = {CL_CONTEXT_TERMINATE_KHR, 2, 0};
  cl_int code = 4711;
  const cl_device_id id = device();
  EXPECT_EQ(clCreateContext(bad, 1, &id, nullptr, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

TEST_F(TerminateContext, TellsTheContextsCallbackOnce) {
  EXPECT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
  EXPECT_EQ(messages, 1);
  EXPECT_EQ(functions.clTerminateContextKHR(made), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(messages, 1);
}

TEST_F(TerminateContext, StopsALoopWithoutEnd) {
  stops("kernel void k(global int *p) { while (1) {} }", 1, 1);
}

TEST_F(TerminateContext, StopsALoopThatWaitsForMemory) {
  stops("kernel void k(volatile global int *p) { while (*p == 0) {} }", Count, 64);
}

TEST_F(TerminateContext, StopsALoopThatComputes) {
  stops(R"(
kernel void k(global int *p) {
  uint x = get_global_id(0) | 1;
  while (x != 2)
    x = x * 1664525u | 1;
  p[get_global_id(0)] = x;
})",
        Count, 64);
}

TEST_F(TerminateContext, StopsALoopAroundBarriers) {
  stops(R"(
kernel void k(global int *p) {
  local int sums[64];
  for (int i = 0; i >= 0; i = (i + 1) & 1023) {
    sums[get_local_id(0)] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[get_global_id(0)] += sums[63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
})",
        Count, 64);
}

TEST_F(TerminateContext, StopsAJumpBackThatIsNoLoop) {
  stops(R"(
kernel void k(volatile global int *p) {
  if (p[0])
    goto second;
first:
  p[1] = 1;
  if (p[2])
    return;
second:
  p[1] = 2;
  goto first;
})",
        1, 1);
}

TEST_F(TerminateContext, StopsAFunctionThatIsNotInlined) {
  stops(R"(
__attribute__((noinline)) int wait_for(volatile global int *p) {
  int n = 0;
  while (!p[7])
    ++n;
  return n;
}
kernel void k(volatile global int *p) { p[0] = wait_for(p); })",
        4, 2);
}

// More than anybody can wait for, though each is short.
TEST_F(TerminateContext, StopsALaunchOfTooManyGroups) {
  stops("kernel void k(global int *p) { p[get_global_id(0) & 255] += 1; }", size_t(1) << 50, 64);
}

TEST_F(TerminateContext, StopsWhatAKernelHasEnqueued) {
  if (!deviceInfo<cl_bitfield>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES))
    GTEST_SKIP();
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  Queue on_device(clCreateCommandQueueWithProperties(made, device(), properties, nullptr));
  // The second waits for an event that nobody ever completes.
  stops(R"(
kernel void k(volatile global int *p) {
  clk_event_t never = create_user_event();
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                 ^{ while (!p[0]) {} });
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &never, 0,
                 ^{ p[1] = 1; });
})",
        1, 1);
}

TEST_F(TerminateContext, StopsKernelsMadeOfABinaryOfAnotherContext) {
  const char *source = "kernel void k(volatile global int *p) { while (*p == 0) {} }";
  Program elsewhere = buildProgram(source);
  const std::vector<unsigned char> binary = binaryOf(elsewhere);
  Program program = programFromBinary(made, binary);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  Memory memory = buffer();
  Event event = begun(kernel, memory, Count, 64);
  EXPECT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
  EXPECT_EQ(clFinish(own), CL_SUCCESS);
  EXPECT_EQ(statusOf(event), CL_CONTEXT_TERMINATED_KHR);
}

TEST_F(TerminateContext, EndsWhatIsQueued) {
  Event first(clCreateUserEvent(made, nullptr));
  const cl_event before = first;
  std::vector<int> contents(Count);
  Memory memory = buffer();
  Event waiting, after, unordered;
  ASSERT_EQ(clEnqueueReadBuffer(own, memory, CL_FALSE, 0, Bytes, contents.data(), 1, &before,
                                waiting.out()),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(own, 0, nullptr, after.out()), CL_SUCCESS);
  Queue out_of_order = makeQueue(made, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  ASSERT_EQ(clEnqueueBarrierWithWaitList(out_of_order, 1, &before, unordered.out()), CL_SUCCESS);
  std::atomic<cl_int> called_with{4711};
  ASSERT_EQ(clSetEventCallback(
                waiting, CL_COMPLETE,
                [](cl_event, cl_int status, void *data) {
                  *static_cast<std::atomic<cl_int> *>(data) = status;
                },
                &called_with),
            CL_SUCCESS);
  EXPECT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
  for (cl_event event : {cl_event(waiting), cl_event(after), cl_event(unordered)}) {
    EXPECT_EQ(statusOf(event), CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    cl_ulong time;
    EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
  }
  EXPECT_EQ(called_with, CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(clFinish(own), CL_SUCCESS);
  EXPECT_EQ(clFinish(out_of_order), CL_SUCCESS);
  // "The status of user events can be set."
  EXPECT_EQ(clSetUserEventStatus(first, CL_COMPLETE), CL_SUCCESS);
}

TEST_F(TerminateContext, EndsWaitsForSemaphores) {
  const cl_semaphore_properties_khr properties[] = {CL_SEMAPHORE_TYPE_KHR,
                                                    CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  cl_int code = 4711;
  cl_semaphore_khr semaphore =
      functions.clCreateSemaphoreWithPropertiesKHR(made, properties, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  Event event;
  ASSERT_EQ(
      functions.clEnqueueWaitSemaphoresKHR(own, 1, &semaphore, nullptr, 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
  EXPECT_EQ(clFinish(own), CL_SUCCESS);
  EXPECT_EQ(statusOf(event), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(functions.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
}

TEST_F(TerminateContext, EndsReplaysOfCommandBuffers) {
  Program program = build("kernel void k(volatile global int *p) { while (*p == 0) {} }");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  Memory memory = buffer();
  const cl_mem argument = memory;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  const cl_command_queue queues[] = {own};
  cl_int code = 4711;
  cl_command_buffer_khr commands = functions.clCreateCommandBufferKHR(1, queues, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  const size_t one = 1;
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(functions.clCommandNDRangeKernelKHR(commands, nullptr, nullptr, kernel, 1, nullptr,
                                                  &one, &one, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
  ASSERT_EQ(functions.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
  Event event;
  ASSERT_EQ(functions.clEnqueueCommandBufferKHR(0, nullptr, commands, 0, nullptr, event.out()),
            CL_SUCCESS);
  while (statusOf(event) > CL_RUNNING)
    std::this_thread::yield();
  EXPECT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
  EXPECT_EQ(clFinish(own), CL_SUCCESS);
  EXPECT_EQ(statusOf(event), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(functions.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
}

// A thread that waits in clFinish() may be the one that runs the kernel.
TEST_F(TerminateContext, FreesThreadsThatWait) {
  Program program = build("kernel void k(volatile global int *p) { while (*p == 0) {} }");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  Memory memory = buffer();
  Event event = begun(kernel, memory, Count, 8);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      const cl_event handle = event;
      if (i % 2)
        EXPECT_EQ(clFinish(own), CL_SUCCESS);
      else
        EXPECT_EQ(clWaitForEvents(1, &handle), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
  for (std::thread &thread : threads)
    thread.join();
}

// Whatever the moment at which it comes.
TEST_F(TerminateContext, LosesNoCommandThatIsBeingEnqueued) {
  for (int round = 0; round < 20; ++round) {
    made = contextWith(CL_TRUE);
    const Memory memory = buffer();
    const Queue queues[] = {makeQueue(made),
                            makeQueue(made, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
    std::vector<std::thread> threads;
    std::atomic<bool> go{false};
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&, i] {
        while (!go)
          std::this_thread::yield();
        std::vector<Event> events;
        for (;;) {
          Event event;
          const cl_int code = clEnqueueFillBuffer(queues[i % 2], memory, &i, sizeof i, 0, Bytes, 0,
                                                  nullptr, event.out());
          if (code == CL_CONTEXT_TERMINATED_KHR)
            break;
          ASSERT_EQ(code, CL_SUCCESS);
          events.push_back(std::move(event));
          if (events.size() > 100)
            events.erase(events.begin(), events.begin() + 50);
        }
        for (const Event &event : events) {
          const cl_event handle = event;
          clWaitForEvents(1, &handle);
          const cl_int status = statusOf(event);
          EXPECT_TRUE(status == CL_COMPLETE || status == CL_CONTEXT_TERMINATED_KHR) << status;
        }
      });
    go = true;
    std::this_thread::sleep_for(std::chrono::microseconds(300 * round));
    EXPECT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
    for (std::thread &thread : threads)
      thread.join();
    for (const Queue &queue : queues)
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

TEST_F(TerminateContext, RefusesToCreateAndToEnqueue) {
  Program program = build("kernel void k(global int *p) { *p = 1; }");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  Memory memory = buffer();
  const cl_mem argument = memory;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);

  cl_int code = 4711;
  auto refused = [&](auto handle) {
    EXPECT_EQ(handle, nullptr);
    return std::exchange(code, 4711) == CL_CONTEXT_TERMINATED_KHR;
  };
  EXPECT_TRUE(refused(clCreateCommandQueueWithProperties(made, device(), nullptr, &code)));
  EXPECT_TRUE(refused(clCreateBuffer(made, 0, 4, nullptr, &code)));
  const cl_buffer_region region = {0, 4};
  EXPECT_TRUE(refused(clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code)));
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D;
  desc.image_width = 1;
  EXPECT_TRUE(refused(clCreateImage(made, 0, &format, &desc, nullptr, &code)));
  EXPECT_TRUE(refused(clCreatePipe(made, 0, 4, 4, nullptr, &code)));
  EXPECT_TRUE(refused(clCreateSamplerWithProperties(made, nullptr, &code)));
  EXPECT_TRUE(refused(clCreateUserEvent(made, &code)));
  const char *source = kernel_source;
  EXPECT_TRUE(refused(clCreateProgramWithSource(made, 1, &source, nullptr, &code)));
  EXPECT_TRUE(refused(clCreateKernel(program, "k", &code)));
  EXPECT_TRUE(refused(clCloneKernel(kernel, &code)));
  EXPECT_TRUE(refused(functions.clHostMemAllocINTEL(made, nullptr, 4, 0, &code)));
  const cl_command_queue queues[] = {own};
  EXPECT_TRUE(refused(functions.clCreateCommandBufferKHR(1, queues, nullptr, &code)));
  EXPECT_EQ(clSVMAlloc(made, 0, 4, 0), nullptr);
  const size_t one = 1;
  int number = 0;
  EXPECT_EQ(clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(clEnqueueReadBuffer(own, memory, CL_TRUE, 0, 4, &number, 0, nullptr, nullptr),
            CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(clEnqueueMapBuffer(own, memory, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &code),
            nullptr);
  EXPECT_EQ(code, CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(own, 0, nullptr, nullptr), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(clSetContextDestructorCallback(
                made, [](cl_context, void *) {}, nullptr),
            CL_CONTEXT_TERMINATED_KHR);
}

// "Only queries, retain and release operations can be performed on the context."
TEST_F(TerminateContext, LeavesQueriesAndReferences) {
  ASSERT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
  cl_uint count = 0;
  EXPECT_EQ(clGetContextInfo(made, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(
      clGetSupportedImageFormats(made, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
      CL_SUCCESS);
  EXPECT_EQ(clRetainContext(made), CL_SUCCESS);
  EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
  EXPECT_EQ(clFlush(own), CL_SUCCESS);
}

// The pool's threads are whole afterwards, and so is what belongs to others.
TEST_F(TerminateContext, LeavesOtherContextsAlone) {
  Program mine = build("kernel void k(volatile global int *p) { while (*p == 0) {} }");
  Kernel stuck(clCreateKernel(mine, "k", nullptr));
  Memory memory = buffer();
  Event event = begun(stuck, memory, 2, 1);
  EXPECT_EQ(functions.clTerminateContextKHR(made), CL_SUCCESS);
  EXPECT_EQ(clFinish(own), CL_SUCCESS);

  Program program = buildProgram(R"(
kernel void k(global int *p) {
  local int all[64];
  all[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = all[63 - get_local_id(0)] + 1;
})");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  Memory numbered = makeBuffer();
  const cl_mem argument = numbered;
  const size_t global = Count, local = 64;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  const std::vector<int> got = read(numbered);
  for (size_t i = 0; i < Count; ++i)
    EXPECT_EQ(got[i], int(i / 64 * 64 + 63 - i % 64 + 1));
}

} // namespace weft::test
