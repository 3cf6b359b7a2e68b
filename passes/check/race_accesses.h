// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which accesses of a kernel may race, and what may order them.
#ifndef WEFT_PASSES_CHECK_RACE_ACCESSES_H
#define WEFT_PASSES_CHECK_RACE_ACCESSES_H

#include "passes/check/accesses.h"
#include "passes/check/launch_proofs.h"
#include "passes/check/provenance.h"

namespace weft {

struct RaceAccesses {
  // Where accesses lie, each kind with a shadow and a count of barriers of its own.
  enum Memory : unsigned { Local, Global, Kinds };
  static constexpr unsigned MostGranule = 3; // 8 bytes: what a value that is compared has

  struct Checked {
    Access access;
    Memory memory;
    Apart apart = {};
  };

  llvm::SmallVector<Checked> checked;
  llvm::SmallPtrSet<llvm::Value *, 8> written;     // roots
  llvm::SmallVector<llvm::Instruction *> barriers; // of sub-groups, too
  // What may order accesses other than barriers: sets of weft_race_operation.
  llvm::SmallVector<std::pair<llvm::Instruction *, uint32_t>> orders;
  unsigned granule[Kinds] = {MostGranule, MostGranule}; // bytes, as the exponent of 2
  bool has_sub_groups = false;                          // barriers of theirs
  bool has_found = false, writes_found = false;         // by pointers that the launch tells about

  static RaceAccesses of(const LoweredKernel &kernel, Provenance &provenance);
};

// Sets of FenceKind that a barrier of a group orders.
unsigned fencesOf(const llvm::Instruction &barrier);

} // namespace weft
#endif
