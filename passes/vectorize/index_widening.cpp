// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/index_widening.h"

#include "llvm/ADT/PointerIntPair.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr unsigned NarrowBits = 32;

// y, where value == y << amount; null if it is not known to be of that form.
Value *shiftedFrom(Value *value, unsigned amount, IRBuilderBase &builder, unsigned depth = 0) {
  if (amount == 0)
    return value;
  const APInt *constant;
  if (match(value, m_APInt(constant)))
    return constant->countr_zero() >= amount
               ? ConstantInt::get(value->getType(), constant->ashr(amount))
               : nullptr;
  auto *op = dyn_cast<BinaryOperator>(value);
  if (!op || depth > 4)
    return nullptr;
  Value *a = op->getOperand(0), *b = op->getOperand(1);
  auto half = [&](Value *part) { return shiftedFrom(part, amount, builder, depth + 1); };
  switch (op->getOpcode()) {
  case Instruction::Shl:
    if (match(b, m_APInt(constant)) && constant->uge(amount) &&
        constant->ult(op->getType()->getIntegerBitWidth()))
      return builder.CreateShl(a, constant->getZExtValue() - amount);
    return nullptr;
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Or: {
    Value *x = half(a), *y = x ? half(b) : nullptr;
    // Above what is shifted out two parts may have bits in common; a sum is as good there.
    auto *disjoint = dyn_cast<PossiblyDisjointInst>(op);
    bool is_sum = disjoint && disjoint->isDisjoint();
    return y ? builder.CreateBinOp(is_sum ? Instruction::Add : op->getOpcode(), x, y) : nullptr;
  }
  case Instruction::Mul:
    if (Value *x = half(a))
      return builder.CreateMul(x, b);
    if (Value *y = half(b))
      return builder.CreateMul(a, y);
    return nullptr;
  default:
    return nullptr;
  }
}

Value *asExtension(BinaryOperator &op, IRBuilderBase &builder) {
  unsigned bits = op.getType()->getScalarSizeInBits();
  const APInt *constant;
  if (bits != 64 || !op.getType()->isIntegerTy() || !match(op.getOperand(1), m_APInt(constant)))
    return nullptr;
  Type *narrow = builder.getIntNTy(NarrowBits);
  if (op.getOpcode() == Instruction::AShr && constant->ult(bits)) {
    // (y << 32) >> amount
    unsigned amount = constant->getZExtValue();
    Value *from = shiftedFrom(op.getOperand(0), bits - NarrowBits, builder);
    if (!from)
      return nullptr;
    Value *value = builder.CreateSExt(builder.CreateTrunc(from, narrow), op.getType());
    return amount <= NarrowBits ? builder.CreateShl(value, NarrowBits - amount)
                                : builder.CreateAShr(value, amount - NarrowBits);
  }
  unsigned start, length;
  if (op.getOpcode() == Instruction::And && constant->isShiftedMask(start, length) &&
      length == NarrowBits) {
    Value *from = shiftedFrom(op.getOperand(0), start, builder);
    if (!from)
      return nullptr;
    return builder.CreateShl(builder.CreateZExt(builder.CreateTrunc(from, narrow), op.getType()),
                             start);
  }
  return nullptr;
}

// An index that does not wrap where it is computed, because a condition has asked: of
//   unsigned x;  if (x > 0) a[x - 1]
//   if (x >= y) a[x - y]
// For lanes that are idle it may well wrap.
Value *asDifference(ZExtInst &extension, IRBuilderBase &builder) {
  Type *type = extension.getType(), *narrow = extension.getSrcTy();
  Value *from = nullptr, *less = nullptr, *sum = extension.getOperand(0);
  const APInt *added = nullptr;
  if (!type->isIntegerTy(64) || !narrow->isIntegerTy(NarrowBits))
    return nullptr;
  if (match(sum, m_Sub(m_Value(from), m_Value(less)))) {
    auto isKnown = [&](CmpInst::Predicate predicate) {
      return isImpliedByDomCondition(predicate, from, less, &extension, extension.getDataLayout())
          .value_or(false);
    };
    if (isKnown(ICmpInst::ICMP_UGE))
      return builder.CreateSub(builder.CreateZExt(from, type), builder.CreateZExt(less, type));
    if (isKnown(ICmpInst::ICMP_SGE))
      return builder.CreateSub(builder.CreateSExt(from, type), builder.CreateSExt(less, type));
    return nullptr;
  }
  if (auto *low = dyn_cast<TruncInst>(sum); low && low->getSrcTy()->isIntegerTy(64))
    sum = low->getOperand(0); // its low bits are those of a sum of 64 bits as well
  if (!match(sum, m_Add(m_Value(from), m_APInt(added))) || added->trunc(NarrowBits).isNonNegative())
    return nullptr;
  const DataLayout &layout = extension.getDataLayout();
  const APInt taken = -added->trunc(NarrowBits);
  auto isNoLess = [&](Value *value) {
    Constant *least = ConstantInt::get(value->getType(), taken.getZExtValue());
    return isImpliedByDomCondition(ICmpInst::ICMP_UGE, value, least, &extension, layout)
        .value_or(false);
  };
  SmallVector<Value *, 4> narrow_forms;
  if (from->getType() == narrow ||
      computeKnownBits(from, layout).countMinLeadingZeros() >= NarrowBits)
    narrow_forms.push_back(from);
  else
    copy_if(from->users(), std::back_inserter(narrow_forms),
            [&](User *user) { return isa<TruncInst>(user) && user->getType() == narrow; });
  auto found = find_if(narrow_forms, isNoLess);
  if (found == narrow_forms.end())
    return nullptr;
  return builder.CreateSub(builder.CreateZExt(*found, type),
                           ConstantInt::get(type, taken.getZExtValue()));
}

