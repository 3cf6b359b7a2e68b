// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be said of a kernel without running it (docs/checks-build.md): the build option -Wcheck.
// A kernel is run as far as is known (partial_run.h), for
//
//   any work-item                     ids are not known
//   the one with local ids 0          every group has it
//   the next one                      every group of more than one work-item has it
//   the last one                      of groups of a fixed size
//
// What an access, a division or an index does that is wrong with what is known then, is wrong
// wherever it is done; with what the last three do side by side, races and barriers that not all of
// them come to. They go only where all of a group go together, or where ids that are low go first.
#ifndef WEFT_PASSES_CHECK_BUILD_CHECKS_H
#define WEFT_PASSES_CHECK_BUILD_CHECKS_H

#include "passes/work_item_function.h"
#include "weft/check_abi.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace weft {

struct Mistake {
  std::string kernel; // or function
  std::string kind;   // as src/check/kinds.def has it
  std::string message;
  const llvm::DILocation *place = nullptr; // null: not known
  std::vector<std::string> notes;
  const llvm::DILocation *other = nullptr; // behind the last note
};

// The checks that lowerKernels() is to prepare for.
constexpr uint32_t ChecksAtBuild = WEFT_CHECK_MEMORY | WEFT_CHECK_ARITH | WEFT_CHECK_BARRIER;

// Requires: a work-item function of a program that was lowered for ChecksAtBuild, but not optimised
// any further. The function is not fit for anything else afterwards.
std::vector<Mistake> findMistakes(LoweredKernel &kernel);

// Variables that are read and that nothing writes to: arrays and structures in private memory.
// Requires: a program as the front ends make it.
std::vector<Mistake>
findUnwrittenVariables(llvm::Module &program,
                       llvm::function_ref<bool(const llvm::Function &)> is_own);

// A read of what is at the pointer, if nothing that is done with the pointer can write there.
const llvm::Instruction *findReadOfUnwritten(const llvm::Value &pointer);

} // namespace weft
#endif
