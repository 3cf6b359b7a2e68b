// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of the program, and by which names functions and variables are linked.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_GLOBALS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_GLOBALS_H

#include "compiler/frontend/spirv/ids.h"

#include <optional>

namespace weft::spirv {

class Globals : ProgramPart {
public:
  using ProgramPart::ProgramPart;
  void makeVariable(); // of the instruction at hand
  // Gives the value of that id its name and linkage. Names that the compiler gives a meaning are
  // not for modules to define.
  void link(llvm::GlobalValue &value, uint32_t id);
  // Once all calls are there: what is imported from LLVM must not be called.
  bool dropImports();

  // A variable that stands for a work-item function.
  bool isBuiltin(uint32_t id) const { return builtins.contains(id); }
  spv::BuiltIn builtin(uint32_t id) const { return builtins.lookup(id); }
  // What a variable or what a pointer points to is decorated with, if that can be.
  std::optional<llvm::Align> alignment(uint32_t id) const;

private:
  void nameForHost(llvm::GlobalVariable &variable, uint32_t id) const;

  llvm::DenseMap<uint32_t, spv::BuiltIn> builtins;
  // Of functions that only LLVM has, with their names.
  std::vector<std::pair<llvm::Function *, llvm::StringRef>> llvm_imports;
};

} // namespace weft::spirv
#endif
