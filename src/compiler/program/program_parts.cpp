// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/program_parts.h"

#include "compiler/program/host_names.h"
#include "passes/address_space.h"
#include "passes/lowering/indirect_calls.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace weft {
namespace {

// More parts than any machine has use for only repeat work.
constexpr size_t MaxParts = 32;
// A constant up to this size, in bytes, is rather repeated, so that its value is known everywhere.
constexpr uint64_t MaxRepeatedConstant = 1024;

// Whether all parts must refer to one and the same variable. A kernel's local variables are its
// own: lowering makes offsets of them.
bool isShared(const llvm::GlobalVariable &variable) {
  if (variable.isDeclaration() || variable.getAddressSpace() == AddressSpace::Local ||
      variable.getName().starts_with("llvm."))
    return false;
  if (!variable.isConstant() || variable.hasAttribute(HostVisible))
    return true;
  const llvm::DataLayout &layout = variable.getParent()->getDataLayout();
  return layout.getTypeAllocSize(variable.getValueType()) > MaxRepeatedConstant;
}

// What can be reached from some values, with the bodies of functions read on the way.
class Reachable {
public:
  // False if a body could not be read; `error` says why.
  bool add(llvm::GlobalValue &root) {
    visit(root);
    while (!pending.empty()) {
      llvm::GlobalValue &value = *pending.pop_back_val();
      if (llvm::Error failure = value.materialize()) {
        error = llvm::toString(std::move(failure));
        return false;
      }
      if (auto *function = llvm::dyn_cast<llvm::Function>(&value)) {
        for (llvm::Instruction &instruction : llvm::instructions(*function))
          visitOperands(instruction);
        visitOperands(*function);
      } else {
        visitOperands(value);
      }
    }
    return true;
  }
  bool contains(const llvm::GlobalValue &value) const { return seen.contains(&value); }
  std::string error;

private:
  void visitOperands(const llvm::User &user) {
    for (const llvm::Use &operand : user.operands())
      if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand.get()))
        visit(*constant);
  }
  void visit(llvm::Constant &constant) {
    if (llvm::isa<llvm::ConstantData>(constant) || !seen.insert(&constant).second)
      return;
    if (auto *value = llvm::dyn_cast<llvm::GlobalValue>(&constant))
      pending.push_back(value);
    else
      visitOperands(constant);
  }

  llvm::SmallPtrSet<const llvm::Constant *, 32> seen;
  llvm::SmallVector<llvm::GlobalValue *> pending;
};

void share(llvm::GlobalVariable &variable, bool first) {
  variable.setName(SharedVariablePrefix + variable.getName());
  variable.setVisibility(variable.hasAttribute(HostVisible) ? llvm::GlobalValue::DefaultVisibility
                                                            : llvm::GlobalValue::HiddenVisibility);
  variable.setDSOLocal(true);
  variable.setComdat(nullptr);
  if (first) {
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
  } else if (variable.isConstant()) {
    variable.setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
  } else {
    variable.setInitializer(nullptr);
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

} // namespace

void shareHostVisible(llvm::Module &program) {
  for (llvm::GlobalVariable &variable : program.globals())
    if (variable.hasAttribute(HostVisible) && !variable.isDeclaration() &&
        !variable.getName().starts_with(SharedVariablePrefix))
      share(variable, true);
}

std::vector<ProgramPart> planParts(llvm::ArrayRef<std::string> kernels) {
  std::vector<ProgramPart> parts;
  size_t per_part = (kernels.size() + MaxParts - 1) / MaxParts;
  for (; !kernels.empty(); kernels = kernels.drop_front(std::min(per_part, kernels.size())))
    parts.emplace_back(kernels.take_front(per_part));
  return parts;
}

// Instructions that a function stands for, with those of what it calls, inlined as most of it will
// be. A function of the library counts as a few dozen, what asks for a work-item's place as one.
static uint64_t weight(const llvm::Function &function,
                       llvm::DenseMap<const llvm::Function *, uint64_t> &known) {
  constexpr uint64_t LibraryFunction = 50, Most = uint64_t(1) << 32;
  if (function.isDeclaration())
    return function.isIntrinsic() || function.getName().contains("get_") ? 1 : LibraryFunction;
  // The zero also ends recursion.
  auto [entry, added] = known.try_emplace(&function, 0);
  if (!added)
    return entry->second;
  uint64_t sum = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    sum = std::min(Most, sum + (callee ? weight(*callee, known) : 1));
  }
  return known[&function] = sum;
}

std::vector<PartTurn> longestFirst(llvm::ArrayRef<ProgramPart> parts, const llvm::Module &program) {
  llvm::DenseMap<const llvm::Function *, uint64_t> known;
  std::vector<PartTurn> turns;
  double all = 0;
  for (const ProgramPart &part : parts) {
    double sum = 0;
    for (const std::string &name : part)
      if (const llvm::Function *kernel = program.getFunction(name))
        sum += double(weight(*kernel, known));
    turns.push_back({turns.size(), sum});
    all += sum;
  }
  for (PartTurn &turn : turns)
    turn.share = all ? turn.share / all : 0;
  llvm::stable_sort(turns, [](const PartTurn &a, const PartTurn &b) { return a.share > b.share; });
  return turns;
}

std::unique_ptr<llvm::Module> readPart(llvm::StringRef bitcode, const ProgramPart &part, bool first,
                                       llvm::LLVMContext &context, Log &log) {
  auto failed = [&](const llvm::Twine &reason) {
    log.error("cannot read a part of the program: " + reason);
    return nullptr;
  };
  llvm::Expected<std::unique_ptr<llvm::Module>> read = llvm::getLazyBitcodeModule(
      llvm::MemoryBufferRef(bitcode, "program"), context, /*ShouldLazyLoadMetadata=*/true);
  if (!read)
    return failed(llvm::toString(read.takeError()));
  std::unique_ptr<llvm::Module> module = std::move(*read);

  Reachable needed;
  for (const std::string &name : part) {
    llvm::Function *kernel = module->getFunction(name);
    if (!kernel)
      return failed("no kernel '" + name + "'");
    if (!needed.add(*kernel))
      return failed(needed.error);
  }
  // Whoever calls through a pointer may call them.
  for (llvm::Function &function : *module)
    if (isReferencedIndirectly(function) && !needed.add(function))
      return failed(needed.error);
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module->globals())) {
    bool shared = isShared(variable);
    // Its initialiser may refer to others that nobody else does.
    if (shared && first && !needed.add(variable))
      return failed(needed.error);
    if (shared && (first || needed.contains(variable)))
      share(variable, first);
    else
      variable.setAttributes({}); // the first part has it for the host
  }
  llvm::StringSet<> kernels;
  for (const std::string &name : part)
    kernels.insert(name);
  for (llvm::Function &function : llvm::make_early_inc_range(*module)) {
    if (needed.contains(function)) {
      // One that is only called here; another part has it as a kernel.
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
          !kernels.contains(function.getName())) {
        function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
      }
      continue;
    }
    function.deleteBody();
    function.removeDeadConstantUsers();
    if (function.use_empty())
      function.eraseFromParent();
  }
  if (llvm::Error failure = module->materializeAll())
    return failed(llvm::toString(std::move(failure)));
  return module;
}

} // namespace weft
