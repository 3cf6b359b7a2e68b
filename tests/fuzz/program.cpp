// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.h"

#include <bit>

namespace weft::fuzz {

static const char *baseName(Base base) {
  static const char *names[] = {"char", "uchar", "short", "ushort", "int", "uint",
                                "long", "ulong", "float", "double", "half"};
  return names[unsigned(base)];
}

static std::string vectorName(Base base, unsigned width) {
  std::string name = baseName(base);
  return width > 1 ? name + std::to_string(width) : name;
}

static Base unsignedBase(Base base) {
  switch (base) {
  case Base::F16:
    return Base::U16;
  case Base::F32:
    return Base::U32;
  case Base::F64:
    return Base::U64;
  default:
    return Base(unsigned(base) | 1);
  }
}

std::string Type::name() const { return vectorName(base, width); }

std::string Type::unsignedName() const { return vectorName(unsignedBase(base), width); }

Type Type::mask() const {
  return width == 1 ? boolean() : Type{Base(unsigned(unsignedBase(base)) & ~1u), width};
}

Type Type::asUnsigned() const { return {unsignedBase(base), width}; }

// Narrow types are promoted to int, in which a product of two ushorts overflows.
std::string Type::arithmeticName() const { return bits() == 64 ? "ulong" : "uint"; }

const RecordField &recordField(unsigned index) {
  static const RecordField fields[RecordFields] = {
      {"a", {Base::I32, 1}},      {"b[0]", {Base::I16, 1}},  {"b[2]", {Base::I16, 1}},
      {"c", {Base::F32, 1}},      {"d", {Base::I32, 4}},     {"e", {Base::U8, 1}},
      {"t", {Base::U8, 1}, true}, {"n[1].x", {Base::I8, 2}}, {"n[0].y", {Base::U64, 1}},
      {"n[1].y", {Base::U64, 1}},
  };
  return fields[index];
}

unsigned Array::place(unsigned column, unsigned row, unsigned plane) const {
  const unsigned columns = length / rows / planes;
  return ((plane & (planes - 1)) * rows + (row & (rows - 1))) * columns + (column & (columns - 1));
}

const char *viewMember(Type type) {
  static const char *names[] = {"c", "uc", "s", "us", "i", "ui", "l", "ul"};
  return names[unsigned(type.base)];
}

std::string placeQuery(bool item, unsigned index) {
  static const char *of_item[] = {"get_local_id", "get_global_id"};
  static const char *of_group[] = {
      "get_group_id",    "get_local_size",          "get_num_groups",
      "get_global_size", "get_enqueued_local_size", "get_global_offset"};
  unsigned number = index - (item ? 2 : 3);
  const char *name = item ? of_item[number / 3] : of_group[number / 3];
  return std::string("(int)") + name + "(" + std::to_string(number % 3) + ")";
}

const char *roundingMode(unsigned index) {
  static const char *names[RoundingModes] = {"", "_rtz", "_rte", "_rtp", "_rtn"};
  return names[index];
}

const ConstantTable &constantTable(unsigned index) {
  static const ConstantTable list[ConstantTables] = {
      {{Base::I32, 1}, 2},   {{Base::I32, 1}, 16}, {{Base::I32, 1}, 64},  {{Base::U32, 1}, 32},
      {{Base::U8, 1}, 64},   {{Base::U8, 1}, 256}, {{Base::I8, 1}, 128},  {{Base::I16, 1}, 32},
      {{Base::U16, 1}, 128}, {{Base::I64, 1}, 16}, {{Base::U64, 1}, 256}, {{Base::F32, 1}, 16},
  };
  return list[index];
}

int64_t ConstantTable::element(size_t at) const {
  const uint64_t hash = (at + length * 31 + unsigned(type.base)) * 0x9e3779b97f4a7c15 >> 2;
  return type.isFloat() ? int64_t(hash % 256) - 128
                        : int64_t(hash >> 8 & (~uint64_t(0) >> (64 - type.bits())));
}

unsigned tablePointer(const ConstantTable &table, unsigned index) {
  const unsigned places[TablePointers] = {table.length / 2, 0, 1, table.length / 4 + 1};
  return places[index];
}

const NamedConstant &namedConstant(unsigned index) {
  static const NamedConstant list[NamedConstants] = {{"weft", -3, "shuttle"},
                                                     {"", 0x7fffffff, "reed"},
                                                     {"a b~", 77, "heddle"},
                                                     {"selvage", 0, "warp"}};
  return list[index];
}

Type namedType(unsigned part) { return {part == 1 ? Base::I32 : Base::I8, 1}; }

const LibraryFunction &libraryFunction(unsigned index) {
  static const LibraryFunction list[LibraryFunctions] = {
      {"popcount", 1, false},    {"clz", 1, false},         {"mul_hi", 2, false},
      {"hadd", 2, false},        {"rhadd", 2, false},       {"add_sat", 2, false},
      {"sub_sat", 2, false},     {"mad_hi", 3, false},      {"bitselect", 3, false},
      {"trunc", 1, true},        {"rint", 1, true},         {"ceil", 1, true},
      {"round", 1, true},        {"sign", 1, true},         {"step", 2, true},
      {"copysign", 2, true},     {"fdim", 2, true},         {"fabs", 1, true},
      {"ctz", 1, false},         {"mad_sat", 3, false},     {"abs_diff", 2, false},
      {"MUL24", 2, false, true}, {"MAD24", 3, false, true}, {"rotate", 2, false},
  };
  return list[index];
}

const char *comparison(unsigned index) {
  static const char *names[Comparisons] = {"<", "<=", ">", ">=", "==", "!="};
  return names[index];
}

const Relation &relation(unsigned index) {
  static const Relation list[Relations] = {
      {"isequal", 2},       {"isnotequal", 2}, {"isgreater", 2},   {"islessequal", 2},
      {"islessgreater", 2}, {"isordered", 2},  {"isunordered", 2}, {"isfinite", 1},
      {"isnan", 1},         {"isnormal", 1},   {"signbit", 1}};
  return list[index];
}

const char *logic(unsigned index) {
  static const char *names[Logics] = {"&&", "||", "!"};
  return names[index];
}

const char *updateOperator(unsigned index) {
  static const char *names[Updates] = {"+=", "-=", "*=", "<<=", ">>=", "=", "=", "&=", "|=", "^="};
  return names[index];
}

const std::vector<Parts> &parts(unsigned width) {
  static const std::vector<Parts> one = {{"", {0}}};
  static const std::vector<Parts> two = {{"", {0, 1}}, {".yx", {1, 0}}, {".lo", {0}}, {".y", {1}}};
  static const std::vector<Parts> three = {
      {"", {0, 1, 2}}, {".xz", {0, 2}}, {".zyx", {2, 1, 0}}, {".y", {1}}, {".s21", {2, 1}}};
  static const std::vector<Parts> four = {
      {"", {0, 1, 2, 3}},      {".even", {0, 2}},   {".hi", {2, 3}}, {".s02", {0, 2}},
      {".wzyx", {3, 2, 1, 0}}, {".zxy", {2, 0, 1}}, {".w", {3}}};
  static const std::vector<Parts> eight = {{"", {0, 1, 2, 3, 4, 5, 6, 7}},
                                           {".odd", {1, 3, 5, 7}},
                                           {".lo", {0, 1, 2, 3}},
                                           {".s705", {7, 0, 5}},
                                           {".s6", {6}}};
  static const std::vector<Parts> sixteen = {
      {"", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
      {".even", {0, 2, 4, 6, 8, 10, 12, 14}},
      {".sf0a5", {15, 0, 10, 5}},
      {".hi", {8, 9, 10, 11, 12, 13, 14, 15}}};
  switch (width) {
  case 1:
    return one;
  case 2:
    return two;
  case 3:
    return three;
  case 4:
    return four;
  case 8:
    return eight;
  default:
    return sixteen;
  }
}

Type slabPackType(unsigned slab_bytes) {
  static const Base bases[] = {Base::U8, Base::I16, Base::F32, Base::I64};
  const unsigned size = slab_bytes % 8 == 0 && slab_bytes >= 24   ? 3
                        : slab_bytes % 4 == 0 && slab_bytes != 16 ? 2
                        : slab_bytes % 2 == 0                     ? 1
                                                                  : 0;
  return {bases[size], 1};
}

Type sharedType(unsigned memory) {
  static const Type types[] = {
      {Base::I32, 1}, {Base::F32, 1}, {Base::I64, 1}, {Base::U32, 1}, {Base::I32, 4}};
  return types[memory];
}

bool sharedIsGlobal(unsigned memory) { return memory == 2; }

const BinMemory &binMemory(unsigned index) {
  static const BinMemory list[BinMemories] = {{Base::U32, 256, false}, {Base::U32, 2, false},
                                              {Base::I32, 16, false},  {Base::I64, 16, false},
                                              {Base::U64, 2, false},   {Base::U32, 256, true}};
  return list[index];
}

uint64_t binStart(Counting counting) {
  return counting == Counting::And ? ~uint64_t(0) : counting == Counting::Min ? 0x7fffffff : 0;
}

static size_t count(const Expr &expr) {
  size_t sum = 1;
  for (const Expr &arg : expr.args)
    sum += count(arg);
  return sum;
}

static size_t count(const Block &block) {
  size_t sum = 0;
  for (const Stmt &stmt : block) {
    ++sum;
    for (const Expr &expr : stmt.exprs)
      sum += count(expr);
    for (const Block &inner : stmt.blocks)
      sum += count(inner);
  }
  return sum;
}

static size_t count(const Function &function) {
  size_t sum = count(function.body) + count(function.returned) + function.arrays.size() +
               function.pointers.size() + function.views;
  for (const Variable &var : function.vars)
    sum += 1 + count(var.init);
  return sum;
}

size_t countNodes(const Program &program) {
  size_t sum = count(program.kernel) + program.guards.size() + (program.sub_group_size != 0) +
               (program.required_range != 0) + (program.restricted != 0) +
               (program.volatiles != 0) + program.images + size_t(std::popcount(program.areas)) +
               size_t(std::popcount(program.range_mask));
  for (const Function &helper : program.helpers)
    sum += count(helper);
  return sum;
}

} // namespace weft::fuzz
