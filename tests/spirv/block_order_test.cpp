// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks in another order than that of dominance.
#include "translated.h"

namespace weft::spirv_test {
namespace {

TEST(BlockOrder, ALoopsLatchMayStandBeforeItsHeader) {
  Translated module("blocks_out_of_order");
  ASSERT_TRUE(module.isBuilt());
  for (uint32_t n : {0u, 1u, 2u, 10u, 1000u}) {
    uint32_t *sum = module.share<uint32_t>({4711});
    module.run("k", 1, sum, n);
    EXPECT_EQ(*sum, n ? n * (n - 1) / 2 : 0) << n;
  }
}

TEST(BlockOrder, WhatDoesNotDominateIsAnErrorWhereverItStands) {
  const std::string log = failure({"%less = OpULessThan %bool %x %y\n"
                                   "OpBranchConditional %less %one %other\n"
                                   "%one = OpLabel\n%p = OpIAdd %uint %q %x\nOpBranch %join\n"
                                   "%other = OpLabel\n%q = OpIAdd %uint %x %y\nOpBranch %join\n"
                                   "%join = OpLabel\n%r = OpPhi %uint %p %one %q %other"});
  EXPECT_NE(log.find("every way"), std::string::npos) << log;
}

TEST(BlockOrder, BlocksThatNoWayLeadsToMayStandInAnyOrder) {
  const Snippet snippet = {
      "OpBranch %end\n"
      "%one = OpLabel\n%p = OpIAdd %uint %q %x\nOpBranch %two\n"
      "%two = OpLabel\n%q = OpIAdd %uint %p %y\n%less = OpULessThan %bool %q %x\n"
      "OpBranchConditional %less %one %end\n"
      "%end = OpLabel\n%s = OpPhi %uint %x %entry %q %two\n%r = OpIAdd %uint %s %y"};
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{3, 5}, {10, 20}),
            (std::vector<uint32_t>{13, 25}));
}

// Each block of a long way stands before the one that leads to it.
TEST(BlockOrder, MayBeReversed) {
  constexpr uint32_t Blocks = 3000;
  std::string body = "OpBranch %b0\n";
  auto name = [](const char *what, uint32_t i) { return what + std::to_string(i); };
  for (uint32_t i = Blocks; i-- > 0;)
    body += name("%b", i) + " = OpLabel\n" + name("%v", i) + " = OpIAdd %uint " +
            (i ? name("%v", i - 1) : "%x") + " %y\nOpBranch " +
            (i + 1 < Blocks ? name("%b", i + 1) : "%last") + "\n";
  body += "%last = OpLabel\n%r = OpCopyObject %uint " + name("%v", Blocks - 1);
  EXPECT_EQ(run<uint32_t>({body}, std::vector<uint32_t>{1, 2}, {1, 10}),
            (std::vector<uint32_t>{Blocks + 1, 10 * Blocks + 2}));
}

} // namespace
} // namespace weft::spirv_test
