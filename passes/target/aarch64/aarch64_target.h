// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aarch64 with vectors of 128 bits (Advanced SIMD). It has no masked accesses and no gathers; TBL
// permutes the bytes of up to four registers.
#ifndef WEFT_PASSES_TARGET_AARCH64_AARCH64_TARGET_H
#define WEFT_PASSES_TARGET_AARCH64_AARCH64_TARGET_H

#include "passes/target/target_info.h"

namespace weft {

class AArch64Target final : public TargetInfo {
public:
  AArch64Target(const llvm::Function &function, const llvm::TargetTransformInfo &target,
                Tuning tuned)
      : TargetInfo(function, target, tuned) {}

  const Machine &machine() const override;

protected:
  llvm::Value *permuteElements(llvm::IRBuilderBase &builder, llvm::Value *from,
                               llvm::Value *numbers) const override;
};

namespace aarch64 {
bool hasFusedMultiplyAdd(const llvm::Type &scalar, const llvm::TargetMachine &machine);
} // namespace aarch64

} // namespace weft
#endif
