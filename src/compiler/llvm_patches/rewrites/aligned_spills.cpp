// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Aligns the stack of functions with more vectors than registers to the size of these. The code
// generator keeps vectors that find no register at what alignment the caller's stack has, 16 bytes,
// and decides so before it knows of any: every second one of 32 bytes, and each of 64, lies in two
// lines of the cache.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft {
namespace {

// A function with no more vectors than registers has nothing to spill.
bool mayKeepVectorsOnStack(const Function &function, const TargetTransformInfo &target) {
  const DataLayout &layout = function.getDataLayout();
  const MaybeAlign of_stack = layout.getStackAlignment();
  const uint64_t register_bytes =
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 8;
  if (!of_stack || register_bytes <= of_stack->value())
    return false;
  unsigned left = target.getNumberOfRegisters(
      target.getRegisterClassForType(/*Vector=*/true, Type::getInt8Ty(function.getContext())));
  for (const Instruction &instruction : instructions(function)) {
    auto *type = dyn_cast<FixedVectorType>(instruction.getType());
    if (!type || layout.getTypeStoreSize(type) <= of_stack->value())
      continue;
    if (left-- == 0)
      return true;
  }
  return false;
}

} // namespace

void alignSpills(Function &function, const TargetMachine &machine) {
  if (mayKeepVectorsOnStack(function, machine.getTargetTransformInfo(function)))
    function.addFnAttr("stackrealign");
}

} // namespace weft
