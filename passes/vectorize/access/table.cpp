// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads from small constant tables, such as of digits or of a cipher's substitutions: registers
// hold the table, and lanes take their elements out of them.
//
//   constant uchar digits[64];          words 0..15 of the table in a register, four elements each
//   digits[i]                      =>   permute(words, i / 4) >> i % 4 * 8
//
// No memory is accessed, so that what idle lanes would look up does not matter. Four registers are
// the most: with AVX-512 a table of 256 bytes, with AVX2 one of 128, or as much of a larger one as
// an index may reach.
#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned MostRegisters = 4;
constexpr unsigned MostElements = 4; // that a work-item takes at once

struct Table {
  const GlobalVariable *variable;
  uint64_t begin, end; // bytes of the variable that lanes may look up
  unsigned element_bits;
  unsigned word_bits; // of what is permuted: of one element or more
  unsigned lanes;     // words of a register
  unsigned registers; // a power of two
  // The number of the element, from `begin` on: a sum of values, each times a number of elements.
  SmallVector<std::pair<const Value *, int64_t>, 2> terms;

  unsigned elementsOfWord() const { return word_bits / element_bits; }
};

// Null if it is not known what the variable holds.
const GlobalVariable *constantTable(const Value *pointer) {
  auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer, /*MaxLookup=*/0));
  return variable && variable->isConstant() && variable->hasDefinitiveInitializer() ? variable
                                                                                    : nullptr;
}

// What the address is made of; false if it is not the table's plus whole elements.
bool findTerms(const Access &access, Table &table) {
  const int64_t bytes = table.element_bits / 8;
  const Value *pointer = access.pointer;
  APInt first(64, 0);
  while (pointer != table.variable) {
    auto *gep = dyn_cast<GEPOperator>(pointer);
    SmallMapVector<Value *, APInt, 4> scales;
    if (!gep || gep->getType()->isVectorTy() ||
        !gep->collectOffset(access.layout, first.getBitWidth(), scales, first))
      return false;
    for (auto &[index, scale] : scales) {
      if (scale.getSExtValue() % bytes || index->getType()->isVectorTy())
        return false;
      table.terms.emplace_back(index, scale.getSExtValue() / bytes);
    }
    pointer = gep->getPointerOperand();
  }
  if (first.isNegative())
    return false;
  table.begin = first.getZExtValue();
  return table.begin % uint64_t(bytes) == 0;
}

// The end of what may be looked up: of a larger table, what a mask leaves of an index.
void boundEnd(const Access &access, Table &table) {
  uint64_t last = table.begin + access.bytes();
  for (auto [index, elements] : table.terms) {
    const KnownBits known = computeKnownBits(index, access.layout);
    if (known.isNonNegative() && elements > 0 && known.getMaxValue().ule(table.end)) {
      last += known.getMaxValue().getZExtValue() * uint64_t(elements) * table.element_bits / 8;
      continue;
    }
    // Elements before this one, too.
    if (table.begin != 0)
      table.terms.emplace_back(nullptr, int64_t(table.begin * 8 / table.element_bits));
    table.begin = 0;
    return;
  }
  table.end = std::min(table.end, last);
}

std::optional<Table> findTable(const Access &access) {
  const GlobalVariable *variable = constantTable(access.pointer);
  Type *element = access.type->getScalarType();
  if (!variable || access.is_store || access.is_atomic || access.is_volatile || !access.is_plain ||
      access.elements() > MostElements || element->isPointerTy())
    return std::nullopt;
  Table table{};
  table.variable = variable;
  table.end = access.layout.getTypeAllocSize(variable->getValueType());
  table.element_bits = unsigned(access.layout.getTypeSizeInBits(element));
  table.word_bits = std::max(table.element_bits, 32u);
  table.lanes = access.target.registerBits() / table.word_bits;
  if (!access.target.canPermuteTwo(table.word_bits, table.lanes) || !findTerms(access, table))
    return std::nullopt;
  boundEnd(access, table);
  const uint64_t registers =
      divideCeil(8 * (table.end - table.begin), access.target.registerBits());
  if (table.end <= table.begin || registers > MostRegisters)
    return std::nullopt;
  table.registers = unsigned(PowerOf2Ceil(registers));
  return table;
}

class TableAccess : WidenerPart {
public:
  TableAccess(Accesses &to, const Table &table)
      : WidenerPart(to.core), table(table), word(builder.getIntNTy(table.word_bits)) {}
  bool load(const Access &access);

private:
  SmallVector<Constant *, MostRegisters> contents() const;
  Value *numbers();
  Value *lookUp(ArrayRef<Constant *> words, Value *places);
  Value *elements(ArrayRef<Constant *> words, Value *number);

  const Table &table;
  IntegerType *word;
};

