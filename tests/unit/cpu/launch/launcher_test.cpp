// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launcher lends to a kernel, and the environment it calls it in.
#include "cpu/launch/launcher.h"

#include <cfenv>
#include <cstring>
#include <gtest/gtest.h>

using namespace weft;

namespace {

weft_launch range(uint64_t groups, uint64_t local) {
  weft_launch launch = {};
  for (int i = 0; i < 3; ++i)
    launch.global_size[i] = launch.local_size[i] = launch.num_groups[i] = 1;
  launch.global_size[0] = groups * local;
  launch.local_size[0] = local;
  launch.num_groups[0] = groups;
  launch.work_dim = 1;
  return launch;
}

} // namespace

TEST(Launcher, CountsGroupsWithoutWrapping) {
  weft_launch launch = range(10, 4);
  EXPECT_EQ(groupCount(launch), 10u);
  launch.num_groups[1] = 3;
  EXPECT_EQ(groupCount(launch), 30u);
  launch.num_groups[0] = launch.num_groups[1] = uint64_t(1) << 40;
  EXPECT_EQ(groupCount(launch), UINT64_MAX);
  launch.num_groups[2] = 0;
  EXPECT_EQ(groupCount(launch), 0u);
}

TEST(Launcher, LargestGroupIsNoLargerThanTheRange) {
  weft_launch launch = range(1, 64);
  EXPECT_EQ(largestGroup(launch), 64u);
  launch.global_size[0] = 10;
  launch.local_size[1] = launch.global_size[1] = 3;
  EXPECT_EQ(largestGroup(launch), 30u);
}

TEST(Launcher, LendsAlignedMemoryAndPassesWhatItIsGiven) {
  static KernelLaunch launch;
  static uint64_t seen_first, seen_end;
  launch = {};
  launch.launch = range(8, 1);
  launch.local_bytes = 1000;
  launch.context_bytes = 100000;
  launch.args = &launch;
  launch.entry = [](const weft_launch *range, const void *args, weft_thread *thread, uint64_t first,
                    uint64_t end) {
    EXPECT_EQ(range, &launch.launch);
    EXPECT_EQ(args, &launch);
    for (void *memory : {thread->local_memory, thread->context})
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % WEFT_ABI_ALIGNMENT, 0u);
    // One behind the other, within a page.
    EXPECT_EQ((static_cast<char *>(thread->context) - static_cast<char *>(thread->local_memory)) &
                  4095,
              1024);
    std::memset(thread->local_memory, 1, 1000);
    std::memset(thread->context, 2, 100000);
    EXPECT_EQ(static_cast<char *>(thread->local_memory)[999], 1);
    seen_first = first;
    seen_end = end;
  };
  Launcher launcher;
  ASSERT_TRUE(launcher.prepare(launch));
  EXPECT_TRUE(launcher.run(launch, 3, 7));
  EXPECT_EQ(seen_first, 3u);
  EXPECT_EQ(seen_end, 7u);
  EXPECT_FALSE(launcher.printed());
}

TEST(Launcher, SaysWhenMemoryIsShort) {
  Launcher launcher;
  KernelLaunch launch;
  launch.launch = range(1, 1);
  launch.local_bytes = uint64_t(1) << 60;
  EXPECT_FALSE(launcher.prepare(launch));
  launch.local_bytes = 1000;
  launch.context_bytes = UINT64_MAX;
  EXPECT_FALSE(launcher.prepare(launch));
  launch.local_bytes = 0;
  launch.context_bytes = UINT64_MAX;
  EXPECT_FALSE(launcher.prepare(launch));
  launch.context_bytes = 0;
  launch.fibers = true;
  launch.launch = range(1, uint64_t(1) << 50);
  EXPECT_FALSE(launcher.prepare(launch));
  launch.launch = range(1, 4);
  EXPECT_TRUE(launcher.prepare(launch));
}

// Rounding, subnormal numbers and exceptions, as registers have them.
struct FloatControl {
#if defined(__x86_64__)
  uint32_t mxcsr = 0;
  uint16_t x87 = 0;
  void read() {
    asm volatile("stmxcsr %0" : "=m"(mxcsr));
    asm volatile("fnstcw %0" : "=m"(x87));
  }
  bool isDefault() const { return mxcsr == 0x1f80 && x87 == 0x037f; }
#elif defined(__aarch64__)
  uint64_t fpcr = ~uint64_t(0);
  void read() { asm volatile("mrs %0, fpcr" : "=r"(fpcr)); }
  bool isDefault() const { return fpcr == 0; }
#endif
};

TEST(Launcher, KernelsSeeTheDefaultFloatEnvironment) {
  static FloatControl inside;
  KernelLaunch launch;
  launch.launch = range(1, 1);
  launch.entry = [](const weft_launch *, const void *, weft_thread *, uint64_t, uint64_t) {
    inside.read();
    std::fesetround(FE_UPWARD);
  };
  Launcher launcher;
  ASSERT_TRUE(launcher.prepare(launch));
  std::fesetround(FE_DOWNWARD);
  EXPECT_TRUE(launcher.run(launch, 0, 1));
  const int after = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(after, FE_DOWNWARD);
  EXPECT_TRUE(inside.isDefault());
}

TEST(Launcher, FibersMeetAtBarriersThroughTheThread) {
  constexpr uint64_t items = 33;
  struct Frame {
    int arrived[items];
    int right;
  };
  KernelLaunch launch;
  launch.launch = range(5, items);
  launch.fibers = true;
  static Frame total;
  total = {};
  launch.entry = [](const weft_launch *, const void *, weft_thread *thread, uint64_t first,
                    uint64_t end) {
    for (uint64_t group = first; group < end; ++group) {
      Frame frame = {};
      thread->run_items(
          thread,
          [](void *at, weft_thread *thread, uint64_t item) {
            auto *frame = static_cast<Frame *>(at);
            frame->arrived[item] = 1;
            thread->item_barrier(thread);
            int sum = 0;
            for (int arrived : frame->arrived)
              sum += arrived;
            frame->right += sum == int(items);
          },
          &frame, items);
      total.right += frame.right;
    }
  };
  Launcher launcher;
  ASSERT_TRUE(launcher.prepare(launch));
  EXPECT_TRUE(launcher.run(launch, 0, 5));
  EXPECT_EQ(total.right, int(5 * items));
}

TEST(Launcher, PrintsToStdoutAndRefusesMalformedRecords) {
  static int32_t good, bad;
  KernelLaunch launch;
  launch.launch = range(1, 1);
  launch.entry = [](const weft_launch *, const void *, weft_thread *thread, uint64_t, uint64_t) {
    weft_print_record record = {"printed\n", 0, 0};
    good = thread->print(thread, &record, sizeof record);
    bad = thread->print(thread, &record, 3);
  };
  Launcher launcher;
  ASSERT_TRUE(launcher.prepare(launch));
  testing::internal::CaptureStdout();
  EXPECT_TRUE(launcher.run(launch, 0, 1));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "printed\n");
  EXPECT_EQ(good, 0);
  EXPECT_EQ(bad, -1);
  EXPECT_TRUE(launcher.printed());
}
