// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two versions of a piece of code whose accesses all hang on the same rows or blocks, or are
// clamped to borders: one test on scalars, then either all addresses, and what else is computed
// from the same numbers, have their strides, or all gather.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_VERSIONS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_VERSIONS_H

#include "passes/analysis/speculation.h"
#include "passes/vectorize/widener_part.h"

namespace weft {

class Accesses;

struct Version {
  llvm::SmallVector<SpeculationTest, 4> tests;
  bool is_clamped = false; // accesses are clamped to borders; else they look for one place
  bool reads_one = false;  // one access for all lanes, of which there has to be one
  bool regular = false;    // whether all tests hold in what is being emitted

  bool covers(const Speculation &speculation) const;
  // Whether what is being emitted runs next to never.
  bool isRare() const { return !regular && is_clamped; }
};

// What an access would test by itself, if what that takes is at hand.
std::optional<Speculation> speculationOf(const llvm::Instruction &instruction, const Widener &core);

class Versions : WidenerPart {
public:
  explicit Versions(Accesses &to);

  // The block, without its phis and its end.
  void emitBlock(const llvm::BasicBlock &block);

private:
  const llvm::Instruction *findVersion(const llvm::Instruction &first, Version &version) const;
  bool startsVersion(const llvm::Instruction &instruction) const;
  void emitScalarsFrom(const llvm::Instruction &first, const llvm::Instruction *last);
  void emitVersions(const llvm::Instruction &first, const llvm::Instruction &last, Version &found);

  Accesses &to;
};

} // namespace weft
#endif
