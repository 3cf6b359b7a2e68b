// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all emitters share: the entry function, with its loop over the work-groups of a row.
#ifndef WEFT_PASSES_EMITTERS_ENTRY_FUNCTION_H
#define WEFT_PASSES_EMITTERS_ENTRY_FUNCTION_H

#include "passes/work_item_function.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include <string>

namespace weft {

// Fields of weft_thread: pointers up to ItemYield, i64 from GroupY on.
enum class ThreadField {
  LocalMemory,
  Context,
  Print,
  RunItems,
  ItemBarrier,
  ItemYield,
  GroupY,
  GroupZ,
  SizeY,
  SizeZ
};
llvm::Value *loadThreadField(llvm::IRBuilderBase &builder, llvm::Value *thread, ThreadField field);

// A group's values for the parameters of a work-item function, without local ids.
struct GroupValues {
  llvm::Value *launch, *thread;
  llvm::Value *group_id[3];
  llvm::Value *local_size[3];
  llvm::SmallVector<llvm::Value *, 16> args; // the kernel's own

  // The arguments of a call of the work-item function.
  llvm::SmallVector<llvm::Value *, 32> itemArguments(llvm::ArrayRef<llvm::Value *> local_id) const;
};

// Work-items of the group, i64.
llvm::Value *countItems(llvm::IRBuilderBase &builder, const GroupValues &group);
// The same, rounded up to WEFT_CONTEXT_ITEM_MULTIPLE.
llvm::Value *countContextItems(llvm::IRBuilderBase &builder, const GroupValues &group);

std::string entryName(llvm::StringRef kernel);

// `emit_group` is called with a builder in the loop's body, and leaves it where the group is done.
llvm::Function *createEntryFunction(
    const LoweredKernel &kernel,
    llvm::function_ref<void(llvm::IRBuilderBase &, const GroupValues &)> emit_group);

} // namespace weft
#endif
