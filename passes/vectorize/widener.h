// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener: writes the W-lane function block by block, after a plan for each level.
//
// A scalar value becomes, by its shape,
//   uniform, affine:  one scalar, the value of lane 0 (a vector is made from it where one is
//   needed)
//   varying:          one vector of W lanes for each element of its type (struct of arrays)
//
// Phis of joins and masks of merging edges are variables on the stack until the end, when mem2reg
// makes SSA of them; that way it does not matter which edges the linearised graph has.
//
// This is the core: values, masks and control flow. The parts that write instructions hold a
// reference to it (widener_part.h): access/accesses.h, operations.h, calls.h.
//
// Lane 0 may be idle where its value of an affine quantity is computed, so such code carries no
// flag that makes poison. Conditions of idle lanes may be poison: masks are combined by select.
#ifndef WEFT_PASSES_VECTORIZE_WIDENER_H
#define WEFT_PASSES_VECTORIZE_WIDENER_H

#include "passes/analysis/speculation.h"
#include "passes/target/target_info.h"
#include "passes/vectorize/linearize.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/Analysis/TargetFolder.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

class Accesses;
class AccessPlans;

class Widener {
public:
  // Folds constants only: a simplifying folder would look at phis that are not complete yet.
  using Builder = llvm::IRBuilder<llvm::TargetFolder>;
  using Elements = llvm::SmallVector<llvm::Value *, 1>;

  // `scalar` is prepared (prepare.h); `original` is what it was cloned from.
  Widener(llvm::Function &scalar, llvm::Function &original, const FlowLevels &levels,
          const ShapeInfo &shapes, const AccessPlans &accesses, const VectorizeOptions &options,
          const TargetInfo &target);
  ~Widener();

  // The widened function. If `failure` is set, it is incomplete, and the caller's to erase.
  // `rows_are_checked`: what it would test on entry is tested by its caller (row_check.h).
  llvm::Function *run(bool rows_are_checked, std::string &failure);
  std::vector<std::string> takeRemarks() { return std::move(remarks); }
  bool gathers() const;

  // For the parts that write instructions (widener_part.h).

  // Types, as elements side by side.
  static unsigned flatCount(llvm::Type *type);
  static llvm::Type *flatType(llvm::Type *type, unsigned index);
  llvm::FixedVectorType *wideType(llvm::Type *type) const;
  llvm::Value *extractFlat(llvm::Value *value, unsigned index);
  llvm::Value *insertFlat(llvm::Value *aggregate, llvm::Value *element, unsigned index);

  // Values and their lanes.
  bool hasScalar(const llvm::Value *value) const; // uniform or affine
  bool isUniform(const llvm::Value *value) const { return shapes.shape(value).isUniform(); }
  llvm::Value *scalarOf(const llvm::Value *value);                       // lane 0's value
  llvm::Value *vectorOf(const llvm::Value *value, unsigned element = 0); // W lanes
  llvm::Value *laneOf(const llvm::Value *value, llvm::Value *lane);      // a scalar, whole
  llvm::Value *steps(llvm::Type *integer, int64_t stride);               // <0, stride, ...>
  llvm::Value *splat(llvm::Value *value);
  llvm::Value *elementAddress(llvm::Value *pointer, int64_t bytes);
  void setScalar(const llvm::Value *value, llvm::Value *scalar) { scalars[value] = scalar; }
  void setVectors(const llvm::Value *value, llvm::ArrayRef<llvm::Value *> elements) {
    vectors[value].assign(elements.begin(), elements.end());
  }
  llvm::Value *knownScalar(const llvm::Value *value) const { return scalars.lookup(value); }
  Elements knownVectors(const llvm::Value *value) const { return vectors.lookup(value); }
  void forget(const llvm::Value *value);
  // Whether vectorOf() has a value here: those of the other version (versions.h) are forgotten.
  bool hasLanes(const llvm::Value *value) const;

  // widener_lane_zero.cpp. Lane 0's value of what speculate() accepts, valid if its tests hold;
  // whether that can be computed at the builder's position; and its stride, if all is `tested`.
  llvm::Value *laneZero(const llvm::Value *value);
  bool isMade(const llvm::Value *value) const;
  std::optional<int64_t> regularStride(const llvm::Value *value) const;
  // i1: whether an affine integer, `first` in lane 0, does not wrap between lanes.
  llvm::Value *fitsLanes(llvm::Value *first, int64_t stride, bool is_signed);
  // i1: whether `first` + `span` does not wrap.
  llvm::Value *fitsWithin(llvm::Value *first, int64_t span, bool is_signed);
  // `divisor` frozen, and 1 in place of 0: where tests do not hold, it may be 0 or poison.
  llvm::Value *harmless(llvm::Value *divisor);

  // Masks.
  llvm::Value *any(llvm::Value *mask);
  llvm::Value *all(llvm::Value *mask);
  llvm::Value *maskBits(llvm::Value *mask);
  llvm::Value *lastLane(llvm::Value *mask);
  llvm::Value *maskAnd(llvm::Value *mask, llvm::Value *condition);
  bool allRun() const; // whether the current mask is known to have all lanes
  llvm::Value *safePlace(unsigned address_space); // 256 bytes that idle lanes may access
  // A stack slot for a vector that is written or read element by element.
  llvm::AllocaInst *elementsPlace(llvm::FixedVectorType *type);

