// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of many types of one memory, at indices that have to do with each other.
#include "expressions.h"
#include "typed_memory.h"

#include <algorithm>

namespace weft::fuzz {

static const Type intType{Base::I32, 1};

static Expr small(Type type, int64_t value) { return {Op::Const, type, 0, value, {}}; }

Area ExpressionMaker::anyArea() {
  std::vector<Area> list;
  for (unsigned area = 0; area < Areas; ++area)
    if (program.has(Area(area)))
      list.insert(list.end(), Area(area) == Area::Global ? 3 : 1, Area(area));
  return random.of(list);
}

unsigned ExpressionMaker::add(const Access &access) {
  program.accesses.push_back(access);
  return unsigned(program.accesses.size() - 1);
}

Expr ExpressionMaker::typed(const Access &access, Expr index) {
  Expr e = node(Op::Typed, accessType(access), {std::move(index)});
  e.value = access.row >= 0 || access.area == Area::Private;
  e.index = add(access);
  return e;
}

Type ExpressionMaker::elementType() {
  static const Base often[] = {Base::U32, Base::U32, Base::U32, Base::I32, Base::F32,
                               Base::F32, Base::U64, Base::F64, Base::I64, Base::U16,
                               Base::I16, Base::U8,  Base::I8,  Base::F16};
  static const unsigned widths[] = {1, 1, 1, 2, 2, 2, 3, 4, 4, 8, 16};
  return {random.of(often), random.of(widths)};
}

Access ExpressionMaker::readAccess(Area area) {
  Access access;
  access.area = area;
  if (random.chance(20)) {
    access.structure = 1 + random.below(Structures);
    access.field = random.below(structure(access.structure - 1).fields.size());
  } else {
    // A mask of an index tells at least two apart.
    do
      access.element = elementType();
    while (2 * accessStride(access) > areaKind(area).read_bytes);
    if (access.element.isVector() && random.chance(50)) {
      access.form = random.chance(50) ? Access::Form::Component : Access::Form::Pack;
      access.component = random.below(access.element.width);
    }
  }
  const unsigned align = accessAlign(access), stride = accessStride(access);
  if (random.chance(35)) {
    access.offset = random.below(area == Area::Private ? 4 : 40) * align;
    access.by_index = access.offset % stride == 0 && random.chance(60);
  }
  if (access.offset + 2 * stride > areaKind(area).read_bytes)
    access.offset = 0;
  return access;
}

bool ExpressionMaker::ownAccess(Area area, Access &access) {
  access = readAccess(area);
  if (area == Area::Private)
    return true;
  std::vector<unsigned> rows;
  for (unsigned row = 0; row < program.rows.size(); ++row)
    if (program.rows[row].area == area)
      rows.push_back(row);
  if (rows.empty())
    return false;
  access.row = int(random.of(rows));
  const Row &row = program.rows[unsigned(access.row)];
  auto fits = [&] {
    return accessStride(access) <= row.stride && row.stride % accessStride(access) == 0 &&
           row.start % accessAlign(access) == 0;
  };
  for (unsigned tries = 0; tries < 20 && !fits(); ++tries) {
    const int of = access.row;
    access = readAccess(area);
    access.row = of;
  }
  if (!fits())
    return false;
  const unsigned stride = accessStride(access), align = accessAlign(access);
  access.offset = random.below((row.stride - stride) / align + 1) * align;
  access.by_index = (row.start + access.offset) % stride == 0 && random.chance(75);
  access.style = random.below(OwnIndexStyles);
  return true;
}

bool ExpressionMaker::wholeRowAccess(Area area, Access &access) {
  std::vector<Access> choices;
  for (unsigned row = 0; row < program.rows.size(); ++row)
    for (Base base : {Base::I8, Base::U8, Base::U16, Base::I32, Base::U32, Base::U64}) {
      Access whole;
      whole.area = area;
      whole.row = int(row);
      whole.element = {base, program.rows[row].stride * 8 / Type{base, 1}.bits()};
      const unsigned width = whole.element.width;
      if (program.rows[row].area == area && width >= 2 && width <= 16 &&
          (width & (width - 1)) == 0 && program.rows[row].start % accessAlign(whole) == 0)
        choices.push_back(whole);
    }
  if (choices.empty())
    return false;
  access = random.of(choices);
  access.by_index = program.rows[unsigned(access.row)].start % accessStride(access) == 0;
  access.style = random.below(OwnIndexStyles);
  return true;
}

Expr ExpressionMaker::typedRead(Area area, Expr index) {
  return typed(readAccess(area), std::move(index));
}

Variable ExpressionMaker::indexVariable() {
  static const Base often[] = {Base::I32, Base::I32, Base::I32, Base::I32, Base::U32,
                               Base::U32, Base::U32, Base::U64, Base::U64, Base::I64,
                               Base::I16, Base::U16, Base::I8,  Base::U8};
  const Type type{random.of(often), 1};
  Expr place{Op::Item, intType, random.chance(50) ? 5u : random.below(2), 0, {}};
  if (place.index == 5 && !launchesWithoutOffset(program))
    place.index = 1;
  if (type.base == Base::U64 && place.index != 0)
    place.type = type;
  Variable variable{type, false, true,
                    place.type == type ? std::move(place)
                                       : node(Op::Cast, type, {std::move(place)})};
  variable.fixed = true;
  return variable;
}

Expr ExpressionMaker::ownPlace(Area area) {
  std::vector<Expr> choices;
  for (unsigned i = 0; i < std::min(function.vars.size(), visible_vars); ++i) {
    Expr var{Op::Var, function.vars[i].type, i, 0, {}};
    if (isOwnPlace(program, function, area, var))
      choices.push_back(std::move(var));
  }
  if (!choices.empty() && random.chance(80))
    return random.of(choices);
  return {Op::Item, intType, area == Area::Local ? 0u : 1u, 0, {}};
}

// Small numbers, plain arithmetic: what people write.
Expr ExpressionMaker::index(bool uniform) {
  Expr base;
  std::vector<unsigned> fixed;
  for (unsigned i = 0; i < std::min(function.vars.size(), visible_vars); ++i)
    if (function.vars[i].fixed)
      fixed.push_back(i);
  if (uniform)
    base = random.chance(60) ? Expr{Op::Arg, intType, 0, 0, {}} : leaf(intType, true);
  else if (!fixed.empty() && random.chance(85)) {
    base = {Op::Var, {}, random.of(fixed), 0, {}};
    base.type = function.vars[base.index].type;
  } else {
    base = {Op::Item, intType, random.below(2), 0, {}};
  }
  if (random.chance(40))
    return base;
  return relatedIndex(base, uniform);
}

Expr ExpressionMaker::relatedIndex(const Expr &one, bool uniform) {
  const Type type = one.type;
  auto plain = [&](Op op, Expr a, Expr b) {
    Expr e = node(op, type, {std::move(a), std::move(b)});
    // Where it could overflow it wraps.
    e.value = 1;
    e.value = !mayOverflow(e, program, function);
    return e;
  };
  auto number = [&](std::initializer_list<int> list) {
    return small(type, *(list.begin() + random.below(list.size())));
  };
  switch (random.below(13)) {
  case 0:
    return one;
  case 1:
  case 2:
    return plain(Op::Mul, one, number({2, 2, 2, 3, 4, 5, 8}));
  case 3:
    return plain(Op::Shl, one, small(intType, 1 + random.below(3)));
  case 4:
    return plain(Op::Add, one, number({1, 1, 2, 3, 7}));
  case 5:
    return plain(Op::Add, plain(Op::Mul, one, number({2, 2, 3, 4})), number({1, 1, 2, 3}));
  case 6:
    return node(Op::And, type,
                {plain(Op::Mul, one, number({2, 3, 5, 7})), number({15, 31, 63, 127})});
  case 7: {
    static const Base bases[] = {Base::I32, Base::U32, Base::U64, Base::I64,
                                 Base::I16, Base::U16, Base::I8,  Base::U8};
    const Type other{random.of(bases), 1};
    return other == type ? one : node(Op::Cast, other, {one});
  }
  case 8: {
    Expr n{Op::Arg, intType, 0, 0, {}};
    return plain(Op::Add, one,
                 type == intType ? std::move(n) : node(Op::Cast, type, {std::move(n)}));
  }
  case 9:
    return plain(Op::Sub, one, number({1, 1, 2}));
  case 10:
    return random.chance(50) ? plain(Op::Sub, number({127, 63}), one)
                             : node(Op::Shr, type, {one, small(intType, 1 + random.below(2))});
  case 11:
    return node(Op::Xor, type, {one, number({1, 2, 3})});
  default: {
    // With a loop's counter, or any other number.
    Expr low =
        node(Op::And, intType, {leaf(intType, uniform), small(intType, random.of({1, 3, 7}))});
    return plain(Op::Add, random.chance(50) ? one : plain(Op::Mul, one, number({2, 4})),
                 type == intType ? std::move(low) : node(Op::Cast, type, {std::move(low)}));
  }
  }
}

bool ExpressionMaker::fromTyped(Type type, bool uniform, Expr &result) {
  if (&function != &program.kernel || type.isFloat())
    return false;
  Area area = anyArea();
  Access access;
  bool own = !uniform && random.chance(30);
  if (uniform && area == Area::Private)
    return false;
  for (unsigned tries = 0; tries < 40; ++tries) {
    if (own && !ownAccess(area, access))
      own = false;
    if (!own)
      access = readAccess(area);
    if (!(accessType(access) == type))
      continue;
    const bool of_row = access.row >= 0;
    result = typed(access, of_row ? ownPlace(area) : index(uniform));
    return true;
  }
  return false;
}

} // namespace weft::fuzz
