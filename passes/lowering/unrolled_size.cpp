// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/unrolled_size.h"

#include "passes/budget.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <algorithm>

namespace weft {
namespace {

// LLVM's limit for loops that the program asks to be unrolled (PragmaUnrollThreshold).
constexpr size_t MostUnrolledAsAsked = 16 * 1024;

bool isAskedFor(const llvm::Loop &loop) {
  return llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.full") ||
         llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.enable");
}

// Whether something is likely left of it in unrolled code, whose indices are constants.
bool counts(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::CastInst>(instruction) ||
      instruction.isTerminator() || instruction.isDebugOrPseudoInst() ||
      instruction.isLifetimeStartOrEnd())
    return false;
  const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
  return !pointer || !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
}

size_t sizeOf(const llvm::BasicBlock &block) { return llvm::count_if(block, counts); }

} // namespace

size_t unrolledSize(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  llvm::DenseMap<const llvm::Loop *, size_t> size; // with the loops in it unrolled
  const auto outer_first = loops.getLoopsInPreorder();
  for (const llvm::Loop *loop : llvm::reverse(outer_first)) {
    size_t once = 0;
    for (const llvm::BasicBlock *block : loop->blocks())
      if (loops.getLoopFor(block) == loop)
        once += sizeOf(*block);
    for (const llvm::Loop *inner : *loop)
      once += size[inner];
    const size_t times = evolution.getSmallConstantTripCount(loop); // 0: not known
    const bool unrolled =
        times && (isAskedFor(*loop) ? once * times <= MostUnrolledAsAsked
                                    : times <= budget::MostUnrolledIterations &&
                                          once * times <= budget::MostUnrolledForArrays);
    size[loop] = unrolled ? once * times : once;
  }
  size_t all = 0;
  for (const llvm::BasicBlock &block : function)
    if (!loops.getLoopFor(&block))
      all += sizeOf(block);
  for (const llvm::Loop *loop : loops)
    all += size[loop];
  return all;
}

} // namespace weft
