// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/versions.h"

#include "passes/vectorize/access/access_plan.h"
#include "passes/vectorize/access/accesses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace weft {
namespace {

// Instructions that are worth to be written twice.
constexpr unsigned MaxLength = 80;
constexpr unsigned MaxBetween = 16; // from one access to the next
constexpr unsigned MaxTests = 8;
// The same of clamped accesses. Each would be written twice in any case, and the tests of
// neighbours become few (SpeculationTests).
constexpr unsigned MaxClampedLength = 400;
constexpr unsigned MaxClampedTests = 32;

bool isWithin(const SpeculationTest &test) { return test.kind == SpeculationTest::Within; }

} // namespace

bool Version::covers(const Speculation &speculation) const {
  return all_of(speculation.tests,
                [&](const SpeculationTest &test) { return is_contained(tests, test); });
}

// The speculation that an access would test by itself, if the values for its tests are made; null
// if there is none.
const Speculation *Versions::speculationOf(const Instruction &instruction) const {
  if (!isa<LoadInst, StoreInst>(instruction))
    return nullptr;
  const Access &access = to.plans.of(instruction).access;
  if (!access.hangsOnTests() || access.lies->tests.empty() ||
      !all_of(access.lies->tests, [&](const SpeculationTest &test) {
        return core.isMade(test.value) && (!test.bound || core.isMade(test.bound));
      }))
    return nullptr;
  return &*access.lies;
}

Versions::Versions(Accesses &to) : WidenerPart(to.core), to(to) {}

// The tests of the accesses from `first` on that look for the same place, or else of those that are
// clamped, and the last of those. Null if there are not two.
const Instruction *Versions::findVersion(const Instruction &first, Version &version) const {
  if (to.left_out.contains(Step::Versions))
    return nullptr;
  const Instruction *last = nullptr;
  unsigned length = 0, between = 0, accesses = 0;
  unsigned max_length = MaxLength, max_tests = MaxTests;
  for (const Instruction *next = &first; next && ++length < max_length && ++between < MaxBetween;
       next = next->getNextNode()) {
    if (isa<CallBase>(next) && !isa<IntrinsicInst>(next))
      break;
    const Speculation *lies = speculationOf(*next);
    bool looks_for_place = lies && any_of(lies->tests, asksForPlace);
    if (!looks_for_place && (!lies || none_of(lies->tests, isWithin)))
      continue;
    if (accesses == 0 && !looks_for_place) {
      version.is_clamped = true;
      max_length = MaxClampedLength;
      max_tests = MaxClampedTests;
    }
    SmallVector<SpeculationTest, 4> others;
    for (const SpeculationTest &test : lies->tests)
      if (!is_contained(version.tests, test))
        others.push_back(test);
    if (looks_for_place == version.is_clamped || (accesses != 0 && any_of(others, asksForPlace)) ||
        version.tests.size() + others.size() > max_tests)
      continue;
    version.tests.append(others);
    version.reads_one |= lies->stride == 0;
    last = next;
    between = 0;
    ++accesses;
  }
  return accesses > 1 ? last : nullptr;
}

// Whether the versions may begin here, so that the regular one has no quotients to compute.
bool Versions::startsVersion(const Instruction &instruction) const {
  if (core.hasScalar(&instruction))
    return false;
  if (isa<LoadInst, StoreInst>(instruction))
    return speculationOf(instruction) != nullptr;
  if (!isa<BinaryOperator>(instruction) || !instruction.getType()->isIntegerTy())
    return false;
  std::optional<Speculation> lies = speculate(&instruction, shapes, layout);
  return lies && any_of(lies->tests, asksForPlace);
}

// Scalars that the tests may need, up to `last`, but not far.
void Versions::emitScalarsFrom(const Instruction &first, const Instruction *last) {
  unsigned length = 0;
  for (const Instruction *next = &first; next && (last || ++length < MaxLength);
       next = next == last ? nullptr : next->getNextNode())
    if (core.hasScalar(next) && !core.knownScalar(next) &&
        !isa<PHINode, CallBase, AllocaInst>(next) && !next->isTerminator() &&
        !next->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(next) &&
        all_of(next->operands(),
               [&](const Use &use) { return core.hasScalar(use) && core.isMade(use); })) {
      builder.SetCurrentDebugLocation(next->getDebugLoc());
      core.emitScalar(*next);
    }
}

