// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/operations.h"

#include "passes/analysis/memory_order.h"
#include "passes/vectorize/access/lane_shuffles.h"
#include "passes/vectorize/divisions.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {

void Operations::emit(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return Divisions(core).emit(cast<BinaryOperator>(instruction));
  case Instruction::BitCast:
    return emitBitCast(cast<CastInst>(instruction));
  case Instruction::GetElementPtr:
    return emitGep(cast<GetElementPtrInst>(instruction));
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::Select:
  case Instruction::Freeze:
    return emitMove(instruction);
  default:
    break;
  }
  if (instruction.isBinaryOp() || instruction.isUnaryOp() || instruction.isCast() ||
      isa<CmpInst>(instruction))
    return emitElementwise(instruction);
  core.fail(instruction, "an instruction that cannot be widened");
}

// Wide vectors of narrow elements compare ids in several registers. Mostly none is beyond the
// bound, which the last lane tells.
bool Operations::emitBoundCompare(const ICmpInst &compare) {
  constexpr uint64_t FewestRegisters = 4;
  const Value *id = compare.getOperand(0), *bound = compare.getOperand(1);
  ICmpInst::Predicate predicate = compare.getPredicate();
  if (!core.isUniform(bound)) {
    std::swap(id, bound);
    predicate = compare.getSwappedPredicate();
  }
  if (!compare.isRelational() || !id->getType()->isIntegerTy() || !core.isUniform(bound) ||
      !core.hasScalar(id) || shapes.shape(id).stride() <= 0)
    return false;
  if (width * uint64_t(id->getType()->getIntegerBitWidth()) <
      FewestRegisters * target.registerBits())
    return false;
  const int64_t stride = shapes.shape(id).stride();
  const bool below = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  Value *first = core.scalarOf(id), *limit = core.scalarOf(bound);
  Value *last = builder.CreateAdd(
      first, ConstantInt::getSigned(first->getType(), stride * int64_t(width - 1)));
  Value *within = builder.CreateAnd(
      core.fitsLanes(first, stride, ICmpInst::isSigned(predicate)),
      builder.CreateICmp(below ? predicate : ICmpInst::getInversePredicate(predicate), last,
                         limit));
  BasicBlock *before = builder.GetInsertBlock(), *beyond = core.newBlock("beyond"),
             *done = core.newBlock("compared");
  // Without an active lane it may be poison.
  builder.CreateCondBr(builder.CreateFreeze(within), done, beyond,
                       MDBuilder(core.wide->getContext()).createLikelyBranchWeights());
  builder.SetInsertPoint(beyond);
  Value *each = builder.CreateICmp(predicate, core.vectorOf(id), core.splat(limit));
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  PHINode *result = builder.CreatePHI(each->getType(), 2, compare.getName());
  result->addIncoming(below ? ConstantInt::getTrue(each->getType())
                            : ConstantInt::getFalse(each->getType()),
                      before);
  result->addIncoming(each, beyond);
  core.setVectors(&compare, {result});
  return true;
}

void Operations::emitElementwise(const Instruction &instruction) {
  if (auto *compare = dyn_cast<ICmpInst>(&instruction); compare && emitBoundCompare(*compare))
    return;
  Elements results;
  unsigned count = core.flatCount(instruction.getType());
  for (const Use &use : instruction.operands())
    if (core.flatCount(use->getType()) != count)
      return core.fail(instruction, "an operation that does not work by element");
  for (unsigned i = 0; i < count; ++i) {
    Value *a = core.vectorOf(instruction.getOperand(0), i);
    Value *result;
    if (auto *op = dyn_cast<BinaryOperator>(&instruction))
      result = builder.CreateBinOp(op->getOpcode(), a, core.vectorOf(op->getOperand(1), i));
    else if (auto *op = dyn_cast<UnaryOperator>(&instruction))
      result = builder.CreateUnOp(op->getOpcode(), a);
    else if (auto *compare = dyn_cast<CmpInst>(&instruction))
      result =
          builder.CreateCmp(compare->getPredicate(), a, core.vectorOf(compare->getOperand(1), i));
    else
      result = builder.CreateCast(cast<CastInst>(instruction).getOpcode(), a,
                                  core.wideType(core.flatType(instruction.getType(), i)));
    if (auto *made = dyn_cast<Instruction>(result);
        made && made->getOpcode() == instruction.getOpcode() && made->getNumUses() == 0) {
      made->copyIRFlags(&instruction);
      if (MDNode *accuracy = instruction.getMetadata(LLVMContext::MD_fpmath))
        made->setMetadata(LLVMContext::MD_fpmath, accuracy);
      if (!made->hasName())
        made->setName(instruction.getName());
    }
    results.push_back(result);
  }
  core.setVectors(&instruction, results);
}

