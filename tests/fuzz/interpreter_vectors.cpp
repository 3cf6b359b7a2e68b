// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions that compare, choose, shuffle and convert.
#include "interpreter_state.h"

namespace weft::fuzz {

// A vector's truth is that of its highest bit, a scalar's that of the whole.
static bool chosen(const Value &mask, unsigned i) {
  if (mask.type.width == 1)
    return mask.bits[0] != 0;
  return mask.bits[i] >> (mask.type.bits() - 1) & 1;
}

// Exponents of one and above are cut off, so that what comes out is a small number.
static uint64_t numberBits(Type type, uint64_t bits) {
  return bits & ~(uint64_t(1) << (type.bits() - 2));
}

Value WorkItem::vectorValue(const Expr &e) {
  const Type t = e.type;
  Value result, args[4];
  result.type = t;
  if (e.op == Op::ChooseEach || e.op == Op::SelectBy || e.op == Op::Shuffle ||
      e.op == Op::Upsample || e.op == Op::Compare || e.op == Op::Logic || e.op == Op::ShiftBy ||
      e.op == Op::Relational || e.op == Op::AnyAll || e.op == Op::FromBits)
    for (size_t i = 0; i < e.args.size(); ++i)
      args[i] = evaluate(e.args[i]);
  // What holds of a vector's element is all its bits, of a scalar 1.
  auto holds = [&](auto each) {
    for (unsigned i = 0; i < t.width; ++i)
      result.bits[i] = each(i) ? (t.width > 1 ? ~uint64_t(0) : 1) : 0;
    return result;
  };
  switch (e.op) {
  case Op::Upsample: {
    const unsigned half = t.bits() / 2;
    for (unsigned i = 0; i < t.width; ++i)
      result.bits[i] = wrapped(t, args[0].bits[i] << half | args[1].bits[i]);
    return result;
  }
  case Op::Shuffle: {
    const Value &places = args[e.args.size() - 1];
    const unsigned width = args[0].type.width, all = width * unsigned(e.args.size() - 1);
    for (unsigned i = 0; i < t.width; ++i) {
      const unsigned at = unsigned(places.bits[i]) & (all - 1);
      result.bits[i] = args[at / width].bits[at % width];
    }
    return result;
  }
  case Op::Compare:
    return holds([&](unsigned i) { return compared(e.index, args[0], args[1], i); });
  case Op::Relational:
    return holds([&](unsigned i) {
      return related(e.index, args[0], args[relation(e.index).arity - 1], i);
    });
  case Op::AnyAll: {
    bool any = false, all = true;
    for (unsigned i = 0; i < args[0].type.width; ++i) {
      const bool set = args[0].bits[i] >> (args[0].type.bits() - 1) & 1;
      any |= set;
      all &= set;
    }
    result.bits[0] = e.index == 0 ? any : all;
    return result;
  }
  case Op::Logic:
    return holds([&](unsigned i) {
      const bool a = args[0].bits[i] != 0, b = args[1].bits[i] != 0;
      return e.index == 0 ? a && b : e.index == 1 ? a || b : !a;
    });
  case Op::ChooseEach:
    for (unsigned i = 0; i < t.width; ++i)
      result.bits[i] = args[chosen(args[0], i) ? 1 : 2].bits[i];
    return result;
  case Op::SelectBy:
    for (unsigned i = 0; i < t.width; ++i)
      result.bits[i] = args[chosen(args[2], i) ? 1 : 0].bits[i];
    return result;
  case Op::ShiftBy:
    for (unsigned i = 0; i < t.width; ++i) {
      // A narrow scalar is shifted as an int.
      const bool promoted = t.width == 1 && t.bits() < 32;
      const Type as{promoted ? Base::I32 : t.base, 1};
      result.bits[i] = wrapped(t, integerOperator(e.index == 0 ? Op::Shl : Op::Shr, as,
                                                  args[0].bits[i], args[1].bits[i]));
    }
    return result;
  case Op::Round: {
    const Value value =
        e.args[0].type.isFloat() ? clampFloats(evaluate(e.args[0])) : evaluate(e.args[0]);
    return rounded(t, value, e.index);
  }
  case Op::FromBits:
    for (unsigned i = 0; i < t.width; ++i)
      result.bits[i] = numberBits(t, args[0].bits[i]);
    return result;
  default:
    return result;
  }
}

} // namespace weft::fuzz
