// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener: writes the W-lane function block by block, after a plan for each level.
//
// A scalar value becomes, by its shape,
//   uniform, affine:  one scalar, the value of lane 0 (a vector is made from it where one is
//   needed) varying:          one vector of W lanes for each element of its type (struct of arrays)
// Phis of joins and masks of merging edges are variables on the stack until the end, when mem2reg
// makes SSA of them; that way it does not matter which edges the linearised graph has.
//
// Lane 0 may be idle where its value of an affine quantity is computed, so such code carries no
// flag that makes poison. Conditions of idle lanes may be poison: masks are combined by select.
#ifndef WEFT_PASSES_VECTORIZE_WIDENER_H
#define WEFT_PASSES_VECTORIZE_WIDENER_H

#include "passes/analysis/speculation.h"
#include "passes/analysis/sub_group_operations.h"
#include "passes/target/target_info.h"
#include "passes/vectorize/linearize.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/Analysis/TargetFolder.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

struct Access;

class Widener {
public:
  // `scalar` is prepared (prepare.h); `original` is what it was cloned from.
  Widener(llvm::Function &scalar, llvm::Function &original, const FlowLevels &levels,
          const ShapeInfo &shapes, const VectorizeOptions &options, const TargetInfo &target);

  // The widened function, or null and a reason. `rows_are_checked`: it is told whether what it
  // would test on entry is known to hold.
  llvm::Function *run(bool rows_are_checked, std::string &failure);
  std::vector<std::string> takeRemarks() { return std::move(remarks); }
  bool gathers() const { return has_gathers; }

  // Folds constants alone: more would look at phis that are not complete yet.
  using Builder = llvm::IRBuilder<llvm::TargetFolder>;
  using Elements = llvm::SmallVector<llvm::Value *, 1>;

  // widener.cpp: the frame.
  llvm::Function *declareWide();
  void emitAssumptionChecks(llvm::BasicBlock *start);
  void remarkDivergence();
  void emitScalarFallback(llvm::BasicBlock *block);
  BlockCost costOf(const llvm::BasicBlock &block) const;
  bool needsActiveLane(const llvm::Instruction &instruction) const;
  void fail(const llvm::Instruction &instruction, llvm::StringRef why);
  void failUnmade(const llvm::Value &value);
  void remark(const llvm::Instruction &instruction, llvm::StringRef what);

  // widener_control.cpp: levels, masks, edges, phis.
  struct LevelState {
    const FlowLevel *level;
    LevelPlan plan;
    llvm::Value *mask = nullptr;       // of the lanes that are in the level
    llvm::Value *enter_mask = nullptr; // of those that entered it
    llvm::Value *back_mask = nullptr;  // of those that turn around
    llvm::PHINode *live = nullptr;     // `mask`, where lanes leave in different iterations
    llvm::BasicBlock *outside = nullptr, *latch = nullptr; // the wide header's predecessors
    std::vector<llvm::Value *> node_masks;
    std::vector<bool> nodes_mostly_whole; // as Widener::mostly_whole
    bool mostly_whole = false;            // those that are in the level
    std::vector<unsigned> edges_to;       // of each node, in the level
  };
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
  llvm::BasicBlock *targetBlock(LevelState &state, unsigned next);
  llvm::AllocaInst *createVariable(llvm::Type *type, const llvm::Twine &name);
  llvm::BasicBlock *newBlock(const llvm::Twine &name);