// Elements of one width from elements of another, little-endian.
void Operations::emitBitCast(const CastInst &cast) {
  const Value *from = cast.getOperand(0);
  Type *to = cast.getType();
  unsigned from_count = core.flatCount(from->getType()), to_count = core.flatCount(to);
  if (from_count == to_count)
    return emitElementwise(cast);
  unsigned from_bits = layout.getTypeSizeInBits(core.flatType(from->getType(), 0));
  unsigned to_bits = layout.getTypeSizeInBits(core.flatType(to, 0));
  Type *from_int = core.wideType(builder.getIntNTy(from_bits));
  Type *to_int = core.wideType(builder.getIntNTy(to_bits));
  Type *to_wide = core.wideType(core.flatType(to, 0));
  Elements results;
  if (from_bits % to_bits != 0 && to_bits % from_bits != 0)
    return core.fail(cast, "a cast between vectors whose elements do not divide each other");
  for (unsigned i = 0; i < to_count; ++i) {
    Value *result = nullptr;
    if (from_bits > to_bits) {
      unsigned parts = from_bits / to_bits;
      Value *whole = builder.CreateBitCast(core.vectorOf(from, i / parts), from_int);
      result =
          builder.CreateTrunc(builder.CreateLShr(whole, uint64_t(i % parts) * to_bits), to_int);
    } else {
      unsigned parts = to_bits / from_bits;
      for (unsigned part = 0; part < parts; ++part) {
        Value *piece = builder.CreateZExt(
            builder.CreateBitCast(core.vectorOf(from, i * parts + part), from_int), to_int);
        piece = builder.CreateShl(piece, uint64_t(part) * from_bits);
        result = result ? builder.CreateOr(result, piece) : piece;
      }
    }
    results.push_back(builder.CreateBitCast(result, to_wide));
  }
  core.setVectors(&cast, results);
}

