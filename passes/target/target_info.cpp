// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/target_info.h"

#include "passes/target/aarch64/aarch64_target.h"
#include "passes/target/x86/x86_target.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft {
namespace {

struct PlainTarget : TargetInfo {
  PlainTarget(const Function &function, const TargetTransformInfo &target, Tuning tuned)
      : TargetInfo(function, target, tuned) {}
};

} // namespace

std::unique_ptr<TargetInfo> TargetInfo::create(const Function &function,
                                               const TargetTransformInfo &target, StringRef model) {
  const Triple::ArchType arch = function.getParent()->getTargetTriple().getArch();
  const Tuning tuned = tuningFor(arch, model);
  switch (arch) {
  case Triple::x86:
  case Triple::x86_64:
    return std::make_unique<X86Target>(function, target, tuned);
  case Triple::aarch64:
    return std::make_unique<AArch64Target>(function, target, tuned);
  default:
    return std::make_unique<PlainTarget>(function, target, tuned);
  }
}

TargetInfo::~TargetInfo() = default;

const Costs &TargetInfo::costs() const {
  static constexpr Costs costs;
  return costs;
}

const Machine &TargetInfo::machine() const {
  static constexpr Machine machine;
  return machine;
}

unsigned TargetInfo::registerBits() const {
  return unsigned(
      llvm_info.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
}

unsigned TargetInfo::numRegisters() const {
  return llvm_info.getNumberOfRegisters(llvm_info.getRegisterClassForType(/*Vector=*/true));
}

bool TargetInfo::hasMaskedLoad(FixedVectorType *type, Align align, unsigned space) const {
  return llvm_info.isLegalMaskedLoad(type, align, space);
}

bool TargetInfo::hasMaskedStore(FixedVectorType *type, Align align, unsigned space) const {
  return llvm_info.isLegalMaskedStore(type, align, space);
}

bool TargetInfo::hasGather(FixedVectorType *type, Align align) const {
  return llvm_info.isLegalMaskedGather(type, align) &&
         !llvm_info.forceScalarizeMaskedGather(type, align);
}

bool TargetInfo::hasScatter(FixedVectorType *type, Align align) const {
  return llvm_info.isLegalMaskedScatter(type, align) &&
         !llvm_info.forceScalarizeMaskedScatter(type, align);
}

bool TargetInfo::countsBits(FixedVectorType *type) const {
  const auto kind = TargetTransformInfo::TCK_RecipThroughput;
  return !(llvm_info.getIntrinsicInstrCost({Intrinsic::ctpop, type, {type}}, kind) >
           2 * llvm_info.getArithmeticInstrCost(Instruction::Add, type, kind));
}

Value *TargetInfo::permute(IRBuilderBase &builder, Value *from, Value *numbers) const {
  auto *type = cast<FixedVectorType>(from->getType());
  const unsigned bits = type->getScalarSizeInBits(), moved_bits = permutedBits(bits);
  if (moved_bits == bits) {
    Value *moved =
        permuteElements(builder, builder.CreateBitCast(from, numbers->getType()), numbers);
    return moved ? builder.CreateBitCast(moved, type) : nullptr;
  }
  Type *narrow = VectorType::get(builder.getIntNTy(bits), type->getElementCount());
  Type *wide = VectorType::get(builder.getIntNTy(moved_bits), type->getElementCount());
  Value *moved =
      permuteElements(builder, builder.CreateZExt(builder.CreateBitCast(from, narrow), wide),
                      builder.CreateZExtOrTrunc(numbers, wide));
  return moved ? builder.CreateBitCast(builder.CreateTrunc(moved, narrow), type) : nullptr;
}

bool hasFusedMultiplyAdd(const Type &scalar, const TargetMachine &machine) {
  switch (machine.getTargetTriple().getArch()) {
  case Triple::x86:
  case Triple::x86_64:
    return x86::hasFusedMultiplyAdd(scalar, machine);
  case Triple::aarch64:
    return aarch64::hasFusedMultiplyAdd(scalar, machine);
  default:
    return false;
  }
}

StringRef stackPointerName(const Triple &triple) { return triple.isX86() ? "rsp" : "sp"; }

// LLVM's 16 is not enough on x86: AMD's Zen 5 takes the end of a short loop for another iteration
// each time where the loop is at an odd multiple of 16.
unsigned loopAlignment(const Triple &triple) { return triple.isX86() ? 32 : 0; }

bool isOfOneTarget(const Type &type) { return type.isX86_AMXTy() || isa<TargetExtType>(type); }

AnalysisKey TargetInfoAnalysis::Key;

TargetInfoAnalysis::Result TargetInfoAnalysis::run(Function &function,
                                                   FunctionAnalysisManager &analyses) {
  StringRef tuned_for = model;
  for (const char *attribute : {"tune-cpu", "target-cpu"})
    if (tuned_for.empty())
      tuned_for = function.getFnAttribute(attribute).getValueAsString();
  return Result(
      TargetInfo::create(function, analyses.getResult<TargetIRAnalysis>(function), tuned_for));
}

const TargetInfo &targetOf(Function &function, FunctionAnalysisManager &analyses) {
  return analyses.getResult<TargetInfoAnalysis>(function);
}

} // namespace weft