// Counters that are kept in 64 bits, though all that is read of them is narrow: of `int i` with
// `i += get_global_size(0)`. The sum of an extension is not affine, as it may wrap; in 32 bits it
// is.
class CounterNarrowing {
public:
  bool run(Function &function);

private:
  static bool isNarrowCounter(const PHINode &phi);
  Value *narrowed(Value *value, unsigned depth = 0);
};

bool CounterNarrowing::isNarrowCounter(const PHINode &phi) {
  bool extended_again = false;
  for (const User *user : phi.users()) {
    auto *trunc = dyn_cast<TruncInst>(user);
    if (!trunc || !trunc->getType()->isIntegerTy(NarrowBits))
      return false;
    extended_again |=
        any_of(trunc->users(), [](const User *of) { return isa<ZExtInst, SExtInst>(of); });
  }
  return extended_again && phi.getType()->isIntegerTy(64);
}

// The low bits of `value`, computed from the low bits of what it is computed from.
Value *CounterNarrowing::narrowed(Value *value, unsigned depth) {
  constexpr unsigned MaxDepth = 4;
  Type *type = IntegerType::get(value->getContext(), NarrowBits);
  if (auto *constant = dyn_cast<Constant>(value))
    return ConstantExpr::getTrunc(constant, type);
  if (auto *extension = dyn_cast<CastInst>(value);
      extension && isa<ZExtInst, SExtInst>(extension) && extension->getSrcTy() == type)
    return extension->getOperand(0);
  IRBuilder<> builder(value->getContext());
  auto *op = dyn_cast<BinaryOperator>(value);
  if (op && depth < MaxDepth)
    switch (op->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul: {
      Value *a = narrowed(op->getOperand(0), depth + 1);
      Value *b = narrowed(op->getOperand(1), depth + 1);
      builder.SetInsertPoint(op);
      return builder.CreateBinOp(op->getOpcode(), a, b);
    }
    default:
      break;
    }
  if (auto *arg = dyn_cast<Argument>(value))
    builder.SetInsertPoint(arg->getParent()->getEntryBlock().getFirstInsertionPt());
  else
    builder.SetInsertPoint(*cast<Instruction>(value)->getInsertionPointAfterDef());
  return builder.CreateTrunc(value, type);
}

bool CounterNarrowing::run(Function &function) {
  bool changed = false;
  for (BasicBlock &block : function)
    for (PHINode &phi : make_early_inc_range(block.phis())) {
      if (!isNarrowCounter(phi))
        continue;
      PHINode *narrow =
          PHINode::Create(IntegerType::get(phi.getContext(), NarrowBits),
                          phi.getNumIncomingValues(), phi.getName(), phi.getIterator());
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
        narrow->addIncoming(narrowed(phi.getIncomingValue(i)), phi.getIncomingBlock(i));
      for (User *user : make_early_inc_range(phi.users())) {
        user->replaceAllUsesWith(narrow);
        cast<Instruction>(user)->eraseFromParent();
      }
      phi.eraseFromParent();
      changed = true;
    }
  return changed;
}

class Widening {
public:
  Widening(const ShapeInfo &shapes) : shapes(shapes) {}

  bool run(Function &function);

private:
  using Key = PointerIntPair<Value *, 1, bool>;

