// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements about one memory by many types.
#include "function_writer.h"
#include "typed_memory.h"

namespace weft::fuzz {

static const Type intType{Base::I32, 1};

void FunctionWriter::declareIndices() {
  if (!program.areas || helper)
    return;
  for (unsigned count = 1 + random.below(2); count > 0; --count)
    function.vars.push_back(make.indexVariable());
}

// Loads of one area side by side, into variables that are declared: nothing is stored between them.
void FunctionWriter::declareLoads() {
  make.visible_vars = function.vars.size();
  const Area area = make.anyArea();
  const bool rows = random.chance(30);
  const Expr one = make.index(false);
  for (unsigned loads = 2 + random.below(3); loads > 0; --loads) {
    Access access;
    Expr load = rows && make.ownAccess(area, access) && access.row >= 0
                    ? make.typed(access, make.ownPlace(area))
                    : make.typedRead(area, random.chance(70) ? one : make.relatedIndex(one, false));
    function.vars.push_back({load.type, false, false, load});
  }
  make.visible_vars = ~size_t(0);
}

// The same within one expression.
Stmt FunctionWriter::typedLoads(bool uniform) {
  const Area area = make.anyArea();
  const Type element{random.chance(60) ? Base::U32 : Base::U64, 1};
  const bool same = uniform && area != Area::Private && random.chance(20);
  const Expr one = make.index(same);
  std::vector<Expr> parts;
  for (unsigned loads = 2 + random.below(3); loads > 0; --loads) {
    const Expr load = make.typedRead(area, random.chance(70) ? one : make.relatedIndex(one, same));
    for (unsigned i = 0; i < load.type.width; ++i) {
      Expr part = load;
      if (load.type.isVector())
        part = {Op::Component, load.type.element(), 0, int64_t(i), {load}};
      if (!(part.type == element))
        part = {Op::Cast, element, 0, 0, {std::move(part)}};
      parts.push_back(std::move(part));
    }
  }
  // The same expression as a value.
  if (random.chance(30))
    parts.push_back(one.type == element ? one : Expr{Op::Cast, element, 0, 0, {one}});
  unsigned width = 2;
  while (width < parts.size() && width < 8)
    width *= 2;
  Expr all{Op::Make, {element.base, width}, 0, 0, {}};
  const unsigned first = random.below(parts.size());
  for (unsigned i = 0; i < width; ++i)
    all.args.push_back(parts[(first + i * (parts.size() > width ? 3 : 1)) % parts.size()]);
  Stmt s;
  s.kind = Kind::Output;
  s.value = 1 + random.below(OutputSlots - 1);
  s.exprs.push_back(std::move(all));
  return s;
}

Expr FunctionWriter::typedValue(Type type, const Expr &place) {
  if (random.chance(25) && !type.isVector())
    return place.type == type ? place : Expr{Op::Cast, type, 0, 0, {place}};
  Expr value;
  for (unsigned tries = 0; tries < 30 && random.chance(95); ++tries) {
    const Area area = make.anyArea();
    Access access;
    if (random.chance(30) && make.ownAccess(area, access) && access.row >= 0)
      value = make.typed(access, make.ownPlace(area));
    else
      value = make.typedRead(area, make.index(false));
    if (value.type == type)
      return value;
  }
  return make.make(type, false, 2);
}

// Vectors that lie side by side, with the same done to each element: they need not be taken apart.
bool FunctionWriter::elementsAlike(Area area, Stmt &s) {
  Access access;
  if (!make.wholeRowAccess(area, access))
    return false;
  const Expr place = make.ownPlace(area);
  const Type type = accessType(access);
  // Of this row, or of another one like it.
  auto load = [&] {
    Access from = access;
    for (unsigned tries = 0; tries < 4; ++tries)
      if (make.wholeRowAccess(area, from) && accessType(from) == type)
        return make.typed(from, place);
    return make.typed(access, place);
  };
  Expr value = load();
  for (unsigned operations = 1 + random.below(4); operations > 0; --operations) {
    const Op op =
        random.of({Op::Add, Op::Sub, Op::Mul, Op::Xor, Op::And, Op::Or, Op::Min, Op::Max});
    Expr other = random.chance(40) ? load() : make.make(type, random.chance(50), 1);
    value = {op, type, 0, 0, {std::move(value), std::move(other)}};
  }
  if (type.isSigned() && random.chance(30))
    value = {Op::ChooseEach, type, 0, 0, {load(), std::move(value), load()}};
  s.kind = Kind::SetTyped;
  s.exprs = {place, std::move(value)};
  s.index = make.add(access);
  return true;
}

bool FunctionWriter::typedStore(Area area, Stmt &s) {
  Access access;
  if (!make.ownAccess(area, access))
    return false;
  const Expr place = access.row >= 0 ? make.ownPlace(area) : make.index(false);
  if (access.structure) {
    const Structure &type = structure(access.structure - 1);
    if (random.chance(25)) {
      s.kind = Kind::ReadStructure;
      s.value = 1 + random.below(OutputSlots - 1);
      s.index = make.add(access);
      s.exprs = {place};
      return true;
    }
    if (type.filled && random.chance(50)) {
      s.kind = Kind::SetTyped;
      s.exprs.push_back(place);
      for (access.field = 0; access.field < type.fields.size(); ++access.field)
        s.exprs.push_back(typedValue(accessType(access), place));
      s.index = make.add(access);
      return true;
    }
  } else if (access.element.width == 3 && access.form != Access::Form::Pack) {
    // The fourth element would be anything.
    return false;
  }
  const Type type = accessType(access);
  if (!type.isVector() && !access.structure && access.form == Access::Form::Whole &&
      area != Area::Private && !access.element.isFloat() && type.bits() >= 32 &&
      random.chance(50)) {
    s.kind = Kind::TypedAtomic;
    s.value = random.below(TypedAtomics);
    s.to = 1 + random.below(OutputSlots - 1);
  } else {
    s.kind = Kind::SetTyped;
  }
  s.exprs = {place, typedValue(type, place)};
  s.index = make.add(access);
  return true;
}

// Reads, or stores, or both of one area, one after another.
void FunctionWriter::typedStatements(bool uniform, Block &to) {
  if (Stmt s;
      random.chance(40) && elementsAlike(random.chance(80) ? Area::Global : Area::Local, s)) {
    to.push_back(std::move(s));
    return;
  }
  if (random.chance(45)) {
    to.push_back(typedLoads(uniform));
    return;
  }
  if (random.chance(15)) {
    Stmt s;
    const Area area = make.anyArea();
    Access access;
    do
      access = make.readAccess(area);
    while (!access.structure);
    s.kind = Kind::ReadStructure;
    s.value = 1 + random.below(OutputSlots - 1);
    s.exprs = {make.index(false)};
    s.index = make.add(access);
    to.push_back(std::move(s));
    return;
  }
  const Area area = make.anyArea();
  for (unsigned stores = 1 + random.below(4); stores > 0; --stores) {
    Stmt s;
    if (typedStore(area, s))
      to.push_back(std::move(s));
  }
  if (random.chance(40))
    to.push_back(typedLoads(uniform));
}

// One statement of these.
bool FunctionWriter::typedStatement(bool uniform, Stmt &s) {
  Block some;
  typedStatements(uniform, some);
  if (some.empty())
    return false;
  if (some.size() == 1) {
    s = std::move(some[0]);
    return true;
  }
  if (random.chance(50)) {
    s.kind = Kind::If;
    s.exprs.push_back(make.condition(false));
    s.blocks = {std::move(some), {}};
    return true;
  }
  s.kind = Kind::For;
  s.exprs.push_back(make.make(intType, random.chance(50), 1));
  s.value = 1 + random.below(3);
  s.index = counter(false);
  s.blocks.push_back(std::move(some));
  return true;
}

// What a kernel does that reads a table in several ways, and little else.
void FunctionWriter::writeTypedBody() {
  budget = 2;
  declareVariable(intType, false);
  declareVariable(intType, true);
  make.visible_vars = function.vars.size();
  declareIndices();
  if (random.chance(60))
    declareLoads();
  make.visible_vars = ~size_t(0);
  frames.push_back({Frame::Function, 0, true});
  for (unsigned groups = random.below(3); groups > 0 || function.body.empty();
       groups -= groups > 0) {
    if (random.chance(30)) {
      Stmt s;
      if (typedStatement(true, s))
        function.body.push_back(std::move(s));
    } else {
      typedStatements(true, function.body);
    }
  }
  if (random.chance(20))
    function.body.push_back(simple(true));
  frames.pop_back();
}

} // namespace weft::fuzz
