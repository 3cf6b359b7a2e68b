// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM calls a fatal error ends the process, by the way that who opened the compiler chose.
#include "request_fixture.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <unistd.h>

namespace {
using namespace weft::test;

// LLVM knows this CPU, but cannot make code of 64 bits for it.
void buildForI386() {
  const std::string source = "kernel void f(global int *p) { p[0] = 1; }";
  weft_request r = request(WEFT_ACTION_BUILD);
  r.source = {source.data(), source.size()};
  r.cpu = "i386";
  weft_blob artifact;
  runRaw(r, &artifact);
}

TEST(GivingUp, FatalErrorIsToldWithItsReason) {
  auto giveUp = [](weft_status status, const char *reason) {
    std::fprintf(stderr, "%s\n", reason);
    _exit(status);
  };
  EXPECT_EXIT(
      {
        onGivingUp(giveUp);
        buildForI386();
      },
      testing::ExitedWithCode(WEFT_INTERNAL_ERROR), "^64-bit code requested");
}

TEST(GivingUp, IsLlvmsAffairIfNobodyAsked) {
  EXPECT_EXIT(buildForI386(), testing::ExitedWithCode(1), "LLVM ERROR: 64-bit code");
}

} // namespace
