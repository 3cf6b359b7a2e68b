// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expressions.h"

#include <algorithm>

namespace weft::fuzz {

static const Type intType{Base::I32, 1};

Type ExpressionMaker::scalarType() {
  static const Base often[] = {Base::I32, Base::I32, Base::I32, Base::U32, Base::F32,
                               Base::F32, Base::F64, Base::I64, Base::U64, Base::I16,
                               Base::U16, Base::I8,  Base::U8,  Base::F16};
  return {random.of(often), 1};
}

Type ExpressionMaker::integerType() {
  Type type = scalarType();
  return type.isFloat() ? intType : type;
}

Type ExpressionMaker::vectorType() {
  static const unsigned widths[] = {2, 2, 3, 4, 4, 4, 8, 16};
  return {scalarType().base, random.of(widths)};
}

Expr ExpressionMaker::constant(Type type) {
  Expr e{Op::Const, type, 0, 0, {}};
  static const int64_t edges[] = {0, 1, 2, 3, 7, 8, 31, 63, 255, -1, -2, 32767, 0x7fffffff};
  if (type.isFloat())
    e.value = int64_t(random.below(256)) - 128;
  else
    e.value = random.chance(70) ? random.of(edges) : int64_t(random.next());
  return e;
}

bool ExpressionMaker::fromVariable(Type type, bool uniform, Expr &result) {
  std::vector<unsigned> fits;
  for (unsigned i = 0; i < std::min(function.vars.size(), visible_vars); ++i)
    if (function.vars[i].type == type && (!uniform || function.vars[i].uniform))
      fits.push_back(i);
  if (fits.empty())
    return false;
  result = {Op::Var, type, fits[random.below(fits.size())], 0, {}};
  return true;
}

Expr ExpressionMaker::leaf(Type type, bool uniform) {
  Expr result;
  if (random.chance(65) && fromVariable(type, uniform, result))
    return result;
  if (type == intType && random.chance(80)) {
    if (!uniform && random.chance(60))
      return {Op::Item, type, random.below(random.chance(60) ? 2 : ItemPlaces), 0, {}};
    if (random.chance(50))
      return {Op::Group, type, random.below(random.chance(50) ? 3 : GroupPlaces), 0, {}};
    return {Op::Arg, type, random.below(2), 0, {}};
  }
  if (type == Type{Base::U32, 1} && random.chance(40))
    return {Op::Arg, type, 2, 0, {}};
  if (type == Type{Base::F32, 1} && random.chance(40))
    return {Op::Arg, type, 3, 0, {}};
  if (type.isVector() && random.chance(60))
    return node(Op::Make, type, {leaf(type.element(), uniform)});
  if (!type.isVector() && !(type == intType) && random.chance(60))
    return node(Op::Cast, type, {leaf(intType, uniform)});
  return constant(type);
}

bool ExpressionMaker::fromMemory(Type type, bool uniform, unsigned depth, Expr &result) {
  // Without their operands: all that is written of the others would make trees without end.
  std::vector<Expr> choices;
  for (unsigned i = 0; i < function.arrays.size() && visible_vars == ~size_t(0); ++i) {
    const Array &array = function.arrays[i];
    if (!(array.type == type) || (uniform && !array.uniform))
      continue;
    choices.push_back({Op::Element, type, i, 0, {}});
    for (unsigned j = 0; j < i; ++j)
      if (!uniform && array.mayStandFor(function.arrays[j]) && random.chance(50))
        choices.push_back({Op::ElementOf, type, i, j, {}});
  }
  for (unsigned memory = 0; memory < SharedCount; ++memory)
    if ((readable >> memory & 1) && sharedType(memory) == type)
      for (int weight = 0; weight < 3; ++weight)
        choices.push_back({Op::Shared, type, memory, 0, {}});
  if (type.isVector() && (!type.isFloat() || type.base == Base::F32)) {
    // From any element on: one vector may lie across two.
    const unsigned most = 2 * InputElements / (type.bits() / 8);
    choices.push_back({Op::Load, type, 0, random.chance(50) ? 0 : random.below(most), {}});
  }
  if (type == intType || type == Type{Base::F32, 1})
    choices.push_back({Op::In, type, 0, 0, {}});
  for (unsigned table = 0; table < ConstantTables; ++table)
    if (constantTable(table).type == type && random.chance(50))
      choices.push_back({Op::Table, type, table, 0, {}});
  for (unsigned table = 0; table < ConstantTables; ++table)
    if (constantTable(table).type == type && mayBePointedTo(constantTable(table)) &&
        random.chance(25))
      choices.push_back({Op::Pointed, type, table, 0, {}});
  for (unsigned part = 0; part < NamedParts; ++part)
    if (namedType(part) == type && random.chance(type == intType ? 12 : 50))
      choices.push_back({Op::Named, type, part, 0, {}});
  if (choices.empty())
    return false;
  result = std::move(choices[random.below(choices.size())]);
  if (result.op == Op::Element) {
    result.args = indices(function.arrays[result.index], uniform, depth);
    return true;
  }
  if (result.op == Op::ElementOf)
    result.args.push_back(condition(false));
  if (result.op == Op::Pointed || result.op == Op::Named)
    result.args.push_back(make(intType, uniform, std::min(depth, 1u)));
  result.args.push_back(make(intType, uniform, std::min(depth, 2u)));
  return true;
}

bool ExpressionMaker::fromCall(Type type, unsigned depth, Expr &result) {
  for (unsigned i = 0; i < program.helpers.size(); ++i) {
    const Function &helper = program.helpers[i];
    // A helper is not in the list before it is whole, so that none calls itself.
    bool pointer = !helper.arrays.empty() && helper.arrays[0].parameter;
    // Nor is a record written that the rest of an expression may read.
    const bool passes = helper.record != Function::Passed::No;
    const bool declared = visible_vars == ~size_t(0) && function.records > 0;
    if (helper.record == Function::Passed::ByPointer || helper.gives_record ||
        (passes && !declared))
      continue;
    if (helper.barriers || helper.no_return || pointer || !(helper.result == type) ||
        !random.chance(60))
      continue;
    result = {Op::Call, type, i, 0, {}};
    for (unsigned p = 0; p < helper.params; ++p)
      result.args.push_back(make(helper.vars[p].type, false, std::min(depth - 1, 1u)));
    return true;
  }
  return false;
}

std::vector<Expr> ExpressionMaker::indices(const Array &array, bool uniform, unsigned depth) {
  std::vector<Expr> list;
  for (unsigned d = 0; d < array.dimensions(); ++d)
    list.push_back(make(intType, uniform, std::min(depth, d == 0 ? 2u : 1u)));
  return list;
}

Expr ExpressionMaker::make(Type type, bool uniform, unsigned depth) {
  if (depth == 0 || random.chance(15))
    return leaf(type, uniform);
  Expr result;
  if (random.chance(22) && fromMemory(type, uniform, depth - 1, result))
    return result;
  if (!uniform && random.chance(12) && fromCall(type, depth, result))
    return result;
  if (!uniform && random.chance(5) && !type.isVector() && !type.isFloat())
    return random.chance(30)   ? inputInRow(type)
           : random.chance(50) ? inputAtBorder(type)
                               : ownInput(type);
  if (!uniform && random.chance(4) && fromSlab(type, depth, result))
    return result;
  if (program.areas && random.chance(8) && fromTyped(type, uniform, result))
    return result;
  if (random.chance(10))
    return node(
        Op::Choose, type,
        {condition(uniform), make(type, uniform, depth - 1), make(type, uniform, depth - 1)});
  if (random.chance(12))
    return library(type, uniform, depth);
  if (random.chance(20) && fromImage(type, uniform, depth - 1, result))
    return result;
  if (random.chance(20) && beyond(type, uniform, depth, result))
    return result;
  return type.isVector() ? vector(type, uniform, depth) : scalar(type, uniform, depth);
}

Expr ExpressionMaker::ownInput(Type type) {
  Expr e = node(Op::InItem, type, {});
  e.value = 1 + random.below(InputItemBytes / (type.bits() / 8));
  e.index = random.below(size_t(e.value));
  e.value |= random.chance(50) ? 256 : 0;
  return e;
}

Expr ExpressionMaker::inputInRow(Type type) {
  Expr e = node(Op::InRow, type, {});
  e.index = random.below(RowPlaces);
  e.value = random.below(2 * RowIndexTypes);
  if (random.chance(30))
    return e;
  // Both of a pair, as where they are exchanged.
  Expr other = e;
  other.value ^= 1;
  return node(Op::Xor, type, {std::move(e), std::move(other)});
}

// Neighbours on either side, as filters read them, of which the index is made alike.
Expr ExpressionMaker::inputAtBorder(Type type) {
  Expr sum;
  const unsigned kind = random.below(BorderKinds), index = random.below(BorderTypes);
  for (unsigned i = 0, taps = 1 + random.below(3); i < taps; ++i) {
    Expr e = node(Op::InBorder, type, {});
    e.index = random.chance(80) ? kind : random.below(BorderKinds);
    e.value = 16 * (random.chance(90) ? index : random.below(BorderTypes)) +
              random.below(2 * MostBorder + 1);
    sum = i == 0 ? std::move(e) : node(Op::Xor, type, {std::move(sum), std::move(e)});
  }
  return sum;
}

bool ExpressionMaker::fromSlab(Type type, unsigned depth, Expr &result) {
  unsigned style;
  int64_t element;
  if (&function != &program.kernel || type.isVector() || type.isFloat() ||
      !slabElement(type, style, element))
    return false;
  result = {Op::Slab, type, style, element, {}};
  if (!isPackedSlab(style) && random.chance(40))
    result.args.push_back(make(intType, false, std::min(depth, 1u)));
  return true;
}

bool ExpressionMaker::slabElement(Type type, unsigned &style, int64_t &element) {
  const unsigned size = type.bits() / 8;
  if (program.slab_bytes < size)
    return false;
  // What follows from the work-item's place in plain sight is done by vectors.
  style = random.chance(50) ? WrappingSlabStyles : random.below(SlabStyles);
  if (program.slab_bytes % size != 0)
    style = PackedSlabStyle;
  const unsigned elements =
      isPackedSlab(style) ? program.slab_bytes - size + 1 : program.slab_bytes / size;
  element = random.chance(30) ? elements - 1 : random.below(elements);
  return true;
}

Expr ExpressionMaker::narrowed(Type type) {
  const Base wider = type.bits() < 32 && random.chance(40)   ? Base::U32
                     : type.bits() == 8 && random.chance(30) ? Base::I16
                     : random.chance(50)                     ? Base::I64
                                                             : Base::U64;
  const Type wide{wider, 1};
  auto operand = [&] { return random.chance(60) ? ownInput(wide) : make(wide, false, 1); };
  Expr first = operand();
  Expr value = node(random.of({Op::Mul, Op::Mul, Op::Add, Op::Sub, Op::Shr}), wide,
                    {std::move(first), operand()});
  return node(Op::Cast, type, {std::move(value)});
}

Expr ExpressionMaker::binPlace(unsigned length) {
  static const Type words[] = {{Base::U32, 1}, {Base::U32, 1}, {Base::I32, 1},
                               {Base::U64, 1}, {Base::U16, 1}, {Base::U8, 1}};
  const Type word = random.of(words);
  const Expr mask{Op::Const, word, 0, int64_t(length) - 1, {}};
  switch (random.chance(30) ? 0 : random.below(length == 2 ? 3 : 5)) {
  case 0: {
    // The field that an argument chooses.
    Expr by = random.chance(75) ? Expr{Op::Arg, intType, random.below(2), 0, {}}
                                : make(intType, random.chance(50), 1);
    return node(Op::And, word, {node(Op::Shr, word, {ownInput(word), std::move(by)}), mask});
  }
  case 1:
    return node(Op::Less, intType, {leaf(word, true), ownInput(word)});
  case 2:
    return node(Op::Truth, {Base::U8, 1}, {make(scalarType(), false, 1)});
  case 3:
    return node(Op::Cast, {Base::U8, 1}, {make({Base::U32, 1}, false, 2)});
  default:
    return make(integerType(), false, 2);
  }
}

Expr ExpressionMaker::saturating(Type type, bool uniform, unsigned depth) {
  const Type from{scalarType().base, type.width};
  Expr value = make(from, uniform, depth - 1);
  if (!from.isFloat())
    return node(Op::Saturate, type, {std::move(value)});
  // Beyond the ranges of most types.
  const unsigned most = from.base == Base::F16 ? 6 : random.chance(50) ? 2 : 50;
  Expr scale{Op::Const, from, 0, int64_t(8) << random.below(most), {}};
  Expr e = node(Op::Saturate, type, {node(Op::Mul, from, {std::move(value), std::move(scale)})});
  e.index = random.below(RoundingModes);
  return e;
}

Expr ExpressionMaker::library(Type type, bool uniform, unsigned depth) {
  Expr e = node(Op::Library, type, {});
  do
    e.index = random.below(LibraryFunctions);
  while (libraryFunction(e.index).floats != type.isFloat() ||
         // What is defined for 24 bits exists for int and uint only.
         (libraryFunction(e.index).only_words && type.bits() != 32));
  for (unsigned i = 0; i < libraryFunction(e.index).arity; ++i)
    e.args.push_back(make(type, uniform, depth - 1));
  return e;
}

Expr ExpressionMaker::scalar(Type type, bool uniform, unsigned depth) {
  auto same = [&] { return make(type, uniform, depth - 1); };
  unsigned kind = random.below(100);
  if (kind < 14) {
    Type from = scalarType();
    if (!(from == type))
      return node(Op::Cast, type, {make(from, uniform, depth - 1)});
  }
  if (kind < 22) {
    Type from{type.base, vectorType().width};
    Expr e = node(Op::Component, type, {make(from, uniform, depth - 1)});
    e.value = random.below(from.width);
    return e;
  }
  if (type.isFloat()) {
    static const Op ops[] = {Op::Add, Op::Add, Op::Sub, Op::Mul,   Op::Mul, Op::Fma,
                             Op::Min, Op::Max, Op::Abs, Op::Floor, Op::Neg};
    Op op = random.of(ops);
    if (op == Op::Fma)
      return node(op, type, {same(), same(), same()});
    if (op == Op::Abs || op == Op::Floor || op == Op::Neg)
      return node(op, type, {same()});
    return node(op, type, {same(), same()});
  }
  if (kind < 24)
    return node(Op::Truth, type, {make(scalarType(), uniform, depth - 1)});
  if (kind < 27)
    return saturating(type, uniform, depth);
  if (type == intType && kind < 40)
    return condition(uniform);
  if (type == Type{Base::U32, 1} && kind < 28)
    return node(Op::Bits, type, {make({Base::F32, 1}, uniform, depth - 1)});
  static const Op ops[] = {Op::Add, Op::Add, Op::Sub, Op::Mul, Op::Div,    Op::And, Op::Or, Op::Xor,
                           Op::Shl, Op::Shr, Op::Min, Op::Max, Op::Rotate, Op::Not, Op::Neg};
  Op op = random.of(ops);
  if (op == Op::Not || op == Op::Neg)
    return node(op, type, {same()});
  if (op == Op::Shl || op == Op::Shr || op == Op::Rotate)
    return node(op, type, {same(), make(intType, uniform, std::min(depth - 1, 1u))});
  return node(op, type, {same(), same()});
}

Expr ExpressionMaker::vector(Type type, bool uniform, unsigned depth) {
  auto same = [&] { return make(type, uniform, depth - 1); };
  unsigned kind = random.below(100);
  if (kind < 20) {
    Expr e = node(Op::Make, type, {});
    for (unsigned i = 0; i < type.width; ++i)
      e.args.push_back(make(type.element(), uniform, std::min(depth - 1, 1u)));
    return e;
  }
  if (kind < 32) {
    Expr e = node(Op::Swizzle, type, {make({type.base, vectorType().width}, uniform, depth - 1)});
    for (unsigned i = 0; i < type.width; ++i)
      e.value |= int64_t(random.below(e.args[0].type.width)) << (4 * i);
    return e;
  }
  if (kind < 42)
    return node(Op::Select, type, {same(), same(), same(), same()});
  if (kind < 50) {
    Type from{scalarType().base, type.width};
    if (!(from == type))
      return node(Op::Cast, type, {make(from, uniform, depth - 1)});
  }
  if (kind < 53 && !type.isFloat())
    return saturating(type, uniform, depth);
  if (type.isFloat()) {
    static const Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Fma, Op::Min, Op::Max, Op::Abs};
    Op op = random.of(ops);
    if (op == Op::Fma)
      return node(op, type, {same(), same(), same()});
    return op == Op::Abs ? node(op, type, {same()}) : node(op, type, {same(), same()});
  }
  static const Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::And, Op::Or,
                           Op::Xor, Op::Shl, Op::Shr, Op::Min, Op::Max};
  Op op = random.of(ops);
  if (op == Op::Shl || op == Op::Shr)
    return node(op, type, {same(), make(intType, uniform, std::min(depth - 1, 1u))});
  return node(op, type, {same(), same()});
}

