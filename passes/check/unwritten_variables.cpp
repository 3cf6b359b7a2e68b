// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/build_checks.h"

#include "passes/check/findings.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {

const Instruction *findReadOfUnwritten(const Value &pointer) {
  const Instruction *read = nullptr;
  SmallPtrSet<const Value *, 16> seen = {&pointer};
  SmallVector<const Value *, 16> left = {&pointer};
  while (!left.empty())
    for (const User *user : left.pop_back_val()->users()) {
      if (isa<GEPOperator, AddrSpaceCastOperator, PHINode, SelectInst>(user)) {
        if (seen.insert(user).second)
          left.push_back(user);
        continue;
      }
      if (isa<ICmpInst>(user))
        continue;
      if (auto *mark = dyn_cast<IntrinsicInst>(user);
          mark && (mark->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(mark)))
        continue;
      if (auto *copy = dyn_cast<MemTransferInst>(user)) {
        if (seen.contains(copy->getRawDest()))
          return nullptr;
        // What is copied may be padding, or what nobody reads.
        continue;
      }
      auto *load = dyn_cast<LoadInst>(user);
      if (!load || !load->isSimple())
        return nullptr; // written, or given to somebody
      if (!read || (load->getParent() == read->getParent() && load->comesBefore(read)))
        read = load;
    }
  return read;
}

std::vector<Mistake> findUnwrittenVariables(Module &program,
                                            function_ref<bool(const Function &)> is_own) {
  std::vector<Mistake> found;
  for (Function &function : program) {
    if (!is_own(function))
      continue;
    for (Instruction &instruction : instructions(function)) {
      auto *variable = dyn_cast<AllocaInst>(&instruction);
      // Of scalars Clang knows better, as it knows the ways to them.
      if (!variable || !variable->getAllocatedType()->isAggregateType())
        continue;
      const Instruction *read = findReadOfUnwritten(*variable);
      if (!read || !read->getDebugLoc())
        continue;
      found.push_back(
          {function.getName().str(),
           "init",
           ("'" + plainVariableName(variable->getName()) + "' is read, and nothing writes to it")
               .str(),
           read->getDebugLoc().get(),
           {}});
    }
  }
  return found;
}

} // namespace weft
