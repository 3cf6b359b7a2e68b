// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "typed_memory.h"

#include "interpreter_values.h"
#include "random.h"
#include "ranges.h"

#include <algorithm>
#include <bit>

namespace weft::fuzz {

const AreaKind &areaKind(Area area) {
  static const AreaKind kinds[Areas] = {{"typed", "__global", 65536, MostRangeItems},
                                        {"typed_c", "__constant", 65536, 0},
                                        {"typed_l", "__local", 4096, MostItems},
                                        {"typed_p", "__private", 128, 0}};
  return kinds[unsigned(area)];
}

unsigned areaBytes(const Program &program, Area area) {
  unsigned end = areaKind(area).read_bytes;
  for (const Row &row : program.rows)
    if (row.area == area)
      end = std::max(end, row.start + row.stride * areaKind(area).most_items);
  // As a multiple of the largest vector.
  return (end + 127) / 128 * 128;
}

const Structure &structure(unsigned index) {
  static const Structure list[Structures] = {
      {"duo", "uint a, b;", 8, 4, true, {{"a", {Base::U32, 1}, 0}, {"b", {Base::U32, 1}, 4}}},
      {"trio",
       "uint a; int b; float c;",
       12,
       4,
       true,
       {{"a", {Base::U32, 1}, 0}, {"b", {Base::I32, 1}, 4}, {"c", {Base::F32, 1}, 8}}},
      {"shorts",
       "ushort a; short b; ushort c;",
       6,
       2,
       true,
       {{"a", {Base::U16, 1}, 0}, {"b", {Base::I16, 1}, 2}, {"c", {Base::U16, 1}, 4}}},
      {"gaps",
       "uchar a; uint b; ushort c;",
       12,
       4,
       false,
       {{"a", {Base::U8, 1}, 0}, {"b", {Base::U32, 1}, 4}, {"c", {Base::U16, 1}, 8}}},
      {"lead",
       "ulong a; uint b, c;",
       16,
       8,
       true,
       {{"a", {Base::U64, 1}, 0}, {"b", {Base::U32, 1}, 8}, {"c", {Base::U32, 1}, 12}}},
      {"pair_and",
       "uint2 a; float b; int c;",
       16,
       8,
       true,
       {{"a", {Base::U32, 2}, 0}, {"b", {Base::F32, 1}, 8}, {"c", {Base::I32, 1}, 12}}},
      {"three",
       "uchar a[3];",
       3,
       1,
       false,
       {{"a[0]", {Base::U8, 1}, 0}, {"a[1]", {Base::U8, 1}, 1}, {"a[2]", {Base::U8, 1}, 2}}},
      {"quad_and",
       "uint4 a; uint b;",
       32,
       16,
       false,
       {{"a", {Base::U32, 4}, 0}, {"b", {Base::U32, 1}, 16}}},
      {"inner",
       "struct { ushort x; uchar y[2]; } a[2];",
       8,
       2,
       false,
       {{"a[0].x", {Base::U16, 1}, 0},
        {"a[0].y[1]", {Base::U8, 1}, 3},
        {"a[1].x", {Base::U16, 1}, 4},
        {"a[1].y[0]", {Base::U8, 1}, 6}}},
  };
  return list[index];
}

unsigned accessStride(const Access &access) {
  if (access.structure)
    return structure(access.structure - 1).size;
  const unsigned width = access.element.width;
  return access.element.bits() / 8 * (width == 3 && access.form != Access::Form::Pack ? 4 : width);
}

unsigned accessAlign(const Access &access) {
  if (access.structure)
    return structure(access.structure - 1).align;
  return access.form == Access::Form::Pack ? access.element.bits() / 8 : accessStride(access);
}

Type memoryType(const Access &access) {
  if (access.structure)
    return structure(access.structure - 1).fields[access.field].type;
  return access.form == Access::Form::Component ? access.element.element() : access.element;
}

Type accessType(const Access &access) {
  const Type type = memoryType(access);
  return type.isFloat() ? type.asUnsigned() : type;
}

unsigned accessPlace(const Access &access) {
  if (access.structure)
    return structure(access.structure - 1).fields[access.field].offset;
  return access.form == Access::Form::Component ? access.component * access.element.bits() / 8 : 0;
}

uint64_t accessMask(const Program &program, const Function &function, const Access &access,
                    const Expr &index) {
  const __int128 bytes = areaKind(access.area).read_bytes, stride = accessStride(access);
  const Bounds bounds = boundsOf(index, program, function);
  if (access.offset + bounds.least * stride >= 0 &&
      access.offset + (bounds.most + 1) * stride <= bytes)
    return 0;
  return std::bit_floor(uint64_t((bytes - access.offset) / stride)) - 1;
}

// Numbers of ranges().
static bool launchesOnly(const Program &program, bool (*fits)(const Range &)) {
  for (size_t number = 0; number < ranges().size(); ++number)
    if ((program.range_mask >> number & 1) && !fits(ranges()[number]))
      return false;
  return true;
}

bool launchesWithoutOffset(const Program &program) {
  return launchesOnly(program, [](const Range &range) {
    return range.offset[0] == 0 && range.offset[1] == 0 && range.offset[2] == 0;
  });
}

bool launchesOneDimension(const Program &program) {
  return launchesOnly(program, [](const Range &range) { return range.dims == 1; });
}

bool isOwnPlace(const Program &program, const Function &function, Area area, const Expr &place) {
  constexpr unsigned LocalId = 2, GlobalId = 5; // in x
  switch (place.op) {
  case Op::Item:
    if (place.index == (area == Area::Local ? 0 : 1))
      return true;
    return launchesOneDimension(program) &&
           (area == Area::Local ? place.index == LocalId
                                : place.index == GlobalId && launchesWithoutOffset(program));
  case Op::Var:
    return function.vars[place.index].fixed &&
           isOwnPlace(program, function, area, function.vars[place.index].init);
  case Op::Cast:
    // There are no more than each type can count.
    return !place.type.isFloat() && isOwnPlace(program, function, area, place.args[0]);
  default:
    return false;
  }
}

static Bounds whole(Type type) {
  const __int128 most = (__int128(1) << (type.bits() - type.isSigned())) - 1;
  return {type.isSigned() ? -most - 1 : 0, most};
}

static bool isPlain(const Expr &e) { return e.value == 1; }

// Of what an operator makes, before it is cut to the type.
static Bounds exactBounds(const Expr &e, const Program &program, const Function &function) {
  const Bounds all = whole(e.type);
  auto arg = [&](unsigned i) { return boundsOf(e.args[i], program, function); };
  switch (e.op) {
  case Op::Const: {
    const uint64_t bits = wrapped(e.type, uint64_t(e.value));
    const __int128 value = e.type.isSigned() ? __int128(int64_t(bits)) : __int128(bits);
    return {value, value};
  }
  case Op::Var:
    return function.vars[e.index].fixed ? boundsOf(function.vars[e.index].init, program, function)
                                        : all;
  case Op::Arg:
    return e.index == 0 ? Bounds{0, 7} : all;
  case Op::Item:
    if (e.index == 0 || (e.index >= 2 && e.index <= 4))
      return {0, MostItems - 1};
    return e.index == 1 || launchesWithoutOffset(program) ? Bounds{0, MostRangeItems - 1} : all;
  case Op::Add: {
    const Bounds a = arg(0), b = arg(1);
    return {a.least + b.least, a.most + b.most};
  }
  case Op::Sub: {
    const Bounds a = arg(0), b = arg(1);
    return {a.least - b.most, a.most - b.least};
  }
  case Op::Mul: {
    const Bounds a = arg(0), b = arg(1);
    // Beyond what the product can be told of.
    const Bounds word = whole({Base::I32, 1});
    if (!a.within(word) || !b.within(word))
      return {all.least - 1, all.most + 1};
    const __int128 products[] = {a.least * b.least, a.least * b.most, a.most * b.least,
                                 a.most * b.most};
    return {*std::min_element(products, products + 4), *std::max_element(products, products + 4)};
  }
  case Op::Shl: {
    const Bounds a = arg(0);
    if (e.args[1].op != Op::Const || a.least < 0 || a.most > 0xffffffff)
      return {all.least - 1, all.most + 1};
    const unsigned by = unsigned(e.args[1].value) & (e.type.bits() - 1);
    return {a.least << by, a.most << by};
  }
  case Op::Shr: {
    const Bounds a = arg(0);
    if (e.args[1].op != Op::Const || a.least < 0)
      return all;
    const unsigned by = unsigned(e.args[1].value) & (e.type.bits() - 1);
    return {a.least >> by, a.most >> by};
  }
  case Op::And: {
    const Bounds a = arg(0), b = arg(1);
    if (a.least < 0 && b.least < 0)
      return all;
    return {0, a.least < 0 ? b.most : b.least < 0 ? a.most : std::min(a.most, b.most)};
  }
  case Op::Or:
  case Op::Xor: {
    const Bounds a = arg(0), b = arg(1);
    if (a.least < 0 || b.least < 0)
      return all;
    __int128 most = 1;
    while (most <= std::max(a.most, b.most))
      most *= 2;
    return {0, most - 1};
  }
  case Op::Cast:
    return e.args[0].type.isFloat() ? all : arg(0);
  default:
    return all;
  }
}

Bounds boundsOf(const Expr &e, const Program &program, const Function &function) {
  const Bounds exact = exactBounds(e, program, function), all = whole(e.type);
  return exact.within(all) ? exact : all;
}

bool mayOverflow(const Expr &e, const Program &program, const Function &function) {
  if (!isPlain(e) || e.type.isFloat() || e.type.isVector() ||
      (e.op != Op::Add && e.op != Op::Sub && e.op != Op::Mul && e.op != Op::Shl))
    return false;
  // Narrow types are promoted to int.
  const Type computed = e.type.bits() < 32 ? Type::boolean() : e.type;
  if (e.op == Op::Shl && e.args[1].op != Op::Const)
    return true;
  return computed.isSigned() && !exactBounds(e, program, function).within(whole(computed));
}

std::vector<uint8_t> globalBytes(uint64_t seed, size_t size) {
  Random random(seed ^ 0x747970);
  std::vector<uint8_t> bytes;
  bytes.reserve(size + 8);
  while (bytes.size() < size) {
    const uint64_t word = random.next();
    for (unsigned i = 0; i < 8; ++i)
      bytes.push_back(uint8_t(word >> (8 * i)));
  }
  bytes.resize(size);
  return bytes;
}

uint32_t localWord(uint32_t number) { return number * 0x9e3779b9 + 77; }

uint64_t privateWord(int32_t gid, uint32_t number) {
  return uint64_t(int64_t(gid)) * ViewStart + number * 0xd1342543de82ef95;
}

} // namespace weft::fuzz
