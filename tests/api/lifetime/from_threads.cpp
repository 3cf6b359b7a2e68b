// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Retaining, releasing and using objects from several threads at once.
#include "fixture.h"

#include <atomic>
#include <thread>

namespace weft::test {

class FromThreads : public ApiTest {
protected:
  static constexpr int Threads = 4;
  // Runs body(thread number) on all threads at once.
  template <typename Body> void onThreads(Body body) {
    std::atomic<int> ready{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < Threads; ++t)
      threads.emplace_back([&, t] {
        ++ready;
        while (ready.load() < Threads)
          std::this_thread::yield();
        body(t);
      });
    for (std::thread &thread : threads)
      thread.join();
  }
};

TEST_F(FromThreads, CountsStayRight) {
  Memory buffer = makeBuffer();
  Kernel kernel = makeKernel("nothing");
  Event event = makeUserEvent();
  onThreads([&](int) {
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(clRetainContext(context), CL_SUCCESS);
      EXPECT_EQ(clRetainMemObject(buffer), CL_SUCCESS);
      EXPECT_EQ(clRetainKernel(kernel), CL_SUCCESS);
      EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
      EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
      EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
      EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
      EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
    }
  });
  cl_uint count = 0;
  EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 1u);
}

TEST_F(FromThreads, EachMayReleaseTheLastReference) {
  for (int round = 0; round < 20; ++round) {
    Memory buffer = makeBuffer();
    for (int t = 1; t < Threads; ++t)
      ASSERT_EQ(clRetainMemObject(buffer), CL_SUCCESS);
    std::atomic<int> gone{0};
    ASSERT_EQ(
        clSetMemObjectDestructorCallback(
            buffer, [](cl_mem, void *data) { ++*static_cast<std::atomic<int> *>(data); }, &gone),
        CL_SUCCESS);
    const cl_mem handle = buffer.leak();
    onThreads([&](int) { EXPECT_EQ(clReleaseMemObject(handle), CL_SUCCESS); });
    EXPECT_EQ(gone.load(), 1);
  }
}

TEST_F(FromThreads, OneQueueTakesCommandsOfAll) {
  for (cl_command_queue_properties properties :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
        cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE)}) {
    Queue shared = makeQueue(context, properties);
    constexpr int Rounds = 50;
    Memory buffers[Threads];
    for (Memory &buffer : buffers)
      buffer = makeBuffer();
    program();
    onThreads([&](int t) {
      Kernel add(clCreateKernel(program(), "add", nullptr));
      const cl_mem argument = buffers[t];
      const int value = t + 1;
      EXPECT_EQ(clSetKernelArg(add, 0, sizeof argument, &argument), CL_SUCCESS);
      EXPECT_EQ(clSetKernelArg(add, 1, sizeof value, &value), CL_SUCCESS);
      const size_t global = Count;
      Event last;
      for (int i = 0; i < Rounds; ++i) {
        Event next;
        EXPECT_EQ(clEnqueueNDRangeKernel(shared, add, 1, nullptr, &global, nullptr, last ? 1 : 0,
                                         last ? last.list() : nullptr, next.out()),
                  CL_SUCCESS);
        last = std::move(next);
        if (i % 16 == 0)
          EXPECT_EQ(clFinish(shared), CL_SUCCESS);
        if (i % 7 == 0)
          EXPECT_EQ(clEnqueueBarrierWithWaitList(shared, 0, nullptr, nullptr), CL_SUCCESS);
      }
      EXPECT_EQ(clWaitForEvents(1, last.list()), CL_SUCCESS);
    });
    for (int t = 0; t < Threads; ++t) {
      std::vector<int> expected = numbers();
      for (int &value : expected)
        value += Rounds * (t + 1);
      EXPECT_EQ(read(buffers[t]), expected) << t;
    }
  }
}

TEST_F(FromThreads, EachWithItsOwnContext) {
  onThreads([&](int t) {
    for (int round = 0; round < 4; ++round) {
      cl_device_id id = device();
      cl_int code = 4711;
      Context own(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &code));
      EXPECT_EQ(code, CL_SUCCESS);
      Queue own_queue(clCreateCommandQueueWithProperties(own, id, nullptr, &code));
      EXPECT_EQ(code, CL_SUCCESS);
      std::vector<int> data(Count, t), got(Count, -1);
      Memory buffer(clCreateBuffer(own, CL_MEM_COPY_HOST_PTR, Bytes, data.data(), &code));
      EXPECT_EQ(code, CL_SUCCESS);
      EXPECT_EQ(clEnqueueReadBuffer(own_queue, buffer, CL_TRUE, 0, Bytes, got.data(), 0, nullptr,
                                    nullptr),
                CL_SUCCESS);
      EXPECT_EQ(got, data);
    }
  });
}