  // widener_values.cpp: values and their lanes.
  unsigned flatCount(llvm::Type *type) const;
  llvm::Type *flatType(llvm::Type *type, unsigned index) const;
  llvm::FixedVectorType *wideType(llvm::Type *type) const;
  llvm::Value *extractFlat(llvm::Value *value, unsigned index);
  llvm::Value *insertFlat(llvm::Value *aggregate, llvm::Value *element, unsigned index);
  bool hasScalar(const llvm::Value *value) const; // uniform or affine
  bool isUniform(const llvm::Value *value) const { return shapes.shape(value).isUniform(); }
  llvm::Value *scalarOf(const llvm::Value *value);                       // lane 0's value
  llvm::Value *vectorOf(const llvm::Value *value, unsigned element = 0); // W lanes
  llvm::Value *laneOf(const llvm::Value *value, llvm::Value *lane);      // a scalar, whole
  llvm::Value *steps(llvm::Type *integer, int64_t stride);               // <0, stride, ...>
  llvm::Value *splat(llvm::Value *value);
  llvm::Value *any(llvm::Value *mask);
  llvm::Value *all(llvm::Value *mask);
  llvm::Value *maskBits(llvm::Value *mask);
  llvm::Value *firstLane(llvm::Value *mask);
  llvm::Value *lastLane(llvm::Value *mask);
  llvm::Value *maskAnd(llvm::Value *mask, llvm::Value *condition);
  Elements interleave(llvm::ArrayRef<llvm::Value *> elements);
  Elements deinterleave(llvm::ArrayRef<llvm::Value *> parts);
  llvm::Value *repeatMask(llvm::Value *mask, unsigned times, unsigned used, unsigned first,
                          bool gaps);
  void setVectors(const llvm::Value *value, llvm::ArrayRef<llvm::Value *> elements) {
    vectors[value].assign(elements.begin(), elements.end());
  }

  // widener_operations.cpp: arithmetic and moves.
  void emitInstruction(const llvm::Instruction &instruction);
  void emitScalar(const llvm::Instruction &instruction);
  bool emitBoundCompare(const llvm::ICmpInst &compare);
  void emitElementwise(const llvm::Instruction &instruction);
  void emitBitCast(const llvm::CastInst &cast);
  void emitMove(const llvm::Instruction &instruction);
  void emitGep(const llvm::GetElementPtrInst &gep);

  // widener_division.cpp: integer divisions and remainders.
  void emitDivision(const llvm::BinaryOperator &op);
  llvm::Value *quotientByUniform(const llvm::BinaryOperator &op, llvm::Value *dividend,
                                 llvm::Value *divisor);
  llvm::Value *quotientByVector(const llvm::BinaryOperator &op, llvm::Value *dividend,
                                llvm::Value *divisor);
  bool emitAffineDivision(const llvm::BinaryOperator &op);

  // widener_lanes.cpp: accesses in a loop over the lanes.
  bool canRemake(const llvm::Value *value, unsigned depth = 0) const;
  llvm::Value *remake(const llvm::Value *value, llvm::Value *lane);
  void overLanes(const llvm::Value *pointer, uint64_t offset,
                 llvm::function_ref<void(llvm::Value *, llvm::Value *)> access);

  // widener_memory.cpp: loads and stores.
  void emitAccess(const llvm::Instruction &instruction);
  void emitAccess(const Access &access);
  void noteGather(const llvm::Instruction &access, llvm::StringRef what);
  void emitUniformLoad(const llvm::LoadInst &load);
  void emitUniformStore(const llvm::StoreInst &store);
  Elements gatherElements(const llvm::LoadInst &load);
  Elements joinLanes(llvm::SmallVectorImpl<llvm::Value *> &lanes, unsigned count);
  Elements mergeOutcomes(llvm::ArrayRef<llvm::Value *> regular, llvm::BasicBlock *regular_end,
                         llvm::ArrayRef<llvm::Value *> others, llvm::BasicBlock *done);
  void emitScatter(const llvm::StoreInst &store);
  llvm::Value *gatherElement(llvm::Type *type, const llvm::Value *pointer, uint64_t offset,
                             llvm::Align align, const llvm::Instruction &from);
  void scatterElement(llvm::Value *value, const llvm::Value *pointer, uint64_t offset,
                      llvm::Align align, const llvm::Instruction &from);
  bool decidesWhoStays(const llvm::Instruction &load) const;
  llvm::Value *isOnePage(llvm::Value *pointer, llvm::Align align, uint64_t bytes);
  llvm::Value *maskedLoad(llvm::FixedVectorType *type, llvm::Value *pointer, llvm::Align align,
                          llvm::Value *lanes, const llvm::Instruction &from);
  llvm::Value *loadWithMask(llvm::FixedVectorType *type, llvm::Value *pointer, llvm::Align align,
                            llvm::Value *lanes, const llvm::Instruction &from);
  bool hidesWholeLines(const llvm::Value *value, unsigned address_space) const;
  void maskedStore(llvm::Value *value, llvm::Value *pointer, llvm::Align align, llvm::Value *lanes,
                   const llvm::Instruction &from);
  void storeElements(llvm::Value *value, llvm::Value *pointer, llvm::Align align,
                     llvm::Value *lanes, const llvm::Instruction &from);
  void writeBack(llvm::Value *value, llvm::Value *pointer, llvm::Align align);
  llvm::Value *addresses(const llvm::Value *pointer, uint64_t offset);
  llvm::Value *safePlace(unsigned address_space);
  bool allRun() const;
  llvm::Value *safeAddresses(llvm::Value *pointers);
  llvm::Value *elementAddress(llvm::Value *pointer, int64_t bytes);