// What the registers hold, zeros behind their end; empty if some of it is not known yet, such
// as an address.
SmallVector<Constant *, MostRegisters> TableAccess::contents() const {
  const unsigned element_bytes = table.element_bits / 8;
  Type *element = builder.getIntNTy(table.element_bits);
  SmallVector<Constant *, MostRegisters> registers;
  uint64_t at = table.begin;
  for (unsigned i = 0; i < table.registers; ++i) {
    SmallVector<Constant *, 16> words;
    for (unsigned lane = 0; lane < table.lanes; ++lane) {
      APInt bits(table.word_bits, 0);
      for (unsigned part = 0; part < table.elementsOfWord(); ++part, at += element_bytes)
        if (at + element_bytes <= table.end) {
          auto *known = dyn_cast_or_null<ConstantInt>(
              ConstantFoldLoadFromConst(const_cast<Constant *>(table.variable->getInitializer()),
                                        element, APInt(64, at), layout));
          if (!known)
            return {};
          bits.insertBits(known->getValue(), part * table.element_bits);
        }
      words.push_back(ConstantInt::get(word, bits));
    }
    registers.push_back(ConstantVector::get(words));
  }
  return registers;
}

// Of the lanes' first elements, in words.
Value *TableAccess::numbers() {
  auto *type = FixedVectorType::get(word, width);
  Value *sum = Constant::getNullValue(type);
  for (auto [index, elements] : table.terms) {
    Value *value = !index ? ConstantInt::get(type, 1)
                   : core.isUniform(index)
                       ? core.splat(builder.CreateSExtOrTrunc(core.scalarOf(index), word))
                       : builder.CreateSExtOrTrunc(core.vectorOf(index), type);
    sum = builder.CreateAdd(
        sum, builder.CreateMul(value, ConstantInt::get(type, uint64_t(elements), true)));
  }
  return sum;
}

// Words by their places, of as many lanes as a register has.
Value *TableAccess::lookUp(ArrayRef<Constant *> words, Value *places) {
  if (words.size() == 1)
    return core.target.permute(builder, words.front(), places);
  if (words.size() == 2)
    return core.target.permuteTwo(builder, words[0], places, words[1]);
  const uint64_t half = words.size() / 2, places_of_half = half * table.lanes;
  Value *in_half =
      builder.CreateAnd(places, ConstantInt::get(places->getType(), places_of_half - 1));
  Value *low = lookUp(words.take_front(half), in_half);
  Value *high = lookUp(words.drop_front(half), in_half);
  Value *is_low =
      builder.CreateICmpULT(places, ConstantInt::get(places->getType(), places_of_half));
  return builder.CreateSelect(is_low, low, high);
}

// The elements of these numbers.
Value *TableAccess::elements(ArrayRef<Constant *> words, Value *number) {
  Type *type = number->getType();
  const unsigned each = table.elementsOfWord();
  Value *places = builder.CreateLShr(number, ConstantInt::get(type, Log2_32(each)));
  const unsigned filled = std::max(width, table.lanes);
  if (width < filled)
    places = builder.CreateShuffleVector(places, createSequentialMask(0, width, filled - width));
  SmallVector<Value *, 4> parts;
  for (unsigned first = 0; first < filled; first += table.lanes)
    parts.push_back(lookUp(
        words, builder.CreateShuffleVector(places, createSequentialMask(first, table.lanes, 0))));
  Value *found = concatenateVectors(builder, parts);
  if (width < filled)
    found = builder.CreateShuffleVector(found, createSequentialMask(0, width, 0));
  if (each == 1)
    return found;
  Value *part = builder.CreateAnd(number, ConstantInt::get(type, each - 1));
  found = builder.CreateLShr(found,
                             builder.CreateMul(part, ConstantInt::get(type, table.element_bits)));
  return builder.CreateTrunc(found,
                             FixedVectorType::get(builder.getIntNTy(table.element_bits), width));
}

bool TableAccess::load(const Access &access) {
  const SmallVector<Constant *, MostRegisters> words = contents();
  if (words.empty())
    return false;
  Value *first = numbers();
  auto *type = FixedVectorType::get(access.type->getScalarType(), width);
  Elements loaded;
  for (unsigned i = 0; i < access.elements(); ++i) {
    Value *number = builder.CreateAdd(first, ConstantInt::get(first->getType(), i));
    loaded.push_back(builder.CreateBitCast(elements(words, number), type));
  }
  core.setVectors(&access.instruction, loaded);
  return true;
}

class TableLoad final : public AccessStrategy {
public:
  StringRef name() const override { return "table"; }
  std::optional<Step> step() const override { return Step::TableAccess; }
  bool matches(const Access &access) const override { return findTable(access).has_value(); }
  double cost(const Access &access) const override {
    const Table table = *findTable(access);
    const Costs &costs = access.target.costs();
    const double pair = access.target.canRearrange(table.word_bits, table.lanes) ? 1 : 4;
    const double shuffles =
        table.registers == 1 ? 1 : table.registers / 2 * pair + 2 * (table.registers / 2 - 1);
    const double extraction = table.elementsOfWord() > 1 ? 4 : 0;
    return double(access.elements() * divideCeil(access.width, table.lanes)) *
           (costs.shuffle * shuffles + costs.vector * extraction);
  }
  bool emit(Accesses &to, const Access &access) const override {
    const Table table = *findTable(access);
    return TableAccess(to, table).load(access);
  }
};

} // namespace

const AccessStrategy &tableAccess() {
  static const TableLoad strategy;
  return strategy;
}

} // namespace weft
