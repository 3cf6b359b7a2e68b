// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions of extended sets that have literals.
#include "snippet.h"
#include "translated.h"

namespace weft::spirv_test {
namespace {

TEST(ExtendedInstructions, OfDebugInformationHaveLiterals) {
  for (const char *options : {"", "-g"}) {
    Translated module("debug_info_100", options);
    ASSERT_TRUE(module.isBuilt());
    uint32_t *p = module.share(std::vector<uint32_t>(8));
    module.run("k", 8, p);
    EXPECT_EQ(std::vector<uint32_t>(p, p + 8), std::vector<uint32_t>(8, 1)) << options;
  }
}

// As the translator writes an import of what it has no description of.
TEST(ExtendedInstructions, OfDebugInformationMayHaveZeroForAnId) {
  const Snippet snippet = {
      "%r = OpIAdd %uint %x %uint_1",
      "uint",
      "uint",
      "%debug = OpExtInstImport \"OpenCL.DebugInfo.100\"",
      "%name = OpString \"name\"",
      "%source = OpExtInst %void %debug DebugSource %name\n"
      "%unit = OpExtInst %void %debug DebugCompilationUnit 65536 4 %source OpenCL_C\n"
      "%import = OpExtInst %void %debug DebugImportedEntity %name ImportedModule %source !0 1 1 "
      "%unit"};
  EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>{5, 7}), (std::vector<uint32_t>{6, 8}));
}

TEST(ExtendedInstructions, StoreHalvesWithTheRoundingThatALiteralSays) {
  Translated module("vstore_half_rounding");
  ASSERT_TRUE(module.isBuilt());
  // Near 1, between it and its neighbours 0x3c01 and 0x3bff; and between 0x3c01 and 0x3c02, nearer
  // to the latter.
  const std::vector<float> floats = {1 + 0x1p-12f, 1 - 0x1p-13f, 1 + 0x1.cp-10f, -1 - 0x1.cp-10f};
  using Halves = std::vector<uint16_t>;
  uint16_t *half = module.share(Halves(128));
  float *from = module.share(floats), *more = module.share(std::vector<float>(8));
  // To nearest.
  module.run("k", 4, half, from, more);
  EXPECT_EQ(Halves(half, half + 4), (Halves{0x3c00, 0x3c00, 0x3c02, 0xbc02}));
  // Toward zero; and what follows toward positive infinity, 128 bytes further on.
  std::copy(floats.begin(), floats.end(), more);
  std::copy(floats.begin(), floats.end(), more + 4);
  module.run("k2", 1, half, from, more);
  EXPECT_EQ(Halves(half, half + 4), (Halves{0x3c00, 0x3bff, 0x3c01, 0xbc01}));
  EXPECT_EQ(Halves(half + 64, half + 68), (Halves{0x3c01, 0x3c00, 0x3c02, 0xbc01}));
}

} // namespace
} // namespace weft::spirv_test
