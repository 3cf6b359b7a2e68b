// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The abstract value of the shape analysis: what the W lanes of one SSA value have in common.
//
//   Bottom  <  Affine(stride, align)  <  Varying        Uniform is Affine with stride 0
//
// Affine says: lane i holds v + i * stride, modulo 2^bits (bytes for pointers), where v is lane 0's
// value and a multiple of `align`.
#ifndef WEFT_PASSES_ANALYSIS_SHAPE_H
#define WEFT_PASSES_ANALYSIS_SHAPE_H

#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace weft {

class Shape {
public:
  static constexpr uint64_t MaxAlign = uint64_t(1) << 32;

  Shape() = default; // Bottom: nothing known yet
  static Shape uniform(uint64_t align = 1) { return Shape(Kind::Affine, 0, align); }
  static Shape affine(int64_t stride, uint64_t align = 1) {
    return Shape(Kind::Affine, stride, align);
  }
  static Shape varying() { return Shape(Kind::Varying, 0, 1); }

  bool isBottom() const { return kind == Kind::Bottom; }
  bool isVarying() const { return kind == Kind::Varying; }
  bool isUniform() const { return kind == Kind::Affine && step == 0; }
  bool isAffine() const { return kind == Kind::Affine; } // uniform too
  int64_t stride() const { return step; }
  uint64_t align() const { return alignment; } // a power of two, at most MaxAlign

  // Whether the values of lanes [0, width) lie in one block of `block` (a power of two) values that
  // starts at a multiple of `block`; then they share all bits above it, and cannot wrap. It is
  // enough that they lie in one of the smaller blocks that it is made of.
  bool fitsBlock(unsigned width, uint64_t block) const {
    const uint64_t within = alignment < block ? alignment : block;
    return isAffine() && step >= 0 && uint64_t(step) < within &&
           (width - 1) * uint64_t(step) < within;
  }

  bool contains(const Shape &other) const { return join(other) == *this; }
  Shape join(const Shape &other) const;
  bool operator==(const Shape &) const = default;
  void print(llvm::raw_ostream &out) const;

private:
  enum class Kind : uint8_t { Bottom, Affine, Varying };
  Shape(Kind kind, int64_t stride, uint64_t align)
      : kind(kind), step(stride), alignment(align < MaxAlign ? align : MaxAlign) {}

  Kind kind = Kind::Bottom;
  int64_t step = 0;
  uint64_t alignment = 1;
};

} // namespace weft
#endif
