// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/globals.h"

#include "compiler/frontend/host_name_attribute.h"
#include "compiler/frontend/reserved_names.h"
#include "passes/address_space.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace weft::spirv {

// Names that the compiler gives a meaning are not for modules to define.
void Globals::link(llvm::GlobalValue &value, uint32_t id) {
  const Decoration *linkage = declarations.decoration(id, spv::Decoration::LinkageAttributes);
  unsigned words = 0;
  const llvm::StringRef name =
      linkage ? literalString(linkage->operands, words) : llvm::StringRef();
  const auto type = linkage && words < linkage->operands.size()
                        ? spv::LinkageType(linkage->operands[words])
                        : spv::LinkageType::Export;
  // What is exported without a name, as translators of LLVM IR do, nobody can import.
  if (!linkage || (name.empty() && type != spv::LinkageType::Import)) {
    std::string own = declarations.nameOf(id);
    if (!llvm::all_of(own, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
      own.clear();
    value.setName("spirv." + own);
    value.setLinkage(llvm::GlobalValue::InternalLinkage);
    return;
  }
  auto fits = [](char c) { return c > ' ' && c != 127; };
  // Producers leave declarations of what they have made instructions of.
  if (auto *intrinsic = llvm::dyn_cast<llvm::Function>(&value);
      intrinsic && type == spv::LinkageType::Import && name.starts_with("llvm.")) {
    intrinsic->setName("spirv.import");
    intrinsic->setLinkage(llvm::GlobalValue::ExternalLinkage);
    llvm_imports.emplace_back(intrinsic, name);
    return;
  }
  if (name.empty() || !llvm::all_of(name, fits) || name.starts_with("llvm.") ||
      isReservedName(name))
    return void(fail("'" + name + "' cannot be a symbol's name"));
  if (made.getNamedValue(name))
    return void(fail("the symbol '" + name + "' is there twice"));
  value.setName(name);
  value.setLinkage(llvm::GlobalValue::ExternalLinkage);
  if (type == spv::LinkageType::LinkOnceODR)
    value.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
}

// HostAccessINTEL and its NoneINTEL, which spirv-headers may not have.
static constexpr auto HostAccess = spv::Decoration(6188);
static constexpr uint32_t HostAccessNone = 0;

// HostAccessINTEL gives a name, and says whether the host reads or writes by it: not at all, or
// some.
void Globals::nameForHost(llvm::GlobalVariable &variable, uint32_t id) const {
  const Decoration *host = declarations.decoration(id, HostAccess);
  unsigned words = 0;
  if (host && host->operands.size() > 1 && host->operands[0] != HostAccessNone)
    variable.addAttribute(HostName, literalString(host->operands.drop_front(), words));
}

void Globals::makeVariable() {
  const Type *pointer = ids.resultType();
  if (failed || pointer->kind != spv::Op::OpTypePointer)
    return void(fail("is not of a pointer's type"));
  const Type *content = ids.contentOf(at->result);
  if (failed)
    return;
  if (const Decoration *builtin = declarations.decoration(at->result, spv::Decoration::BuiltIn)) {
    // Translators of LLVM IR write UniformConstant, and CrossWorkgroup.
    if (builtin->operands.empty() || !content->llvm || !content->llvm->isSized())
      return void(fail("no such builtin variable"));
    builtins[at->result] = spv::BuiltIn(builtin->operands[0]);
    return;
  }
  llvm::Type *llvm = content->llvm;
  if (!llvm || !llvm->isSized() || llvm::isa<llvm::TargetExtType>(llvm))
    return void(unsupported("a variable of this type"));
  const unsigned space = pointer->llvm->getPointerAddressSpace();
  if (space == AddressSpace::Private || space == AddressSpace::Generic)
    return void(fail("no storage for variables of the program"));
  llvm::Constant *initializer = nullptr;
  const size_t first = at->op() == newer::OpUntypedVariableKHR ? 2 : 1;
  if (numOperands() > first) {
    initializer = ids.constant(operand(first));
    if (failed)
      return;
    if (initializer->getType() != llvm)
      return void(fail("its initialiser is of another type"));
  }
  const bool is_constant = space == AddressSpace::Constant;
  auto *variable =
      new llvm::GlobalVariable(made, llvm, is_constant, llvm::GlobalValue::InternalLinkage, nullptr,
                               "", nullptr, llvm::GlobalValue::NotThreadLocal, space);
  link(*variable, at->result);
  const Decoration *linkage =
      declarations.decoration(at->result, spv::Decoration::LinkageAttributes);
  const bool import =
      linkage && spv::LinkageType(linkage->operands.back()) == spv::LinkageType::Import;
  if (space == AddressSpace::Local) {
    variable->setLinkage(llvm::GlobalValue::InternalLinkage);
    variable->setInitializer(llvm::UndefValue::get(llvm));
  } else if (!import) {
    variable->setInitializer(initializer ? initializer : llvm::Constant::getNullValue(llvm));
  }
  nameForHost(*variable, at->result);
  variable->setAlignment(
      alignment(at->result).value_or(made.getDataLayout().getABITypeAlign(llvm)));
  ids.define(variable);
}

std::optional<llvm::Align> Globals::alignment(uint32_t id) const {
  const Decoration *align = declarations.decoration(id, spv::Decoration::Alignment);
  if (!align || !llvm::isPowerOf2_32(align->operands[0]) || align->operands[0] > 4096)
    return std::nullopt;
  return llvm::Align(align->operands[0]);
}

bool Globals::dropImports() {
  at = nullptr;
  for (auto [intrinsic, name] : llvm_imports) {
    if (!intrinsic->use_empty())
      return fail("the module calls '" + name + "', which is a function of LLVM's own");
    intrinsic->eraseFromParent();
  }
  return true;
}

} // namespace weft::spirv
