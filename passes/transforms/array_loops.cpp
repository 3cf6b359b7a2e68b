// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/array_loops.h"

#include "passes/budget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {
namespace {

using Loops = SmallSetVector<Loop *, 8>;

// What is looked at to find out whether an index becomes a constant.
constexpr size_t MostValues = 1000;

// What becomes constants or values when loops are unrolled.
using Vanishing = SmallPtrSet<const Value *, 32>;

// Instructions that a call of the library stands for.
constexpr size_t SizeOfCall = 10;

size_t sizeOf(const Instruction &instruction) {
  if (instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd() ||
      instruction.isTerminator() || isa<PHINode, GetElementPtrInst>(instruction))
    return 0;
  return isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction) ? SizeOfCall : 1;
}

size_t sizeOf(const BasicBlock &block, const Vanishing &vanishing) {
  size_t size = 0;
  for (const Instruction &instruction : block)
    if (!vanishing.contains(&instruction))
      size += sizeOf(instruction);
  return size;
}

// Which loops have to be unrolled for the indices of an array to become constants.
class NeededLoops {
public:
  NeededLoops(LoopInfo &loops, ScalarEvolution &evolution) : loops(loops), evolution(evolution) {}

  bool addArray(const AllocaInst &array);
  // Whether elements outlive iterations of a loop that need not be unrolled.
  bool isCarried() const;
  unsigned numElements(const AllocaInst &array) const;
  const Loops &found() const { return needed; }
  const Vanishing &vanishing() const { return constants; }

private:
  bool addIndex(const Value *value);
  bool addElementOfTable(const LoadInst &load);
  bool addPhi(const PHINode &phi);
  bool addLoop(Loop &loop);

  LoopInfo &loops;
  ScalarEvolution &evolution;
  Loops needed;
  SmallVector<const Instruction *, 16> accesses;
  SmallVector<const Instruction *, 2> declarations; // beginnings of the array's lifetime
  Vanishing constants; // what is taken for one, too, as in a counter's next value; and accesses
};

bool isUnrollable(const Loop &loop) {
  if (hasDisableAllTransformsHint(&loop) ||
      getBooleanLoopAttribute(&loop, "llvm.loop.unroll.disable") || !loop.isLoopSimplifyForm())
    return false;
  return none_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      auto *call = dyn_cast<CallBase>(&instruction);
      return call && call->cannotDuplicate();
    });
  });
}

bool NeededLoops::addLoop(Loop &loop) {
  if (!needed.insert(&loop))
    return true;
  const unsigned most = evolution.getSmallConstantMaxTripCount(&loop); // 0: not known
  if (!isUnrollable(loop) || most == 0 || most > budget::MostUnrolledIterations)
    return false;
  if (evolution.getSmallConstantTripCount(&loop))
    return true;
  // As long as another loop's counter says.
  const BasicBlock *exiting = loop.getExitingBlock();
  auto *jump = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
  return jump && jump->isConditional() && addIndex(jump->getCondition());
}

bool NeededLoops::addPhi(const PHINode &phi) {
  Loop *loop = loops.getLoopFor(phi.getParent());
  const bool is_counter = loop && loop->getHeader() == phi.getParent();
  if (!is_counter && phi.getNumIncomingValues() > 1)
    return false;
  return (!is_counter || addLoop(*loop)) &&
         all_of(phi.incoming_values(), [&](const Use &value) { return addIndex(value); });
}

bool NeededLoops::addElementOfTable(const LoadInst &load) {
  auto *table = dyn_cast<GlobalVariable>(getUnderlyingObject(load.getPointerOperand(), 0));
  if (!load.isSimple() || !table || !table->isConstant() || !table->hasDefinitiveInitializer())
    return false;
  for (const Value *pointer = load.getPointerOperand(); pointer != table;) {
    auto *step = dyn_cast<GEPOperator>(pointer);
    if (!step || !all_of(step->indices(), [&](const Use &index) { return addIndex(index); }))
      return false;
    pointer = step->getPointerOperand();
  }
  return true;
}

bool NeededLoops::addIndex(const Value *value) {
  if (isa<Constant>(value) || !constants.insert(value).second)
    return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || constants.size() > MostValues)
    return false;
  if (auto *phi = dyn_cast<PHINode>(instruction))
    return addPhi(*phi);
  if (auto *load = dyn_cast<LoadInst>(instruction))
    return addElementOfTable(*load);
  if (!isa<BinaryOperator, CastInst, SelectInst, CmpInst, FreezeInst, MinMaxIntrinsic>(instruction))
    return false;
  return all_of(instruction->operands(),
                [&](const Use &operand) { return isa<Function>(operand) || addIndex(operand); });
}

bool isFillOrCopy(const Instruction &user) {
  auto *intrinsic = dyn_cast<MemIntrinsic>(&user);
  return intrinsic && !intrinsic->isVolatile() && isa<ConstantInt>(intrinsic->getLength());
}

bool isSimpleAccessTo(const Use &use) {
  if (auto *load = dyn_cast<LoadInst>(use.getUser()))
    return load->isSimple();
  auto *store = dyn_cast<StoreInst>(use.getUser());
  return store && store->isSimple() && use.getOperandNo() == StoreInst::getPointerOperandIndex();
}