  // widener_strided.cpp: accesses with a stride, known or tested at run time.
  struct SpeculationBlocks {
    llvm::BasicBlock *regular, *other, *done;
  };
  // `also`: what has to hold too; null if nothing.
  SpeculationBlocks branchOn(const Speculation &speculation, llvm::Value *also = nullptr);
  llvm::Value *laneZero(const llvm::Value *value);
  llvm::Value *laneZeroExtended(const llvm::Value *narrow, bool is_signed, llvm::Type *type);
  llvm::Value *fitsLanes(llvm::Value *first, int64_t stride, bool is_signed);
  llvm::Value *fitsWithin(llvm::Value *first, int64_t span, bool is_signed);
  llvm::Value *holds(const SpeculationTest &test);
  llvm::Value *allHold(llvm::ArrayRef<SpeculationTest> tests);
  llvm::Value *inOneRow(llvm::Value *first, const SpeculationTest &test);
  llvm::Value *inOneBlock(llvm::Value *first, const SpeculationTest &test);

  // widener_tables.cpp: loads from small constant tables.
  std::optional<Elements> loadFromTable(const llvm::LoadInst &load);

  // widener_same_stride.cpp: loads of lanes equally far apart.
  llvm::Value *sameStride(const llvm::Value *value, bool is_signed);
  Elements gatherBriefly(const llvm::LoadInst &load);
  std::optional<Elements> gatherSameStride(const Access &access);

  // widener_versions.cpp: code that is written twice.
  struct Distances {
    llvm::Value *each = nullptr;    // of the lanes' indices from lane 0's
    llvm::Value *ordered = nullptr; // each lane but the last: less than the next one's
    llvm::Value *bits = nullptr;    // 1 << each, of all lanes together
  };
  struct Version {
    llvm::SmallVector<SpeculationTest, 4> tests;
    bool is_clamped = false; // accesses are clamped to borders; else they look for one place
    bool reads_one = false;  // one access for all lanes, of which there has to be one
    bool exchanges = false;  // another version permutes rows (widener_exchange.cpp)
    bool regular = false;    // whether all tests hold in what is being emitted
    llvm::DenseMap<const llvm::Value *, Distances> distances; // where they do not
    bool covers(const Speculation &speculation) const;
    // Whether what is being emitted runs next to never.
    bool isRare() const { return !regular && (is_clamped || exchanges); }
  };
  bool isMade(const llvm::Value *value) const;
  std::optional<Speculation> speculationOf(const llvm::Instruction &instruction) const;
  const llvm::Instruction *findVersion(const llvm::Instruction &first, Version &version) const;
  bool startsVersion(const llvm::Instruction &instruction) const;
  void emitScalarsFrom(const llvm::Instruction &first, const llvm::Instruction *last);
  void emitBody(const llvm::BasicBlock &block);
  void emitVersions(const llvm::Instruction &first, const llvm::Instruction &last, Version &found);
  std::optional<int64_t> regularStride(const llvm::Value *value) const;

