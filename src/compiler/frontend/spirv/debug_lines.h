// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of the source that a module was made from, as debuggers and profilers show them: of OpLine
// (which OpenCL.DebugInfo.100 goes with) and of NonSemantic.Shader.DebugInfo.100's DebugLine. What
// the latter two say of variables and types is not read.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_DEBUG_LINES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_DEBUG_LINES_H

#include "compiler/frontend/spirv/ids.h"

#include "llvm/IR/DIBuilder.h"

#include <memory>

namespace weft::spirv {

// Nothing happens unless lines are asked for.
class DebugLines : ProgramPart {
public:
  using ProgramPart::ProgramPart;
  void begin();
  // The function begins where its first line is: instructions of `first` to `end` are its own.
  void beginFunction(llvm::Function &function, llvm::StringRef name, size_t first, size_t end);
  void endFunction();
  void end();

  bool saysLine(const Instruction &in) const; // or that there is none
  void take(const Instruction &in);           // if it says one: what is built from now on is there

private:
  llvm::DIFile *fileOf(uint32_t string);
  void goTo(uint32_t file, uint32_t line, uint32_t column);
  bool isDebugLine(const Instruction &in) const;
  bool isDebugNoLine(const Instruction &in) const;
  uint32_t read(const Instruction &in, uint32_t &file, uint32_t &line) const;

  std::unique_ptr<llvm::DIBuilder> debug;         // null: no lines are asked for
  llvm::DenseMap<uint32_t, llvm::DIFile *> files; // by OpString
  // Of the function at hand; null: it has no lines.
  llvm::DISubprogram *program = nullptr;
  llvm::DenseMap<uint32_t, llvm::DIScope *> scopes; // by OpString of the file
};

} // namespace weft::spirv
#endif
