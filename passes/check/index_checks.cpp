// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices of arrays within a variable or a structure: a miss from one member, or row, into another
// of the same object stays within that object, so only the index tells.
//
//   s.a[i]     p = gep [4 x i32], s.a, 0, i      index(i, 4)
#include "passes/check_marks.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {
namespace {

// An array is the last member of what C programmers make structures of any length with if it has
// at most one element.
constexpr uint64_t MostOfOpenArray = 1;

// Whether all that is done with the address is to access it, or a part of it. The address behind
// the last element may be formed, too.
bool isAccessed(const Value &address) {
  return all_of(address.users(), [&](const User *user) {
    if (const auto *store = dyn_cast<StoreInst>(user))
      return store->getValueOperand() != &address;
    if (const auto *part = dyn_cast<GEPOperator>(user))
      return part->getPointerOperand() == &address;
    return isa<LoadInst>(user);
  });
}

// Whether the object itself is this array: then its bounds are checked where it is accessed.
bool isWhole(const Value &pointer, const Type &array) {
  if (const auto *variable = dyn_cast<AllocaInst>(&pointer))
    return variable->getAllocatedType() == &array;
  if (const auto *variable = dyn_cast<GlobalVariable>(&pointer))
    return variable->getValueType() == &array;
  return false;
}

class IndexMarks {
public:
  explicit IndexMarks(Module &program)
      : program(program), layout(program.getDataLayout()), builder(program.getContext()) {}

  void mark(GetElementPtrInst &address) {
    if (address.getType()->isVectorTy())
      return;
    bool is_first = true; // of the indices, which steps from object to object
    for (gep_type_iterator at = gep_type_begin(address), end = gep_type_end(address); at != end;
         ++at, is_first = false) {
      if (is_first || at.isStruct())
        continue;
      const bool is_last = std::next(at) == end;
      const ArrayType *array = arrayOf(address, at);
      if (!array || isWhole(*address.getPointerOperand()->stripPointerCasts(), *array))
        continue;
      check(address, at.getOperand(), array->getNumElements(), is_last && !isAccessed(address));
    }
  }

  void mark(Instruction &element, Value *index) {
    auto *vector = dyn_cast<FixedVectorType>(element.getOperand(0)->getType());
    if (vector && !isa<Constant>(index))
      check(element, index, vector->getNumElements(), /*may_be_end=*/false);
  }

private:
  static const ArrayType *arrayOf(const GetElementPtrInst &address, const gep_type_iterator &at) {
    // The type that this index steps within.
    SmallVector<Value *, 4> before;
    for (auto it = gep_type_begin(address); it != at; ++it)
      before.push_back(it.getOperand());
    const Type *array = GetElementPtrInst::getIndexedType(address.getSourceElementType(), before);
    const auto *fixed = dyn_cast_or_null<ArrayType>(array);
    return fixed && fixed->getNumElements() > MostOfOpenArray ? fixed : nullptr;
  }

  void check(Instruction &before, Value *index, uint64_t count, bool may_be_end) {
    const uint64_t least_wrong = count + may_be_end;
    if (computeKnownBits(index, layout).getMaxValue().ult(least_wrong))
      return;
    builder.SetInsertPoint(&before);
    FunctionCallee found =
        program.getOrInsertFunction(IndexName, builder.getVoidTy(), builder.getInt64Ty(),
                                    builder.getInt64Ty(), builder.getInt64Ty());
    auto *function = cast<Function>(found.getCallee());
    function->setDoesNotThrow();
    function->addFnAttr(Attribute::WillReturn);
    function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    CallInst *call =
        builder.CreateCall(found, {builder.CreateSExtOrTrunc(index, builder.getInt64Ty()),
                                   builder.getInt64(least_wrong), builder.getInt64(count)});
    call->setDebugLoc(before.getDebugLoc());
  }

  Module &program;
  const DataLayout &layout;
  IRBuilder<> builder;
};

} // namespace

void markIndices(Module &program, function_ref<bool(const Function &)> is_own) {
  IndexMarks marks(program);
  for (Function &function : program) {
    if (!is_own(function))
      continue;
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
        marks.mark(*address);
      else if (auto *extract = dyn_cast<ExtractElementInst>(&instruction))
        marks.mark(*extract, extract->getIndexOperand());
      else if (auto *insert = dyn_cast<InsertElementInst>(&instruction))
        marks.mark(*insert, insert->getOperand(2));
    }
  }
}

} // namespace weft