  // widener_exchange.cpp: two places of each lane that are a row of elements.
  struct BlockStart {
    const llvm::Value *value; // affine
    const llvm::Value *bound; // of which lane 0 holds a multiple; null: of 2^n above all lanes
    bool is_signed;
    bool operator==(const BlockStart &) const = default;
  };
  struct Exchange {
    llvm::SmallDenseMap<const llvm::Instruction *, unsigned, 4> places; // of the accesses: 0, 1
    const llvm::Instruction *first = nullptr;                           // access
    const llvm::Value *indices[2] = {};                                 // of the places
    bool is_narrow = false, is_signed = false; // whether addresses take them extended, and how
    uint64_t bytes = 0;                        // of an element
    llvm::SmallVector<BlockStart, 2> starts;   // that have to hold
    llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 8> each; // values from lane 0's on
    llvm::Value *start = nullptr;                                    // index of the row
    llvm::Value *row = nullptr;                                      // address
    llvm::Value *from[2] = {}; // which of its elements are at each place
    llvm::Value *back[2] = {}; // which of both places' are in each half
    llvm::Value *loaded[2] = {}, *stored[2] = {};
  };
  llvm::Value *fromLaneZero(const llvm::Value *value, Exchange &exchange, unsigned depth = 0);
  llvm::Value *makeFromLaneZero(const llvm::Value *value, Exchange &exchange, unsigned depth);
  llvm::Value *startsBlock(const BlockStart &start);
  bool findExchange(llvm::ArrayRef<const llvm::Instruction *> written, Exchange &found);
  llvm::Value *prepareExchange(Exchange &exchange);
  void emitExchange(const llvm::Instruction &access, Exchange &exchange);
  bool emitFromLaneZero(const llvm::Instruction &instruction, const Exchange &exchange);

  // widener_window.cpp: accesses near to each other.
  struct Window {
    llvm::Value *fits;      // whether the rest can be used
    llvm::Value *first;     // address of the first vector
    llvm::Value *before;    // elements in it before lane 0's
    llvm::Value *distances; // of the lanes from lane 0
    llvm::Value *bits;      // if ordered, a bit for each distance
  };
  bool hasLanes(const llvm::Value *value) const;
  Distances &distancesOf(const llvm::Value *index);
  std::optional<Window> findWindow(const Access &access, bool ordered);
  llvm::Value *windowLoad(const llvm::LoadInst &load, const Window &window);
  void windowStore(const llvm::StoreInst &store, const Window &window);
  template <typename F> void withAddresses(const llvm::Value *pointer, F access);
  bool gatherNear(const Access &access);
  bool scatterNear(const Access &access);

  // widener_strided.cpp, on.
  Elements unpack(llvm::Value *packed, llvm::Type *element);
  llvm::Value *pack(const llvm::Value *value, llvm::IntegerType *type);
  Elements broadcastLoad(const llvm::LoadInst &load, llvm::Value *pointer);
  Elements stridedLoad(const llvm::LoadInst &load, llvm::Value *pointer, int64_t stride);
  Elements stridedParts(const llvm::LoadInst &load, llvm::Value *pointer, llvm::Align align,
                        unsigned count, int64_t stride);
  void stridedStore(const llvm::StoreInst &store, llvm::Value *pointer, int64_t stride);
  void storeParts(const llvm::StoreInst &store, llvm::Value *pointer, llvm::Align align,
                  llvm::ArrayRef<llvm::Value *> values, int64_t stride);

