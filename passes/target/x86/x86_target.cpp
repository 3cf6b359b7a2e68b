// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/x86/x86_target.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft {

static constexpr unsigned YmmBits = 256, ZmmBits = 512;

bool X86Target::masksAreCheap() const {
  return hasMaskedStore(FixedVectorType::get(Type::getInt8Ty(context), 16), Align(1), 0);
}

bool X86Target::broadcastsOperands() const { return registerBits() >= ZmmBits; }

// Whether there are instructions on integers in vectors of 256 bits.
bool X86Target::hasWideIntegers() const {
  auto *type = FixedVectorType::get(Type::getInt32Ty(context), YmmBits / 32);
  return registerBits() >= YmmBits &&
         llvm_info.getArithmeticInstrCost(Instruction::Add, type,
                                          TargetTransformInfo::TCK_RecipThroughput) <= 1;
}

// One instruction, of which LLVM has to find out otherwise, for a millisecond or more, what all the
// extractions come to.
Value *X86Target::permuteElements(IRBuilderBase &builder, Value *from, Value *numbers) const {
  auto *type = cast<FixedVectorType>(from->getType());
  const unsigned element_bits = type->getScalarSizeInBits();
  const unsigned bits = element_bits * type->getNumElements();
  Intrinsic::ID id = Intrinsic::not_intrinsic;
  if (bits == ZmmBits && registerBits() >= ZmmBits)
    id = element_bits == 32 ? Intrinsic::x86_avx512_permvar_si_512
                            : Intrinsic::x86_avx512_permvar_di_512;
  else if (bits == YmmBits && element_bits == 32 && hasWideIntegers())
    id = Intrinsic::x86_avx2_permd;
  return id == Intrinsic::not_intrinsic ? nullptr
                                        : builder.CreateIntrinsic(id, {}, {from, numbers});
}

bool x86::hasFusedMultiplyAdd(const Type &scalar, const TargetMachine &machine) {
  const MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  if (scalar.isHalfTy())
    return info.checkFeatures("+avx512fp16");
  return (scalar.isFloatTy() || scalar.isDoubleTy()) && info.checkFeatures("+fma");
}

} // namespace weft
