// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/aarch64/aarch64_target.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned RegisterBytes = 16, MostRegisters = 4; // of one look-up

using Registers = SmallVector<Value *, 4>;

// The bytes of a vector, a register each.
Registers registersOf(IRBuilderBase &builder, Value *vector) {
  auto *type = cast<FixedVectorType>(vector->getType());
  const unsigned bytes = type->getNumElements() * type->getScalarSizeInBits() / 8;
  Value *all = builder.CreateBitCast(vector, FixedVectorType::get(builder.getInt8Ty(), bytes));
  Registers registers;
  for (unsigned first = 0; first < bytes; first += RegisterBytes)
    registers.push_back(builder.CreateShuffleVector(
        all, createSequentialMask(first, RegisterBytes, /*NumUndefs=*/0)));
  return registers;
}

// From numbers of elements those of their bytes: 3 becomes 15, 14, 13, 12 in an element of 32 bits,
// whose lowest byte comes first in memory.
Value *numbersOfBytes(IRBuilderBase &builder, Value *numbers) {
  const unsigned bits = numbers->getType()->getScalarSizeInBits(), bytes = bits / 8;
  if (bytes == 1)
    return numbers;
  APInt order(bits, 0);
  for (unsigned i = 0; i < bytes; ++i)
    order.insertBits(i, 8 * i, 8);
  Type *type = numbers->getType();
  Value *first =
      builder.CreateMul(numbers, ConstantInt::get(type, APInt::getSplat(bits, APInt(8, bytes))));
  return builder.CreateAdd(first, ConstantInt::get(type, order));
}

// Bytes of `table`; 0 where a number is beyond it.
Value *lookUp(IRBuilderBase &builder, const Registers &table, Value *numbers) {
  constexpr Intrinsic::ID tbl[] = {Intrinsic::aarch64_neon_tbl1, Intrinsic::aarch64_neon_tbl2,
                                   Intrinsic::aarch64_neon_tbl3, Intrinsic::aarch64_neon_tbl4};
  SmallVector<Value *, 5> arguments(table.begin(), table.end());
  arguments.push_back(numbers);
  return builder.CreateIntrinsic(tbl[table.size() - 1], {numbers->getType()}, arguments);
}

} // namespace

const Machine &AArch64Target::machine() const {
  static constexpr Machine machine = {
#define WEFT_MACHINE(type, name, x86, aarch64) aarch64,
#include "passes/target/machine.def"
  };
  return machine;
}

Value *AArch64Target::permuteElements(IRBuilderBase &builder, Value *from, Value *numbers) const {
  auto *type = cast<FixedVectorType>(from->getType());
  const unsigned bits = type->getNumElements() * type->getScalarSizeInBits();
  if (bits % (8 * RegisterBytes) || bits > 8 * MostRegisters * RegisterBytes)
    return nullptr;
  const Registers table = registersOf(builder, from);
  Registers parts;
  for (Value *part : registersOf(builder, numbersOfBytes(builder, numbers)))
    parts.push_back(lookUp(builder, table, part));
  return builder.CreateBitCast(concatenateVectors(builder, parts), type);
}

bool aarch64::hasFusedMultiplyAdd(const Type &scalar, const TargetMachine &machine) {
  if (scalar.isHalfTy())
    return machine.getMCSubtargetInfo()->checkFeatures("+fullfp16");
  return scalar.isFloatTy() || scalar.isDoubleTy();
}

} // namespace weft
