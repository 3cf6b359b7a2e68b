// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a value would lie over the lanes if nothing happened that mostly does not: a narrow index
// wraps, a clamp takes hold, the lanes of a vector belong to two rows of a flattened array. All
// that can be tested at run time on scalars.
//
// It starts from shapes, which are of lanes that may be idle, and is about what is not linear (rows
// and blocks of indices, limits); how linear numbers move is address_form.h.
#ifndef WEFT_PASSES_ANALYSIS_SPECULATION_H
#define WEFT_PASSES_ANALYSIS_SPECULATION_H

#include "passes/analysis/shape_analysis.h"

namespace weft {

struct SpeculationTest {
  enum Kind {
    Signed,             // `value` does not wrap between lanes
    Unsigned,           // the same
    AtLeast,            // nor, signed, comes below `bound` in any lane
    AtMost,             // nor, signed, above it
    SameRow,            // value / bound, unsigned, is the same in all lanes
    SameRowSigned,      // the same; no lane is negative, `bound` positive
    SameHighBits,       // value >> bound, without sign, is the same in all lanes
    SameHighBitsSigned, // the same with sign
    SameBlock,     // lane 0 begins a block of a power of two that holds all lanes, and `bound` has
                   // the bits by which those differ
    SameBlockHigh, // the same, and `bound` has none of them
    BelowBits      // no lane reaches the lowest bit that `bound` has
  };
  const llvm::Value *value; // with this stride
  int64_t stride;
  Kind kind;
  const llvm::Value *bound; // uniform; null where there is none
  bool operator==(const SpeculationTest &) const = default;
};

struct Speculation {
  int64_t stride = 0;
  llvm::SmallVector<SpeculationTest, 4> tests; // that all have to hold
};

/// Whether it asks in which row or block its value is.
bool asksForPlace(const SpeculationTest &test);

/// The stride of an integer or a pointer. Nothing if not even a test could give one.
std::optional<Speculation> speculate(const llvm::Value *value, const ShapeInfo &shapes,
                                     const llvm::DataLayout &layout);

/// `narrow` as a sum of which the language says that it does not wrap, and of which one part is
/// uniform: extended, it is the sum of the extended parts in all lanes that run. Null if it is
/// none, or affine.
const llvm::BinaryOperator *sumExtendedApart(const llvm::Value *narrow, bool is_signed,
                                             const ShapeInfo &shapes);

/// The divisor, without what keeps it from trapping (safe_division.h) if there is one: 1 in
/// place of 0, and of -1 for the least dividend.
const llvm::Value *safeDivisor(const llvm::BinaryOperator &division);

} // namespace weft
#endif
