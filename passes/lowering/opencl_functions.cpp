// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/steps.h"
#include "runtime-stdlib/library_pack.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"

namespace weft {

std::optional<ItemQuery> itemQuery(const llvm::Function &function) {
  return llvm::StringSwitch<std::optional<ItemQuery>>(function.getName())
#define WEFT_ITEM_QUERY(kind, name) .Case(name, ItemQuery::kind)
#include "passes/lowering/opencl_functions.def"
      .Default(std::nullopt);
}

std::optional<PointerQuery> pointerQuery(const llvm::Function &function) {
  return llvm::StringSwitch<std::optional<PointerQuery>>(function.getName())
#define WEFT_POINTER_QUERY(kind, name) .Case(name, PointerQuery::kind)
#include "passes/lowering/opencl_functions.def"
      .Default(std::nullopt);
}

bool isSourceBarrier(const llvm::Function &function) {
  return llvm::StringSwitch<bool>(function.getName())
#define WEFT_BARRIER(name) .Case(name, true)
#include "passes/lowering/opencl_functions.def"
      .Default(false);
}

std::optional<GroupMemory> groupMemory(const llvm::Function &function) {
  return llvm::StringSwitch<std::optional<GroupMemory>>(function.getName())
#define WEFT_GROUP_MEMORY(kind, name) .Case(name, GroupMemory::kind)
#include "passes/lowering/opencl_functions.def"
      .Default(std::nullopt);
}

bool isPrintf(const llvm::Function &function) {
  return function.isDeclaration() &&
         (function.getName() == "printf" || function.getName() == "__weft_print_and_abort");
}

bool isOpaqueConversion(const llvm::Function &function) {
  if (!function.isDeclaration())
    return false;
#define WEFT_OPAQUE_CONVERSION(prefix)                                                             \
  if (function.getName().starts_with(prefix))                                                      \
    return true;
#include "passes/lowering/opencl_functions.def"
  return false;
}

bool isLibraryFunction(const llvm::Function &function) {
  return function.hasFnAttribute(LibraryFunctionAttribute);
}

std::string plainName(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  name.consume_back(ProgramSuffix);
  name.consume_back(ItemSuffix);
  name.consume_front(KernelBodyPrefix);
  return llvm::demangle(name);
}

std::string describe(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  bool kernel = name.starts_with(KernelBodyPrefix) || name.ends_with(ItemSuffix);
  return (kernel ? "kernel '" : "function '") + plainName(function) + "'";
}

} // namespace weft
