// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/init_values.h"

#include "passes/check_marks.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {
namespace {

std::optional<unsigned> lanesOf(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? std::optional(vector->getNumElements()) : std::nullopt;
}

// The OpenCL C library's functions on vectors of which an element of the result comes from others.
bool mixesElements(StringRef mangled) {
  return any_of(ArrayRef<StringRef>{"cross", "normalize", "fast_normalize", "shuffle", "shuffle2"},
                [&](StringRef name) {
                  return mangled.starts_with(("_Z" + Twine(name.size()) + name).str());
                });
}

// Whether each element of the result is computed from the same one of the operands, and of scalars.
bool isByElement(const Instruction &instruction) {
  const auto lanes = lanesOf(instruction.getType());
  for (const Use &operand : instruction.operands())
    if (const auto of = lanesOf(operand->getType()); of && of != lanes)
      return false;
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return true;
  const Function *callee = call->getCalledFunction();
  if (!callee)
    return false;
  if (callee->isIntrinsic())
    return isTriviallyVectorizable(callee->getIntrinsicID());
  return !mixesElements(callee->getName());
}

} // namespace

UnwrittenBits::UnwrittenBits(Function &item, UnwrittenMemory &memory)
    : item(item), layout(item.getDataLayout()), memory(memory) {
  collectTainted();
}

bool UnwrittenBits::isSource(const Instruction &instruction) const {
  if (isUnwritten(&instruction))
    return true;
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->getType()->isSingleValueType() &&
         memory.kindOf(const_cast<Value *>(load->getPointerOperand())) !=
             UnwrittenMemory::Kind::None;
}

// Whether what its operands do not have of bits, its result has not.
bool UnwrittenBits::passesOn(const Instruction &instruction) const {
  if (!instruction.getType()->isSingleValueType())
    return false;
  switch (instruction.getOpcode()) {
  case Instruction::Load:
  case Instruction::Alloca:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    return false;
  case Instruction::Call: {
    // What a function of the program does with what it is given is not known; nor is, of others,
    // what they find behind pointers.
    auto &call = cast<CallBase>(instruction);
    if (call.getCalledFunction() && call.getCalledFunction()->isIntrinsic())
      return true;
    return call.getCalledFunction() && call.doesNotAccessMemory();
  }
  default:
    return true;
  }
}

void UnwrittenBits::collectTainted() {
  SmallVector<const Value *> left;
  for (const Instruction &instruction : instructions(item))
    if (isSource(instruction) && tainted.insert(&instruction).second)
      left.push_back(&instruction);
  while (!left.empty())
    for (const User *user : left.pop_back_val()->users())
      if (auto *instruction = dyn_cast<Instruction>(user);
          instruction && passesOn(*instruction) && tainted.insert(instruction).second)
        left.push_back(instruction);
}

Type *UnwrittenBits::typeOf(Type *type) const {
  auto *element =
      IntegerType::get(type->getContext(),
                       unsigned(layout.getTypeSizeInBits(type->getScalarType()).getFixedValue()));
  const auto lanes = lanesOf(type);
  return lanes ? static_cast<Type *>(FixedVectorType::get(element, *lanes)) : element;
}

Value *UnwrittenBits::any(IRBuilderBase &builder, Value *bits) {
  if (bits->getType()->isVectorTy())
    bits = builder.CreateOrReduce(bits);
  return builder.CreateIsNotNull(bits);
}

// All bits of the result are unwritten where `is` (i1, or one for each element) says so.
Value *UnwrittenBits::allOf(Value *is, Type *type, IRBuilderBase &builder) {
  Type *bits = typeOf(type);
  if (bits->isVectorTy() && !is->getType()->isVectorTy())
    is = builder.CreateVectorSplat(cast<FixedVectorType>(bits)->getNumElements(), is);
  return builder.CreateSExt(is, bits);
}

Value *UnwrittenBits::join(Value *a, Value *b, IRBuilderBase &builder) {
  return note(builder.CreateOr(a, b), {a, b});
}

Value *UnwrittenBits::note(Value *result, ArrayRef<Value *> from) {
  if (!isa<Constant>(result) && !is_contained(from, result))
    strict[result].assign(from.begin(), from.end());
  return result;
}

Value *UnwrittenBits::of(Value *value) {
  if (!maybe(value))
    return none(value->getType());
  if (Value *known = bits.lookup(value))
    return known;
  Value *result = made(*cast<Instruction>(value));
  bits[value] = result;
  return result;
}

Value *UnwrittenBits::ofLoad(LoadInst &load) {
  IRBuilder<> builder(load.getNextNode());
  const UnwrittenMemory::Place place = memory.of(builder, load.getPointerOperand());
  Type *type = typeOf(load.getType());
  // Booleans in memory are whole bytes.
  Value *result = builder.CreateAlignedLoad(type, place.address, load.getAlign(),
                                            load.getName() + ".unwritten");
  if (!place.distance)
    return result;
  // Without a shadow this is the memory itself.
  return builder.CreateAnd(result,
                           allOf(builder.CreateIsNotNull(place.distance), load.getType(), builder));
}

