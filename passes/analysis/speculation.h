// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides that values have in the usual case: where no narrow index wraps, none is at a border
// (usual_choice.h), and all lanes of a vector are in one row of a flattened array. All of this can
// be tested on scalars.
//
// It starts from shapes and is about what is not linear (rows and blocks of indices, limits); how
// linear values move is address_form.h's subject.
#ifndef WEFT_PASSES_ANALYSIS_SPECULATION_H
#define WEFT_PASSES_ANALYSIS_SPECULATION_H

#include "passes/analysis/shape_analysis.h"

namespace weft {

struct SpeculationTest {
  enum Kind {
    Signed,        // `value` does not wrap between lanes, as a signed number
    Unsigned,      // the same as an unsigned number
    Within,        // `value` predicate `bound`, and neither wraps between lanes, as numbers of the
                   // predicate's sign
    SameRow,       // value / bound, unsigned, is the same in all lanes
    SameRowSigned, // the same of signed numbers: no lane is negative, `bound` is positive
    SameHighBits,  // value >> bound, a logical shift, is the same in all lanes
    SameHighBitsSigned, // the same of an arithmetic shift
    SameBlock,     // lane 0 is a multiple of a power of two that exceeds what lanes differ by, and
                   // `bound` has all bits below that power
    SameBlockHigh, // the same, but `bound` has none of those bits
    BelowBits      // all lanes are below the lowest set bit of `bound`
  };
  const llvm::Value *value;
  int64_t stride; // from lane to lane, that the test is about
  Kind kind;
  const llvm::Value *bound; // uniform, but in Within; null where there is none
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE; // of Within
  int64_t bound_stride = 0;                                               // of Within
  bool operator==(const SpeculationTest &) const = default;
};

struct Speculation {
  int64_t stride = 0;
  llvm::SmallVector<SpeculationTest, 4> tests; // that all have to hold
};

/// Whether the test is about a border, with a bound that is the same in all lanes, as those of
/// neighbours may be made together.
bool isBorder(const SpeculationTest &test);

/// Whether the test is about the row or block that its value is in.
bool asksForPlace(const SpeculationTest &test);

/// The stride of an integer or a pointer (in bytes), and the tests that it takes. Nothing if no
/// tests do.
std::optional<Speculation> speculate(const llvm::Value *value, const ShapeInfo &shapes,
                                     const llvm::DataLayout &layout);

/// `narrow` if it is a sum or difference with nsw (nuw if not `is_signed`) and one uniform operand:
/// its extension is the sum of the extended operands in all active lanes. Else, or if affine: null.
const llvm::BinaryOperator *sumExtendedApart(const llvm::Value *narrow, bool is_signed,
                                             const ShapeInfo &shapes);

/// The divisor of `division`, looked up behind the select that safe_division.h puts in front of it:
/// 1 in place of 0, and of -1 for the least dividend.
const llvm::Value *safeDivisor(const llvm::BinaryOperator &division);

} // namespace weft
#endif