void Operations::emitMove(const Instruction &instruction) {
  Elements results;
  unsigned count = core.flatCount(instruction.getType());
  auto memberStart = [&](Type *type, ArrayRef<unsigned> indices) {
    unsigned start = 0;
    for (unsigned index : indices) {
      for (unsigned before = 0; before < index; ++before)
        start += core.flatCount(ExtractValueInst::getIndexedType(type, before));
      type = ExtractValueInst::getIndexedType(type, index);
    }
    return start;
  };
  if (auto *extract = dyn_cast<ExtractElementInst>(&instruction)) {
    const Value *vector = extract->getVectorOperand(), *index = extract->getIndexOperand();
    unsigned size = core.flatCount(vector->getType());
    if (auto *constant = dyn_cast<ConstantInt>(index)) {
      unsigned at = constant->getValue().getLimitedValue(size);
      results.push_back(at < size ? core.vectorOf(vector, at)
                                  : PoisonValue::get(core.wideType(extract->getType())));
    } else {
      Value *wanted = core.vectorOf(index), *result = core.vectorOf(vector, 0);
      for (unsigned i = 1; i < size; ++i)
        result = builder.CreateSelect(
            builder.CreateICmpEQ(wanted, ConstantInt::get(wanted->getType(), i)),
            core.vectorOf(vector, i), result);
      results.push_back(result);
    }
  } else if (auto *insert = dyn_cast<InsertElementInst>(&instruction)) {
    const Value *index = insert->getOperand(2);
    for (unsigned i = 0; i < count; ++i) {
      if (auto *constant = dyn_cast<ConstantInt>(index)) {
        bool here = constant->getValue() == i;
        results.push_back(here ? core.vectorOf(insert->getOperand(1))
                               : core.vectorOf(insert->getOperand(0), i));
        continue;
      }
      Value *wanted = core.vectorOf(index);
      results.push_back(builder.CreateSelect(
          builder.CreateICmpEQ(wanted, ConstantInt::get(wanted->getType(), i)),
          core.vectorOf(insert->getOperand(1)), core.vectorOf(insert->getOperand(0), i)));
    }
  } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    unsigned size = core.flatCount(shuffle->getOperand(0)->getType());
    for (int from : shuffle->getShuffleMask()) {
      if (from < 0)
        results.push_back(PoisonValue::get(core.wideType(shuffle->getType()->getElementType())));
      else
        results.push_back(
            core.vectorOf(shuffle->getOperand(unsigned(from) >= size), unsigned(from) % size));
    }
  } else if (auto *extract = dyn_cast<ExtractValueInst>(&instruction)) {
    const Value *whole = extract->getAggregateOperand();
    unsigned start = memberStart(whole->getType(), extract->getIndices());
    for (unsigned i = 0; i < count; ++i)
      results.push_back(core.vectorOf(whole, start + i));
  } else if (auto *insert = dyn_cast<InsertValueInst>(&instruction)) {
    const Value *part = insert->getInsertedValueOperand();
    unsigned start = memberStart(insert->getType(), insert->getIndices());
    unsigned size = core.flatCount(part->getType());
    for (unsigned i = 0; i < count; ++i)
      results.push_back(i - start < size ? core.vectorOf(part, i - start)
                                         : core.vectorOf(insert->getAggregateOperand(), i));
  } else if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    const Value *condition = select->getCondition();
    bool by_element = condition->getType()->isVectorTy();
    for (unsigned i = 0; i < count; ++i) {
      Value *chooses = core.isUniform(condition) && !by_element
                           ? core.scalarOf(condition)
                           : core.vectorOf(condition, by_element ? i : 0);
      Value *result = builder.CreateSelect(chooses, core.vectorOf(select->getTrueValue(), i),
                                           core.vectorOf(select->getFalseValue(), i));
      if (auto *made = dyn_cast<SelectInst>(result);
          made && made->getNumUses() == 0 && isa<FPMathOperator>(select))
        made->copyFastMathFlags(select);
      results.push_back(result);
    }
  } else if (memoryOrder(instruction)) {
    for (unsigned i = 0; i < count; ++i)
      results.push_back(core.vectorOf(instruction.getOperand(0), i));
    results = interleave(builder, results);
  } else {
    for (unsigned i = 0; i < count; ++i)
      results.push_back(builder.CreateFreeze(core.vectorOf(instruction.getOperand(0), i)));
  }
  core.setVectors(&instruction, results);
}

void Operations::emitGep(const GetElementPtrInst &gep) {
  if (gep.getType()->isVectorTy())
    return core.fail(gep, "a vector of addresses");
  const Value *pointer = gep.getPointerOperand();
  // base + lane * stride + index * size: keep a scalar base, which gathers want.
  int64_t lane_bytes = core.hasScalar(pointer) ? shapes.shape(pointer).stride() : 0;
  Type *index_type = layout.getIndexType(gep.getType());
  Value *base = core.hasScalar(pointer) ? core.scalarOf(pointer) : core.vectorOf(pointer);
  SmallVector<Value *, 4> indices;
  const Use *last = gep.idx_end() - 1;
  for (const Use &use : gep.indices()) {
    Value *index = core.isUniform(use) ? core.scalarOf(use) : core.vectorOf(use);
    if (&use == last && lane_bytes) {
      // The last index takes what the base adds by lane.
      Type *element = gep.getResultElementType();
      int64_t size = layout.getTypeAllocSize(element);
      bool sequential = gep.getNumIndices() == 1 || !gep.getSourceElementType()->isStructTy();
      if (sequential && size && lane_bytes % size == 0 && !isa<ConstantInt>(use)) {
        index = core.isUniform(use) ? core.splat(index) : index;
        index = builder.CreateSExtOrTrunc(index, core.wideType(index_type));
        index = builder.CreateAdd(index, core.steps(index_type, lane_bytes / size));
        lane_bytes = 0;
      }
    }
    indices.push_back(index);
  }
  if (lane_bytes)
    base = core.vectorOf(pointer);
  Value *result = builder.CreateGEP(gep.getSourceElementType(), base, indices, gep.getName());
  if (!result->getType()->isVectorTy())
    result = core.splat(result);
  core.setVectors(&gep, {result});
}

} // namespace weft
