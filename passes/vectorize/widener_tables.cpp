// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads from small constant tables: permutations of what is in a register, or two.
#include "passes/vectorize/small_table.h"
#include "passes/vectorize/widener.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace weft {

static constexpr unsigned RegisterBits = SmallTable::RegisterBits;

std::optional<Widener::Elements> Widener::loadFromTable(const LoadInst &load) {
  auto kind = TargetTransformInfo::RGK_FixedWidthVector;
  if (target.getRegisterBitWidth(kind).getFixedValue() < RegisterBits)
    return std::nullopt;
  std::optional<SmallTable> table = findSmallTable(load);
  if (!table || !hasLanes(table->index))
    return std::nullopt;
  Type *type = load.getType();
  const unsigned bits = unsigned(type->getPrimitiveSizeInBits().getFixedValue());
  const unsigned moved_bits = SmallTable::permutedBits(*type), lanes = RegisterBits / moved_bits;
  Type *moved_type = builder.getIntNTy(moved_bits);

  SmallVector<Constant *, 2 * RegisterBits / 32> entries;
  for (unsigned i = 0; i < 2 * lanes; ++i) {
    Constant *entry = Constant::getNullValue(moved_type);
    if (i < table->count) {
      Constant *found =
          ConstantFoldLoadFromConst(const_cast<Constant *>(table->variable->getInitializer()),
                                    builder.getIntNTy(bits), APInt(64, i * bits / 8), layout);
      auto *number = dyn_cast_or_null<ConstantInt>(found);
      if (!number)
        return std::nullopt;
      entry = ConstantInt::get(moved_type, number->getZExtValue());
    }
    entries.push_back(entry);
  }
  Constant *low = ConstantVector::get(ArrayRef(entries).take_front(lanes));
  Constant *high = ConstantVector::get(ArrayRef(entries).drop_front(lanes));

  Value *numbers = builder.CreateZExtOrTrunc(vectorOf(table->index), wideType(moved_type));
  if (!isa<Constant>(numbers)) // of idle lanes it may be poison
    numbers = builder.CreateFreeze(numbers);
  numbers = builder.CreateAdd(numbers, ConstantInt::get(numbers->getType(), table->first));
  SmallVector<Value *, 4> parts;
  for (unsigned lane = 0; lane < width; lane += lanes) {
    SmallVector<int, RegisterBits / 32> from;
    for (unsigned i = 0; i < lanes; ++i)
      from.push_back(int((lane + i) % width));
    Value *part = builder.CreateShuffleVector(numbers, from);
    const bool is_short = moved_bits == 32;
    parts.push_back(table->count <= lanes
                        ? builder.CreateIntrinsic(is_short ? Intrinsic::x86_avx512_permvar_si_512
                                                           : Intrinsic::x86_avx512_permvar_di_512,
                                                  {}, {low, part})
                        : builder.CreateIntrinsic(is_short ? Intrinsic::x86_avx512_vpermi2var_d_512
                                                           : Intrinsic::x86_avx512_vpermi2var_q_512,
                                                  {}, {low, part, high}));
  }
  Value *moved = concatenateVectors(builder, parts);
  if (width < lanes)
    moved = builder.CreateShuffleVector(moved, createSequentialMask(0, width, 0));
  moved = builder.CreateTrunc(moved, wideType(builder.getIntNTy(bits)));
  return Elements{builder.CreateBitCast(moved, wideType(type))};
}

} // namespace weft
