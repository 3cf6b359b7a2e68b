// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer divisions and remainders. No vector unit divides integers; a floating-point type with
// more bits does it exactly:
//
//   x / y           trunc(real(x) / real(y))                 x, y of N bits, real of more than 2 N:
//                                                            the ratio is at least 1 / y from the
//                                                            next integer, that is half a unit
//   x / uniform y   trunc(real(x) * (1 / real(y)) * (1 + e)) e makes up for three roundings, and is
//                                                            too little to reach the next integer
//   affine / uniform, 64 bits
//                   q0 + (r0 + lane * stride) / y            q0, r0 of lane 0; the rest is small,
//                                                            where that is tested to be so
//
// The select of safe_division.h in front of the division is looked through.
#ifndef WEFT_PASSES_VECTORIZE_DIVISIONS_H
#define WEFT_PASSES_VECTORIZE_DIVISIONS_H

#include "passes/vectorize/widener_part.h"

namespace weft {

class Divisions : WidenerPart {
public:
  using WidenerPart::WidenerPart;
  void emit(const llvm::BinaryOperator &op);

private:
  llvm::Value *quotientByUniform(const llvm::BinaryOperator &op, llvm::Value *dividend,
                                 llvm::Value *divisor);
  llvm::Value *quotientByVector(const llvm::BinaryOperator &op, llvm::Value *dividend,
                                llvm::Value *divisor);
  bool emitAffineDivision(const llvm::BinaryOperator &op);
};

} // namespace weft
#endif
