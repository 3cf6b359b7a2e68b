// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forms as sums of parts, and as text.
#include "passes/analysis/address_form.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft {
namespace {

constexpr int64_t LargestConstant = int64_t(1) << 40; // times a row's items it fits 64 bits
constexpr size_t MostFixed = 6, MostConditions = 16;

Coefficient limited(int64_t by) {
  if (by > LargestConstant || by < -LargestConstant)
    return {Coefficient::Far};
  return {Coefficient::Constant, by};
}

int64_t wrappingSum(int64_t a, int64_t b) { return int64_t(uint64_t(a) + uint64_t(b)); }
int64_t wrappingProduct(int64_t a, int64_t b) { return int64_t(uint64_t(a) * uint64_t(b)); }

} // namespace

Coefficient operator+(Coefficient a, Coefficient b) {
  if (a.isZero() || b.isZero())
    return a.isZero() ? b : a;
  if (a.kind == Coefficient::Constant && b.kind == Coefficient::Constant)
    return limited(a.by + b.by);
  const bool unknown = a.kind == Coefficient::Unknown || b.kind == Coefficient::Unknown;
  return {unknown ? Coefficient::Unknown : Coefficient::Far};
}

Coefficient operator*(Coefficient a, int64_t factor) {
  if (a.kind != Coefficient::Constant)
    return factor == 0 ? Coefficient() : a;
  int64_t by;
  return __builtin_mul_overflow(a.by, factor, &by) ? Coefficient{Coefficient::Far} : limited(by);
}

Coefficient AddressForm::along(AddressTerm term) const {
  auto found = find_if(terms, [&](const Term &one) { return one.term == term; });
  return found == terms.end() ? Coefficient() : found->coefficient;
}

void AddressForm::add(AddressTerm term, Coefficient coefficient) {
  auto found = find_if(terms, [&](const Term &one) { return one.term == term; });
  if (found == terms.end()) {
    if (!coefficient.isZero())
      terms.push_back({term, coefficient});
    return;
  }
  found->coefficient = found->coefficient + coefficient;
  if (found->coefficient.isZero())
    terms.erase(found);
}

void AddressForm::add(const Fixed &part) {
  auto found = find_if(fixed, [&](const Fixed &one) { return one.value == part.value; });
  if (found != fixed.end()) {
    found->factor = wrappingSum(found->factor, part.factor);
    if (found->factor == 0)
      fixed.erase(found);
  } else if (part.factor != 0) {
    fixed.size() < MostFixed ? fixed.push_back(part) : void(has_more_fixed = true);
  }
}

void AddressForm::add(const AddressCondition &condition) {
  if (is_contained(conditions, condition))
    return;
  if (conditions.size() < MostConditions)
    conditions.push_back(condition);
  else
    conditions.back() = {AddressCondition::Many};
}

void AddressForm::add(const AddressForm &other, int64_t factor) {
  for (const Term &one : other.terms)
    add(one.term, one.coefficient * factor);
  for (const Fixed &part : other.fixed)
    add(Fixed{part.value, wrappingProduct(part.factor, factor)});
  constant = wrappingSum(constant, wrappingProduct(other.constant, factor));
  has_more_fixed |= other.has_more_fixed;
  addConditions(other);
}

void AddressForm::addConditions(const AddressForm &other) {
  for (const AddressCondition &condition : other.conditions)
    add(condition);
}

static raw_ostream &operator<<(raw_ostream &stream, const AddressTerm &term) {
  constexpr StringLiteral Names[] = {"local.id", "group.id", "lane", "iteration of "};
  stream << Names[term.kind];
  if (term.kind == AddressTerm::Counter)
    term.phi->printAsOperand(stream, /*PrintType=*/false);
  else if (term.kind != AddressTerm::Lane)
    stream << "." << char('x' + term.dimension);
  return stream;
}

static raw_ostream &operator<<(raw_ostream &stream, const AddressCondition &condition) {
  if (condition.kind == AddressCondition::Many)
    return stream << "many others hold";
  condition.value->printAsOperand(stream, /*PrintType=*/false);
  switch (condition.kind) {
  case AddressCondition::Signed:
    return stream << " fits " << condition.bits << " signed bits";
  case AddressCondition::Unsigned:
    return stream << " fits " << condition.bits << " bits";
  case AddressCondition::Within:
    return stream << " is not limited";
  case AddressCondition::Chosen:
    return stream << " is what moves";
  default:
    return stream << " reads the same";
  }
}

void AddressForm::print(raw_ostream &stream) const {
  ListSeparator plus(" + ");
  for (const Fixed &part : fixed) {
    stream << plus;
    if (part.factor != 1)
      stream << part.factor << "*";
    part.value->printAsOperand(stream, /*PrintType=*/false);
  }
  if (has_more_fixed)
    stream << plus << "...";
  for (const auto &[term, coefficient] : terms) {
    stream << plus;
    if (coefficient.kind != Coefficient::Constant)
      stream << (coefficient.kind == Coefficient::Far ? "far*" : "?*");
    else if (coefficient.by != 1)
      stream << coefficient.by << "*";
    stream << term;
  }
  if (constant != 0 || (fixed.empty() && !has_more_fixed && terms.empty()))
    stream << plus << constant;
  for (const AddressCondition &condition : conditions)
    stream << (&condition == conditions.begin() ? ", if " : " and ") << condition;
}

bool differInConstant(const AddressForm &a, const AddressForm &b) {
  auto same = [](const AddressForm::Fixed &one, const AddressForm::Fixed &other) {
    auto narrow = [](const Value *value) {
      auto *extension = dyn_cast<CastInst>(value);
      return extension && isa<SExtInst, ZExtInst>(extension) ? extension->getOperand(0) : value;
    };
    return narrow(one.value) == narrow(other.value) && one.factor == other.factor;
  };
  auto moves_like = [](const AddressForm::Term &one, const AddressForm::Term &other) {
    return one.term == other.term && one.coefficient == other.coefficient;
  };
  return !a.has_more_fixed && !b.has_more_fixed &&
         std::is_permutation(a.fixed.begin(), a.fixed.end(), b.fixed.begin(), b.fixed.end(),
                             same) &&
         std::is_permutation(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                             moves_like);
}

} // namespace weft
