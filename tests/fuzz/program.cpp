// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.h"

namespace weft::fuzz {

static const char *baseName(Base base) {
  static const char *names[] = {"char", "uchar", "short", "ushort", "int",
                                "uint", "long",  "ulong", "float",  "double"};
  return names[unsigned(base)];
}

static std::string vectorName(Base base, unsigned width) {
  std::string name = baseName(base);
  return width > 1 ? name + std::to_string(width) : name;
}

static Base unsignedBase(Base base) {
  return base == Base::F32 ? Base::U32 : base == Base::F64 ? Base::U64 : Base(unsigned(base) | 1);
}

std::string Type::name() const { return vectorName(base, width); }

std::string Type::unsignedName() const { return vectorName(unsignedBase(base), width); }

std::string Type::maskName() const {
  return vectorName(Base(unsigned(unsignedBase(base)) & ~1u), width);
}

// Narrow types are promoted to int, in which a product of two ushorts overflows.
std::string Type::arithmeticName() const { return bits() == 64 ? "ulong" : "uint"; }

const RecordField &recordField(unsigned index) {
  static const RecordField fields[RecordFields] = {
      {"a", {Base::I32, 1}}, {"b[0]", {Base::I16, 1}}, {"b[2]", {Base::I16, 1}},
      {"c", {Base::F32, 1}}, {"d", {Base::I32, 4}},    {"e", {Base::U8, 1}},
  };
  return fields[index];
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

const LibraryFunction &libraryFunction(unsigned index) {
  static const LibraryFunction list[LibraryFunctions] = {
      {"popcount", 1, false},    {"clz", 1, false},         {"mul_hi", 2, false},
      {"hadd", 2, false},        {"rhadd", 2, false},       {"add_sat", 2, false},
      {"sub_sat", 2, false},     {"mad_hi", 3, false},      {"bitselect", 3, false},
      {"trunc", 1, true},        {"rint", 1, true},         {"ceil", 1, true},
      {"round", 1, true},        {"sign", 1, true},         {"step", 2, true},
      {"copysign", 2, true},     {"fdim", 2, true},         {"fabs", 1, true},
      {"ctz", 1, false},         {"mad_sat", 3, false},     {"abs_diff", 2, false},
      {"MUL24", 2, false, true}, {"MAD24", 3, false, true},
  };
  return list[index];
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
  size_t sum = count(function.body) + count(function.returned) + function.arrays.size();
  for (const Variable &var : function.vars)
    sum += 1 + count(var.init);
  return sum;
}

size_t countNodes(const Program &program) {
  size_t sum = count(program.kernel) + program.guards.size();
  for (const Function &helper : program.helpers)
    sum += count(helper);
  return sum;
}

} // namespace weft::fuzz
