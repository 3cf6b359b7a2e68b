// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's entry to all that concerns memory, and what access strategies share.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESSES_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESSES_H

#include "passes/steps.h"
#include "passes/vectorize/access/atomics.h"
#include "passes/vectorize/access/lane_access.h"
#include "passes/vectorize/access/masked_access.h"
#include "passes/vectorize/access/speculation_tests.h"

namespace weft {

struct Access;
class AccessPlans;
class AccessStrategy;
struct Version;

class Accesses {
public:
  Accesses(Widener &core, const AccessPlans &plans, const LeftOut &left_out)
      : core(core), plans(plans), left_out(left_out), masked(core), lanes(core), tests(core),
        atomics(core) {}

  // Emits a block without its phis and terminator; parts of it in two versions (versions.h).
  void emitBlock(const llvm::BasicBlock &block);
  // Emits a load or a store as it is planned (access_plan.h).
  void emit(const llvm::Instruction &instruction);
  void emit(const Access &access);
  void emitAtomic(const llvm::Instruction &instruction) { atomics.emit(instruction); }

  // Whether some access gathers or scatters, other than where a speculation fails.
  bool gathers() const { return has_gathers; }

  // For strategies.
  void noteGather(const llvm::Instruction &access, llvm::StringRef what);
  Widener &core;
  const AccessPlans &plans;
  const LeftOut &left_out; // steps that are not to be done
  MaskedAccess masked;
  LaneAccess lanes;
  SpeculationTests tests;
  Version *version = nullptr; // that is being emitted

private:
  void emitByElement(const AccessStrategy &strategy, const Access &access);

  Atomics atomics;
  bool has_gathers = false;
};

} // namespace weft
#endif
