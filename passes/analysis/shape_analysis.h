// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape and divergence analysis: for each SSA value what its W lanes have in common, for each
// branch whether lanes may part there, for each loop whether they may leave it at different times.
//
// Requires: the form of FlowLevels, with loop-closed SSA. An alloca stands for memory of all lanes
// (passes/vectorize/private_memory.h), so its address is uniform.
// Guarantees: a value of uniform or affine shape has it for all lanes that are active where it is
// defined. A phi is varying where lanes meet that parted at a divergent branch, and at the exit of
// a loop that lanes leave in different iterations (temporal divergence). A load from a uniform
// address is uniform: work-items do not race between two barriers.
#ifndef WEFT_PASSES_ANALYSIS_SHAPE_ANALYSIS_H
#define WEFT_PASSES_ANALYSIS_SHAPE_ANALYSIS_H

#include "passes/analysis/flow_levels.h"
#include "passes/analysis/shape.h"
#include "passes/analysis/sub_group_operations.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace weft {

// A function that returns the lane's number, i64: 0 to W - 1.
constexpr llvm::StringLiteral LaneName = "weft.lane";

struct ShapeOptions {
  unsigned width = 8;
  llvm::DenseMap<const llvm::Argument *, Shape> args; // others are uniform
  // Whether integers computed from the arguments alone may be assumed not to wrap between two lanes
  // of one vector; what is assumed is listed in ShapeInfo::assumptions().
  bool assume_no_wrap = true;
};

class ShapeInfo {
public:
  ShapeInfo(llvm::Function &function, const FlowLevels &levels, const ShapeOptions &options);

  Shape shape(const llvm::Value *value) const;
  bool isDivergent(const llvm::BasicBlock *block) const { return divergent.contains(block); }
  bool isDivergent(const FlowLevel &level) const { return divergent_loops.contains(&level); }
  // Phis whose incoming values come from parted lanes.
  bool isDivergentJoin(const llvm::BasicBlock *block) const { return joins.contains(block); }

  // Narrow affine values of which an extension (sext, zext, wide GEP index) is affine only if the
  // value does not wrap between lanes; for each the kinds of extension, true: signed. They are
  // computable at the entry, see isEntryComputable.
  const llvm::MapVector<const llvm::Value *, llvm::SmallVector<bool, 2>> &assumptions() const {
    return assumed;
  }
  // Whether `value` can be computed at the function's entry: arithmetic on arguments, constants and
  // loads of the entry block before which nothing is written.
  bool isEntryComputable(const llvm::Value *value) const;

  // Byte strides of a GEP's indices: calls `visit(index, bytes)` for each variable one.
  static void visitIndices(const llvm::GEPOperator &gep, const llvm::DataLayout &layout,
                           llvm::function_ref<void(llvm::Value *, uint64_t)> visit);

  unsigned width() const { return options.width; }
  void print(llvm::raw_ostream &out) const;

private:
  void run();
  Shape transfer(const llvm::Instruction &instruction);
  Shape transferPhi(const llvm::PHINode &phi);
  Shape transferBinary(const llvm::BinaryOperator &op);
  Shape transferCompare(const llvm::ICmpInst &compare);
  Shape transferCast(const llvm::CastInst &cast);
  Shape transferCall(const llvm::CallBase &call);
  Shape transferSubGroup(const llvm::CallBase &call, SubGroupOperation operation) const;
  Shape transferGep(const llvm::GEPOperator &gep);
  // Shape of `value` (an integer) extended to a wider type.
  Shape extended(const llvm::Value *value, bool is_signed);
  void markDivergent(const llvm::BasicBlock &block);
  void markJoin(const llvm::BasicBlock &block);
  bool allUniform(const llvm::User &user) const;

  llvm::Function &function;
  const FlowLevels &levels;
  ShapeOptions options;
  const llvm::DataLayout &layout;
  llvm::DenseMap<const llvm::Value *, Shape> shapes;
  llvm::DenseSet<const llvm::BasicBlock *> divergent;
  llvm::DenseSet<const FlowLevel *> divergent_loops;
  llvm::DenseSet<const llvm::BasicBlock *> joins;
  llvm::MapVector<const llvm::Value *, llvm::SmallVector<bool, 2>> assumed;
  mutable llvm::DenseMap<const llvm::Value *, bool> entry_computable;
  llvm::SmallVector<const llvm::Instruction *, 64> worklist;
  llvm::DenseSet<const llvm::Instruction *> queued;
};

} // namespace weft
#endif
