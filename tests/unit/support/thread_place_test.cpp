// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads begin beside whoever starts or wakes them, and then may run wherever they could before.
#include "support/thread_place.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

using namespace weft;

namespace {

cpu_set_t cpusOf(pid_t thread) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  EXPECT_EQ(sched_getaffinity(thread, sizeof cpus, &cpus), 0);
  return cpus;
}

bool within(const cpu_set_t &few, const cpu_set_t &many) {
  cpu_set_t both;
  CPU_AND(&both, &few, &many);
  return CPU_EQUAL(&both, &few);
}

// On one CPU alone, whatever the machine has.
class OnOneCpu {
public:
  OnOneCpu() : before(cpusOf(0)) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(size_t(sched_getcpu()), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OnOneCpu() { sched_setaffinity(0, sizeof before, &before); }

private:
  cpu_set_t before;
};

struct Begun {
  ThreadPlace place;
  cpu_set_t first, afterwards;
};

} // namespace

TEST(ThreadPlace, ThreadBeginsOnOneOfTheOtherCpus) {
  const cpu_set_t own = cpusOf(0);
  for (unsigned index = 0; index < 3; ++index) {
    const auto place = ThreadPlace::beside(index);
    ASSERT_EQ(place.has_value(), CPU_COUNT(&own) > 1);
    if (!place)
      return;
    EXPECT_EQ(CPU_COUNT(&place->first), 1);
    EXPECT_TRUE(within(place->first, own));
    EXPECT_TRUE(CPU_EQUAL(&place->usual, &own));
    Begun begun{*place, {}, {}};
    pthread_attr_t attributes;
    ASSERT_EQ(pthread_attr_init(&attributes), 0);
    place->begin(attributes);
    pthread_t thread;
    ASSERT_EQ(pthread_create(
                  &thread, &attributes,
                  [](void *argument) -> void * {
                    Begun &begun = *static_cast<Begun *>(argument);
                    begun.first = cpusOf(0);
                    begun.place.arrived();
                    begun.afterwards = cpusOf(0);
                    return nullptr;
                  },
                  &begun),
              0);
    pthread_attr_destroy(&attributes);
    pthread_join(thread, nullptr);
    EXPECT_TRUE(CPU_EQUAL(&begun.first, &place->first));
    EXPECT_TRUE(CPU_EQUAL(&begun.afterwards, &own));
  }
}

TEST(ThreadPlace, ThreadKeptOffIsFreeAgainOnceItArrives) {
  std::atomic<pid_t> id{0};
  std::atomic<int> step{0};
  std::optional<ThreadPlace> place;
  cpu_set_t afterwards;
  std::thread thread([&] {
    id = gettid();
    id.notify_one();
    step.wait(0);
    if (place)
      place->arrived();
    afterwards = cpusOf(0);
  });
  id.wait(0);
  const cpu_set_t usual = cpusOf(id);
  place = ThreadPlace::keepOff(id);
  EXPECT_EQ(place.has_value(), CPU_COUNT(&usual) > 1);
  if (place) {
    const cpu_set_t kept = cpusOf(id);
    EXPECT_EQ(CPU_COUNT(&kept), CPU_COUNT(&usual) - 1);
    EXPECT_TRUE(within(kept, usual));
  }
  step = 1;
  step.notify_one();
  thread.join();
  EXPECT_TRUE(CPU_EQUAL(&afterwards, &usual));
}

TEST(ThreadPlace, NobodyIsMovedWhereThereIsOneCpu) {
  const OnOneCpu here;
  EXPECT_FALSE(ThreadPlace::beside(0));
  const cpu_set_t before = cpusOf(0);
  EXPECT_FALSE(ThreadPlace::keepOff(gettid()));
  const cpu_set_t after = cpusOf(0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}
