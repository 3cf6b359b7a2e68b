// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x86-64. AVX-512 alone has masks for elements of any size, and permutations by numbers that are
// worth having: those of AVX2 move 32 bits within 256, and LLVM makes other code of 256 bits mostly
// as well. Whether there is AVX-512 is told by the width of registers, which is also what code is
// to use where both are there.
#ifndef WEFT_PASSES_TARGET_X86_X86_TARGET_H
#define WEFT_PASSES_TARGET_X86_X86_TARGET_H

#include "passes/target/target_info.h"

namespace weft {

class X86Target final : public TargetInfo {
public:
  X86Target(const llvm::Function &function, const llvm::TargetTransformInfo &target, Tuning tuned)
      : TargetInfo(function, target, tuned) {}

  bool masksAreCheap() const override;
  bool broadcastsOperands() const override;

protected:
  unsigned permutedBits(unsigned bits) const override { return std::max(bits, 32u); }
  llvm::Value *permuteElements(llvm::IRBuilderBase &builder, llvm::Value *from,
                               llvm::Value *numbers) const override;

private:
  bool hasWideIntegers() const;
};

namespace x86 {
bool hasFusedMultiplyAdd(const llvm::Type &scalar, const llvm::TargetMachine &machine);
} // namespace x86

} // namespace weft
#endif
