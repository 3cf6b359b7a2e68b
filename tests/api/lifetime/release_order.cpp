// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects may be released in any order: each keeps what it needs until it is done.
#include "fixture.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace weft::test {

class ReleaseOrder : public ApiTest {
protected:
  // One object of each kind, every one referring to others, and work under way.
  enum Kind {
    ContextKind,
    QueueKind,
    BufferKind,
    SubBufferKind,
    ProgramKind,
    KernelKind,
    EventKind,
    GateKind,
    KindCount
  };
  struct Objects {
    cl_context context;
    cl_command_queue queue;
    cl_mem buffer, sub_buffer;
    cl_program program;
    cl_kernel kernel;
    cl_event event, gate;
    void release(int kind) {
      switch (kind) {
      case ContextKind:
        EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
        break;
      case QueueKind:
        EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
        break;
      case BufferKind:
        EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
        break;
      case SubBufferKind:
        EXPECT_EQ(clReleaseMemObject(sub_buffer), CL_SUCCESS);
        break;
      case ProgramKind:
        EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
        break;
      case KernelKind:
        EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
        break;
      case EventKind:
        EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
        break;
      case GateKind:
        EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
        EXPECT_EQ(clReleaseEvent(gate), CL_SUCCESS);
        break;
      }
    }
  };
  // What the work leaves in `target`, and how often destructor callbacks came.
  struct Trace {
    std::vector<int> target;
    std::atomic<int> memory{0}, context{0}, completed{0};
  };
  static void CL_CALLBACK memoryGone(cl_mem, void *data) { ++static_cast<Trace *>(data)->memory; }
  static void CL_CALLBACK contextGone(cl_context, void *data) {
    ++static_cast<Trace *>(data)->context;
  }
  static void CL_CALLBACK done(cl_event, cl_int, void *data) {
    ++static_cast<Trace *>(data)->completed;
  }

