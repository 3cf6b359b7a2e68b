// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What recorded commands wait for: sync points, barriers, in-order queues.
#include "command_buffer_fixture.h"

namespace weft::test {

class CommandBufferOrder : public CommandBufferTest {
protected:
  // Runs it `runs` times, waiting for each.
  void run(cl_command_buffer_khr buffer, cl_command_queue on, int runs = 20) {
    finalize(buffer);
    for (int i = 0; i < runs; ++i) {
      ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
      ASSERT_EQ(clFinish(on), CL_SUCCESS);
    }
  }
  // out[i] = 3 * out[i] + value: what was run first can be told.
  Kernel mixer(cl_mem out, int value) {
    if (!program)
      program = buildProgram("__kernel void mix(__global int *out, int value) {"
                             "  out[get_global_id(0)] = 3 * out[get_global_id(0)] + value;"
                             "}");
    Kernel kernel(clCreateKernel(program, "mix", nullptr));
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    return kernel;
  }
  static unsigned mixed(unsigned start, unsigned steps, int runs) {
    for (int run = 0; run < runs; ++run)
      for (unsigned i = 0; i < steps; ++i)
        start = 3 * start + i;
    return start;
  }
  Program program;
};

TEST_F(CommandBufferOrder, InOrderQueuesAreOneChain) {
  Memory data = zeros();
  cl_command_buffer_khr buffer = make(queue);
  for (int i = 0; i < 200; ++i)
    launch(buffer, mixer(data, i), Count);
  run(buffer, queue);
  EXPECT_EQ(unsigned(read(data)[Count - 1]), mixed(0, 200, 20));
}

TEST_F(CommandBufferOrder, SyncPointsAreWaitedFor) {
  Memory data = zeros();
  cl_command_buffer_khr buffer = make(unordered);
  std::vector<Point> points;
  for (int i = 0; i < 200; ++i) {
    // Now and then more than one, of which the last implies the others.
    std::vector<Point> after(points.end() - std::min<ptrdiff_t>(i % 5, i), points.end());
    if (after.empty() && i)
      after = {points.back(), points.back(), points.front()};
    points.push_back(launch(buffer, mixer(data, i), Count, after));
  }
  run(buffer, unordered);
  EXPECT_EQ(unsigned(read(data)[0]), mixed(0, 200, 20));
}

TEST_F(CommandBufferOrder, BarriersWaitForAllAndHoldAllBack) {
  constexpr int Width = 8, Depth = 10;
  std::vector<Memory> data;
  for (int i = 0; i < Width; ++i)
    data.push_back(zeros());
  cl_command_buffer_khr buffer = make(unordered);
  // Each layer copies from the neighbours of the one before: who is too early finds old values.
  for (int layer = 0; layer < Depth; ++layer) {
    for (int i = 0; i < Width; ++i)
      launch(buffer, "add", data[i], 1);
    barrier(buffer);
    if (layer % 2) {
      for (int i = 0; i < Width; i += 2)
        copy(buffer, data[i], data[i + 1]);
      barrier(buffer);
    }
  }
  run(buffer, unordered, 10);
  for (int i = 0; i < Width; ++i)
    EXPECT_EQ(read(data[i]), std::vector<int>(Count, 10 * Depth)) << i;
}

TEST_F(CommandBufferOrder, ABarrierWithAWaitListWaitsForThat) {
  Memory a = zeros(), b = zeros();
  cl_command_buffer_khr buffer = make(unordered);
  const Point first = launch(buffer, "store", a, 7);
  barrier(buffer, {first});
  copy(buffer, a, b);
  run(buffer, unordered);
  EXPECT_EQ(read(b), std::vector<int>(Count, 7));
}

// A diamond of many: one, then eight of it, then one of all.
TEST_F(CommandBufferOrder, ManyMayWaitForOneAndOneForMany) {
  Program add = buildProgram("__kernel void sum(__global const int *in, __global int *out) {"
                             "  atomic_add(&out[get_global_id(0)], in[get_global_id(0)]);"
                             "}");
  Memory source = zeros(), sum = zeros(), result = zeros();
  cl_command_buffer_khr buffer = make(unordered);
  const Point first = launch(buffer, "add", source, 1);
  std::vector<Point> points;
  for (int i = 0; i < 8; ++i) {
    Kernel kernel(clCreateKernel(add, "sum", nullptr));
    const cl_mem from = source, to = sum;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof from, &from), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof to, &to), CL_SUCCESS);
    points.push_back(launch(buffer, kernel, Count, {first}));
  }
  copy(buffer, sum, result, points);
  run(buffer, unordered, 10);
  EXPECT_EQ(read(result), std::vector<int>(Count, 8 * 55)); // 1 + 2 + ... + 10, eight times
}

TEST_F(CommandBufferOrder, LargeAndSmallLaunchesFollowEachOther) {
  constexpr size_t Items = 1 << 18;
  Memory large(clCreateBuffer(context, CL_MEM_READ_WRITE, Items * sizeof(int), nullptr, nullptr));
  const cl_int zero = 0;
  ASSERT_EQ(clEnqueueFillBuffer(queue, large, &zero, sizeof zero, 0, Items * sizeof(int), 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  cl_command_buffer_khr buffer = make(queue);
  for (unsigned i = 0; i < 30; ++i)
    launch(buffer, mixer(large, int(i)), i % 3 ? 16 : Items);
  run(buffer, queue);
  std::vector<int> got(Items);
  ASSERT_EQ(clEnqueueReadBuffer(queue, large, CL_TRUE, 0, Items * sizeof(int), got.data(), 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(unsigned(got[3]), mixed(0, 30, 20));
  unsigned every_third = 0;
  for (int run = 0; run < 20; ++run)
    for (unsigned i = 0; i < 30; i += 3)
      every_third = 3 * every_third + i;
  EXPECT_EQ(unsigned(got[Items - 1]), every_third);
}

TEST_F(CommandBufferOrder, IndependentCommandsAllRun) {
  Program count = buildProgram("__kernel void count(__global int *n) { atomic_inc(n); }");
  Kernel kernel(clCreateKernel(count, "count", nullptr));
  Memory counter = zeros();
  const cl_mem argument = counter;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  cl_command_buffer_khr buffer = make(unordered);
  for (int i = 0; i < 500; ++i)
    launch(buffer, kernel, i % 50 ? 1 : 5000);
  run(buffer, unordered, 10);
  EXPECT_EQ(read(counter)[0], 10 * (490 + 10 * 5000));
}

TEST_F(CommandBufferOrder, RecordingAndEnqueuingMayAlternate) {
  Memory data = zeros();
  cl_command_buffer_khr buffer = make(queue);
  launch(buffer, "add", data, 1);
  Kernel add = makeKernel("add");
  const cl_mem argument = data;
  const int five = 5;
  const size_t items = Count;
  ASSERT_EQ(clSetKernelArg(add, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(add, 1, sizeof five, &five), CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  launch(buffer, "add", data, 1);
  EXPECT_EQ(read(data), std::vector<int>(Count, 5));
  run(buffer, queue, 1);
  EXPECT_EQ(read(data), std::vector<int>(Count, 7));
}

} // namespace weft::test
