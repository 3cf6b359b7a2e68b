// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chains that recorded commands become, and that each command runs once and in order, on a
// device that leaves all launches to its queue.
#include "core/command_buffer.h"

#include "core_fixture.h"

namespace weft::test {
namespace {

class ReplayPlanTest : public CoreTest {
protected:
  using List = std::vector<uint32_t>;

  RecordedCommand command(List after, uint32_t queue = 0) {
    RecordedCommand result;
    result.type = CL_COMMAND_COPY_BUFFER;
    result.queue = queue;
    result.after = std::move(after);
    result.work = std::make_shared<const std::function<void()>>([] {});
    return result;
  }
  // What each chain of steps waits for, by the number of chains, and what waits for it.
  static std::vector<std::pair<uint32_t, List>> shape(const ReplayPlan &plan) {
    std::vector<std::pair<uint32_t, List>> result;
    for (const ReplayPlan::Chain &chain : plan.chains())
      result.emplace_back(chain.waits_for, chain.waiting);
    return result;
  }
  using Shape = std::vector<std::pair<uint32_t, List>>;
};

TEST_F(ReplayPlanTest, CommandsThatFollowEachOtherAreOneChain) {
  std::vector<RecordedCommand> commands;
  for (uint32_t i = 0; i < 100; ++i)
    commands.push_back(command(i ? List{i - 1} : List{}));
  const ReplayPlan plan(commands);
  ASSERT_EQ(plan.chains().size(), 1u);
  EXPECT_EQ(plan.chains()[0].end - plan.chains()[0].first, 100u);
  EXPECT_EQ(plan.roots().size(), 1u);
}

TEST_F(ReplayPlanTest, DependenciesThatOthersImplyAreDropped) {
  const std::vector<RecordedCommand> commands = {command({}), command({0}), command({0, 1, 1}),
                                                 command({0, 2, 1})};
  EXPECT_EQ(shape(ReplayPlan(commands)), (Shape{{0, {}}}));
}

TEST_F(ReplayPlanTest, ADiamondIsFourChains) {
  const std::vector<RecordedCommand> commands = {command({}), command({0}), command({0}),
                                                 command({1, 2})};
  const ReplayPlan plan(commands);
  EXPECT_EQ(shape(plan), (Shape{{0, {1, 2}}, {1, {3}}, {1, {3}}, {2, {}}}));
  EXPECT_EQ(List(plan.roots().begin(), plan.roots().end()), List{0});
}

TEST_F(ReplayPlanTest, ChainsStayOnOneQueue) {
  const std::vector<RecordedCommand> commands = {command({}, 0), command({0}, 1), command({1}, 1)};
  EXPECT_EQ(shape(ReplayPlan(commands)), (Shape{{0, {1}}, {1, {}}}));
}

// Commands note when they ran; each has to come after what it waits for.
TEST_F(ReplayPlanTest, EveryCommandRunsOnceAfterWhatItWaitsFor) {
  constexpr uint32_t Commands = 300;
  std::vector<std::atomic<uint32_t>> when(Commands);
  std::atomic<uint32_t> clock{0};
  Ref<Queue> queue = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  auto buffer =
      make<CommandBuffer>(std::vector{queue}, std::vector<cl_command_buffer_properties_khr>());
  std::vector<List> after(Commands);
  uint32_t random = 1;
  const auto next = [&](uint32_t limit) {
    random = random * 1664525 + 1013904223;
    return (random >> 8) % limit;
  };
  for (uint32_t i = 0; i < Commands; ++i) {
    for (uint32_t n = i ? next(4) : 0; n; --n)
      after[i].push_back(i - 1 - next(std::min(i, 20u)));
    RecordedCommand one = command(after[i]);
    one.work = std::make_shared<const std::function<void()>>([&when, &clock, i] {
      EXPECT_EQ(when[i].load(), 0u) << i;
      when[i] = ++clock;
    });
    EXPECT_EQ(buffer->record(std::move(one)), i + 1);
  }
  buffer->finalize();
  for (int run = 0; run < 20; ++run) {
    for (auto &time : when)
      time = 0;
    clock = 0;
    Ref<Command> replay = buffer->replay(buffer->queues());
    queue->submit(*replay, {});
    replay->wait();
    EXPECT_EQ(replay->status(), CL_COMPLETE);
    for (uint32_t i = 0; i < Commands; ++i) {
      EXPECT_NE(when[i].load(), 0u) << i;
      for (uint32_t earlier : after[i])
        EXPECT_GT(when[i].load(), when[earlier].load()) << i << " after " << earlier;
    }
  }
}

} // namespace
} // namespace weft::test
