// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arenas grow, stay aligned, and say when there is no memory.
#include "cpu/memory/arena.h"

#include <cstring>
#include <gtest/gtest.h>
#include <weft/kernel_abi.h>

using weft::Arena;

TEST(Arena, IsAlignedAndWritable) {
  Arena arena;
  for (uint64_t bytes : {0, 1, 100, 4096, 4097, 1 << 20}) {
    ASSERT_TRUE(arena.reserve(bytes)) << bytes;
    ASSERT_NE(arena.data(), nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(arena.data()) % WEFT_ABI_ALIGNMENT, 0u);
    EXPECT_GE(arena.capacity(), bytes);
    std::memset(static_cast<char *>(arena.data()) - WEFT_LOCAL_MARGIN, 1,
                bytes + 2 * WEFT_LOCAL_MARGIN);
  }
}

TEST(Arena, KeepsItsMemoryForSmallerRequests) {
  Arena arena;
  ASSERT_TRUE(arena.reserve(1 << 20));
  void *memory = arena.data();
  ASSERT_TRUE(arena.reserve(100));
  EXPECT_EQ(arena.data(), memory);
}

TEST(Arena, FailsWithoutHarmAndRecovers) {
  Arena arena;
  for (uint64_t bytes : {UINT64_MAX, UINT64_MAX - 1, uint64_t(1) << 48}) {
    EXPECT_FALSE(arena.reserve(bytes));
    EXPECT_EQ(arena.data(), nullptr);
  }
  ASSERT_TRUE(arena.reserve(64));
  std::memset(arena.data(), 1, 64);
}
