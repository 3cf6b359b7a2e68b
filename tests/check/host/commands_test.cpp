// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Races between commands: what nothing orders is found, what something orders is not reported.
#include "check/ranges.h"
#include "child.h"

#include <gtest/gtest.h>

namespace weft::check::test {
namespace {

struct Wanted {
  const char *name;
  const char *message;
  const char *place; // or null
};

class CheckRace : public ::testing::TestWithParam<Wanted> {};

TEST_P(CheckRace, IsFound) {
  const Wanted &wanted = GetParam();
  const Result result = run(wanted.name, {"WEFT_CHECK=race"});
  EXPECT_TRUE(result.ended(0)) << result.output;
  EXPECT_NE(result.output.find(wanted.message), std::string::npos) << result.output;
  if (wanted.place) {
    EXPECT_NE(result.output.find(placeOf(wanted.place)), std::string::npos) << result.output;
  }
  EXPECT_NE(result.output.find("weft: checked for race: 1 report (race 1)"), std::string::npos)
      << result.output;
}

INSTANTIATE_TEST_SUITE_P(
    , CheckRace,
    ::testing::Values(
        Wanted{"read-on-other-queue",
               "error: 'read buffer' reads what 'fill' writes, and nothing "
               "orders the two commands [race]",
               "read-on-other-queue"},
        Wanted{"out-of-order", "warning: 'add' may read what 'fill' writes", nullptr},
        Wanted{"whatever-the-schedule", "error: 'fill buffer' writes what 'fill' writes", nullptr},
        Wanted{"sub-buffers", "error: 'fill buffer' writes what 'fill buffer' writes", nullptr},
        Wanted{"host-memory", "error: 'read buffer' writes what 'read buffer' writes", nullptr},
        Wanted{"map-while-written", "error: the host reads what 'fill' writes while it is mapped",
               "mapped"},
        Wanted{"write-while-mapped", "error: 'fill' writes what the host reads while it is mapped",
               "mapped"},
        Wanted{"launch-after-unordered-unmap",
               "error: 'twice' writes what the host writes while it is mapped", "mapped"},
        Wanted{"rects", "error: 'write buffer rect' writes what 'write buffer rect' writes",
               nullptr}),
    [](const auto &info) {
      std::string name = info.param.name;
      std::erase(name, '-');
      return name;
    });

class CheckOrder : public ::testing::TestWithParam<const char *> {};

TEST_P(CheckOrder, IsNoRace) {
  const Result result = run(GetParam(), {"WEFT_CHECK=all"});
  EXPECT_TRUE(result.ended(0)) << result.output;
  EXPECT_EQ(countOf(result.output, "[race]"), 0u) << result.output;
}

INSTANTIATE_TEST_SUITE_P(, CheckOrder,
                         ::testing::Values("by-event", "by-chain-of-queues", "by-barrier",
                                           "by-marker-and-event", "by-finish", "by-wait",
                                           "by-blocking-call", "by-polling", "by-callback",
                                           "by-native-kernel", "by-user-event", "by-failure",
                                           "in-parts", "rects-beside-each-other", "readers",
                                           "mapped-staging", "memory-comes-back", "many-commands"),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(CheckRanges, PlainOnesOverlapByTheirBytes) {
  const Bytes bytes = {100, 10};
  EXPECT_TRUE(bytes.overlaps({109, 1}));
  EXPECT_FALSE(bytes.overlaps({110, 1}));
  EXPECT_FALSE(bytes.overlaps({90, 10}));
  EXPECT_FALSE(bytes.overlaps({105, 0}));
}

TEST(CheckRanges, BoxesOverlapByTheirRows) {
  const Bytes left = {0, 8, 4, 32, 2, 256}, right = {8, 24, 4, 32, 2, 256};
  EXPECT_FALSE(left.overlaps(right));
  EXPECT_TRUE(left.overlaps({256 + 3 * 32 + 7, 1}));
  EXPECT_FALSE(left.overlaps({256 + 3 * 32 + 8, 1}));
}

TEST(CheckRanges, BoxesWithGapsCoverNothing) {
  EXPECT_TRUE((Bytes{0, 64}.covers(0, 64)));
  EXPECT_FALSE((Bytes{0, 64}.covers(0, 65)));
  EXPECT_TRUE((Bytes{0, 8, 8, 8}.covers(4, 64)));
  EXPECT_FALSE((Bytes{0, 8, 8, 16}.covers(0, 16)));
}

} // namespace
} // namespace weft::check::test
