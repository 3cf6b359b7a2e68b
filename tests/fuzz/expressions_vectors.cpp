// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions of what OpenCL C has beyond C's operators, and of memory that is reached by pointers,
// unions and images.
#include "expressions.h"

#include "images.h"

#include <algorithm>

namespace weft::fuzz {

static const Type intType{Base::I32, 1};

// Integers and floats whose comparison gives this mask.
static std::vector<Base> basesOf(unsigned bits, bool integers, bool floats) {
  std::vector<Base> bases;
  for (unsigned i = 0; i <= unsigned(Base::F16); ++i)
    if (Type type{Base(i), 1}; type.bits() == bits && (type.isFloat() ? floats : integers))
      bases.push_back(Base(i));
  return bases;
}

static bool isOfConstants(const Expr &e) {
  return e.args.empty() ? e.op == Op::Const
                        : std::all_of(e.args.begin(), e.args.end(), isOfConstants);
}

bool ExpressionMaker::beyond(Type type, bool uniform, unsigned depth, Expr &result) {
  for (int tries = 0; tries < 4; ++tries)
    if (random.chance(35) ? throughMemory(type, uniform, depth - 1, result)
                          : special(type, uniform, depth - 1, result))
      return true;
  return false;
}

bool ExpressionMaker::special(Type type, bool uniform, unsigned depth, Expr &result) {
  auto of = [&](Type t) { return make(t, uniform, depth); };
  auto again = [&](Base base) { return Type{base, type.width}; };
  const bool integer = !type.isFloat(), is_mask = integer && type.isSigned() && type.isVector();
  switch (random.below(11)) {
  case 0: {
    if (!integer || type.bits() == 8)
      return false;
    const Type high = again(Base(unsigned(type.base) - 2));
    Expr first = of(high);
    result = node(Op::Upsample, type, {std::move(first), of(high.asUnsigned())});
    return true;
  }
  case 1: {
    if (!type.isVector() || type.width == 3)
      return false;
    const Type from{type.base, random.of({2u, 4u, 8u, 16u})};
    result = node(Op::Shuffle, type, {of(from)});
    if (random.chance(40))
      result.args.push_back(of(from));
    result.args.push_back(of(type.asUnsigned()));
    return true;
  }
  case 2: {
    if (!is_mask && !(type == intType))
      return false;
    const Type from = is_mask ? again(random.of(basesOf(type.bits(), true, true))) : scalarType();
    Expr first = of(from);
    result = node(Op::Compare, type, {std::move(first), of(from)});
    result.index = random.below(Comparisons);
    return true;
  }
  case 3: {
    if ((!is_mask || type.bits() == 8) && !(type == intType))
      return false;
    const Type from = is_mask ? again(random.of(basesOf(type.bits(), false, true)))
                              : Type{random.of({Base::F32, Base::F64, Base::F16}), 1};
    result = node(Op::Relational, type, {of(from)});
    result.index = random.below(Relations);
    if (relation(result.index).arity > 1)
      result.args.push_back(of(from));
    return true;
  }
  case 4: {
    if (!(type == intType))
      return false;
    const Type from = vectorType();
    result = node(Op::AnyAll, type, {of({from.mask().base, from.width})});
    result.index = random.below(2);
    return true;
  }
  case 5: {
    if (!is_mask)
      return false;
    const Type from = again(random.of(basesOf(type.bits(), true, false)));
    result = node(Op::Logic, type, {of(from)});
    result.index = random.below(Logics);
    if (result.index < 2)
      result.args.push_back(of(from));
    // Clang 22 takes what holds of constant vectors for 1 where it folds a condition.
    return !std::all_of(result.args.begin(), result.args.end(), isOfConstants);
  }
  case 6: {
    if (!type.isVector())
      return false;
    Expr mask = of(type.mask()), yes = of(type);
    result = node(Op::ChooseEach, type, {std::move(mask), std::move(yes), of(type)});
    return true;
  }
  case 7: {
    const Type by =
        random.chance(50) ? type.asUnsigned() : again(Base(unsigned(type.asUnsigned().base) - 1));
    Expr no = of(type), yes = of(type);
    result = node(Op::SelectBy, type, {std::move(no), std::move(yes), of(by)});
    return true;
  }
  case 8: {
    if (!integer)
      return false;
    Expr value = of(type);
    result = node(Op::ShiftBy, type, {std::move(value), of(type)});
    result.index = random.below(2);
    return true;
  }
  case 9: {
    if (integer)
      return false;
    Type from = again(scalarType().base);
    // Others do not fit into a half.
    if (type.base == Base::F16 && !from.isFloat())
      from.base = random.of({Base::I8, Base::U8, Base::I16});
    result = node(Op::Round, type, {of(from)});
    result.index = random.below(RoundingModes);
    return true;
  }
  default:
    if (integer)
      return false;
    result = node(Op::FromBits, type, {of(type.asUnsigned())});
    return true;
  }
}

Expr ExpressionMaker::pixel(Type type, unsigned image, bool uniform, unsigned depth) {
  const ImageShape &shape = imageShape(image);
  Expr e = node(Op::Pixel, type, {});
  e.index = image;
  do
    e.value = random.below(Samplers + 2);
  while (!suits(shape, e.value == ArgumentSampler ? program.sampler : unsigned(e.value)));
  for (unsigned d = 0; d < shape.dims + shape.layers; ++d)
    e.args.push_back(make(intType, uniform, std::min(depth, 1u)));
  return e;
}

bool ExpressionMaker::fromImage(Type type, bool uniform, unsigned depth, Expr &result) {
  if (!program.images || (type.isVector() && type.width != 4))
    return false;
  const Type whole{type.base, 4};
  std::vector<unsigned> images;
  for (unsigned image = 0; image < ReadImages; ++image)
    if (imageShape(image).result == type.base)
      images.push_back(image);
  if (images.empty())
    return false;
  const bool own = !uniform && type.base == imageShape(ReadWriteImage).result && random.chance(30);
  result = own ? node(Op::OwnPixel, whole, {make(intType, uniform, std::min(depth, 1u))})
               : pixel(whole, random.of(images), uniform, depth);
  if (!type.isVector()) {
    result = node(Op::Component, type, {std::move(result)});
    result.value = random.below(4);
  }
  return true;
}

bool ExpressionMaker::throughMemory(Type type, bool uniform, unsigned depth, Expr &result) {
  const bool declared = visible_vars == ~size_t(0);
  // Without their operands.
  std::vector<Expr> choices;
  for (unsigned i = 0; i < function.arrays.size() && declared; ++i) {
    const Array &array = function.arrays[i];
    if (type.isVector() && array.type == type.element() && array.isFlat() && !array.boolean &&
        array.length >= type.width && (!uniform || array.uniform))
      choices.push_back({Op::Pack, type, i, 0, {}});
  }
  for (unsigned i = 0; i < function.pointers.size() && declared && !uniform; ++i)
    if (function.arrays[function.pointers[i].arrays[0]].type == type)
      choices.push_back({Op::Through, type, i, int64_t(random.below(2)), {}});
  if (declared && !uniform && function.views > 0 && !type.isVector() && !type.isFloat())
    choices.push_back(
        {Op::View, type, random.below(function.views), int64_t(random.chance(70)), {}});
  if (type == intType)
    choices.push_back({Op::Node, type, random.below(4), random.of({0, 1, 1, 3}), {}});
  if (type == Type{Base::F32, 1})
    choices.push_back({Op::Node, type, random.below(4), 2, {}});
  if (choices.empty())
    return false;
  result = std::move(choices[random.below(choices.size())]);
  const unsigned operands =
      result.op == Op::Through || (result.op == Op::Node && result.value % 2) ? 2 : 1;
  for (unsigned i = 0; i < operands; ++i)
    result.args.push_back(make(intType, uniform, std::min(depth, 2u)));
  return true;
}

} // namespace weft::fuzz