Value *UnwrittenBits::ofBinary(BinaryOperator &op, IRBuilderBase &builder) {
  Value *a = op.getOperand(0), *b = op.getOperand(1);
  Value *sa = of(a), *sb = of(b);
  switch (op.getOpcode()) {
  case Instruction::And:
    return builder.CreateOr(builder.CreateAnd(sa, sb),
                            builder.CreateOr(builder.CreateAnd(sa, b), builder.CreateAnd(a, sb)));
  case Instruction::Or: {
    Value *zeros_a = builder.CreateNot(a), *zeros_b = builder.CreateNot(b);
    return builder.CreateOr(
        builder.CreateAnd(sa, sb),
        builder.CreateOr(builder.CreateAnd(sa, zeros_b), builder.CreateAnd(zeros_a, sb)));
  }
  case Instruction::Xor:
    return join(sa, sb, builder);
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul: {
    // Bits below the lowest unwritten one are known, whatever the others are.
    Value *both = join(sa, sb, builder);
    return note(builder.CreateOr(both, builder.CreateNeg(both)), {both});
  }
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr: {
    Value *shifted = builder.CreateBinOp(op.getOpcode(), sa, b);
    if (!maybe(b))
      return shifted;
    return builder.CreateOr(shifted, allOf(builder.CreateIsNotNull(sb), op.getType(), builder));
  }
  default:
    return ofOperands(op, builder);
  }
}

Value *UnwrittenBits::ofCompare(ICmpInst &compare, IRBuilderBase &builder) {
  Value *a = compare.getOperand(0), *b = compare.getOperand(1);
  if (!a->getType()->isIntOrIntVectorTy())
    return ofOperands(compare, builder);
  Value *sa = of(a), *sb = of(b);
  if (compare.isEquality()) {
    // Decided where two written bits differ.
    Value *either = join(sa, sb, builder);
    Value *differ = builder.CreateAnd(builder.CreateXor(a, b), builder.CreateNot(either));
    return builder.CreateAnd(builder.CreateIsNotNull(either), builder.CreateIsNull(differ));
  }
  // Decided where the least and the greatest that both may be give the same.
  if (compare.isSigned()) {
    Constant *sign = ConstantInt::get(
        a->getType(), APInt::getSignedMinValue(a->getType()->getScalarSizeInBits()));
    a = builder.CreateXor(a, sign);
    b = builder.CreateXor(b, sign);
  }
  auto least = [&](Value *value, Value *unwritten) {
    return builder.CreateAnd(value, builder.CreateNot(unwritten));
  };
  const CmpInst::Predicate predicate = compare.getUnsignedPredicate();
  return builder.CreateXor(builder.CreateICmp(predicate, least(a, sa), builder.CreateOr(b, sb)),
                           builder.CreateICmp(predicate, builder.CreateOr(a, sa), least(b, sb)));
}

Value *UnwrittenBits::ofSelect(SelectInst &select, IRBuilderBase &builder) {
  Value *then = select.getTrueValue(), *otherwise = select.getFalseValue();
  Value *st = of(then), *so = of(otherwise);
  Value *result = builder.CreateSelect(select.getCondition(), st, so);
  if (!maybe(select.getCondition()))
    return result;
  Type *bits = typeOf(select.getType());
  auto number = [&](Value *value) {
    return value->getType()->isPtrOrPtrVectorTy() ? builder.CreatePtrToInt(value, bits)
                                                  : builder.CreateBitCast(value, bits);
  };
  // Bits that are the same in both need no decision.
  Value *open = builder.CreateOr(builder.CreateXor(number(then), number(otherwise)),
                                 builder.CreateOr(st, so));
  return builder.CreateSelect(of(select.getCondition()), open, result);
}

Value *UnwrittenBits::ofShuffle(ShuffleVectorInst &shuffle, IRBuilderBase &builder) {
  ArrayRef<int> mask = shuffle.getShuffleMask();
  Value *result =
      builder.CreateShuffleVector(of(shuffle.getOperand(0)), of(shuffle.getOperand(1)), mask);
  if (!is_contained(mask, PoisonMaskElem))
    return result;
  // Elements that are none have no bits.
  SmallVector<Constant *> has;
  for (int element : mask)
    has.push_back(builder.getInt1(element != PoisonMaskElem));
  return builder.CreateSelect(ConstantVector::get(has), result, none(shuffle.getType()));
}