  bool canExtend(Value *value, bool is_signed, Type *type, unsigned depth);
  bool isLeaf(Value *value, bool is_signed, Type *type);
  Value *extend(Value *value, bool is_signed, Type *type);
  bool isUniform(Value *value) const { return shapes.shape(value).isUniform(); }

  const ShapeInfo &shapes;
  DenseMap<Key, Value *> extended; // null: can be, and is being asked for
  DenseMap<Key, bool> possible;
};

bool Widening::isLeaf(Value *value, bool is_signed, Type *type) {
  if (auto *trunc = dyn_cast<TruncInst>(value);
      trunc && trunc->getSrcTy() == type &&
      (is_signed ? trunc->hasNoSignedWrap() : trunc->hasNoUnsignedWrap()))
    return true;
  return isUniform(value) || shapes.isEntryComputable(value);
}

bool Widening::canExtend(Value *value, bool is_signed, Type *type, unsigned depth) {
  if (isUniform(value))
    return true;
  if (!shapes.shape(value).isAffine() || depth > 32)
    return false;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return isLeaf(value, is_signed, type);
  // Around a cycle of phis it is as possible as elsewhere.
  auto [found, fresh] = possible.try_emplace(Key(value, is_signed), true);
  if (!fresh)
    return found->second;
  bool result = false;
  auto all = [&](auto &&values) {
    return all_of(values, [&](Value *of) { return canExtend(of, is_signed, type, depth + 1); });
  };
  if (auto *phi = dyn_cast<PHINode>(instruction))
    result = !shapes.isDivergentJoin(phi->getParent()) && all(phi->incoming_values());
  else if (isa<SelectInst>(instruction))
    result = isUniform(instruction->getOperand(0)) && all(drop_begin(instruction->operands()));
  else if (keepsOperands(*instruction, is_signed))
    result = instruction->getOpcode() == Instruction::Shl
                 ? canExtend(instruction->getOperand(0), is_signed, type, depth + 1)
                 : all(instruction->operands());
  result = result || isLeaf(value, is_signed, type);
  possible[Key(value, is_signed)] = result;
  return result;
}

