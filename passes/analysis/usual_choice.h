// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices that are others at borders: clamped, reflected, wrapped around, or replaced by one that
// is harmless. All of these choose between numbers, and one of them is the usual one:
//
//   max(x - 1, 0)                      x - 1          if x - 1 >= 0
//   x < 0 ? -x : x, abs(x)             x              if x >= 0
//   min(2 * w - x, max(x, -x))         max(x, -x)     if max(x, -x) <= 2 * w - x
//   p >= 0 && p < end ? p : 0          p              if p >= 0, p < end
//   x + (x < 0 ? w : 0)                x + 0          if x >= 0
//
// Which one is decided by what the expression looks like, so that whoever asks is told the same:
// a number that differs between lanes before one that does not, one that counts along with them
// before one that counts against them, the one that is compared before any other, and 0 before
// another constant. What none of this tells of is no such choice.
#ifndef WEFT_PASSES_ANALYSIS_USUAL_CHOICE_H
#define WEFT_PASSES_ANALYSIS_USUAL_CHOICE_H

#include "passes/analysis/shape_analysis.h"

#include <optional>

namespace weft {

// `value` predicate `bound`, in all lanes. A condition that all lanes have alike is compared with
// false.
struct Requirement {
  llvm::CmpInst::Predicate predicate;
  const llvm::Value *value;
  const llvm::Value *bound; // uniform or affine
};

struct UsualChoice {
  const llvm::Value *usual; // what is chosen where all requirements are met
  llvm::SmallVector<Requirement, 4> requirements;
};

// Nothing if `value` is uniform or affine, no choice between integers or pointers, or one of which
// no comparisons tell.
std::optional<UsualChoice> usualChoice(const llvm::Value *value, const ShapeInfo &shapes);

} // namespace weft
#endif