TEST_F(FromThreads, ProgramsAreBuiltAtOnce) {
  onThreads([&](int t) {
    const std::string value = std::to_string(t * 10 + 1);
    const std::string source = "__kernel void k(__global int *o) { o[0] = " + value + "; }";
    const char *text = source.c_str();
    Program own(clCreateProgramWithSource(context, 1, &text, nullptr, nullptr));
    EXPECT_EQ(clBuildProgram(own, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    const char *bad = "__kernel void k( {";
    Program failing(clCreateProgramWithSource(context, 1, &bad, nullptr, nullptr));
    EXPECT_EQ(clBuildProgram(failing, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    Kernel kernel(clCreateKernel(own, "k", nullptr));
    int got = -1;
    Memory out(clCreateBuffer(context, 0, sizeof got, nullptr, nullptr));
    const cl_mem argument = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof got, &got, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got, t * 10 + 1);
  });
}

// "CL_INVALID_OPERATION if the build [...] by a previous call [...] has not completed": one of the
// threads builds at a time, the others are told so.
TEST_F(FromThreads, OneProgramIsBuiltOnceAtATime) {
  Program shared = makeProgram();
  std::atomic<int> built{0};
  onThreads([&](int) {
    const cl_int code = clBuildProgram(shared, 0, nullptr, "", nullptr, nullptr);
    EXPECT_TRUE(code == CL_SUCCESS || code == CL_INVALID_OPERATION) << code;
    built += code == CL_SUCCESS;
  });
  EXPECT_GE(built.load(), 1);
  cl_build_status status = 4711;
  EXPECT_EQ(clGetProgramBuildInfo(shared, device(), CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                  nullptr),
            CL_SUCCESS);
  EXPECT_EQ(status, CL_BUILD_SUCCESS);
}

TEST_F(FromThreads, MapsAndUnmapsOfOneBuffer) {
  Memory buffer = makeBuffer();
  constexpr size_t Share = Bytes / Threads;
  onThreads([&](int t) {
    for (int i = 0; i < 100; ++i) {
      cl_int code = 4711;
      auto *mapped = static_cast<int *>(clEnqueueMapBuffer(
          queue, buffer, CL_TRUE, CL_MAP_WRITE, t * Share, Share, 0, nullptr, nullptr, &code));
      ASSERT_EQ(code, CL_SUCCESS);
      for (size_t word = 0; word < Share / sizeof(int); ++word)
        mapped[word] = t * 1000 + i;
      ASSERT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    }
  });
  const std::vector<int> got = read(buffer);
  for (size_t i = 0; i < Count; ++i)
    ASSERT_EQ(got[i], int(i / (Count / Threads)) * 1000 + 99);
}

TEST_F(FromThreads, UserEventsReleaseCommandsOfOthers) {
  constexpr int Rounds = 40;
  std::vector<Event> gates;
  for (int i = 0; i < Rounds * Threads; ++i)
    gates.push_back(makeUserEvent());
  std::atomic<int> called{0};
  onThreads([&](int t) {
    for (int i = 0; i < Rounds; ++i) {
      // Waits for a gate that the next thread opens.
      Event event;
      const cl_event gate = gates[i * Threads + t];
      EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &gate, event.out()), CL_SUCCESS);
      EXPECT_EQ(clSetEventCallback(
                    event, CL_COMPLETE,
                    [](cl_event, cl_int, void *data) { ++*static_cast<std::atomic<int> *>(data); },
                    &called),
                CL_SUCCESS);
      EXPECT_EQ(clSetUserEventStatus(gates[i * Threads + (t + 1) % Threads], CL_COMPLETE),
                CL_SUCCESS);
    }
  });
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  while (called.load() < Rounds * Threads)
    std::this_thread::yield();
  EXPECT_EQ(called.load(), Rounds * Threads);
}

// Of one event, of events of their own, and for a queue: all are let go, whoever works for whom.
TEST_F(FromThreads, WaitsOfManyEndTogether) {
  constexpr int Waiters = 12, Rounds = 20;
  for (int round = 0; round < Rounds; ++round) {
    Event gate = makeUserEvent();
    const cl_event before = gate;
    std::vector<Event> markers(Waiters);
    for (Event &marker : markers)
      ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &before, marker.out()), CL_SUCCESS);
    std::atomic<int> waiting{0}, returned{0};
    std::vector<std::thread> waiters;
    for (int i = 0; i < Waiters; ++i)
      waiters.emplace_back([&, i] {
        const cl_event one = markers[i % 3 == 0 ? 0 : size_t(i)];
        ++waiting;
        EXPECT_EQ(i % 3 == 2 ? clFinish(queue) : clWaitForEvents(1, &one), CL_SUCCESS);
        ++returned;
      });
    while (waiting < Waiters)
      std::this_thread::yield();
    EXPECT_EQ(returned, 0);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    for (std::thread &waiter : waiters)
      waiter.join();
    EXPECT_EQ(returned, Waiters);
  }
}

TEST_F(FromThreads, FinishAndQueriesDuringWork) {
  Memory buffer = makeBuffer();
  onThreads([&](int t) {
    for (int i = 0; i < 100; ++i)
      switch ((t + i) % 4) {
      case 0: {
        const int pattern = i;
        EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, Bytes, 0, nullptr,
                                      nullptr),
                  CL_SUCCESS);
        break;
      }
      case 1:
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        break;
      case 2: {
        Event event;
        EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()), CL_SUCCESS);
        cl_int status = CL_QUEUED;
        while (status != CL_COMPLETE)
          EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                                   nullptr),
                    CL_SUCCESS);
        break;
      }
      default:
        EXPECT_EQ(clFlush(queue), CL_SUCCESS);
      }
  });
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

} // namespace weft::test