Value *Widening::extend(Value *value, bool is_signed, Type *type) {
  if (Value *done = extended.lookup(Key(value, is_signed)))
    return done;
  auto *instruction = dyn_cast<Instruction>(value);
  BasicBlock::iterator after;
  if (instruction)
    after = *instruction->getInsertionPointAfterDef();
  else if (auto *arg = dyn_cast<Argument>(value))
    after = arg->getParent()->getEntryBlock().getFirstInsertionPt();
  IRBuilder<> builder(value->getContext());
  if (instruction || isa<Argument>(value))
    builder.SetInsertPoint(after);
  auto part = [&](Value *of) { return extend(of, is_signed, type); };
  bool affine = !isUniform(value);
  Value *result = nullptr;
  if (auto *phi = dyn_cast<PHINode>(value);
      phi && affine && possible.lookup(Key(value, is_signed))) {
    builder.SetInsertPoint(phi);
    PHINode *wide = builder.CreatePHI(type, phi->getNumIncomingValues(), phi->getName());
    extended[Key(value, is_signed)] = wide;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      wide->addIncoming(part(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    return wide;
  }
  if (affine && instruction && isa<SelectInst>(instruction) &&
      isUniform(instruction->getOperand(0))) {
    Value *a = part(instruction->getOperand(1)), *b = part(instruction->getOperand(2));
    builder.SetInsertPoint(after);
    result = builder.CreateSelect(instruction->getOperand(0), a, b);
  } else if (affine && instruction && keepsOperands(*instruction, is_signed) &&
             canExtend(instruction->getOperand(0), is_signed, type, 0) &&
             (instruction->getOpcode() == Instruction::Shl ||
              canExtend(instruction->getOperand(1), is_signed, type, 0))) {
    auto code = cast<BinaryOperator>(instruction)->getOpcode();
    Value *a = part(instruction->getOperand(0));
    Value *b =
        code == Instruction::Shl
            ? ConstantInt::get(type, cast<ConstantInt>(instruction->getOperand(1))->getZExtValue())
            : part(instruction->getOperand(1));
    builder.SetInsertPoint(after);
    result = builder.CreateBinOp(code == Instruction::Or ? Instruction::Add : code, a, b);
  } else if (auto *trunc = dyn_cast<TruncInst>(value);
             trunc && trunc->getSrcTy() == type &&
             (is_signed ? trunc->hasNoSignedWrap() : trunc->hasNoUnsignedWrap())) {
    result = trunc->getOperand(0);
  } else {
    result = is_signed ? builder.CreateSExt(value, type) : builder.CreateZExt(value, type);
  }
  return extended[Key(value, is_signed)] = result;
}

bool Widening::run(Function &function) {
  SmallVector<std::pair<CastInst *, bool>, 16> wanted;
  for (Instruction &instruction : instructions(function)) {
    auto *cast = dyn_cast<CastInst>(&instruction);
    if (!cast || !isa<SExtInst, ZExtInst>(cast) || !cast->getType()->isIntegerTy(64) ||
        !cast->getSrcTy()->isIntegerTy(NarrowBits))
      continue;
    Shape from = shapes.shape(cast->getOperand(0));
    if (!from.isAffine() || from.isUniform())
      continue;
    // What is affine already without looking behind the operation stays as it is.
    bool settled =
        !shapes.shape(cast).isVarying() && !shapes.assumptions().contains(cast->getOperand(0));
    auto *zext = dyn_cast<ZExtInst>(cast);
    bool is_signed = !zext || zext->hasNonNeg();
    if (settled || isa<TruncInst>(cast->getOperand(0)) ||
        !canExtend(cast->getOperand(0), is_signed, cast->getType(), 0))
      continue;
    wanted.push_back({cast, is_signed});
  }
  bool changed = false;
  for (auto [cast, is_signed] : wanted) {
    Value *wide = extend(cast->getOperand(0), is_signed, cast->getType());
    if (wide == cast ||
        (isa<CastInst>(wide) && cast->getOperand(0) == dyn_cast<CastInst>(wide)->getOperand(0)))
      continue;
    cast->replaceAllUsesWith(wide);
    for (auto &entry : extended)
      if (entry.second == cast)
        entry.second = wide;
    cast->eraseFromParent();
    changed = true;
  }
  return changed;
}

// Whether in each iteration `narrow`, a phi of the same block, is the lower half of `wide`.
bool isLowerHalf(const PHINode &narrow, const PHINode &wide) {
  return all_of(narrow.blocks(), [&](const BasicBlock *from) {
    auto *trunc = dyn_cast<TruncInst>(narrow.getIncomingValueForBlock(from));
    return trunc && trunc->getOperand(0) == wide.getIncomingValueForBlock(from);
  });
}

// InstCombine keeps a counter twice where some of its uses read 32 of its 64 bits.
bool mergeCounters(Function &function) {
  bool changed = false;
  for (BasicBlock &block : function)
    for (PHINode &narrow : make_early_inc_range(block.phis())) {
      if (!narrow.getType()->isIntegerTy(NarrowBits))
        continue;
      auto wide = find_if(block.phis(), [&](PHINode &phi) { return isLowerHalf(narrow, phi); });
      if (wide == block.phis().end())
        continue;
      IRBuilder<> builder(&block, block.getFirstInsertionPt());
      narrow.replaceAllUsesWith(builder.CreateTrunc(&*wide, narrow.getType(), narrow.getName()));
      narrow.eraseFromParent();
      changed = true;
    }
  return changed;
}

} // namespace

bool keepsOperands(const Instruction &instruction, bool is_signed) {
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
    return is_signed ? instruction.hasNoSignedWrap() : instruction.hasNoUnsignedWrap();
  case Instruction::Shl:
    return isa<ConstantInt>(instruction.getOperand(1)) &&
           (is_signed ? instruction.hasNoSignedWrap() : instruction.hasNoUnsignedWrap());
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(instruction).isDisjoint();
  default:
    return false;
  }
}

bool exposeExtensions(Function &function) {
  bool changed = mergeCounters(function);
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *op = dyn_cast<BinaryOperator>(&instruction);
    if (!op)
      continue;
    IRBuilder<> builder(op);
    if (Value *extension = asExtension(*op, builder)) {
      op->replaceAllUsesWith(extension);
      changed = true;
    }
  }
  auto simplify = [&] {
    for (BasicBlock &block : function)
      SimplifyInstructionsInBlock(&block);
  };
  if (changed)
    simplify();
  bool differences = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *extension = dyn_cast<ZExtInst>(&instruction)) {
      IRBuilder<> builder(extension);
      if (Value *difference = asDifference(*extension, builder)) {
        extension->replaceAllUsesWith(difference);
        differences = true;
      }
    }
  if (differences) {
    simplify();
    changed = true;
  }
  if (CounterNarrowing().run(function)) {
    simplify();
    changed = true;
  }
  return changed;
}

bool widenIndices(Function &function, const ShapeInfo &shapes) {
  return Widening(shapes).run(function);
}

} // namespace weft
