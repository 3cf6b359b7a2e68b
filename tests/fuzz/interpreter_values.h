// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of OpenCL C types and what operators and library functions make of them.
#ifndef WEFT_TESTS_FUZZ_INTERPRETER_VALUES_H
#define WEFT_TESTS_FUZZ_INTERPRETER_VALUES_H

#include "program.h"

#include <bit>

namespace weft::fuzz {

// Halfs by the bits.
double fromHalf(uint16_t bits);
uint16_t toHalf(double x); // rounded once, to the nearest

// An integer element is extended to 64 bits by its sign or by zeros; a float's bits stand low.
struct Value {
  Type type;
  uint64_t bits[16];

  double number(unsigned i) const {
    return type.base == Base::F32   ? double(std::bit_cast<float>(uint32_t(bits[i])))
           : type.base == Base::F16 ? fromHalf(uint16_t(bits[i]))
                                    : std::bit_cast<double>(bits[i]);
  }
  // Rounds to the type.
  void setNumber(unsigned i, double x) {
    bits[i] = type.base == Base::F32   ? std::bit_cast<uint32_t>(float(x))
              : type.base == Base::F16 ? toHalf(x)
                                       : std::bit_cast<uint64_t>(x);
  }
  bool truth() const { return type.isFloat() ? number(0) != 0 : bits[0] != 0; }
};

// `bits` cut to the integer type and extended again.
uint64_t wrapped(Type type, uint64_t bits);
Value makeValue(Type type, uint64_t bits);

// The operators of one element; both operands have the type.
uint64_t integerOperator(Op op, Type type, uint64_t a, uint64_t b);
// Add, Sub, Mul, Min, Max: rounded once.
void floatOperator(Op op, Value &result, unsigned i, double a, double b);
Value libraryCall(unsigned index, Type type, const Value *args);
Value convert(Type to, const Value &from);
// a * b + c, rounded once.
void fusedMultiplyAdd(Value &result, unsigned i, double a, double b, double c);
// To a float type, of an integer or a float; `rounding`: of roundingMode().
Value rounded(Type to, const Value &from, unsigned rounding);
// Whether one element stands in the relation() to another.
bool related(unsigned relation, const Value &a, const Value &b, unsigned i);
bool compared(unsigned comparison, const Value &a, const Value &b, unsigned i);
// To an integer type; `rounding`: of roundingMode().
uint64_t saturated(Type type, double x, unsigned rounding);
// fmin and fmax keep stored values and factors within +-1024.
Value clampFloats(Value value);

} // namespace weft::fuzz
#endif
