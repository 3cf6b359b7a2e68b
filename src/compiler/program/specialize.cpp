// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/specialize.h"

#include "compiler/program/program_ir.h"
#include "passes/address_space.h"
#include "passes/lowering/fixed_opaque.h"
#include "passes/lowering/groups_of_one.h"
#include "passes/lowering/indirect_calls.h"
#include "passes/lowering/lower_kernels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

namespace weft {
namespace {

// Leaves `kernel` and what it uses.
void keepOnly(llvm::Function &kernel) {
  llvm::Module &module = *kernel.getParent();
  for (llvm::Function &function : module)
    if (&function != &kernel && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
      for (llvm::User *user : function.users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
            call && call->getCalledOperand() == &function)
          call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    }
  // The host has the names of the first code's.
  for (llvm::GlobalVariable &variable : module.globals())
    variable.setAttributes({});
  internalizeProgram(module);
  llvm::ModuleAnalysisManager no_analyses;
  llvm::GlobalDCEPass().run(module, no_analyses);
}

// Why the code cannot be said to do the same; empty if it can.
std::string obstacle(const llvm::Module &program) {
  for (const llvm::DICompileUnit *unit : program.debug_compile_units())
    if (unit->getEmissionKind() == llvm::DICompileUnit::FullDebug ||
        unit->getEmissionKind() == llvm::DICompileUnit::LineTablesOnly)
      return "it is to be debugged";
  for (const llvm::GlobalVariable &variable : program.globals())
    if (!variable.isConstant() && variable.getAddressSpace() != AddressSpace::Local &&
        !variable.getName().starts_with("llvm."))
      return ("it uses the program's variable '" + variable.getName() + "'").str();
  for (const llvm::Function &function : program)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (llvm::isa<llvm::FPMathOperator>(instruction) && instruction.getFastMathFlags().any())
        return "its floating-point operations may be rearranged";
  return "";
}

bool fixArgument(llvm::Function &kernel, const weft_fixed_arg &fixed) {
  if (fixed.index >= kernel.arg_size())
    return false;
  llvm::Argument &argument = *kernel.getArg(fixed.index);
  uint64_t value = 0;
  if (fixed.value.size > sizeof value)
    return false;
  std::memcpy(&value, fixed.value.data, fixed.value.size); // little-endian, as the target is
  if (auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(argument.getType())) {
    if ((opaque->getName() != "spirv.Image" && opaque->getName() != "spirv.Sampler") ||
        fixed.value.size != sizeof value)
      return false;
    fixOpaqueParameter(argument, value);
    return true;
  }
  auto *type = llvm::dyn_cast<llvm::IntegerType>(argument.getType());
  if (!type || type->getBitWidth() != 8 * fixed.value.size)
    return false;
  argument.replaceAllUsesWith(llvm::ConstantInt::get(type, value));
  return true;
}

// As if the source said so. The launch sees to it that there are no smaller groups.
void fixLocalSize(llvm::Function &kernel, const uint32_t (&size)[3]) {
  llvm::MDBuilder metadata(kernel.getContext());
  llvm::Type *word = llvm::Type::getInt32Ty(kernel.getContext());
  llvm::SmallVector<llvm::Metadata *, 3> operands;
  for (uint32_t items : size)
    operands.push_back(metadata.createConstant(llvm::ConstantInt::get(word, items)));
  kernel.setMetadata("reqd_work_group_size", llvm::MDNode::get(kernel.getContext(), operands));
  kernel.addFnAttr("uniform-work-group-size", "true");
  if (llvm::all_of(size, [](uint32_t items) { return items == 1; }))
    kernel.addFnAttr(GroupsOfOne);
}

} // namespace

std::unique_ptr<llvm::Module> specialize(llvm::StringRef bitcode,
                                         const weft_specialization &specialization,
                                         llvm::LLVMContext &context, Log &log) {
  std::unique_ptr<llvm::Module> program = linkIr(bitcode, context, log);
  if (!program)
    return nullptr;
  auto failed = [&](const llvm::Twine &reason) {
    log.error(llvm::Twine("kernel '") + specialization.kernel + "': " + reason);
    return nullptr;
  };
  llvm::Function *kernel = program->getFunction(specialization.kernel);
  if (!kernel || kernel->isDeclaration() ||
      kernel->getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
    return failed("there is none of this name");
  // What is called through pointers is not seen to be used.
  if (llvm::any_of(*program, isReferencedIndirectly))
    return failed("functions of the program are called through pointers");
  keepOnly(*kernel);
  if (std::string reason = obstacle(*program); !reason.empty())
    return failed(reason);
  for (size_t i = 0; i < specialization.num_args; ++i)
    if (!fixArgument(*kernel, specialization.args[i]))
      return failed("argument " + llvm::Twine(specialization.args[i].index) +
                    " is not an integer of this size, an image or a sampler");
  if (specialization.local_size[0])
    fixLocalSize(*kernel, specialization.local_size);
  if (specialization.narrow_ids)
    kernel->addFnAttr(NarrowIds);
  return program;
}

} // namespace weft
