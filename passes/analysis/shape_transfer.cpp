// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes of instructions from the shapes of their operands.
#include "passes/analysis/shape_analysis.h"

#include "passes/analysis/any_lane.h"
#include "passes/analysis/memory_order.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/WithCache.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

// A stride as an integer of `bits` bits holds it.
int64_t wrapStride(uint64_t stride, unsigned bits) {
  return bits >= 64 ? int64_t(stride) : SignExtend64(stride, bits);
}

uint64_t lowestBit(uint64_t value) { return value & -value; }

uint64_t mulAlign(uint64_t a, uint64_t b) {
  return a > Shape::MaxAlign / b ? Shape::MaxAlign : a * b;
}

} // namespace

void ShapeInfo::visitIndices(const GEPOperator &gep, const DataLayout &layout,
                             function_ref<void(Value *, uint64_t)> visit) {
  for (auto it = gep_type_begin(gep), end = gep_type_end(gep); it != end; ++it)
    if (!it.isStruct() && !isa<ConstantInt>(it.getOperand()))
      visit(it.getOperand(), it.getSequentialElementStride(layout).getFixedValue());
}

Shape ShapeInfo::extended(const Value *value, bool is_signed) {
  Shape from = shape(value);
  if (from.isBottom() || from.isVarying())
    return from;
  if (from.isUniform())
    return Shape::uniform(from.align());
  unsigned bits = value->getType()->getIntegerBitWidth();
  // Lanes in one aligned block never straddle the point where the type wraps.
  if (bits > 1 && bits <= 33 &&
      from.fitsBlock(options.width, std::min(from.align(), uint64_t(1) << (bits - 1))))
    return Shape::affine(from.stride(), from.align());
  // All lanes in [0, 2^(bits-1)): the difference modulo 2^bits is the true difference. Flags that
  // make poison must not count, because lane 0 may be idle where they hold.
  SimplifyQuery query(layout, /*TLI=*/nullptr, /*DT=*/nullptr, /*AC=*/nullptr, /*CXTI=*/nullptr,
                      /*UseInstrInfo=*/false);
  if (computeKnownBits(value, query).isNonNegative())
    return Shape::affine(from.stride(), from.align());
  if (options.assume_no_wrap && isEntryComputable(value)) {
    auto &kinds = assumed[value];
    if (!is_contained(kinds, is_signed))
      kinds.push_back(is_signed);
    return Shape::affine(from.stride(), from.align());
  }
  return Shape::varying();
}

Shape ShapeInfo::transferGep(const GEPOperator &gep) {
  if (gep.getType()->isVectorTy())
    return allUniform(gep) ? Shape::uniform() : Shape::varying();
  Shape base = shape(gep.getPointerOperand());
  if (base.isVarying())
    return base;
  uint64_t stride = base.stride();
  bool varying = false;
  visitIndices(gep, layout, [&](Value *index, uint64_t bytes) {
    Shape of = shape(index);
    unsigned bits = index->getType()->getScalarSizeInBits();
    if (bits < layout.getIndexTypeSizeInBits(gep.getType()))
      of = extended(index, /*is_signed=*/true);
    varying |= !of.isAffine();
    stride += uint64_t(of.stride()) * bytes;
  });
  return varying ? Shape::varying() : Shape::affine(int64_t(stride));
}

