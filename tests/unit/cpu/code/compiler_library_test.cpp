// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/compiler_library.h"
#include "unit/temporary_folder.h"

#include <atomic>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <weft/kernel_abi.h>

namespace weft {
namespace {

using Paths = std::vector<std::string>;

TEST(CompilerLibrary, OpensTheFirstThatFits) {
  CompilerLibrary library(
      Paths{"/nowhere/libweft-compiler.so", OLD_COMPILER, OTHER_LIBRARY, GOOD_COMPILER});
  EXPECT_TRUE(library.available());
  std::string error;
  const weft_compiler_interface_t *found = library.get(error);
  ASSERT_TRUE(found) << error;
  EXPECT_EQ(found->abi_version, uint32_t(WEFT_COMPILER_ABI_VERSION));
  EXPECT_EQ(found->kernel_abi_version, uint32_t(WEFT_KERNEL_ABI_VERSION));
  EXPECT_TRUE(library.available());
}

TEST(CompilerLibrary, MissingLibrarySaysWhereItWasLookedFor) {
  CompilerLibrary library(Paths{"/nowhere/a.so", "/nowhere/b.so"});
  EXPECT_FALSE(library.available());
  std::string error;
  EXPECT_FALSE(library.get(error));
  EXPECT_NE(error.find("/nowhere/a.so"), std::string::npos);
  EXPECT_NE(error.find("/nowhere/b.so"), std::string::npos);
}

TEST(CompilerLibrary, LibraryOfAnotherVersionIsRefused) {
  for (const char *path : {OLD_COMPILER, OLD_KERNEL_ABI}) {
    CompilerLibrary library(Paths{path});
    EXPECT_TRUE(library.available());
    std::string error;
    EXPECT_FALSE(library.get(error));
    EXPECT_NE(error.find("another version"), std::string::npos) << error;
    EXPECT_FALSE(library.available());
  }
}

TEST(CompilerLibrary, FileThatIsNoLibraryIsRefused) {
  TemporaryFolder folder;
  folder.write("/garbage.so", std::string(10000, 'x'));
  for (std::string path : {folder.path + "/garbage.so", std::string(OTHER_LIBRARY)}) {
    CompilerLibrary library(Paths{path});
    std::string error;
    EXPECT_FALSE(library.get(error));
    EXPECT_NE(error.find(path), std::string::npos);
    EXPECT_FALSE(library.available());
  }
}

// Mapped by the loader, it would end the process.
TEST(CompilerLibrary, LibraryThatIsCutOffIsRefused) {
  std::ifstream file(GOOD_COMPILER, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  ASSERT_GT(whole.size(), 4096u);
  TemporaryFolder folder;
  for (size_t size : {size_t(0), size_t(10), size_t(100), whole.size() / 8, whole.size() / 4}) {
    folder.write("/cut.so", whole.substr(0, size));
    CompilerLibrary library(Paths{folder.path + "/cut.so"});
    std::string error;
    EXPECT_FALSE(library.get(error)) << size;
    EXPECT_NE(error.find("cut.so: the "), std::string::npos) << error;
  }
}

TEST(CompilerLibrary, WhatTheUserChoosesIsTheOnlyPlace) {
  CompilerLibrary library(std::string("/nowhere/mine.so"));
  std::string error;
  EXPECT_FALSE(library.get(error));
  EXPECT_NE(error.find("/nowhere/mine.so"), std::string::npos);
  EXPECT_EQ(error.find("libweft-compiler.so"), std::string::npos);
}

TEST(CompilerLibrary, OpenedOnceFromManyThreads) {
  CompilerLibrary library(Paths{GOOD_COMPILER});
  std::atomic<const weft_compiler_interface_t *> first{nullptr};
  std::atomic<int> agreed{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      std::string error;
      const weft_compiler_interface_t *found = library.get(error), *expected = nullptr;
      if (first.compare_exchange_strong(expected, found) || expected == found)
        ++agreed;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(first);
  EXPECT_EQ(agreed, 8);
}

} // namespace
} // namespace weft