void Versions::emitBlock(const BasicBlock &block) {
  bool looked = false;
  for (const Instruction *next = &block.front(); next && !core.hasFailed();
       next = next->getNextNode()) {
    if (isa<PHINode>(next) || next->isTerminator() || core.knownScalar(next))
      continue;
    Version found;
    if (startsVersion(*next)) {
      if (!looked)
        emitScalarsFrom(*next, /*last=*/nullptr);
      looked = true;
      if (const Instruction *last = findVersion(*next, found)) {
        emitVersions(*next, *last, found);
        next = last;
        continue;
      }
    }
    builder.SetCurrentDebugLocation(next->getDebugLoc());
    core.emitInstruction(*next);
  }
}

void Versions::emitVersions(const Instruction &first, const Instruction &last, Version &found) {
  builder.SetCurrentDebugLocation(first.getDebugLoc());
  Speculation all;
  all.tests = found.tests;
  all.stride = found.reads_one ? 0 : 1;
  if (found.is_clamped)
    emitScalarsFrom(first, &last);
  SpeculationTests::Blocks blocks = to.tests.branchOn(all);
  SmallVector<const Instruction *, 32> written;
  for (const Instruction *next = &first;; next = next->getNextNode()) {
    if (!core.knownScalar(next))
      written.push_back(next);
    if (next == &last)
      break;
  }
  struct Written {
    BasicBlock *end;
    DenseMap<const Value *, Value *> scalars;
    DenseMap<const Value *, Elements> vectors;
  };
  SmallVector<Written, 3> versions;
  to.version = &found;
  auto write = [&](auto emit) {
    for (const Instruction *next : written) {
      builder.SetCurrentDebugLocation(next->getDebugLoc());
      if (core.hasFailed())
        return;
      emit(*next);
    }
    Written &made = versions.emplace_back();
    for (const Instruction *next : written) {
      if (Value *scalar = core.knownScalar(next))
        made.scalars[next] = scalar;
      if (Elements wide = core.knownVectors(next); !wide.empty())
        made.vectors[next] = wide;
      core.forget(next);
    }
    made.end = builder.GetInsertBlock();
    builder.CreateBr(blocks.done);
  };
  auto isBehind = [&](const User *user) {
    auto *instruction = cast<Instruction>(user);
    return instruction->getParent() != last.getParent() || last.comesBefore(instruction);
  };
  found.regular = true;
  core.tested = found.tests;
  write([&](const Instruction &next) {
    if (!core.regularStride(&next))
      core.emitInstruction(next);
    else if (any_of(next.users(), isBehind))
      core.setVectors(&next, {core.vectorOf(&next)});
  });
  found.regular = false;
  core.tested = {};
  const size_t remarked = core.numRemarks();
  builder.SetInsertPoint(blocks.other);
  {
    SaveAndRestore rare(to.lanes.rarely, to.lanes.rarely || found.isRare());
    write([&](const Instruction &next) { core.emitInstruction(next); });
  }
  to.version = nullptr;
  core.dropRemarks(remarked); // none twice
  builder.SetInsertPoint(blocks.done);
  if (core.hasFailed())
    return;
  auto merge = [&](auto value_of) -> Value * {
    Value *one = value_of(versions.front());
    if (all_of(versions, [&](const Written &made) { return value_of(made) == one; }))
      return one;
    PHINode *phi = builder.CreatePHI(one->getType(), unsigned(versions.size()));
    for (const Written &made : versions)
      phi->addIncoming(value_of(made), made.end);
    return phi;
  };
  for (const Instruction *next : written) {
    // Addresses may be made of what only other addresses use.
    if (next->getType()->isFPOrFPVectorTy() && none_of(next->users(), isBehind))
      continue;
    if (all_of(versions, [&](const Written &made) { return made.scalars.contains(next); }))
      core.setScalar(next, merge([&](const Written &made) { return made.scalars.lookup(next); }));
    if (!all_of(versions, [&](const Written &made) { return made.vectors.contains(next); }))
      continue;
    Elements merged;
    for (unsigned i = 0; i < versions.front().vectors[next].size(); ++i)
      merged.push_back(merge([&](const Written &made) { return made.vectors.lookup(next)[i]; }));
    core.setVectors(next, merged);
  }
}

} // namespace weft
