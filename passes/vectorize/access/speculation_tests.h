// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Run-time tests, on scalars, of a speculation (passes/analysis/speculation.h).
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
  // Guarantees: if all tests, and `also` unless it is null, hold, `regular` runs, where the builder
  // is left; otherwise `other` runs.
  Blocks branchOn(const Speculation &speculation, llvm::Value *also = nullptr);

private:
  llvm::Value *allHold(llvm::ArrayRef<SpeculationTest> tests);
  llvm::Value *holds(const SpeculationTest &test);
  llvm::Value *isWithin(llvm::Value *first, const SpeculationTest &test);
  llvm::Value *lastLane(llvm::Value *first, int64_t stride);
  llvm::Value *inOneRow(llvm::Value *first, const SpeculationTest &test);
  llvm::Value *agreeInHighBits(llvm::Value *first, const SpeculationTest &test);
  llvm::Value *inOneBlock(llvm::Value *first, const SpeculationTest &test);
};

} // namespace weft
#endif
