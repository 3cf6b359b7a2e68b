// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes ask of a CPU: which vector operations and accesses are one instruction, and what is
// cheap. Nothing outside of this folder names an instruction set, its intrinsics, its features or
// the width of its registers; a folder below, such as x86/, implements this for one.
//
// What LLVM's TargetTransformInfo knows is asked of it here. It knows neither the costs of
// permutations by computed indices, nor differences between CPUs with the same instructions.
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
// Bytes of a cache line of most CPUs.
constexpr int64_t UsualLineBytes = 64;
// Bytes below the stack pointer in which leaf functions may keep variables: the most that the ABI
// of any target allows.
constexpr uint64_t RedZoneBytes = 128;

// What operations cost: costs.def.
struct Costs {
#define WEFT_COST(name, value) double name = value;
#include "passes/target/costs.def"
};

// What a CPU has: machine.def.
struct Machine {
#define WEFT_MACHINE(type, name, x86, aarch64) type name = x86;
#include "passes/target/machine.def"
};

class TargetInfo {
public:
  // The target that `function` is compiled for; an unknown one has no special instructions.
  // `model`: LLVM's name of the CPU that the code is tuned for.
  static std::unique_ptr<TargetInfo> create(const llvm::Function &function,
                                            const llvm::TargetTransformInfo &target,
                                            llvm::StringRef model);
  virtual ~TargetInfo();

  const Tuning &tuning() const { return tuned; }
  virtual const Costs &costs() const;
  virtual const Machine &machine() const;
  // For LLVM's utilities, whose questions do not depend on how we widen.
  const llvm::TargetTransformInfo &llvm() const { return llvm_info; }

  // Bits of a vector register that code is to use, and the number of these registers.
  unsigned registerBits() const;
  unsigned numRegisters() const;

  // Bytes of a cache line, and of the smallest page: each a power of two.
  virtual int64_t lineBytes() const { return UsualLineBytes; }
  virtual uint64_t leastPageBytes() const { return 4096; }

  // Whether a masked access is one instruction. `align`: of its address.
  bool hasMaskedLoad(llvm::FixedVectorType *type, llvm::Align align, unsigned space) const;
  bool hasMaskedStore(llvm::FixedVectorType *type, llvm::Align align, unsigned space) const;
  // Whether a gather or scatter is one instruction. `align`: of each address.
  bool hasGather(llvm::FixedVectorType *type, llvm::Align align) const;
  bool hasScatter(llvm::FixedVectorType *type, llvm::Align align) const;
  // Whether counting the bits of each element costs at most as much as two additions.
  bool countsBits(llvm::FixedVectorType *type) const;
  // Whether masks have registers of their own, and accesses to elements of any size take them.
  virtual bool masksAreCheap() const { return false; }

  // Whether operations broadcast operands in memory: constants then take no load instruction.
  virtual bool broadcastsOperands() const { return false; }

  // Lane i of the result is lane numbers[i] of `from`. `numbers`: integers as wide as the elements,
  // less than the number of lanes. Null if no instruction does that.
  llvm::Value *permute(llvm::IRBuilderBase &builder, llvm::Value *from, llvm::Value *numbers) const;

protected:
  TargetInfo(const llvm::Function &function, const llvm::TargetTransformInfo &target, Tuning tuned)
      : context(function.getContext()), llvm_info(target), tuned(tuned) {}

  // Bits of the elements that permutations move, in place of elements of `bits`: `bits` or more.
  virtual unsigned permutedBits(unsigned bits) const { return bits; }
  // permute() of integers of a width that permutations move.
  virtual llvm::Value *permuteElements(llvm::IRBuilderBase &builder, llvm::Value *from,
                                       llvm::Value *numbers) const {
    return nullptr;
  }

  llvm::LLVMContext &context;
  const llvm::TargetTransformInfo &llvm_info;

private:
  const Tuning tuned;
};

// Whether an instruction multiplies and adds such numbers, rounding once.
bool hasFusedMultiplyAdd(const llvm::Type &scalar, const llvm::TargetMachine &machine);
// The stack pointer's name for llvm.read_register.
llvm::StringRef stackPointerName(const llvm::Triple &triple);
// Alignment of loops in bytes, a power of two. 0: as LLVM chooses.
unsigned loopAlignment(const llvm::Triple &triple);
// Whether the type exists for instructions of one target only, so that no pass handles it.
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

// The result of TargetInfoAnalysis.
const TargetInfo &targetOf(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace weft
#endif
