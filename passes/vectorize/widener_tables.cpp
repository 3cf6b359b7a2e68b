// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads from small constant tables: permutations of what is in a register, or two.
#include "passes/vectorize/small_table.h"
#include "passes/vectorize/widener.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace weft {

std::optional<Widener::Elements> Widener::loadFromTable(const LoadInst &load) {
  std::optional<SmallTable> table = findSmallTable(load, target);
  if (!table || !hasLanes(table->index))
    return std::nullopt;
  Type *type = load.getType();
  const unsigned bits = unsigned(type->getPrimitiveSizeInBits().getFixedValue());
  const unsigned moved_bits = target.permutedBits(bits), lanes = target.tableBits() / moved_bits;
  Type *moved_type = builder.getIntNTy(moved_bits);

  SmallVector<Constant *, 32> entries;
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
    SmallVector<int, 16> from;
    for (unsigned i = 0; i < lanes; ++i)
      from.push_back(int((lane + i) % width));
    Value *part = builder.CreateShuffleVector(numbers, from);
    parts.push_back(table->count <= lanes ? target.permute(builder, low, part)
                                          : target.permuteTwo(builder, low, part, high));
  }
  Value *moved = concatenateVectors(builder, parts);
  if (width < lanes)
    moved = builder.CreateShuffleVector(moved, createSequentialMask(0, width, 0));
  moved = builder.CreateTrunc(moved, wideType(builder.getIntNTy(bits)));
  return Elements{builder.CreateBitCast(moved, wideType(type))};
}

} // namespace weft
