// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/loop_outlining.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

#include <vector>

namespace weft {
namespace {

// Instructions below which a call costs more than it saves.
constexpr size_t LeastLoop = 40;
// Values to hand over; more than fit into registers, but not many more.
constexpr size_t MostValues = 12;
// Of the largest loops, all choices are compared.
constexpr size_t MostCandidates = 8;

struct Candidate {
  std::vector<llvm::BasicBlock *> blocks; // the header first
  size_t size;
};

size_t sizeOf(const llvm::Loop &loop) {
  size_t size = 0;
  for (const llvm::BasicBlock *block : loop.blocks())
    size += block->size();
  return size;
}

using ValueSet = llvm::SetVector<llvm::Value *>;

bool areFewScalars(const ValueSet &values) {
  return values.size() <= MostValues && llvm::none_of(values, [](const llvm::Value *value) {
           return value->getType()->isVectorTy();
         });
}

bool canBeOutlined(const Candidate &loop) {
  const llvm::CodeExtractor extractor(loop.blocks);
  if (!extractor.isEligible())
    return false;
  ValueSet inputs, outputs;
  extractor.findInputsOutputs(inputs, outputs, /*Allocas=*/{});
  return areFewScalars(inputs) && areFewScalars(outputs);
}

// The outermost loops that are small enough.
void findCandidates(const llvm::Loop &loop, size_t most, std::vector<Candidate> &found) {
  Candidate candidate{{loop.block_begin(), loop.block_end()}, sizeOf(loop)};
  if (candidate.size < LeastLoop)
    return;
  if (candidate.size <= most && loop.getLoopPreheader() && loop.getUniqueExitBlock() &&
      canBeOutlined(candidate)) {
    found.push_back(std::move(candidate));
    return;
  }
  for (const llvm::Loop *inner : loop)
    findCandidates(*inner, most, found);
}

// Those that have most instructions in all, of all choices that have no more than `most`.
std::vector<Candidate> choose(llvm::ArrayRef<Candidate> candidates, size_t most) {
  candidates = candidates.take_front(MostCandidates);
  size_t best = 0, best_size = 0;
  for (size_t choice = 0; choice < size_t(1) << candidates.size(); ++choice) {
    size_t size = 0;
    for (size_t i = 0; i < candidates.size(); ++i)
      size += choice >> i & 1 ? candidates[i].size : 0;
    if (size <= most && size > best_size) {
      best_size = size;
      best = choice;
    }
  }
  std::vector<Candidate> chosen;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (best >> i & 1)
      chosen.push_back(candidates[i]);
  return chosen;
}

} // namespace

void outlineLoops(llvm::Function &function, size_t most) {
  std::vector<Candidate> candidates;
  llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (const llvm::Loop *loop : loops)
    findCandidates(*loop, most, candidates);
  llvm::stable_sort(candidates,
                    [](const Candidate &a, const Candidate &b) { return a.size > b.size; });
  const llvm::CodeExtractorAnalysisCache cache(function);
  for (const Candidate &loop : choose(candidates, most))
    if (llvm::Function *outlined = llvm::CodeExtractor(loop.blocks).extractCodeRegion(cache)) {
      outlined->removeFnAttr(llvm::Attribute::AlwaysInline); // of where it was
      outlined->addFnAttr(llvm::Attribute::NoInline);
    }
}

} // namespace weft