Shape ShapeInfo::transferBinary(const BinaryOperator &op) {
  Shape a = shape(op.getOperand(0)), b = shape(op.getOperand(1));
  if (a.isVarying() || b.isVarying())
    return Shape::varying();
  if (!op.getType()->isIntegerTy() || op.getType()->getIntegerBitWidth() > 64)
    return a.isUniform() && b.isUniform() ? Shape::uniform() : Shape::varying();
  unsigned bits = op.getType()->getIntegerBitWidth(), width = options.width;
  auto make = [&](uint64_t stride, uint64_t align) {
    return Shape::affine(wrapStride(stride, bits), align);
  };
  auto *constant = dyn_cast<ConstantInt>(op.getOperand(1));
  uint64_t c = constant ? constant->getZExtValue() : 0;
  bool uniform = a.isUniform() && b.isUniform();
  switch (op.getOpcode()) {
  case Instruction::Add:
    return make(uint64_t(a.stride()) + b.stride(), std::min(a.align(), b.align()));
  case Instruction::Sub:
    return make(uint64_t(a.stride()) - b.stride(), std::min(a.align(), b.align()));
  case Instruction::Mul:
    if (uniform)
      return Shape::uniform(mulAlign(a.align(), b.align()));
    if (constant)
      return make(uint64_t(a.stride()) * c, mulAlign(a.align(), b.align()));
    if (auto *left = dyn_cast<ConstantInt>(op.getOperand(0)))
      return make(left->getZExtValue() * b.stride(), mulAlign(a.align(), b.align()));
    return Shape::varying();
  case Instruction::Shl:
    if (constant && c < bits)
      return make(uint64_t(a.stride()) << c,
                  mulAlign(a.align(), c > 32 ? Shape::MaxAlign : uint64_t(1) << c));
    break;
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(op).isDisjoint())
      return make(uint64_t(a.stride()) + b.stride(), std::min(a.align(), b.align()));
    // Bits below the block that all lanes share.
    if (constant && a.isAffine() && c != 0 && a.stride() == 0)
      return Shape::uniform(std::min(a.align(), lowestBit(c)));
    break;
  case Instruction::And:
    if (constant && !a.isUniform() && c != 0) {
      uint64_t low = lowestBit(c);
      // Bits that differ from lane to lane are all kept, or all dropped; a carry comes from no
      // dropped one, as these are alike.
      if (isPowerOf2_64(c + 1) && uint64_t(a.stride()) % (c + 1) == 0)
        return Shape::uniform(a.align() > c ? Shape::MaxAlign : a.align());
      if (constant->getValue().isNegatedPowerOf2() && uint64_t(a.stride()) % low == 0)
        return make(uint64_t(a.stride()), std::max(a.align(), low));
      if (isPowerOf2_64(c + 1) && a.fitsBlock(width, std::min(c + 1, a.align())))
        return Shape::affine(a.stride(), a.align() > c ? Shape::MaxAlign : a.align());
      if (low > 1 && low <= Shape::MaxAlign && a.fitsBlock(width, low))
        return Shape::uniform(std::max(a.align(), low));
    }
    if (uniform && constant && c != 0)
      return Shape::uniform(std::max(a.align(), lowestBit(c)));
    break;
  case Instruction::LShr:
  case Instruction::AShr:
    if (constant && c <= 32 && c < bits && a.fitsBlock(width, uint64_t(1) << c))
      return Shape::uniform(a.align() >> c ? a.align() >> c : 1);
    break;
  case Instruction::UDiv:
    if (constant && isPowerOf2_64(c) && c <= Shape::MaxAlign && a.fitsBlock(width, c))
      return Shape::uniform(std::max<uint64_t>(a.align() / c, 1));
    break;
  case Instruction::URem:
    if (constant && isPowerOf2_64(c) && a.fitsBlock(width, std::min(c, a.align())))
      return Shape::affine(a.stride(), a.align() >= c ? Shape::MaxAlign : a.align());
    break;
  case Instruction::Xor:
    if (constant && constant->isMinusOne())
      return make(-uint64_t(a.stride()), 1);
    break;
  default:
    break;
  }
  return uniform ? Shape::uniform() : Shape::varying();
}

Shape ShapeInfo::transferCompare(const ICmpInst &compare) {
  Shape a = shape(compare.getOperand(0)), b = shape(compare.getOperand(1));
  if (a.isVarying() || b.isVarying())
    return Shape::varying();
  if (a.isUniform() && b.isUniform())
    return Shape::uniform();
  Type *type = compare.getOperand(0)->getType();
  if (type->isIntegerTy() && compare.isEquality() && a.stride() == b.stride())
    return Shape::uniform();
  // All lanes in one aligned block, compared with a multiple of the block.
  if (!type->isIntegerTy() || !b.isUniform())
    return Shape::varying();
  uint64_t block = PowerOf2Ceil((options.width - 1) * uint64_t(std::abs(a.stride())) + 1);
  if (type->getIntegerBitWidth() < 8 || block >> (type->getIntegerBitWidth() - 1) ||
      !a.fitsBlock(options.width, block))
    return Shape::varying();
  uint64_t align = b.align();
  if (auto *constant = dyn_cast<ConstantInt>(compare.getOperand(1));
      constant && compare.getPredicate() != ICmpInst::ICMP_ULT) {
    bool above = compare.getPredicate() == ICmpInst::ICMP_UGT ||
                 compare.getPredicate() == ICmpInst::ICMP_SGT ||
                 compare.getPredicate() == ICmpInst::ICMP_ULE ||
                 compare.getPredicate() == ICmpInst::ICMP_SLE;
    APInt bound = constant->getValue() + (above ? 1 : 0);
    align = bound.countr_zero() >= 32 ? Shape::MaxAlign : uint64_t(1) << bound.countr_zero();
    return !compare.isEquality() && align >= block ? Shape::uniform() : Shape::varying();
  }
  switch (compare.getPredicate()) {
  case ICmpInst::ICMP_ULT:
  case ICmpInst::ICMP_SLT:
  case ICmpInst::ICMP_UGE:
  case ICmpInst::ICMP_SGE:
    return align >= block ? Shape::uniform() : Shape::varying();
  default:
    return Shape::varying();
  }
}