  // widener_calls.cpp: calls, atomics, one lane at a time.
  void emitCall(const llvm::CallBase &call);
  bool emitIntrinsic(const llvm::CallBase &call);
  bool emitVectorFunction(const llvm::CallBase &call);
  llvm::Value *callInParts(llvm::Function &overload, llvm::ArrayRef<llvm::Value *> args,
                           unsigned size, const llvm::CallBase &call);
  void emitAtomic(const llvm::Instruction &instruction);
  llvm::Value *activeBefore(llvm::FixedVectorType *type);
  bool emitCombinedAtomic(const llvm::AtomicRMWInst &atomic);
  bool emitThreadLocalAtomic(const llvm::AtomicRMWInst &atomic);
  bool isUpdate(const llvm::Instruction &instruction) const;
  const llvm::AtomicRMWInst *updateBeside(const llvm::AtomicRMWInst &atomic, bool forward) const;
  llvm::Value *updateLanes(llvm::ArrayRef<const llvm::AtomicRMWInst *> updates);
  llvm::Value *laneAddress(const llvm::Value *pointer, unsigned lane);
  bool isLaneOperation(const llvm::Value &value) const;
  void insertBehind(llvm::Value *value);
  llvm::Value *lanesOwn(const llvm::Value *value, unsigned lane);
  llvm::Value *storedLanes(const llvm::Value *value);
  llvm::Value *storedLane(const llvm::Value *value, unsigned lane);
  llvm::Value *storedField(const llvm::Value *value, unsigned lane);
  llvm::Value *storedPair(const llvm::Value *value, unsigned pair);
  void emitPerLane(const llvm::Instruction &instruction);
  void loopOverLanes(const llvm::Instruction &instruction);

  // widener_sub_groups.cpp: what lanes do together.
  void emitSubGroup(const llvm::CallBase &call, SubGroupOperation operation);
  void emitShuffle(const llvm::CallBase &call);
  llvm::Value *shiftLanes(llvm::Value *vector, llvm::Constant *none, unsigned distance);
  llvm::Value *scanLanes(llvm::Value *values, llvm::Constant *none,
                         llvm::function_ref<llvm::Value *(llvm::Value *, llvm::Value *)> combine);

  llvm::Function &scalar;
  llvm::Function &original;
  const FlowLevels &levels;
  const ShapeInfo &shapes;
  const TargetInfo &target;
  const llvm::DataLayout &layout;
  const unsigned width;
  const VectorizeOptions &options;
  Builder builder;
  llvm::Function *wide = nullptr;
  llvm::BasicBlock *entry = nullptr;      // holds allocas alone
  llvm::Instruction *entry_end = nullptr; // values of arguments are made before it
  llvm::Value *current_mask = nullptr;    // of the block being emitted
  bool some_run = false;                  // of its lanes
  bool mostly_whole = true;               // in most vectors all of them run, or none

  llvm::DenseMap<const llvm::Value *, llvm::Value *> scalars;
  llvm::DenseMap<const llvm::Value *, Elements> vectors;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> entries; // first block of each
  llvm::DenseMap<const FlowLevel *, llvm::BasicBlock *> landings;       // before each loop
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> mask_variables;
  llvm::DenseMap<const llvm::PHINode *, PhiVariables> phi_variables;
  struct HeaderPhi {
    const llvm::PHINode *scalar;
    llvm::PHINode *wide;
    unsigned element;
    bool is_scalar;
    llvm::BasicBlock *outside, *latch; // predecessors in the scalar function
    LevelState *state;
  };
  std::vector<HeaderPhi> header_phis;
  std::vector<std::unique_ptr<LevelState>> states;
  std::vector<llvm::AllocaInst *> variables;
  Version *version = nullptr;                               // that is being emitted
  llvm::DenseMap<unsigned, llvm::AllocaInst *> safe_places; // by address space
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, llvm::Value *> lane_values;
  llvm::DenseMap<const llvm::Value *, llvm::AllocaInst *> stored_lanes;
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, llvm::Value *> stored_pairs;
  std::vector<std::string> remarks;
  bool runs_rarely = false; // what is being emitted, as a speculation has to fail
  bool has_gathers = false; // or scatters, other than where a speculation fails
  std::string failure;
};

// Gives the wide access what the scalar one says of its memory.
template <typename InstructionT>
InstructionT *describe(InstructionT *made, const llvm::Instruction &from) {
  using llvm::LLVMContext;
  made->copyMetadata(from, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
                            LLVMContext::MD_noalias, LLVMContext::MD_access_group,
                            LLVMContext::MD_nontemporal, LLVMContext::MD_invariant_load});
  return made;
}

} // namespace weft
#endif
