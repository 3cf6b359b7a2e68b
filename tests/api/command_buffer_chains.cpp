// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that follow each other in a command buffer may run tile by tile: what they leave is what
// the same launches leave in a queue.
#include "command_buffer_fixture.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace weft::test {
namespace {

// Own elements of several sizes; neighbours', others' and shared ones; some of them under
// conditions.
constexpr const char *Source = R"(
kernel void add(global uint *y, global const uint *x) {
  size_t i = get_global_id(0);
  y[i] += 3 * x[i];
}
kernel void mix(global uint *y, global const uint *x) {
  int i = get_global_id(0);
  if (x[i] & 1)
    y[i] = (y[i] ^ x[i]) * 2654435761u;
}
kernel void before(global uint *y, global const uint *x) {
  uint i = get_global_id(0);
  y[i] += x[i ? i - 1 : 0];
}
kernel void behind(global uint *y, global const uint *x) {
  size_t i = get_global_id(0);
  y[i + 1] = x[i] + 7;
}
kernel void reversed(global uint *y, global const uint *x) {
  size_t i = get_global_id(0);
  y[i] ^= x[get_global_size(0) - 1 - i];
}
kernel void pairs(global uint *y, global const uint *x) {
  uint i = get_global_id(0);
  uint2 both = vload2(i / 2, x);
  y[i] += i & 1 ? both.x : both.y;
}
kernel void wide(global uint *y, global const uint *x) {
  size_t i = get_global_id(0);
  ((global uint2 *)y)[i / 2] = (uint2)(x[i / 2 * 2], x[i / 2 * 2] + 1);
}
kernel void bytes(global uint *y, global const uint *x) {
  int i = get_global_id(0);
  ((global uchar *)y)[4 * i + 1] = ((global const uchar *)x)[4 * i + 2];
}
kernel void narrow(global uint *y, global const uint *x) {
  uchar i = get_global_id(0);
  atomic_add(&y[i], x[i] & 15);
}
kernel void first(global uint *y, global const uint *x) {
  size_t i = get_global_id(0);
  y[i] += x[5];
}
)";
constexpr std::array Names = {"add",   "mix",  "before", "behind", "reversed",
                              "pairs", "wide", "bytes",  "narrow", "first"};

class CommandBufferChains : public CommandBufferTest {
protected:
  static constexpr size_t Items = 3 * 4096, Buffers = 3;

  void SetUp() override {
    CommandBufferTest::SetUp();
    program = buildProgram(Source);
  }
  // Room for one more element behind those of the work-items.
  std::vector<Memory> buffers(uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<Memory> result;
    for (size_t i = 0; i < Buffers; ++i) {
      std::vector<int> data(Items + 1);
      std::generate(data.begin(), data.end(), [&] { return int(random() >> 1); });
      result.push_back(makeBuffer(CL_MEM_READ_WRITE, data));
    }
    return result;
  }
  Kernel kernel(const char *name, cl_mem out, cl_mem in) {
    Kernel made(clCreateKernel(program, name, nullptr));
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof out, &out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof in, &in), CL_SUCCESS);
    return made;
  }

  std::vector<int> readAll(cl_mem from) {
    std::vector<int> data(Items + 1);
    EXPECT_EQ(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, data.size() * sizeof(int), data.data(),
                                  0, nullptr, nullptr),
              CL_SUCCESS);
    return data;
  }

  Program program;
};

struct Step {
  const char *name;
  size_t out, in;
};

TEST_F(CommandBufferChains, LeaveWhatTheLaunchesLeaveInAQueue) {
  std::mt19937 random(1);
  for (uint32_t run = 0; run < 60; ++run) {
    std::vector<Step> steps(2 + random() % 12);
    // Half of the runs are of own elements for the most part.
    const size_t names = run & 1 ? 2 : Names.size();
    for (Step &step : steps) {
      step.name = Names[random() % 8 ? random() % names : random() % Names.size()];
      step.out = random() % Buffers;
      step.in = (step.out + 1 + random() % (Buffers - 1)) % Buffers;
    }
    std::vector<Memory> queued = buffers(run), recorded = buffers(run);
    cl_command_buffer_khr buffer = make(queue);
    for (const Step &step : steps) {
      const size_t items = Items;
      Kernel direct = kernel(step.name, queued[step.out], queued[step.in]);
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, direct, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
          CL_SUCCESS);
      launch(buffer, kernel(step.name, recorded[step.out], recorded[step.in]), Items);
    }
    finalize(buffer);
    ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
    std::string text;
    for (const Step &step : steps)
      text += std::string(step.name) + "(" + std::to_string(step.out) + ", " +
              std::to_string(step.in) + ") ";
    for (size_t i = 0; i < Buffers; ++i)
      ASSERT_EQ(readAll(recorded[i]), readAll(queued[i])) << text << i;
  }
}

} // namespace
} // namespace weft::test
