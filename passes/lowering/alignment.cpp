// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lifetime_markers.h"
#include "passes/lowering/lower_kernels.h"
#include "passes/lowering/steps.h"

#include "llvm/IR/InstIterator.h"

namespace weft {

llvm::Value *alignAddress(llvm::IRBuilderBase &builder, llvm::Value *address, llvm::Align align) {
  llvm::Value *above =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, align.value() - 1);
  return builder.CreateIntrinsic(llvm::Intrinsic::ptrmask,
                                 {address->getType(), builder.getInt64Ty()},
                                 {above, builder.getInt64(-align.value())});
}

void alignPrivateMemory(llvm::Function &item) {
  const llvm::DataLayout &layout = item.getDataLayout();
  const llvm::Align most(WEFT_ABI_ALIGNMENT);
  // Lifetime markers go too, and one may be the next instruction.
  llvm::SmallVector<llvm::AllocaInst *, 4> aligned;
  for (llvm::Instruction &instruction : llvm::instructions(item))
    if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        alloca && alloca->getAlign() > most && alloca->isStaticAlloca())
      aligned.push_back(alloca);
  for (llvm::AllocaInst *alloca : aligned) {
    std::optional<llvm::TypeSize> size = alloca->getAllocationSize(layout);
    if (!size)
      continue;
    eraseLifetimeMarkers(*alloca);
    llvm::IRBuilder<> builder(alloca);
    auto *bytes = llvm::ArrayType::get(builder.getInt8Ty(),
                                       size->getFixedValue() + alloca->getAlign().value());
    llvm::AllocaInst *larger = builder.CreateAlloca(bytes, nullptr, alloca->getName());
    larger->setAlignment(most);
    alloca->replaceAllUsesWith(alignAddress(builder, larger, alloca->getAlign()));
    alloca->eraseFromParent();
  }
}

} // namespace weft
