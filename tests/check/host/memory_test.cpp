// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that kernels must not use at the moment: released by the host, or mapped.
#include "child.h"

#include <gtest/gtest.h>

namespace weft::check::test {
namespace {

std::string output(const char *name, const char *kinds = "WEFT_CHECK=memory") {
  const Result result = run(name, {kinds});
  EXPECT_TRUE(result.ended(0)) << result.output;
  return result.output;
}

struct Wanted {
  const char *name;
  std::vector<const char *> parts;
};

class CheckMemory : public ::testing::TestWithParam<Wanted> {};

TEST_P(CheckMemory, IsFoundOnce) {
  const std::string found = output(GetParam().name);
  EXPECT_EQ(reportsIn(found), 1u) << found;
  for (const char *part : GetParam().parts)
    EXPECT_NE(found.find(part), std::string::npos) << part << "\n" << found;
}

INSTANTIATE_TEST_SUITE_P(
    , CheckMemory,
    ::testing::Values(
        Wanted{"svm-is-released",
               {"program.cl:2:13: error: read of memory that was released [memory]",
                "read of 4 bytes at offset 4 of SVM allocation of 256 bytes",
                "  made by clSVMAlloc", "  released by "}},
        Wanted{"svm-is-released-by-command",
               {"read of memory that was released [memory]", "  released by clEnqueueSVMFree"}},
        Wanted{"usm-is-released",
               {"read of memory that was released [memory]", "shared allocation of 256 bytes",
                "  released by clMemFreeINTEL"}},
        Wanted{"buffer-is-released",
               {"read of memory that was released [memory]", "memory object of 256 bytes",
                "  made by clCreateBufferWithProperties", "  released by clReleaseMemObject"}},
        Wanted{"kernel-writes-mapped",
               {"error: write to 'data', which the host has mapped for reading [memory]",
                "  mapped by clEnqueueMapBuffer"}},
        Wanted{"kernel-writes-mapped-svm",
               {"error: write to 'data', which the host has mapped for reading [memory]",
                "  mapped by clEnqueueSVMMap"}},
        Wanted{"kernel-reads-mapped-for-writing",
               {"error: read of 'in', which the host has mapped for writing [memory]",
                "  mapped by clEnqueueMapBuffer"}}),
    [](const auto &info) {
      std::string name = info.param.name;
      std::erase(name, '-');
      return name;
    });

TEST(CheckMemoryPlaces, AreThoseOfTheHost) {
  const std::string released = output("svm-is-released");
  EXPECT_NE(released.find(placeOf("svm-is-made")), std::string::npos) << released;
  EXPECT_NE(released.find(placeOf("svm-is-released")), std::string::npos) << released;
  const std::string by_command = output("svm-is-released-by-command");
  EXPECT_NE(by_command.find(placeOf("svm-is-released-by-command")), std::string::npos)
      << by_command;
  const std::string mapped = output("kernel-writes-mapped");
  EXPECT_NE(mapped.find(placeOf("mapped-for-long")), std::string::npos) << mapped;
}

// Reads and writes through it are two reports.
TEST(CheckMemoryArguments, ThatWereReleasedAreFound) {
  const std::string found = output("argument-is-released");
  EXPECT_NE(found.find("read of memory that was released"), std::string::npos) << found;
  EXPECT_NE(found.find("write of memory that was released"), std::string::npos) << found;
}

class CheckMemoryIsRight : public ::testing::TestWithParam<const char *> {};

TEST_P(CheckMemoryIsRight, HasNoReport) {
  const std::string found = output(GetParam());
  EXPECT_EQ(reportsIn(found), 0u) << found;
}

INSTANTIATE_TEST_SUITE_P(, CheckMemoryIsRight,
                         ::testing::Values("memory-is-made-again", "much-is-released",
                                           "mappings-are-right"),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::erase(name, '-');
                           return name;
                         });

// Races between commands tell of it already.
TEST(CheckMappedObjects, AreReportedOnceWithAllKinds) {
  const std::string found = output("kernel-writes-mapped", "WEFT_CHECK=all");
  EXPECT_EQ(countOf(found, "mapped for reading [memory]"), 0u) << found;
  EXPECT_NE(found.find("while it is mapped [race]"), std::string::npos) << found;
  // They know nothing of SVM.
  const std::string of_svm = output("kernel-writes-mapped-svm", "WEFT_CHECK=memory,race");
  EXPECT_EQ(reportsIn(of_svm), 1u) << of_svm;
  EXPECT_NE(of_svm.find("mapped for reading [memory]"), std::string::npos) << of_svm;
}

} // namespace
} // namespace weft::check::test
