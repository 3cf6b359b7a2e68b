// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points that run before the kernels of a program, or after them.
#include "translated.h"

namespace weft::spirv_test {
namespace {

TEST(Structors, InitializersRunBeforeTheKernelsAndAreNone) {
  Translated module("initializer");
  ASSERT_TRUE(module.isBuilt());
  char names[64] = "";
  EXPECT_EQ(clGetProgramInfo(module.get(), CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(names, "k");
  uint32_t *out = module.share<uint32_t>({0});
  module.run("k", 1, out);
  EXPECT_EQ(*out, 8u);
}

TEST(Structors, FinalizersRunWhenTheProgramGoesAway) {
  Translated module("finalizer");
  ASSERT_TRUE(module.isBuilt());
  uint32_t *out = module.share<uint32_t>({0});
  module.run("k", 1, out);
  EXPECT_EQ(*out, 3u);
  module.release();
  EXPECT_EQ(*out, 42u);
}

TEST(Structors, HaveNoParameters) {
  Snippet snippet{"%r = OpIAdd %uint %x %y"};
  snippet.preamble = "OpExecutionMode %main Initializer";
  const std::string log = failure(snippet);
  EXPECT_NE(log.find("parameters"), std::string::npos) << log;
}

} // namespace
} // namespace weft::spirv_test
