// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/lane_shuffles.h"

using namespace llvm;

namespace weft {

static unsigned lanesOf(Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

Value *reversed(IRBuilderBase &builder, Value *vector) {
  SmallVector<int, 64> from;
  for (unsigned i = cast<FixedVectorType>(vector->getType())->getNumElements(); i-- > 0;)
    from.push_back(int(i));
  return builder.CreateShuffleVector(vector, from);
}

Value *repeatMask(IRBuilderBase &builder, Value *mask, unsigned times, unsigned used,
                  unsigned first, bool gaps) {
  if (times == 1)
    return mask;
  SmallVector<int, 64> lanes, next;
  SmallVector<Constant *, 64> wanted;
  bool whole = true;
  const unsigned width = lanesOf(mask);
  for (unsigned p = first; p < first + width; ++p) {
    bool gap = p % times >= used;
    unsigned lane = p / times;
    lanes.push_back(int(lane));
    // Lane 0 of the second operand, which is all true or all false, for what is no gap.
    next.push_back(gap && lane + 1 < width ? int(lane + 1) : int(width));
    wanted.push_back(builder.getInt1(!gap || (gaps && lane + 1 < width)));
    whole &= !gap;
  }
  Value *repeated = builder.CreateShuffleVector(mask, lanes);
  if (whole)
    return repeated;
  Constant *used_ones = ConstantVector::get(wanted);
  if (gaps)
    repeated = builder.CreateAnd(
        repeated,
        builder.CreateShuffleVector(mask, Constant::getAllOnesValue(mask->getType()), next));
  return builder.CreateAnd(repeated, used_ones);
}

SmallVector<Value *, 1> deinterleave(IRBuilderBase &builder, ArrayRef<Value *> parts) {
  const unsigned width = lanesOf(parts[0]);
  unsigned count = parts.size();
  if (count == 1)
    return {parts[0]};
  SmallVector<Value *, 1> result;
  if (count % 2 == 0) {
    SmallVector<Value *, 8> even, odd;
    SmallVector<int, 64> evens, odds;
    for (unsigned i = 0; i < width; ++i) {
      evens.push_back(int(2 * i));
      odds.push_back(int(2 * i + 1));
    }
    for (unsigned i = 0; i < count; i += 2) {
      even.push_back(builder.CreateShuffleVector(parts[i], parts[i + 1], evens));
      odd.push_back(builder.CreateShuffleVector(parts[i], parts[i + 1], odds));
    }
    SmallVector<Value *, 1> low = deinterleave(builder, even), high = deinterleave(builder, odd);
    for (unsigned i = 0; i < count / 2; ++i)
      result.append({low[i], high[i]});
    return result;
  }
  for (unsigned r = 0; r < count; ++r) {
    Value *collected = nullptr;
    for (unsigned part = 0; part < count; ++part) {
      SmallVector<int, 64> from;
      bool takes = false;
      for (unsigned i = 0; i < width; ++i) {
        unsigned p = i * count + r;
        bool here = p / width == part;
        takes |= here;
        from.push_back(here ? int(p % width + (collected ? width : 0))
                            : (collected ? int(i) : PoisonMaskElem));
      }
      if (takes)
        collected = collected ? builder.CreateShuffleVector(collected, parts[part], from)
                              : builder.CreateShuffleVector(parts[part], from);
    }
    result.push_back(collected);
  }
  return result;
}

SmallVector<Value *, 1> interleave(IRBuilderBase &builder, ArrayRef<Value *> elements) {
  unsigned count = elements.size();
  SmallVector<Value *, 1> result;
  if (count == 1) {
    result.push_back(elements[0]);
    return result;
  }
  Type *type = nullptr;
  for (Value *element : elements)
    if (element)
      type = element->getType();
  auto orPoison = [&](Value *value) { return value ? value : PoisonValue::get(type); };
  if (!type)
    return SmallVector<Value *, 1>(count, nullptr);
  const unsigned width = cast<FixedVectorType>(type)->getNumElements();
  if (count % 2 == 0) {
    SmallVector<Value *, 8> even, odd;
    for (unsigned i = 0; i < count; i += 2) {
      even.push_back(elements[i]);
      odd.push_back(elements[i + 1]);
    }
    SmallVector<Value *, 1> low = interleave(builder, even), high = interleave(builder, odd);
    SmallVector<int, 64> lows, highs;
    for (unsigned i = 0; i < width / 2; ++i) {
      lows.append({int(i), int(width + i)});
      highs.append({int(width / 2 + i), int(width + width / 2 + i)});
    }
    for (unsigned i = 0; i < count / 2; ++i) {
      result.push_back(builder.CreateShuffleVector(orPoison(low[i]), orPoison(high[i]), lows));
      result.push_back(builder.CreateShuffleVector(orPoison(low[i]), orPoison(high[i]), highs));
    }
    return result;
  }
  for (unsigned part = 0; part < count; ++part) {
    Value *collected = nullptr;
    for (unsigned r = 0; r < count; ++r) {
      if (!elements[r])
        continue;
      SmallVector<int, 64> from;
      for (unsigned i = 0; i < width; ++i) {
        unsigned p = part * width + i;
        bool here = p % count == r;
        from.push_back(here ? int(p / count + (collected ? width : 0))
                            : (collected ? int(i) : PoisonMaskElem));
      }
      collected = collected ? builder.CreateShuffleVector(collected, elements[r], from)
                            : builder.CreateShuffleVector(elements[r], from);
    }
    result.push_back(orPoison(collected));
  }
  return result;
}

SmallVector<Value *, 1> joinLanes(IRBuilderBase &builder, SmallVectorImpl<Value *> &lanes,
                                  unsigned count) {
  const unsigned width = unsigned(lanes.size());
  if (count == 1) {
    Value *result = PoisonValue::get(FixedVectorType::get(lanes.front()->getType(), width));
    for (unsigned lane = 0; lane < width; ++lane)
      result = builder.CreateInsertElement(result, lanes[lane], uint64_t(lane));
    return {result};
  }
  for (unsigned size = count; size < width; size *= 2) {
    SmallVector<int, 64> joined;
    for (unsigned i = 0; i < 2 * size; ++i)
      joined.push_back(int(i));
    for (unsigned i = 0; i < lanes.size() / 2; ++i)
      lanes[i] = builder.CreateShuffleVector(lanes[2 * i], lanes[2 * i + 1], joined);
    lanes.truncate(lanes.size() / 2);
  }
  return deinterleave(builder, lanes);
}

} // namespace weft