// All of the result, or of its element, if any bit of an operand is unwritten.
Value *UnwrittenBits::ofOperands(Instruction &value, IRBuilderBase &builder) {
  const bool by_element = isByElement(value);
  Value *result = nullptr;
  SmallVector<Value *, 2> from;
  auto add = [&](Value *is) {
    if (!result) {
      result = is;
      return;
    }
    for (Value **side : {&result, &is})
      if (Value *other = side == &result ? is : result;
          other->getType()->isVectorTy() && !(*side)->getType()->isVectorTy())
        *side = builder.CreateVectorSplat(cast<FixedVectorType>(other->getType())->getNumElements(),
                                          *side);
    result = builder.CreateOr(result, is);
  };
  for (Value *operand : value.operands()) {
    if (!maybe(operand))
      continue;
    Value *unwritten = of(operand);
    from.push_back(unwritten);
    add(by_element ? builder.CreateIsNotNull(unwritten) : any(builder, unwritten));
  }
  if (!result)
    return none(value.getType());
  return note(allOf(result, value.getType(), builder), from);
}

Value *UnwrittenBits::ofCall(CallBase &call, IRBuilderBase &builder) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic)
    return ofOperands(call, builder);
  switch (intrinsic->getIntrinsicID()) {
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
    return builder.CreateUnaryIntrinsic(intrinsic->getIntrinsicID(), of(call.getArgOperand(0)));
  case Intrinsic::fshl:
  case Intrinsic::fshr: {
    if (maybe(call.getArgOperand(2)))
      return ofOperands(call, builder);
    Value *a = of(call.getArgOperand(0)), *b = of(call.getArgOperand(1));
    return builder.CreateIntrinsic(intrinsic->getIntrinsicID(), {a->getType()},
                                   {a, b, call.getArgOperand(2)});
  }
  default:
    return ofOperands(call, builder);
  }
}

Value *UnwrittenBits::made(Instruction &value) {
  if (isUnwritten(&value))
    return Constant::getAllOnesValue(typeOf(value.getType()));
  if (auto *load = dyn_cast<LoadInst>(&value))
    return ofLoad(*load);
  if (auto *phi = dyn_cast<PHINode>(&value)) {
    auto *result = PHINode::Create(typeOf(phi->getType()), phi->getNumIncomingValues(),
                                   phi->getName() + ".unwritten", phi->getIterator());
    bits[phi] = result; // ahead of what leads around a loop back to it
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      result->addIncoming(of(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    return result;
  }
  // Operands first: what is made of them comes behind them.
  for (Value *operand : value.operands())
    if (maybe(operand))
      of(operand);
  IRBuilder<> builder(item.getContext());
  builder.SetInsertPoint(value.getParent(), *value.getInsertionPointAfterDef());
  if (auto *op = dyn_cast<BinaryOperator>(&value))
    return ofBinary(*op, builder);
  if (auto *compare = dyn_cast<ICmpInst>(&value))
    return ofCompare(*compare, builder);
  if (auto *select = dyn_cast<SelectInst>(&value))
    return ofSelect(*select, builder);
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&value))
    return ofShuffle(*shuffle, builder);
  if (auto *call = dyn_cast<CallBase>(&value))
    return ofCall(*call, builder);
  Type *type = typeOf(value.getType());
  switch (value.getOpcode()) {
  case Instruction::BitCast:
    return note(builder.CreateBitCast(of(value.getOperand(0)), type), {of(value.getOperand(0))});
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast:
  case Instruction::FNeg:
    return of(value.getOperand(0));
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr: {
    Value *from = of(value.getOperand(0));
    Value *result = builder.CreateZExtOrTrunc(from, type);
    const bool is_whole = type->getScalarSizeInBits() >= from->getType()->getScalarSizeInBits();
    return is_whole ? note(result, {from}) : result;
  }
  case Instruction::SExt: {
    Value *from = of(value.getOperand(0));
    return note(builder.CreateSExt(from, type), {from});
  }
  case Instruction::ExtractElement:
    if (maybe(value.getOperand(1)))
      return ofOperands(value, builder);
    return builder.CreateExtractElement(of(value.getOperand(0)), value.getOperand(1));
  case Instruction::InsertElement:
    if (maybe(value.getOperand(2)))
      return ofOperands(value, builder);
    return builder.CreateInsertElement(of(value.getOperand(0)), of(value.getOperand(1)),
                                       value.getOperand(2));
  default:
    return ofOperands(value, builder);
  }
}

void UnwrittenBits::collectOrigins(Value *value, SmallVectorImpl<Instruction *> &origins) const {
  SmallPtrSet<Value *, 16> seen;
  SmallVector<Value *> left = {value};
  while (!left.empty()) {
    Value *next = left.pop_back_val();
    if (!maybe(next) || !seen.insert(next).second)
      continue;
    auto *instruction = cast<Instruction>(next);
    if (isSource(*instruction))
      origins.push_back(instruction);
    else
      append_range(left, instruction->operands());
  }
}

} // namespace weft
