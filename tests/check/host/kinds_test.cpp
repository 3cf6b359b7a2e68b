// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What WEFT_CHECK may be.
#include "check/kinds.h"
#include "child.h"

#include <gtest/gtest.h>

namespace weft::check::test {
namespace {

uint32_t kindsOf(std::string_view list) {
  std::string error;
  const uint32_t kinds = parseKinds(list, error);
  EXPECT_EQ(error, "") << list;
  return kinds;
}

TEST(CheckKinds, AreAList) {
  EXPECT_EQ(kindsOf(""), 0u);
  EXPECT_EQ(kindsOf("api"), bit(Kind::Api));
  EXPECT_EQ(kindsOf("race,api"), bit(Kind::Api) | bit(Kind::Race));
  EXPECT_EQ(kindsOf("api,,api,"), bit(Kind::Api));
}

TEST(CheckKinds, OneCanBeLeftOut) {
  EXPECT_EQ(kindsOf("all,-race"), kindsOf("all") & ~bit(Kind::Race));
  EXPECT_EQ(kindsOf("api,-all"), 0u);
}

TEST(CheckKinds, UnknownOneIsAnErrorThatNamesTheKnown) {
  std::string error;
  EXPECT_EQ(parseKinds("api,rase", error), bit(Kind::Api));
  EXPECT_TRUE(error.starts_with("WEFT_CHECK has no kind 'rase'; there are ")) << error;
  for (std::string_view name : kind_names)
    EXPECT_NE(error.find(" " + std::string(name) + ","), std::string::npos) << error;
}

TEST(CheckKinds, UnknownOneIsSaidOnce) {
  const Result result = run("clean", {"WEFT_CHECK=rase"});
  EXPECT_TRUE(result.ended(0));
  EXPECT_EQ(countOf(result.output, "weft: WEFT_CHECK has no kind 'rase'"), 1u) << result.output;
  EXPECT_EQ(countOf(result.output, "\n"), 1u) << result.output;
}

} // namespace
} // namespace weft::check::test
