// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/aligned_spills.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
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

void alignSpills(Module &module, const TargetMachine &machine) {
  for (Function &function : module)
    if (!function.isDeclaration() &&
        mayKeepVectorsOnStack(function, machine.getTargetTransformInfo(function)))
      function.addFnAttr("stackrealign");
}

} // namespace weft
