// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which launches of a command buffer run as one, and in which order their groups run then.
#include "core/command_buffer.h"

#include "core_fixture.h"

#include <algorithm>
#include <mutex>

namespace weft::test {
namespace {

constexpr size_t Items = 1 << 16, Local = 64;

// Which groups of which kernel ran, in their order.
struct Run {
  char kernel;
  uint64_t first, end;
};
std::mutex mutex; // guards what is below
std::vector<Run> runs;

template <char Name>
void note(const weft_launch *, const void *, weft_thread *, uint64_t first, uint64_t end) {
  std::lock_guard lock(mutex);
  runs.push_back({Name, first, end});
}

class FusedLaunchTest : public CoreTest {
protected:
  FusedLaunchTest() : queue(makeQueue()) {
    runs.clear();
    add("a", note<'a'>);
    add("b", note<'b'>);
    add("c", note<'c'>);
  }

  // out[i] = f(out[i], in[i]) of floats.
  void add(const std::string &name, weft_kernel_fn function) {
    TestKernel &kernel = device->kernels[name];
    kernel.function = function;
    kernel.info.reaches_by_arguments = true;
    kernel.info.hints.has_non_temporal_stores = false;
    kernel.info.args_size = 16;
    for (const bool is_written : {true, false}) {
      ArgInfo &arg = kernel.info.args.emplace_back();
      arg.kind = ArgKind::GlobalPointer;
      arg.size = arg.slot_size = 8;
      arg.offset = is_written ? 0 : 8;
      arg.is_written = is_written;
      arg.own_bytes = 4;
    }
  }

  struct Step {
    const char *kernel;
    Ref<Buffer> out, in;
    size_t items = Items;
  };
  RecordedCommand command(const Step &step, uint32_t index) {
    Ref<Program> program = make<Program>(context, step.kernel);
    program->beginBuild({Ref<Device>(device)}, "")();
    auto image = program->executable();
    Ref<Kernel> kernel = make<Kernel>(program, image, *image->find(step.kernel));
    KernelArgs args(device->kernels[step.kernel].info);
    for (cl_uint i : {0u, 1u}) {
      cl_mem handle = (i ? step.in : step.out)->handle();
      args.set(*context, i, sizeof handle, &handle);
    }
    const size_t local = Local;
    RecordedCommand result;
    result.type = CL_COMMAND_NDRANGE_KERNEL;
    result.after = index ? std::vector{index - 1} : std::vector<uint32_t>();
    result.launch = recorder->makeLaunch(0, *kernel, args, {1, nullptr, &step.items, &local});
    return result;
  }
  uint32_t steps(const std::vector<Step> &list) {
    std::vector<RecordedCommand> commands;
    for (const Step &step : list)
      commands.push_back(command(step, uint32_t(commands.size())));
    const ReplayPlan plan(commands);
    return plan.chains()[0].end - plan.chains()[0].first;
  }
  Ref<Buffer> floats(size_t count = Items) { return makeBuffer(count * sizeof(float)); }

