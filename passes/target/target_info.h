// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes ask of a CPU: which vector operations are one instruction, what accesses it has, and
// what is cheap. Nothing outside of this folder names an instruction set, its intrinsics, its
// features or the width of its registers; a folder below, such as x86/, implements this for one.
//
// What LLVM's TargetTransformInfo tells is asked of it here. It does not tell what permutations by
// numbers that are computed cost, nor what differs between CPUs that have the same instructions.
#ifndef WEFT_PASSES_TARGET_TARGET_INFO_H
#define WEFT_PASSES_TARGET_TARGET_INFO_H

#include "passes/target/tuning.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
class Triple;
} // namespace llvm

namespace weft {

// Bits of the narrowest vector register that any target has.
constexpr unsigned LeastRegisterBits = 128;
// Bytes of a line of the cache of most CPUs.
constexpr int64_t UsualLineBytes = 64;
// Bytes below the stack pointer in which functions that call no others may keep variables: the most
// that the ABI of any target allows.
constexpr uint64_t RedZoneBytes = 128;

// What operations cost: costs.def.
struct Costs {
#define WEFT_COST(name, value) double name = value;
#include "passes/target/costs.def"
};

class TargetInfo {
public:
  // What `function` is compiled for; a target that nothing here knows has no special instructions.
  // `model`: LLVM's name of the CPU that the code is tuned for.
  static std::unique_ptr<TargetInfo> create(const llvm::Function &function,
                                            const llvm::TargetTransformInfo &target,
                                            llvm::StringRef model);
  virtual ~TargetInfo();

  const Tuning &tuning() const { return tuned; }
  virtual const Costs &costs() const;
  // For LLVM's own functions, which ask it what does not depend on how we widen.
  const llvm::TargetTransformInfo &llvm() const { return llvm_info; }

  // Bits of a vector register as code is to use them, and how many such registers there are.
  unsigned registerBits() const;
  unsigned numRegisters() const;

  // Bytes of a line of the cache, and of the smallest page of memory: a power of two each.
  virtual int64_t lineBytes() const { return UsualLineBytes; }
  virtual uint64_t leastPageBytes() const { return 4096; }

  // Whether an access under a mask of lanes is one instruction. `align`: of its address.
  bool hasMaskedLoad(llvm::FixedVectorType *type, llvm::Align align, unsigned space) const;
  bool hasMaskedStore(llvm::FixedVectorType *type, llvm::Align align, unsigned space) const;
  // Whether accesses of lanes with addresses of their own are one instruction. `align`: of each.
  bool hasGather(llvm::FixedVectorType *type, llvm::Align align) const;
  bool hasScatter(llvm::FixedVectorType *type, llvm::Align align) const;
  // Whether to count the bits of each element costs no more than two additions.
  bool countsBits(llvm::FixedVectorType *type) const;
  // Whether masks cost hardly anything: kept in registers of their own, and taken by accesses to
  // elements of any size.
  virtual bool masksAreCheap() const { return false; }

  // Whether operations take one element of memory for all lanes: constants then need no instruction
  // that loads them.
  virtual bool broadcastsOperands() const { return false; }

  // Lane i of the result is lane numbers[i] of `from`; `numbers` are integers as wide as the
  // elements and less than their number. Null where no instruction does that.
  llvm::Value *permute(llvm::IRBuilderBase &builder, llvm::Value *from, llvm::Value *numbers) const;

protected:
  TargetInfo(const llvm::Function &function, const llvm::TargetTransformInfo &target, Tuning tuned)
      : context(function.getContext()), llvm_info(target), tuned(tuned) {}

  // Bits of the elements that permutations move where `bits` are wanted: `bits` or more.
  virtual unsigned permutedBits(unsigned bits) const { return bits; }
  // permute() of integers, of no fewer bits than permutations move.
  virtual llvm::Value *permuteElements(llvm::IRBuilderBase &builder, llvm::Value *from,
                                       llvm::Value *numbers) const {
    return nullptr;
  }

  llvm::LLVMContext &context;
  const llvm::TargetTransformInfo &llvm_info;

private:
  const Tuning tuned;
};

// Whether a multiplication and an addition of such numbers, rounded once, is an instruction.
bool hasFusedMultiplyAdd(const llvm::Type &scalar, const llvm::TargetMachine &machine);
// The stack pointer's name for llvm.read_register.
llvm::StringRef stackPointerName(const llvm::Triple &triple);
// In bytes, a power of two: addresses of loops are to be multiples of it. 0: as LLVM chooses.
unsigned loopAlignment(const llvm::Triple &triple);
// Whether values of such a type are for instructions of one target only, which no pass knows.
bool isOfOneTarget(const llvm::Type &type);

// Gives passes the TargetInfo of a function: analyses.getResult<TargetInfoAnalysis>(function).
class TargetInfoAnalysis : public llvm::AnalysisInfoMixin<TargetInfoAnalysis> {
public:
  // `model`: see TargetInfo::create(); empty: what the function's attributes say.
  explicit TargetInfoAnalysis(std::string model = {}) : model(std::move(model)) {}

  class Result {
  public:
    explicit Result(std::unique_ptr<TargetInfo> info) : info(std::move(info)) {}
    operator const TargetInfo &() const { return *info; }
    const TargetInfo *operator->() const { return info.get(); }
    bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                    llvm::FunctionAnalysisManager::Invalidator &) {
      return false; // as TargetIRAnalysis, of which it holds the result
    }

  private:
    std::unique_ptr<TargetInfo> info;
  };
  Result run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  friend llvm::AnalysisInfoMixin<TargetInfoAnalysis>;
  static llvm::AnalysisKey Key;
  std::string model;
};

// As of TargetInfoAnalysis.
const TargetInfo &targetOf(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace weft
#endif
