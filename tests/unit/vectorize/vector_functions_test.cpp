// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which overloads of the library's functions a module wants for its vectors.
#include "passes/vectorize/vectorize_region.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

std::vector<std::string> wantedBy(const char *overloads) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssemblyString(std::string(R"(
declare float @_Z3sinf(float)
declare float @_Z3cosf(float)
declare float @_Z5otherf(float)
define float @kernel(float %x) {
  %s = call float @_Z3sinf(float %x)
  %o = call float @_Z5otherf(float %s)
  ret float %o
}
)") + overloads,
                                                diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  return module ? vectorFormsWanted(*module, 8) : std::vector<std::string>();
}

TEST(VectorFunctions, AreWantedWhereTheyAreCalled) {
  EXPECT_EQ(wantedBy(""), std::vector<std::string>{"_Z3sinDv8_f"});
  EXPECT_EQ(wantedBy("declare <8 x float> @_Z3sinDv8_f(<8 x float>)"),
            std::vector<std::string>{"_Z3sinDv8_f"});
}

// Looking for what to link takes as long as the program is large, and each kernel asks.
TEST(VectorFunctions, AreNotWantedWhereAnotherKernelHasBroughtThem) {
  EXPECT_TRUE(
      wantedBy("define <8 x float> @_Z3sinDv8_f(<8 x float> %x) { ret <8 x float> %x }").empty());
}

} // namespace
} // namespace weft
