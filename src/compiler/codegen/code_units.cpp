// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/code_units.h"

#include "compiler/codegen/loop_outlining.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {
namespace {

// Instructions below which a unit costs as much to hand over as it saves.
constexpr size_t LeastUnit = 30;
// Of all instructions, in percent, for two units: other threads have to read theirs first.
constexpr size_t FirstUnit = 53;

// What would have to be told apart in ways that are not worth it.
bool isPlain(const llvm::Module &program) {
  return program.alias_empty() && program.ifunc_empty() && program.debug_compile_units().empty();
}

using Unit = std::vector<llvm::Function *>;

size_t sizeOf(const Unit &unit) {
  size_t size = 0;
  for (const llvm::Function *function : unit)
    size += function->getInstructionCount();
  return size;
}

// Where a function has more instructions than its unit should.
void outlineLoopsOfLargest(llvm::Module &program, size_t units) {
  llvm::Function *largest = nullptr;
  size_t size = 0, all = 0;
  for (llvm::Function &function : program) {
    const size_t own = function.getInstructionCount();
    all += own;
    if (own > size) {
      size = own;
      largest = &function;
    }
  }
  const size_t share = all * FirstUnit * 2 / units / 100;
  if (size > share)
    outlineLoops(*largest, size - share);
}

// The largest functions first, each to the unit that has least; the entry function is in the first.
std::vector<Unit> planUnits(llvm::Module &program, size_t most) {
  Unit functions;
  for (llvm::Function &function : program)
    if (!function.isDeclaration())
      functions.push_back(&function);
  // By name where nothing else tells, so that a program is always cut alike.
  auto rank = [](const llvm::Function *function) {
    return std::tuple(!function->hasLocalLinkage(), function->getInstructionCount(),
                      function->getName());
  };
  llvm::sort(functions,
             [&](const llvm::Function *a, const llvm::Function *b) { return rank(a) > rank(b); });
  std::vector<Unit> units(std::min(most, functions.size()));
  for (llvm::Function *function : functions)
    llvm::min_element(units, [](const Unit &a, const Unit &b) {
      return sizeOf(a) < sizeOf(b);
    })->push_back(function);
  llvm::erase_if(
      units, [&](const Unit &unit) { return &unit != &units.front() && sizeOf(unit) < LeastUnit; });
  return units;
}

// A unit may have a copy of its own of what nobody can tell from another.
bool mayBeRepeated(const llvm::GlobalVariable &variable) {
  return variable.isConstant() && variable.hasLocalLinkage() && variable.hasGlobalUnnamedAddr();
}

void makeVisible(llvm::GlobalValue &value, const std::string &prefix) {
  if (!value.hasLocalLinkage())
    return;
  if (!value.getName().starts_with(prefix))
    value.setName(prefix + value.getName());
  value.setLinkage(llvm::GlobalValue::ExternalLinkage);
  value.setVisibility(llvm::GlobalValue::HiddenVisibility);
  value.setDSOLocal(true);
}

void removeBody(llvm::Function &function) {
  function.deleteBody();
  function.removeDeadConstantUsers();
  if (function.use_empty())
    function.eraseFromParent();
}

} // namespace

CodeUnits cutIntoUnits(llvm::Module &program, llvm::StringRef kernel, size_t most) {
  CodeUnits cut;
  if (most < 2 || !isPlain(program))
    return cut;
  outlineLoopsOfLargest(program, most);
  std::vector<Unit> units = planUnits(program, most);
  if (units.size() < 2)
    return cut;
  const std::string prefix = (kernel + ".").str();
  for (llvm::Function &function : program)
    makeVisible(function, prefix);
  for (llvm::GlobalVariable &variable : program.globals())
    if (!mayBeRepeated(variable))
      makeVisible(variable, prefix);
  llvm::raw_svector_ostream stream(cut.bitcode);
  llvm::WriteBitcodeToFile(program, stream);
  for (const Unit &unit : llvm::drop_begin(units)) {
    std::vector<std::string> &names = cut.functions.emplace_back();
    for (llvm::Function *function : unit)
      names.push_back(function->getName().str());
  }
  for (const Unit &unit : llvm::drop_begin(units))
    for (llvm::Function *function : unit)
      removeBody(*function);
  return cut;
}

std::unique_ptr<llvm::Module> readUnit(const CodeUnits &units, size_t number,
                                       llvm::LLVMContext &context, Log &log) {
  auto failed = [&](llvm::Error error) {
    log.error("cannot read a part of a kernel: " + llvm::toString(std::move(error)));
    return nullptr;
  };
  llvm::Expected<std::unique_ptr<llvm::Module>> read = llvm::getLazyBitcodeModule(
      llvm::MemoryBufferRef({units.bitcode.data(), units.bitcode.size()}, "unit"), context,
      /*ShouldLazyLoadMetadata=*/true);
  if (!read)
    return failed(read.takeError());
  std::unique_ptr<llvm::Module> unit = std::move(*read);
  llvm::StringSet<> own;
  for (const std::string &name : units.functions[number])
    own.insert(name);
  // All bodies first: until then nobody can tell whether a function is used.
  for (llvm::Function &function : *unit)
    if (own.contains(function.getName()))
      if (llvm::Error error = function.materialize())
        return failed(std::move(error));
  for (llvm::Function &function : llvm::make_early_inc_range(*unit))
    if (!own.contains(function.getName()) && !function.isDeclaration())
      removeBody(function);
  for (llvm::GlobalVariable &variable : unit->globals())
    if (!variable.isDeclaration() && !mayBeRepeated(variable)) {
      variable.setComdat(nullptr);
      if (variable.isConstant()) {
        variable.setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
      } else {
        variable.setInitializer(nullptr);
        variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
      }
    }
  if (llvm::Error error = unit->materializeAll())
    return failed(std::move(error));
  return unit;
}

} // namespace weft