bool NeededLoops::addArray(const AllocaInst &array) {
  SmallSetVector<const Value *, 16> pointers;
  pointers.insert(&array);
  SmallVector<const PHINode *, 4> walking;
  for (size_t i = 0; i < pointers.size(); ++i)
    for (const Use &use : pointers[i]->uses()) {
      auto &user = *cast<Instruction>(use.getUser());
      if (isSimpleAccessTo(use) || isFillOrCopy(user)) {
        accesses.push_back(&user);
        constants.insert(&user);
        continue;
      }
      if (user.isLifetimeStartOrEnd()) {
        if (cast<IntrinsicInst>(user).getIntrinsicID() == Intrinsic::lifetime_start)
          declarations.push_back(&user);
        continue;
      }
      if (auto *phi = dyn_cast<PHINode>(&user)) {
        Loop *loop = loops.getLoopFor(phi->getParent());
        if (!loop || loop->getHeader() != phi->getParent() || !addLoop(*loop))
          return false;
        walking.push_back(phi);
        pointers.insert(phi);
        continue;
      }
      auto *step = dyn_cast<GetElementPtrInst>(&user);
      if (!step || step->getType()->isVectorTy() ||
          !all_of(step->indices(), [&](const Use &index) { return addIndex(index); }))
        return false;
      pointers.insert(step);
    }
  // Not through other memory as well.
  return all_of(walking, [&](const PHINode *phi) {
    return all_of(phi->incoming_values(),
                  [&](const Use &value) { return pointers.contains(value); });
  });
}

bool NeededLoops::isCarried() const {
  return any_of(accesses, [&](const Instruction *access) {
    Loop *loop = loops.getLoopFor(access->getParent());
    while (loop && (needed.contains(loop) || any_of(declarations, [&](const Instruction *begin) {
                      return loop->contains(begin);
                    })))
      loop = loop->getParentLoop();
    return loop != nullptr;
  });
}

unsigned scalarsOf(const Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return array->getNumElements() * scalarsOf(array->getElementType());
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getNumElements();
  if (auto *structure = dyn_cast<StructType>(type))
    return sum_of(map_range(structure->elements(), scalarsOf));
  return 1;
}

// As many as accesses take apart: an array may be declared as one of bytes, though they are never
// accessed one by one.
unsigned NeededLoops::numElements(const AllocaInst &array) const {
  const DataLayout &layout = array.getDataLayout();
  const uint64_t bytes = array.getAllocationSize(layout)->getFixedValue();
  uint64_t least = bytes;
  for (const Instruction *access : accesses)
    if (!isa<MemIntrinsic>(access))
      least = std::min(
          least,
          layout.getTypeStoreSize(getLoadStoreType(access)->getScalarType()).getFixedValue());
  return std::min(scalarsOf(array.getAllocatedType()),
                  unsigned(bytes / std::max(least, uint64_t(1))));
}

// An array, and what comes of unrolling for it.
struct Candidate {
  Loops loops;
  Vanishing vanishing;
  unsigned carried; // elements
};

class ArrayLoops {
public:
  ArrayLoops(Function &function, LoopInfo &loops, ScalarEvolution &evolution)
      : function(function), loops(loops), evolution(evolution) {}
  void run();

private:
  void findCandidates();
  bool isWorthwhile(const Loops &unrolled) const;
  size_t sizeOf(const Loop &loop, const Loops &unrolled, const Vanishing &vanishing) const;
  size_t growth(const Loops &unrolled, const Vanishing &vanishing) const;

  Function &function;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  SmallVector<Candidate, 4> candidates;
};

void ArrayLoops::findCandidates() {
  for (Instruction &instruction : function.getEntryBlock()) {
    auto *array = dyn_cast<AllocaInst>(&instruction);
    NeededLoops needed(loops, evolution);
    if (array && array->isStaticAlloca() && needed.addArray(*array))
      candidates.push_back({needed.found(), needed.vanishing(),
                            needed.isCarried() ? needed.numElements(*array) : 0});
  }
}

size_t ArrayLoops::sizeOf(const Loop &loop, const Loops &unrolled,
                          const Vanishing &vanishing) const {
  size_t size = 0;
  for (const BasicBlock *block : loop.blocks())
    if (loops.getLoopFor(block) == &loop)
      size += weft::sizeOf(*block, vanishing);
  for (const Loop *inner : loop)
    size += sizeOf(*inner, unrolled, vanishing);
  if (!unrolled.contains(const_cast<Loop *>(&loop)))
    return size;
  const unsigned iterations = evolution.getSmallConstantTripCount(&loop);
  // Loops over half of a matrix have half of the iterations.
  return size * (iterations ? iterations : (evolution.getSmallConstantMaxTripCount(&loop) + 1) / 2);
}

size_t ArrayLoops::growth(const Loops &unrolled, const Vanishing &vanishing) const {
  size_t growth = 0;
  for (const Loop *loop : loops)
    growth += sizeOf(*loop, unrolled, vanishing) - sizeOf(*loop, {}, vanishing);
  return growth;
}

bool ArrayLoops::isWorthwhile(const Loops &unrolled) const {
  Vanishing vanishing;
  unsigned carried = 0;
  for (const Candidate &candidate : candidates)
    if (all_of(candidate.loops, [&](Loop *loop) { return unrolled.contains(loop); })) {
      vanishing.insert_range(candidate.vanishing);
      carried += candidate.carried;
    }
  return carried <= budget::MostElementsAroundLoops &&
         growth(unrolled, vanishing) <= budget::MostUnrolledForArrays;
}

void ArrayLoops::run() {
  findCandidates();
  Loops unrolled;
  for (const Candidate &candidate : candidates) {
    Loops more = unrolled;
    more.insert_range(candidate.loops);
    if (isWorthwhile(more))
      unrolled = std::move(more);
  }
  for (Loop *loop : unrolled)
    addStringMetadataToLoop(loop, "llvm.loop.unroll.full", 1);
}

} // namespace

PreservedAnalyses MarkArrayLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  if (!loops.empty())
    ArrayLoops(function, loops, analyses.getResult<ScalarEvolutionAnalysis>(function)).run();
  return PreservedAnalyses::all();
}

} // namespace weft
