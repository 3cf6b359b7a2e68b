// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points: as Clang does it, a kernel only calls the function that is its body.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_KERNELS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_KERNELS_H

#include "compiler/frontend/spirv/body.h"

namespace weft::spirv {

class Kernels : ProgramPart {
public:
  Kernels(const Program &program, const Globals &globals, const Body &bodies, DebugLines &lines)
      : ProgramPart(program), globals(globals), bodies(bodies), lines(lines) {}
  bool make();

private:
  bool makeKernel(const Instruction &entry);
  bool takeName(llvm::StringRef name);
  void callBody(llvm::Function &kernel, llvm::Function &body, llvm::ArrayRef<uint32_t> params);
  llvm::Align pointeeAlignment(uint32_t param);
  void describe(llvm::Function &kernel, llvm::ArrayRef<uint32_t> params);
  void describeModes(llvm::Function &kernel, uint32_t id);
  llvm::Type *hintedType(uint32_t number);
  bool isEnqueued(uint32_t id, const llvm::Function &body) const;
  bool makeStructor(uint32_t id, llvm::Function &body);
  void listStructors(llvm::StringRef name, llvm::ArrayRef<llvm::Function *> functions);
  std::string typeName(const Type &type) const;

  const Globals &globals;
  const Body &bodies;
  DebugLines &lines;
  llvm::SmallVector<llvm::Function *, 1> initializers, finalizers;
};

} // namespace weft::spirv
#endif
