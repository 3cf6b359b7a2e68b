// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/program_ir.h"

#include "compiler/program/program_parts.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/Internalize.h"

namespace weft {

std::string writeIr(const llvm::Module &module) {
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  return bitcode;
}

namespace {

std::unique_ptr<llvm::Module> readIr(llvm::StringRef bitcode, llvm::LLVMContext &context,
                                     Log &log) {
  // Bitcode is read in words; the bytes of a request may lie at any address.
  const std::string words = bitcode.str();
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(words, "program"), context);
  if (!module) {
    log.error("damaged program: " + llvm::toString(module.takeError()));
    return nullptr;
  }
  if (!(*module)->getTargetTriple().isSPIR()) {
    log.error("damaged program: made for '" + (*module)->getTargetTriple().str() + "'");
    return nullptr;
  }
  std::string reason;
  llvm::raw_string_ostream stream(reason);
  if (llvm::verifyModule(**module, &stream)) {
    log.error("damaged program: " + reason);
    return nullptr;
  }
  return std::move(*module);
}

} // namespace

std::unique_ptr<llvm::Module> linkIr(llvm::ArrayRef<llvm::StringRef> inputs,
                                     llvm::LLVMContext &context, Log &log) {
  std::unique_ptr<llvm::Module> program;
  for (llvm::StringRef input : inputs) {
    std::unique_ptr<llvm::Module> part = readIr(input, context, log);
    if (!part)
      return nullptr;
    if (!program) {
      program = std::move(part);
      continue;
    }
    // The context's handler puts the reason into the log; a failure without one must not be silent.
    if (llvm::Linker::linkModules(*program, std::move(part))) {
      if (!log.hasErrors())
        log.error("the parts of the program cannot be joined");
      return nullptr;
    }
  }
  if (!program)
    log.error("nothing to link");
  return program;
}

void internalizeProgram(llvm::Module &program) {
  for (llvm::Function &function : program) {
    // A C99 `inline` function without an external definition is still the one to call.
    if (function.hasAvailableExternallyLinkage())
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
  llvm::internalizeModule(program, [](const llvm::GlobalValue &value) {
    if (value.getName().starts_with(SharedVariablePrefix))
      return true;
    auto *function = llvm::dyn_cast<llvm::Function>(&value);
    return function && function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
  });
}

} // namespace weft
