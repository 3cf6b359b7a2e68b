// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two versions of a run of instructions whose accesses depend on the same tests: on the row or
// block of an index, or on limits that it is clamped to. All tests are made once, on scalars. In
// the regular version all addresses, and other values computed from these indices, have their
// strides; in the other one accesses gather.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_VERSIONS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_VERSIONS_H

#include "passes/analysis/speculation.h"
#include "passes/vectorize/widener_part.h"

namespace weft {

class Accesses;

struct Version {
  llvm::SmallVector<SpeculationTest, 4> tests;
  bool is_clamped = false; // the tests are limits of indices; else rows or blocks
  bool reads_one = false;  // some access is one for all lanes, so that a lane has to be active
  bool regular = false;    // the version that is being emitted is the one where all tests hold

  bool covers(const Speculation &speculation) const;
  // Whether the version that is being emitted hardly ever runs.
  bool isRare() const { return !regular && is_clamped; }
};

class Versions : WidenerPart {
public:
  explicit Versions(Accesses &to);

  // Emits the block without its phis and terminator.
  void emitBlock(const llvm::BasicBlock &block);

private:
  const Speculation *speculationOf(const llvm::Instruction &instruction) const;
  const llvm::Instruction *findVersion(const llvm::Instruction &first, Version &version) const;
  bool startsVersion(const llvm::Instruction &instruction) const;
  void emitScalarsFrom(const llvm::Instruction &first, const llvm::Instruction *last);
  void emitVersions(const llvm::Instruction &first, const llvm::Instruction &last, Version &found);

  Accesses &to;
};

} // namespace weft
#endif
