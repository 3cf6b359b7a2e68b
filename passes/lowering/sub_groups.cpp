// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/sub_group_operations.h"
#include "passes/lowering/steps.h"

#include "llvm/ADT/STLExtras.h"

namespace weft {
namespace {

constexpr llvm::StringLiteral LibraryPrefix = "__weft_sub_group_";

// "_Z27__weft_sub_group_reduce_addi" -> "reduce_add".
llvm::StringRef libraryName(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  unsigned length = 0;
  if (name.consume_front("_Z") && !name.consumeInteger(10, length))
    name = name.take_front(length);
  return name.consume_front(LibraryPrefix) ? name : "";
}

std::string passesName(llvm::StringRef name, const llvm::Function &function) {
  std::string result = SubGroupPrefix.str();
  for (llvm::StringRef kind : {"reduce_", "inclusive_", "exclusive_", "clustered_"})
    if (name.consume_front(kind))
      result += kind.drop_back().str() + ".";
  result += name;
  if (function.arg_empty() || function.getReturnType() != function.getArg(0)->getType())
    return result;
  llvm::raw_string_ostream(result) << "." << *function.getReturnType();
  return result;
}

} // namespace

void lowerSubGroups(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  for (llvm::Function &function : module) {
    const std::string name = libraryName(function).str(); // outlives the function's
    if (name.empty() || !function.isDeclaration())
      continue;
    function.setName(passesName(name, function));
    setSubGroupAttributes(function);
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
          call && call->getCalledFunction() == &function)
        call->setAttributes(llvm::AttributeList().addFnAttributes(
            context, llvm::AttrBuilder(context, function.getAttributes().getFnAttrs())));
  }
}

unsigned requiredSubGroupSize(const llvm::Function &item, Errors &errors) {
  const llvm::MDNode *node = item.getMetadata("intel_reqd_sub_group_size");
  if (!node || node->getNumOperands() != 1)
    return 0;
  auto *value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(0));
  uint64_t size = value ? value->getZExtValue() : 0;
  if (!llvm::isPowerOf2_64(size) || size > MostInSubGroup) {
    errors.push_back(describe(item) + ": sub-groups of " + std::to_string(size) +
                     " work-items are not supported: the sizes are the powers of two up to " +
                     std::to_string(MostInSubGroup));
    return 0;
  }
  return unsigned(size);
}

} // namespace weft