  Ref<Queue> queue;
  Ref<CommandBuffer> recorder =
      make<CommandBuffer>(std::vector{queue}, std::vector<cl_command_buffer_properties_khr>());
};

TEST_F(FusedLaunchTest, GroupsOfOwnElementsRunTileByTile) {
  Ref<Buffer> x = floats(), y = floats(), z = floats();
  uint32_t index = 0;
  for (const Step &step : {Step{"a", y, x}, {"b", z, y}, {"c", x, z}}) {
    RecordedCommand one = command(step, index++);
    recorder->record(std::move(one));
  }
  recorder->finalize();
  Ref<Command> replay = recorder->replay(recorder->queues());
  queue->submit(*replay, {});
  replay->wait();
  EXPECT_EQ(replay->status(), CL_COMPLETE);

  ASSERT_GT(runs.size(), 3u) << "more than one tile";
  ASSERT_EQ(runs.size() % 3, 0u);
  std::vector<bool> seen(Items / Local);
  for (size_t i = 0; i < runs.size(); i += 3) {
    EXPECT_EQ(runs[i].kernel, 'a');
    EXPECT_EQ(runs[i + 1].kernel, 'b');
    EXPECT_EQ(runs[i + 2].kernel, 'c');
    for (size_t other : {i + 1, i + 2}) {
      EXPECT_EQ(runs[other].first, runs[i].first);
      EXPECT_EQ(runs[other].end, runs[i].end);
    }
    for (uint64_t group = runs[i].first; group < runs[i].end; ++group) {
      EXPECT_FALSE(seen[group]) << group;
      seen[group] = true;
    }
  }
  EXPECT_EQ(std::ranges::count(seen, true), Items / Local);
}

TEST_F(FusedLaunchTest, OnlyLaunchesOfOneRangeDo) {
  Ref<Buffer> x = floats(), y = floats();
  EXPECT_EQ(steps({{"a", y, x}, {"b", y, x}}), 1u);
  EXPECT_EQ(steps({{"a", y, x}, {"b", y, x, Items / 2}}), 2u);
  EXPECT_EQ(steps({{"a", y, x, Items / 2}, {"a", y, x, Items / 2}, {"b", y, x}, {"c", y, x}}), 2u);
}

TEST_F(FusedLaunchTest, WhatOthersReadIsWrittenBefore) {
  Ref<Buffer> x = floats(), y = floats(), z = floats();
  device->kernels["b"].info.args[1].own_bytes = 0; // it reads any of them
  EXPECT_EQ(steps({{"a", y, x}, {"b", z, y}}), 2u);
  EXPECT_EQ(steps({{"b", y, x}, {"a", x, z}}), 2u);
  EXPECT_EQ(steps({{"a", y, x}, {"b", z, x}}), 1u) << "nobody writes it";
  EXPECT_EQ(steps({{"a", y, x}, {"c", z, y}, {"b", x, z}}), 2u) << "the first two still do";
}

TEST_F(FusedLaunchTest, OwnBytesHaveToBeTheSame) {
  Ref<Buffer> x = floats(2 * Items), y = floats(2 * Items), z = floats(2 * Items);
  device->kernels["b"].info.args[1].own_bytes = 8;
  EXPECT_EQ(steps({{"a", y, x}, {"b", z, y}}), 2u) << "of another size";
  std::vector<char> memory(3 * Items * sizeof(float));
  auto at = [&](size_t element) {
    return makeBuffer(Items * sizeof(float), CL_MEM_USE_HOST_PTR,
                      memory.data() + element * sizeof(float));
  };
  Ref<Buffer> first = at(0), shifted = at(1), behind = at(2 * Items);
  EXPECT_EQ(steps({{"a", first, x}, {"c", shifted, x}}), 2u) << "at another place";
  EXPECT_EQ(steps({{"a", first, x}, {"c", behind, x}}), 1u) << "nothing in common";
}

TEST_F(FusedLaunchTest, KernelsThatReachOtherMemoryDoNot) {
  Ref<Buffer> x = floats(), y = floats();
  device->kernels["b"].info.reaches_by_arguments = false;
  EXPECT_EQ(steps({{"a", y, x}, {"b", y, x}, {"c", y, x}}), 3u);
  device->kernels["b"].info.reaches_by_arguments = true;
  device->kernels["b"].info.local_bytes = 64;
  EXPECT_EQ(steps({{"a", y, x}, {"b", y, x}, {"c", y, x}}), 3u);
}

TEST_F(FusedLaunchTest, AnotherLaunchIsLookedAtAnew) {
  Ref<Buffer> x = floats(), y = floats(), z = floats();
  device->kernels["c"].info.args[1].own_bytes = 0;
  std::vector<RecordedCommand> commands;
  for (const Step &step : {Step{"a", y, x}, {"b", y, x}, {"b", x, z}})
    commands.push_back(command(step, uint32_t(commands.size())));
  ReplayPlan plan(commands);
  const auto count = [&] { return plan.chains()[0].end - plan.chains()[0].first; };
  EXPECT_EQ(count(), 1u);
  plan.replaceLaunch(1, command({"c", z, y}, 0).launch);
  plan.settle();
  EXPECT_EQ(count(), 2u) << "it reads all that the first one writes";
  plan.replaceLaunch(1, command({"b", z, y}, 0).launch);
  plan.settle();
  EXPECT_EQ(count(), 1u);
}

} // namespace
} // namespace weft::test
