// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout of weft_thread::context (include/weft/kernel_abi.h): first the context arrays, with an
// element for each work-item, then the part that a group has once (large_allocas.h).
#ifndef WEFT_PASSES_REGIONS_CONTEXT_LAYOUT_H
#define WEFT_PASSES_REGIONS_CONTEXT_LAYOUT_H

#include "weft/kernel_abi.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Alignment.h"

namespace weft {

// One context array. Its first byte is at `offset` times the context's item count.
struct ContextArray {
  uint64_t offset = 0; // bytes per work-item of the arrays before it
  uint64_t stride = 0; // bytes from one work-item's element to the next
  llvm::Align align;   // of each element
};

class ContextLayout {
public:
  // `in_use`: bytes per work-item at the context's start that are taken already.
  explicit ContextLayout(const llvm::DataLayout &layout, uint64_t in_use = 0)
      : layout(layout), bytes_per_item(in_use) {}

  ContextArray add(llvm::Type *type) {
    return add(layout.getTypeAllocSize(type), layout.getABITypeAlign(type));
  }
  ContextArray add(uint64_t bytes, llvm::Align align) {
    align = std::min(align, llvm::Align(WEFT_ABI_ALIGNMENT));
    ContextArray array{bytes_per_item, llvm::alignTo(std::max<uint64_t>(bytes, 1), align), align};
    bytes_per_item += array.stride;
    return array;
  }
  uint64_t bytesPerItem() const { return bytes_per_item; }

private:
  const llvm::DataLayout &layout;
  uint64_t bytes_per_item;
};

// Addresses of one function's elements, made where first asked for: at the builder's point, which
// must dominate all later uses.
class ContextAddress {
public:
  // `items`: work-items that the context has room for, i64.
  ContextAddress(llvm::IRBuilderBase &builder, llvm::Function &function, llvm::Value *context,
                 llvm::Value *items)
      : builder(builder), function(function), context(context), items(items) {}

  // i64: x + size_x * (y + size_y * z).
  llvm::Value *itemIndex();
  llvm::Value *element(const ContextArray &array, const llvm::Twine &name);

private:
  llvm::IRBuilderBase &builder;
  llvm::Function &function;
  llvm::Value *context, *items;
  llvm::Value *index = nullptr;
};

} // namespace weft
#endif