Expr ExpressionMaker::condition(bool uniform) {
  // Low bits of places and counters keep branches mixed.
  Expr value = random.chance(55) ? leaf(intType, uniform) : make(intType, uniform, 2);
  switch (random.below(6)) {
  case 0:
    return node(Op::And, intType, {std::move(value), constant(intType)});
  case 1: {
    Expr bit{Op::Const, intType, 0, int64_t(1) << random.below(4), {}};
    return node(Op::And, intType, {std::move(value), std::move(bit)});
  }
  case 2:
    return node(Op::Less, intType, {std::move(value), leaf(intType, uniform)});
  case 3: {
    Type type = scalarType();
    return node(Op::Less, intType, {make(type, uniform, 1), make(type, uniform, 1)});
  }
  case 4: {
    Expr mask{Op::Const, intType, 0, int64_t(3 + random.below(5)), {}};
    Expr low = node(Op::And, intType, {std::move(value), std::move(mask)});
    Expr some{Op::Const, intType, 0, int64_t(random.below(4)), {}};
    return node(Op::Equal, intType, {std::move(low), std::move(some)});
  }
  default:
    return node(random.chance(50) ? Op::Both : Op::Either, intType,
                {std::move(value), leaf(intType, uniform)});
  }
}

} // namespace weft::fuzz
