// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers, and addresses in bytes, that move linearly with a work-item's ids, and their values at
// ids that nobody runs:
//
//   &tile[64 * digit + lid]     tile + 4 * lid, and what is a multiple of 256
//
// Requires    The caller says which instructions are fixed: the same for all work-items that are
//             asked about. What is computed from arguments and records alone always is.
// Guarantees  make() computes the sum for the given ids without the multiple of the form. What
//             wraps around in 32 bits or more is not thought of; what is cut to fewer is no sum.
//             A kernel that makes two indices of one, i / width and i % width, moves with these
//             digits instead.
// Why         Proofs compare where work-items are at sizes and strides that only the launch knows
//             (launch_proofs.h, group_proofs.h). AddressForms (passes/analysis) says by how much
//             values move as far as that is known at build, and nothing of ids that do not run.
#ifndef WEFT_PASSES_CHECK_LINEAR_VALUES_H
#define WEFT_PASSES_CHECK_LINEAR_VALUES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include <array>
#include <functional>
#include <optional>

namespace weft {

class LinearValues {
public:
  using IsFixed = std::function<bool(const llvm::Instruction &)>;
  // Digits have ids of their own.
  LinearValues() : may_split(true) {}
  explicit LinearValues(IsFixed is_fixed) : is_fixed(std::move(is_fixed)) {}

  // The local id's dimensions, behind them the group id's, and the digits of a value.
  static constexpr unsigned LocalId = 0, GroupId = 3, Quotient = 6, Remainder = 7, Ids = 8;
  using IdValues = std::array<llvm::Value *, Ids>;

  struct Form {
    unsigned ids = 0;      // it moves with these: a set of bits
    uint64_t multiple = 0; // of which the rest, that nothing is known of, is one; 0: no such rest
    llvm::SmallSetVector<const llvm::Instruction *, 2> fixed; // instructions in it
    bool isFixed() const { return !ids && !multiple; }
    bool isKnown() const { return multiple != 1; }
  };
  const Form &of(const llvm::Value *value);

  // What digits are of: there is one.
  struct Split {
    const llvm::Value *value = nullptr, *divisor = nullptr;
  };
  const Split &split() const { return splits; }

  // i64, at a point that all fixed instructions of the form dominate.
  llvm::Value *make(llvm::IRBuilderBase &builder, const llvm::Value *value, const IdValues &ids);

private:
  // Leaf: itself; Sum: of its operands; Rest: nothing is known.
  enum class Kind { Leaf, Sum, Digit, Rest };
  struct Known {
    Kind kind = Kind::Rest;
    Form form;
  };
  const Known &known(const llvm::Value *value);
  Known compute(const llvm::Value &value);
  Known ofInstruction(const llvm::Instruction &instruction);
  Known ofDigit(const llvm::Value *value, const llvm::Value *divisor, unsigned digit);
  Known sum(llvm::ArrayRef<std::pair<const llvm::Value *, uint64_t>> parts);
  static Known rest() { return {Kind::Rest, {0, 1, {}}}; }

  using Made = llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 8>;
  llvm::Value *make(llvm::IRBuilderBase &builder, const llvm::Value *value, const IdValues &ids,
                    Made &made);

  const IsFixed is_fixed;
  const bool may_split = false;
  Split splits;
  llvm::DenseMap<const llvm::Value *, Known> all;
  unsigned depth = 0;
};

// The dimension, if the value is a local id.
std::optional<unsigned> localIdOf(const llvm::Value *value);

// Whether both are computed in the same way from the same values.
bool isSameExpression(const llvm::Value *a, const llvm::Value *b, unsigned depth = 0);

} // namespace weft
#endif