  // Blocks, and instructions in them.
  llvm::BasicBlock *newBlock(const llvm::Twine &name);
  // Joins two ways at `done`: phis of `regular`, made up to the end of `regular_end`, and of
  // `others`, made up to the builder's position.
  Elements mergeOutcomes(llvm::ArrayRef<llvm::Value *> regular, llvm::BasicBlock *regular_end,
                         llvm::ArrayRef<llvm::Value *> others, llvm::BasicBlock *done);
  void emitInstruction(const llvm::Instruction &instruction);
  void emitScalar(const llvm::Instruction &instruction);
  void emitPerLane(const llvm::Instruction &instruction); // and a remark
  void loopOverLanes(const llvm::Instruction &instruction);
  void orderMemory(); // no access of the thread is moved across; costs no instruction

  // Failures and remarks.
  void fail(const llvm::Instruction &instruction, llvm::StringRef why);
  bool hasFailed() const { return !failure.empty(); }
  void remark(const llvm::Instruction &instruction, llvm::StringRef what);
  size_t numRemarks() const { return remarks.size(); }
  void dropRemarks(size_t from) { remarks.resize(std::min(remarks.size(), from)); }

  Builder builder;
  const ShapeInfo &shapes;
  const FlowLevels &levels;
  const TargetInfo &target;
  const llvm::DataLayout &layout;
  const unsigned width;
  llvm::Function *wide = nullptr;
  llvm::BasicBlock *entry = nullptr;        // holds allocas alone
  llvm::Instruction *entry_end = nullptr;   // values of arguments are made before it
  llvm::Value *lanes = nullptr;             // mask: those that run at all
  llvm::Value *current_mask = nullptr;      // of the block being emitted
  bool some_run = false;                    // some lane of current_mask is active
  bool mostly_whole = true;                 // in most vectors all lanes of it run, or none
  llvm::ArrayRef<SpeculationTest> tested{}; // tests that hold where code is being emitted

private:
  // widener.cpp: the frame.
  llvm::FunctionType *wideFunctionType();
  llvm::Function *declareWide();
  void emitAssumptionChecks(llvm::BasicBlock *start);
  void remarkDivergence();
  void emitScalarFallback(llvm::BasicBlock *block);
  BlockCost costOf(const llvm::BasicBlock &block) const;
  bool needsActiveLane(const llvm::Instruction &instruction) const;
  void failUnmade(const llvm::Value &value);
  llvm::Value *laneZeroExtended(const llvm::Value *narrow, bool is_signed, llvm::Type *type);

  // widener_control.cpp: levels, masks, edges, phis.
  struct LevelState;
  struct HeaderPhi;
  struct PhiVariables {
    llvm::SmallVector<llvm::AllocaInst *, 1> slots;
  };
  void emitLevel(const FlowLevel &level, llvm::Value *mask);
  void emitNode(LevelState &state, unsigned n);
  bool isMostlyWhole(const LevelState &state, unsigned n) const;
  void emitTerminator(LevelState &state, unsigned n);
  void emitEdge(LevelState &state, unsigned n, unsigned succ, llvm::Value *edge_mask);
  void emitJump(LevelState &state, unsigned n, unsigned side);
  llvm::Value *maskWithin(llvm::Value *mask, llvm::Value *base, unsigned depth = 0);
  void writePhis(LevelState &state, unsigned n, const llvm::BasicBlock *target,
                 llvm::Value *edge_mask, llvm::Value *base);
  void createHeaderPhis(LevelState &state);
  void createVariables(LevelState &state, unsigned n);
  const llvm::Constant *usualAtExit(const llvm::PHINode &phi) const;
  void readPhis(const LevelState &state, unsigned n);
  void completeHeaderPhis();
  void emitReturn(const llvm::ReturnInst &ret, llvm::Value *mask);
  void returnLanes(const llvm::Value &value);
  llvm::BasicBlock *targetBlock(LevelState &state, unsigned next);
  llvm::AllocaInst *createVariable(llvm::Type *type, const llvm::Twine &name);

  llvm::Function &scalar;
  llvm::Function &original;
  const VectorizeOptions &options;
  llvm::SmallVector<unsigned, 16> first_params; // of `wide`, for each parameter of `scalar`
  std::unique_ptr<Accesses> accesses;

  llvm::DenseMap<const llvm::Value *, llvm::Value *> scalars;
  llvm::DenseMap<const llvm::Value *, Elements> vectors;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> entries; // first block of each
  llvm::DenseMap<const FlowLevel *, llvm::BasicBlock *> landings;       // before each loop
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> mask_variables;
  llvm::DenseMap<const llvm::PHINode *, PhiVariables> phi_variables;
  std::vector<HeaderPhi> header_phis;
  std::vector<std::unique_ptr<LevelState>> states;
  std::vector<llvm::AllocaInst *> variables;
  llvm::DenseMap<unsigned, llvm::AllocaInst *> safe_places; // by address space
  llvm::DenseMap<llvm::Type *, llvm::AllocaInst *> elements_places;
  std::vector<std::string> remarks;
  std::string failure;
};

} // namespace weft
#endif
