// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For CPUs without mask registers: makes vectors of i1 integers as wide as what is compared, of
// which the sign says the same. The code generator chooses the width of a mask by the number of its
// lanes alone, so that masks of eight lanes are narrowed behind each comparison and widened before
// each use, as soon as they go from block to block.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>

using namespace llvm;

namespace weft {
namespace {

unsigned lanesOfMask(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(1) ? vector->getNumElements() : 0;
}

// The masks of one function that have the same number of lanes.
class WideMasks {
public:
  WideMasks(Function &function, unsigned lanes, unsigned bits)
      : function(function), narrow_type(FixedVectorType::get(Type::getInt1Ty(context()), lanes)),
        wide_type(FixedVectorType::get(IntegerType::get(context(), bits), lanes)) {}

  void run() {
    ReversePostOrderTraversal<Function *> order(&function);
    for (BasicBlock *block : order)
      for (Instruction &instruction : *block)
        if (instruction.getType() == narrow_type)
          masks.push_back(&instruction);
    for (Instruction *mask : masks)
      wide[mask] = makeWide(*mask);
    for (Instruction *mask : masks)
      if (auto *phi = dyn_cast<PHINode>(mask))
        for (auto [value, block] : zip_equal(phi->incoming_values(), phi->blocks()))
          cast<PHINode>(wide[phi])->addIncoming(wideOf(value), block);
    for (Instruction *mask : masks)
      replaceUses(*mask);
    for (Argument &argument : function.args())
      if (wide.contains(&argument))
        replaceUses(argument);
    for (Instruction *mask : masks)
      if (isWidened(*mask)) {
        mask->replaceAllUsesWith(PoisonValue::get(narrow_type));
        mask->eraseFromParent();
      }
    // What extends a comparison whose users are all beside it.
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(extensions);
  }

private:
  LLVMContext &context() { return function.getContext(); }

  // Whether it becomes an operation on wide masks. The others are extended.
  static bool isWidened(const Instruction &mask) {
    switch (mask.getOpcode()) {
    case Instruction::PHI:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::Select:
    case Instruction::Freeze:
      return true;
    default:
      return false;
    }
  }

  Value *makeWide(Instruction &mask) {
    IRBuilder<> builder(&mask);
    auto operand = [&](unsigned n) { return wideOf(mask.getOperand(n)); };
    switch (mask.getOpcode()) {
    case Instruction::PHI:
      return builder.CreatePHI(wide_type, mask.getNumOperands());
    case Instruction::And:
      return builder.CreateAnd(operand(0), operand(1));
    case Instruction::Or:
      return builder.CreateOr(operand(0), operand(1));
    case Instruction::Xor:
      return builder.CreateXor(operand(0), operand(1));
    case Instruction::Select:
      // The condition is replaced with the other uses of that mask.
      return builder.CreateSelect(mask.getOperand(0), operand(1), operand(2));
    case Instruction::Freeze:
      return builder.CreateFreeze(operand(0));
    default:
      return extend(mask, *mask.getInsertionPointAfterDef());
    }
  }

  Value *extend(Value &mask, BasicBlock::iterator at) {
    IRBuilder<> builder(at->getParent(), at);
    Value *extension = builder.CreateSExt(&mask, wide_type);
    if (isa<Instruction>(extension))
      extensions.push_back(extension);
    return extension;
  }

  Value *wideOf(Value *mask) {
    Value *&made = wide[mask];
    if (!made)
      made = isa<Instruction>(mask) // of a block that nothing comes to
                 ? PoisonValue::get(wide_type)
                 : extend(*mask, function.getEntryBlock().getFirstInsertionPt());
    return made;
  }

  // Gives those that are not widened themselves a comparison with zero of the wide mask in their
  // own block, which selections and accesses take as it is.
  void replaceUses(Value &mask) {
    auto *instruction = dyn_cast<Instruction>(&mask);
    const BasicBlock *home = instruction ? instruction->getParent() : &function.getEntryBlock();
    const bool stays = !instruction || !isWidened(*instruction);
    Value *from = wide[&mask];
    DenseMap<BasicBlock *, Value *> narrow;
    for (Use &use : make_early_inc_range(mask.uses())) {
      auto *user = cast<Instruction>(use.getUser());
      BasicBlock *block = user->getParent();
      const bool is_condition = isa<SelectInst>(user) && use.getOperandNo() == 0;
      if (user == from || (stays && block == home) ||
          (user->getType() == narrow_type && isWidened(*user) && !is_condition))
        continue;
      Value *&made = narrow[block];
      if (!made)
        made = makeNarrow(from, *block);
      use.set(made);
    }
  }

  Value *makeNarrow(Value *from, BasicBlock &block) {
    auto *instruction = dyn_cast<Instruction>(from);
    const bool is_here = instruction && instruction->getParent() == &block;
    BasicBlock::iterator at =
        is_here ? *instruction->getInsertionPointAfterDef() : block.getFirstInsertionPt();
    IRBuilder<> builder(&block, at);
    return builder.CreateICmpSLT(from, Constant::getNullValue(wide_type));
  }

  Function &function;
  FixedVectorType *const narrow_type, *const wide_type;
  SmallVector<Instruction *, 32> masks; // operands come first
  DenseMap<Value *, Value *> wide;
  SmallVector<WeakTrackingVH, 32> extensions;
};

// Bits of what most comparisons of each number of lanes compare.
std::map<unsigned, unsigned> comparedBits(Function &function) {
  std::map<unsigned, std::map<unsigned, unsigned>> found;
  for (Instruction &instruction : instructions(function))
    if (unsigned lanes = lanesOfMask(instruction.getType()); lanes && isa<CmpInst>(instruction)) {
      const Type *compared = instruction.getOperand(0)->getType();
      ++found[lanes][function.getDataLayout().getTypeSizeInBits(compared->getScalarType())];
    }
  std::map<unsigned, unsigned> most;
  for (const auto &[lanes, counts] : found)
    most[lanes] = std::max_element(counts.begin(), counts.end(), [](auto &a, auto &b) {
                    return a.second < b.second;
                  })->first;
  return most;
}

} // namespace

void widenMasks(Function &function, const TargetMachine &machine) {
  for (auto [lanes, bits] : comparedBits(function)) {
    const TargetLowering &lowering = *machine.getSubtargetImpl(function)->getTargetLowering();
    LLVMContext &context = function.getContext();
    const EVT mask = EVT::getVectorVT(context, MVT::i1, lanes),
              wanted = EVT::getVectorVT(context, EVT::getIntegerVT(context, bits), lanes);
    // Two registers for one mask are no gain.
    if (!lowering.isTypeLegal(mask) && lowering.isTypeLegal(wanted) &&
        lowering.getTypeToTransformTo(context, mask) != wanted)
      WideMasks(function, lanes, bits).run();
  }
}

} // namespace weft
