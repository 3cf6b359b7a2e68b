// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/large_allocas.h"

#include "passes/lifetime_markers.h"
#include "weft/kernel_abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Alignment.h"

namespace weft {
namespace {

// Bytes that one function may leave on the stack.
constexpr uint64_t StackLimit = 32 * 1024;

} // namespace

uint64_t moveLargeAllocas(llvm::Function &region, llvm::Argument &context, llvm::Argument &items,
                          uint64_t bytes_per_item) {
  const llvm::DataLayout &layout = region.getDataLayout();
  llvm::SmallVector<std::pair<llvm::AllocaInst *, uint64_t>, 4> moved; // with its offset
  uint64_t on_stack = 0, in_context = 0;
  for (llvm::Instruction &instruction : region.getEntryBlock()) {
    auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    std::optional<llvm::TypeSize> size = alloca ? alloca->getAllocationSize(layout) : std::nullopt;
    if (!size)
      continue;
    uint64_t bytes = size->getFixedValue();
    if (on_stack + bytes <= StackLimit) {
      on_stack += bytes;
      continue;
    }
    moved.push_back({alloca, in_context});
    in_context += llvm::alignTo(bytes, WEFT_ABI_ALIGNMENT);
  }
  if (moved.empty())
    return 0;
  // All of them ahead of the builder, which may otherwise stand at a marker.
  for (auto &[alloca, offset] : moved)
    eraseLifetimeMarkers(*alloca);
  // Behind the allocas, which are erased below; nothing else comes before.
  llvm::IRBuilder<> builder(&*region.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  llvm::Value *arrays = builder.CreateMul(&items, builder.getInt64(bytes_per_item), "", true, true);
  llvm::Value *base = builder.CreateInBoundsGEP(builder.getInt8Ty(), &context, arrays);
  for (auto &[alloca, offset] : moved) {
    llvm::Value *address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset, alloca->getName());
    alloca->replaceAllUsesWith(builder.CreateAddrSpaceCast(address, alloca->getType()));
    alloca->eraseFromParent();
  }
  return in_context;
}

} // namespace weft
