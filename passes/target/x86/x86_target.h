// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x86-64. Only AVX-512 has masks for elements of any size, and permutations by computed indices in
// 512 bits; AVX2 has those of 32-bit elements in 256 bits, and LLVM emits other 256-bit code well
// enough. registerBits() tells whether code is to use vectors of 512 bits.
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
