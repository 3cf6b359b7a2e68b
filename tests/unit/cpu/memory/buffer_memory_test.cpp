// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/memory/buffer_memory.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <sys/mman.h>
#include <thread>
#include <vector>
#include <weft/kernel_abi.h>

namespace weft {
namespace {

constexpr size_t MiB = size_t(1) << 20;

bool aligned(const void *memory, size_t alignment) {
  return reinterpret_cast<uintptr_t>(memory) % alignment == 0;
}

TEST(BufferMemory, AlignedAndWritableAtEverySize) {
  BufferMemory memory(256 * MiB);
  for (size_t bytes : {size_t(0), size_t(1), size_t(127), size_t(128), size_t(4095), size_t(4096),
                       size_t(5000), MiB, 4 * MiB - 1, 4 * MiB, 4 * MiB + 1, 33 * MiB + 5}) {
    void *buffer = memory.allocate(bytes);
    ASSERT_TRUE(buffer) << bytes;
    EXPECT_TRUE(aligned(buffer, bytes >= 4096 ? 4096 : WEFT_ABI_ALIGNMENT)) << bytes;
    std::memset(buffer, 0x5a, bytes);
    EXPECT_EQ(memory.used(), bytes);
    memory.free(buffer, bytes);
    EXPECT_EQ(memory.used(), 0u);
  }
}

TEST(BufferMemory, SmallBufferStartsAsZeros) {
  BufferMemory memory(MiB);
  for (size_t bytes : {size_t(4), size_t(532), size_t(4096), size_t(65536)}) {
    // What was freed last is what an allocator hands out next.
    for (int round = 0; round < 4; ++round) {
      auto *buffer = static_cast<unsigned char *>(memory.allocate(bytes));
      ASSERT_TRUE(buffer) << bytes;
      EXPECT_TRUE(std::all_of(buffer, buffer + bytes, [](unsigned char b) { return b == 0; }))
          << bytes;
      std::memset(buffer, 0x5a, bytes);
      memory.free(buffer, bytes);
    }
  }
}

TEST(BufferMemory, PagesOfSmallBuffersAreThereAtOnce) {
  BufferMemory memory(100 * MiB);
  for (size_t bytes : {size_t(65537), MiB, 4 * MiB - 1}) {
    void *buffer = memory.allocate(bytes);
    ASSERT_TRUE(buffer) << bytes;
    std::vector<unsigned char> resident((bytes + 4095) / 4096);
    ASSERT_EQ(mincore(buffer, bytes, resident.data()), 0);
    EXPECT_TRUE(std::all_of(resident.begin(), resident.end(), [](unsigned char page) {
      return page & 1;
    })) << bytes;
    memory.free(buffer, bytes);
  }
}

TEST(BufferMemory, LimitHoldsForAllBuffersTogether) {
  BufferMemory memory(10 * MiB);
  EXPECT_FALSE(memory.allocate(10 * MiB + 1));
  void *first = memory.allocate(6 * MiB);
  ASSERT_TRUE(first);
  EXPECT_FALSE(memory.allocate(5 * MiB));
  void *second = memory.allocate(4 * MiB);
  EXPECT_TRUE(second);
  EXPECT_FALSE(memory.allocate(1));
  memory.free(first, 6 * MiB);
  void *third = memory.allocate(5 * MiB);
  EXPECT_TRUE(third);
  memory.free(second, 4 * MiB);
  memory.free(third, 5 * MiB);
  EXPECT_EQ(memory.used(), 0u);
}

TEST(BufferMemory, WhatNoMachineHasIsNull) {
  BufferMemory memory(std::numeric_limits<uint64_t>::max());
  for (size_t bytes : {~size_t(0), ~size_t(0) - 4096, ~size_t(0) / 2, size_t(1) << 50}) {
    EXPECT_FALSE(memory.allocate(bytes)) << bytes;
    EXPECT_EQ(memory.used(), 0u);
  }
}

TEST(BufferMemory, FreedMappingServesTheNextBufferOfItsSize) {
  BufferMemory memory(1024 * MiB);
  void *first = memory.allocate(9 * MiB);
  memory.free(first, 9 * MiB);
  EXPECT_GE(memory.kept(), 9 * MiB);
  void *small = memory.allocate(5 * MiB);
  EXPECT_NE(small, first);
  void *second = memory.allocate(9 * MiB - 100);
  EXPECT_EQ(second, first);
  EXPECT_EQ(memory.kept(), 0u);
  std::memset(second, 1, 9 * MiB - 100);
  memory.free(small, 5 * MiB);
  memory.free(second, 9 * MiB - 100);
}

TEST(BufferMemory, FreedMemoryServesTheNextBufferOfItsSizeFrom64KOn) {
  BufferMemory memory(1024 * MiB);
  for (size_t bytes : {size_t(65537), size_t(128) << 10, size_t(1800) << 10, 4 * MiB - 1}) {
    void *first = memory.allocate(bytes);
    ASSERT_TRUE(first);
    memory.free(first, bytes);
    void *second = memory.allocate(bytes);
    EXPECT_EQ(second, first) << bytes;
    memory.free(second, bytes);
  }
}

TEST(BufferMemory, KeepsOnlyASmallPartOfWhatThereIs) {
  BufferMemory memory(256 * MiB);
  std::vector<void *> buffers;
  for (int i = 0; i < 20; ++i)
    buffers.push_back(memory.allocate(10 * MiB));
  for (void *buffer : buffers) {
    ASSERT_TRUE(buffer);
    memory.free(buffer, 10 * MiB);
  }
  EXPECT_LE(memory.kept(), 32 * MiB);
  EXPECT_GT(memory.kept(), 0u);
  void *whole = memory.allocate(256 * MiB);
  EXPECT_TRUE(whole);
  EXPECT_EQ(memory.kept(), 0u);
  memory.free(whole, 256 * MiB);
  EXPECT_EQ(memory.kept(), 0u);
}

TEST(BufferMemory, FreeOfNullIsNothing) {
  BufferMemory memory(MiB);
  memory.free(nullptr, 100);
  EXPECT_EQ(memory.used(), 0u);
}

TEST(BufferMemory, ThreadsDoNotShareBuffers) {
  BufferMemory memory(256 * MiB);
  std::vector<std::thread> threads;
  for (int id = 1; id <= 4; ++id)
    threads.emplace_back([&memory, id] {
      for (size_t round = 0; round < 50; ++round) {
        size_t bytes = round % 5 == 0 ? 5 * MiB : 100 + round * 37;
        auto *buffer = static_cast<unsigned char *>(memory.allocate(bytes));
        ASSERT_TRUE(buffer);
        std::memset(buffer, id, bytes);
        std::this_thread::yield();
        for (size_t i = 0; i < bytes; i += 61)
          ASSERT_EQ(buffer[i], id);
        memory.free(buffer, bytes);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(memory.used(), 0u);
}

} // namespace
} // namespace weft
