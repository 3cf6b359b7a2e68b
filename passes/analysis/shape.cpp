// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/shape.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace weft {

Shape Shape::join(const Shape &other) const {
  if (isBottom())
    return other;
  if (other.isBottom())
    return *this;
  if (isVarying() || other.isVarying() || step != other.step)
    return varying();
  return affine(step, std::min(alignment, other.alignment));
}

void Shape::print(llvm::raw_ostream &out) const {
  if (isBottom()) {
    out << "bottom";
    return;
  }
  if (isVarying()) {
    out << "varying";
    return;
  }
  if (isUniform())
    out << "uniform";
  else
    out << "affine(" << step << ")";
  if (alignment > 1)
    out << " align " << alignment;
}

} // namespace weft
