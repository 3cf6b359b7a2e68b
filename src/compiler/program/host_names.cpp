// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/host_names.h"

#include "compiler/frontend/host_name_attribute.h"
#include "compiler/frontend/reserved_names.h"
#include "compiler/program/program_parts.h"
#include "passes/address_space.h"
#include "passes/lowering/indirect_calls.h"

#include "llvm/IR/DataLayout.h"

namespace weft {

static void nameVariable(llvm::GlobalVariable &variable, Artifact &artifact) {
  if (variable.isDeclaration() || variable.getAddressSpace() != AddressSpace::Global)
    return;
  const llvm::StringRef own = variable.getName();
  const bool has_own =
      !variable.hasLocalLinkage() && !own.starts_with("llvm.") && !isReservedName(own);
  const llvm::StringRef given = variable.getAttribute(HostName).getValueAsString();
  if (!has_own && given.empty())
    return;
  variable.addAttribute(HostVisible);
  const llvm::DataLayout &layout = variable.getParent()->getDataLayout();
  NamedVariable entry = {own.str(), (SharedVariablePrefix + own).str(),
                         layout.getTypeAllocSize(variable.getValueType()), variable.isConstant()};
  if (has_own)
    artifact.variables.push_back(entry);
  if (!given.empty() && (!has_own || given != own)) {
    entry.name = given.str();
    artifact.variables.push_back(entry);
  }
}

void nameForHost(llvm::Module &program, Artifact &artifact) {
  for (llvm::GlobalVariable &variable : program.globals())
    nameVariable(variable, artifact);
  for (llvm::Function &function : program) {
    if (!isReferencedIndirectly(function) || function.isDeclaration())
      continue;
    keepPointerNumber(function);
    if (!function.hasLocalLinkage())
      artifact.functions.push_back({function.getName().str(), pointerNumber(function)});
  }
}

} // namespace weft
