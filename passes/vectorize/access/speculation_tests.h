// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that tests at run time what a speculation (passes/analysis/speculation.h) takes to hold. The
// tests are on scalars.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_SPECULATION_TESTS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_SPECULATION_TESTS_H

#include "passes/analysis/speculation.h"
#include "passes/vectorize/widener_part.h"

namespace weft {

class SpeculationTests : WidenerPart {
public:
  using WidenerPart::WidenerPart;

  struct Blocks {
    llvm::BasicBlock *regular, *other, *done;
  };
  // Guarantees: code in `regular`, where the builder is left, runs if all tests hold; else that in
  // `other` does. `also`: what has to hold too; null if nothing.
  Blocks branchOn(const Speculation &speculation, llvm::Value *also = nullptr);

private:
  llvm::Value *allHold(llvm::ArrayRef<SpeculationTest> tests);
  llvm::Value *holds(const SpeculationTest &test);
  llvm::Value *inOneRow(llvm::Value *first, const SpeculationTest &test);
  llvm::Value *agreeInHighBits(llvm::Value *first, const SpeculationTest &test);
  llvm::Value *inOneBlock(llvm::Value *first, const SpeculationTest &test);
};

} // namespace weft
#endif