Shape ShapeInfo::transferCast(const CastInst &cast) {
  const Value *from = cast.getOperand(0);
  Shape of = shape(from);
  if (of.isVarying())
    return of;
  Type *type = cast.getType(), *from_type = from->getType();
  switch (cast.getOpcode()) {
  case Instruction::Trunc:
    if (type->isIntegerTy() && from_type->getIntegerBitWidth() <= 64) {
      unsigned bits = type->getIntegerBitWidth();
      uint64_t most = bits >= 32 ? Shape::MaxAlign : uint64_t(1) << bits;
      return Shape::affine(wrapStride(of.stride(), bits),
                           of.align() >= most ? Shape::MaxAlign : of.align());
    }
    break;
  case Instruction::SExt:
  case Instruction::ZExt:
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64 && !from_type->isIntegerTy(1))
      return extended(from, isa<SExtInst>(cast));
    break;
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    if (type->isVectorTy() || from_type->isVectorTy() ||
        layout.getTypeSizeInBits(type) != layout.getTypeSizeInBits(from_type))
      break;
    return Shape::affine(of.stride(), of.align());
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
    if (type->isPointerTy() && from_type->isPointerTy())
      return of;
    break;
  default:
    break;
  }
  return of.isUniform() ? Shape::uniform() : Shape::varying();
}

Shape ShapeInfo::transferSubGroup(const CallBase &call, SubGroupOperation operation) const {
  switch (operation.kind) {
  case SubGroupOperation::Lane:
    return Shape::affine(1, Shape::MaxAlign);
  case SubGroupOperation::Ballot:
  case SubGroupOperation::Reduce:
  case SubGroupOperation::Barrier:
    return Shape::uniform();
  case SubGroupOperation::Shuffle:
    return shape(call.getArgOperand(1)).isUniform() ? Shape::uniform() : Shape::varying();
  default:
    return Shape::varying();
  }
}

Shape ShapeInfo::transferCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (callee && callee->getName() == LaneName)
    return Shape::affine(1, Shape::MaxAlign);
  if (auto operation = subGroupOperation(call))
    return transferSubGroup(call, *operation);
  if (isAnyLane(call))
    return Shape::uniform();
  if (!allUniform(call))
    return Shape::varying();
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return !intrinsic->mayHaveSideEffects() ? Shape::uniform() : Shape::varying();
  // Convergent functions that mean it are not widened.
  bool repeatable = call.onlyReadsMemory() && call.doesNotThrow();
  return repeatable ? Shape::uniform() : Shape::varying();
}

Shape ShapeInfo::transfer(const Instruction &instruction) {
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return transferPhi(*phi);
  if (auto *op = dyn_cast<BinaryOperator>(&instruction))
    return transferBinary(*op);
  if (auto *compare = dyn_cast<ICmpInst>(&instruction))
    return transferCompare(*compare);
  if (auto *cast = dyn_cast<CastInst>(&instruction))
    return transferCast(*cast);
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return transferCall(*call);
  if (auto *gep = dyn_cast<GEPOperator>(&instruction))
    return transferGep(*gep);
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() && shape(load->getPointerOperand()).isUniform() ? Shape::uniform()
                                                                            : Shape::varying();
  if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    Shape result = shape(select->getTrueValue()).join(shape(select->getFalseValue()));
    if (select->getTrueValue() == select->getFalseValue())
      return result;
    return shape(select->getCondition()).isUniform() ? result : Shape::varying();
  }
  if (isa<FreezeInst>(instruction) && memoryOrder(instruction))
    return Shape::varying();
  if (isa<FreezeInst>(instruction))
    return instruction.getType()->isIntOrPtrTy() || allUniform(instruction)
               ? shape(instruction.getOperand(0))
               : Shape::varying();
  if (isa<AllocaInst>(instruction))
    return Shape::uniform();
  if (instruction.mayReadOrWriteMemory() || instruction.mayThrow())
    return Shape::varying();
  return allUniform(instruction) ? Shape::uniform() : Shape::varying();
}

} // namespace weft
