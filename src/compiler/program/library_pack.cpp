// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/library_pack.h"

#include "compiler/embedded.h"
#include "passes/vectorize/shared_functions.h"
#include "runtime-stdlib/library_pack.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <algorithm>
#include <optional>

namespace weft {
namespace {

// The pack is part of the read-only data of this library, aligned, and as trusted as its code.
struct Pack {
  const char *base = embedded::stdlib().data();
  const PackHeader &header = *reinterpret_cast<const PackHeader *>(base);
  const PackSymbol *symbols = reinterpret_cast<const PackSymbol *>(base + sizeof(PackHeader));
  const PackUnit *units = reinterpret_cast<const PackUnit *>(symbols + header.num_symbols);

  llvm::StringRef name(const PackSymbol &symbol) const {
    return {base + symbol.name_offset, symbol.name_size};
  }
  // The number of the unit that defines `symbol`.
  std::optional<uint32_t> find(llvm::StringRef symbol) const {
    const PackSymbol *end = symbols + header.num_symbols;
    const PackSymbol *found =
        std::lower_bound(symbols, end, symbol, [this](const PackSymbol &entry, llvm::StringRef s) {
          return name(entry) < s;
        });
    if (found == end || name(*found) != symbol)
      return std::nullopt;
    return found->unit;
  }
  llvm::StringRef unit(uint32_t number) const {
    return {base + units[number].offset, units[number].size};
  }
};

// One linking of library functions into one program.
class LibraryLinker {
public:
  LibraryLinker(llvm::Module &program, Log &log) : program(program), linker(program), log(log) {}

  // Functions that no one declares yet: `names` are declared, their units read at once.
  bool declare(llvm::ArrayRef<std::string> names) {
    for (const std::string &name : names) {
      if (program.getNamedValue(name))
        continue;
      std::optional<uint32_t> unit = pack.find(name);
      if (!unit)
        continue;
      std::unique_ptr<llvm::Module> &module = opened[*unit];
      if (!module && !(module = open(*unit)))
        return false;
      if (llvm::Function *function = module->getFunction(name))
        llvm::Function::Create(function->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                               name, program)
            ->setCallingConv(function->getCallingConv());
    }
    return true;
  }

  // `shares`: shared functions other than these stay declared.
  bool linkAll(bool shares, llvm::ArrayRef<std::string> names = {}) {
    for (;;) {
      // In the order of the program, so that the outcome does not depend on addresses.
      llvm::MapVector<uint32_t, bool> wanted;
      for (const llvm::GlobalValue &value : program.global_values()) {
        if (!value.isDeclaration() || value.getName().starts_with("llvm."))
          continue;
        if (shares && value.getName().starts_with(SharedFunctionPrefix) &&
            !llvm::is_contained(names, value.getName()))
          continue;
        // Once only: a declaration that its unit cannot serve is reported later, as undefined.
        std::optional<uint32_t> unit = pack.find(value.getName());
        if (unit && linked.insert(value.getName()).second)
          wanted[*unit] = true;
      }
      if (wanted.empty())
        break;
      for (auto [unit, unused] : wanted)
        if (!link(unit))
          return false;
    }
    for (const auto &name : linked)
      if (llvm::GlobalValue *value = program.getNamedValue(name.getKey());
          value && !value->isDeclaration())
        value->setLinkage(llvm::GlobalValue::InternalLinkage);
    return true;
  }

  // For a program that has left SPIR: as its own functions were treated.
  void adoptHostConventions() {
    for (const auto &name : linked) {
      llvm::Function *function = program.getFunction(name.getKey());
      if (!function)
        continue;
      function->setCallingConv(llvm::CallingConv::C);
      for (llvm::Instruction &instruction : llvm::instructions(*function))
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
          call->setCallingConv(llvm::CallingConv::C);
          // Also what it takes from the host.
          if (llvm::Function *callee = call->getCalledFunction())
            callee->setCallingConv(llvm::CallingConv::C);
        }
    }
  }

private:
  std::unique_ptr<llvm::Module> open(uint32_t unit) {
    llvm::Expected<std::unique_ptr<llvm::Module>> module = llvm::getLazyBitcodeModule(
        llvm::MemoryBufferRef(pack.unit(unit), "OpenCL C library"), program.getContext(),
        /*ShouldLazyLoadMetadata=*/true);
    if (!module) {
      log.error("cannot read the OpenCL C library: " + llvm::toString(module.takeError()));
      return nullptr;
    }
    (*module)->setTargetTriple(program.getTargetTriple());
    (*module)->setDataLayout(program.getDataLayout());
    return std::move(*module);
  }

  bool link(uint32_t unit) {
    std::unique_ptr<llvm::Module> module = std::move(opened[unit]);
    if (!module && !(module = open(unit)))
      return false;
    auto remember = [this](llvm::Module &, const llvm::StringSet<> &names) {
      for (const auto &name : names)
        linked.insert(name.getKey());
    };
    if (!linker.linkInModule(std::move(module), llvm::Linker::LinkOnlyNeeded, remember))
      return true;
    if (!log.hasErrors())
      log.error("cannot link the OpenCL C library");
    return false;
  }

  const Pack pack;
  llvm::Module &program;
  llvm::Linker linker;
  Log &log;
  llvm::StringSet<> linked; // made internal in the end, when all who refer to them are there
  llvm::DenseMap<uint32_t, std::unique_ptr<llvm::Module>> opened;
};

} // namespace

bool libraryDefines(llvm::StringRef symbol) { return Pack().find(symbol).has_value(); }

bool linkLibrary(llvm::Module &program, Log &log, bool shares) {
  return LibraryLinker(program, log).linkAll(shares);
}

bool linkLibraryFunctions(llvm::Module &program, llvm::ArrayRef<std::string> names, Log &log) {
  LibraryLinker linker(program, log);
  if (!linker.declare(names) || !linker.linkAll(/*shares=*/true, names))
    return false;
  if (!program.getTargetTriple().isSPIR())
    linker.adoptHostConventions();
  return true;
}

} // namespace weft