  // The whole is held back by `gate`: a kernel writes the sub-buffer, then the buffer is read into
  // trace.target.
  Objects make(Trace &trace) {
    trace.target.assign(Count, -1);
    Objects o = {};
    cl_int code = CL_SUCCESS;
    cl_device_id id = device();
    o.context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &code);
    EXPECT_EQ(clSetContextDestructorCallback(o.context, contextGone, &trace), CL_SUCCESS);
    o.queue = clCreateCommandQueueWithProperties(o.context, id, nullptr, &code);
    o.buffer = clCreateBuffer(o.context, CL_MEM_COPY_HOST_PTR, Bytes, numbers().data(), &code);
    EXPECT_EQ(code, CL_SUCCESS);
    const cl_buffer_region region = {Bytes / 2, Bytes / 2};
    o.sub_buffer = clCreateSubBuffer(o.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    for (cl_mem memory : {o.buffer, o.sub_buffer})
      EXPECT_EQ(clSetMemObjectDestructorCallback(memory, memoryGone, &trace), CL_SUCCESS);
    o.program =
        clCreateProgramWithBinary(o.context, 1, &id, &binary_size, &binary_data, nullptr, &code);
    EXPECT_EQ(clBuildProgram(o.program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    o.kernel = clCreateKernel(o.program, "store", &code);
    EXPECT_EQ(code, CL_SUCCESS);
    const int value = 42;
    EXPECT_EQ(clSetKernelArg(o.kernel, 0, sizeof o.sub_buffer, &o.sub_buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(o.kernel, 1, sizeof value, &value), CL_SUCCESS);
    o.gate = clCreateUserEvent(o.context, &code);
    const size_t global = Count / 2;
    EXPECT_EQ(clEnqueueNDRangeKernel(o.queue, o.kernel, 1, nullptr, &global, nullptr, 1, &o.gate,
                                     nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(o.queue, o.buffer, CL_FALSE, 0, Bytes, trace.target.data(), 0,
                                  nullptr, &o.event),
              CL_SUCCESS);
    EXPECT_EQ(clSetEventCallback(o.event, CL_COMPLETE, done, &trace), CL_SUCCESS);
    return o;
  }

  void check(Trace &trace, const std::string &order) {
    // Nothing is left to wait with, so this looks until all is gone: the test's time limit ends a
    // run in which something stays.
    while (trace.context.load() == 0)
      ;
    EXPECT_EQ(trace.completed.load(), 1) << order;
    EXPECT_EQ(trace.memory.load(), 2) << order;
    EXPECT_EQ(trace.context.load(), 1) << order;
    std::vector<int> expected = numbers();
    std::fill(expected.begin() + Count / 2, expected.end(), 42);
    EXPECT_EQ(trace.target, expected) << order;
  }

  void SetUp() override {
    ApiTest::SetUp();
    binary.resize(1);
    ASSERT_EQ(clGetProgramInfo(program(), CL_PROGRAM_BINARY_SIZES, sizeof binary_size, &binary_size,
                               nullptr),
              CL_SUCCESS);
    binary.resize(binary_size);
    unsigned char *to = binary.data();
    ASSERT_EQ(clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof to, &to, nullptr),
              CL_SUCCESS);
    binary_data = binary.data();
  }
  std::vector<unsigned char> binary;
  size_t binary_size = 0;
  const unsigned char *binary_data = nullptr;
};

TEST_F(ReleaseOrder, EachObjectMayGoFirstOrLast) {
  for (int special = 0; special < KindCount; ++special)
    for (bool first : {true, false}) {
      Trace trace;
      Objects objects = make(trace);
      std::vector<int> order;
      for (int kind = 0; kind < KindCount; ++kind)
        if (kind != special)
          order.push_back(kind);
      order.insert(first ? order.begin() : order.end(), special);
      for (int kind : order)
        objects.release(kind);
      check(trace, std::to_string(special) + (first ? " first" : " last"));
    }
}

TEST_F(ReleaseOrder, AnyPermutationWorks) {
  std::array<int, KindCount> order;
  for (int kind = 0; kind < KindCount; ++kind)
    order[kind] = kind;
  // A fixed walk through the permutations: every run tries the same ones.
  unsigned state = 12345;
  for (int round = 0; round < 60; ++round) {
    for (int i = KindCount - 1; i > 0; --i) {
      state = state * 1664525u + 1013904223u;
      std::swap(order[i], order[(state >> 16) % (i + 1)]);
    }
    Trace trace;
    Objects objects = make(trace);
    std::string text;
    for (int kind : order) {
      objects.release(kind);
      text += std::to_string(kind) + " ";
    }
    check(trace, text);
  }
}

// Releasing a queue flushes it, and what it holds runs on.
TEST_F(ReleaseOrder, AReleasedQueueRunsItsCommands) {
  Memory buffer = makeBuffer();
  Event gate = makeUserEvent(), last;
  Queue gone = makeQueue(context);
  const int pattern = 6;
  ASSERT_EQ(clEnqueueFillBuffer(gone, buffer, &pattern, sizeof pattern, 0, Bytes, 1, gate.list(),
                                last.out()),
            CL_SUCCESS);
  gone.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, last.list()), CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 6));
}

TEST_F(ReleaseOrder, AKernelOutlivesItsProgramAndArguments) {
  Kernel kernel = makeKernel("store");
  {
    Memory buffer = makeBuffer();
    const cl_mem argument = buffer;
    const int value = 1;
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    const size_t global = Count;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(read(buffer), std::vector<int>(Count, 1));
  }
  Memory other = makeBuffer();
  const cl_mem argument = other;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  const size_t global = Count;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(read(other), std::vector<int>(Count, 1));
}

// Setting an argument, or releasing a buffer, does not change what is queued.
TEST_F(ReleaseOrder, AQueuedLaunchKeepsItsArguments) {
  Kernel kernel = makeKernel("store");
  Memory first = makeBuffer(), second = makeBuffer();
  Event gate = makeUserEvent();
  const cl_mem arguments[] = {first, second};
  const size_t global = Count;
  for (int i : {0, 1}) {
    const int value = 100 + i;
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &arguments[i]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 1, gate.list(),
                                     nullptr),
              CL_SUCCESS);
  }
  const int value = 0;
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  kernel.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(first), std::vector<int>(Count, 100));
  EXPECT_EQ(read(second), std::vector<int>(Count, 101));
}

} // namespace weft::test
