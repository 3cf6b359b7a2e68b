// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From IR that is ready for it to machine code.
#ifndef WEFT_COMPILER_CODEGEN_OBJECT_EMITTER_H
#define WEFT_COMPILER_CODEGEN_OBJECT_EMITTER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace llvm {
class AssumptionCacheTracker;
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

// LLVM's code generator for a target machine. Making one costs as much as the code of eight
// instructions, so it is for many modules, one after the other: what `llc -compile-twice` sees to.
class ObjectEmitter {
public:
  explicit ObjectEmitter(llvm::TargetMachine &machine,
                         llvm::CodeGenFileType type = llvm::CodeGenFileType::ObjectFile);
  ~ObjectEmitter();
  ObjectEmitter(const ObjectEmitter &) = delete;

  // The ELF object, or assembly, of a module, which is consumed. False where LLVM has no code
  // generator. Nothing of the module or its context is referred to afterwards. An emitter that a
  // failure has left in the middle is not to be used or destroyed.
  bool emit(llvm::Module &program, llvm::SmallVectorImpl<char> &code);

private:
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream{buffer};
  llvm::legacy::PassManager passes;
  llvm::AssumptionCacheTracker *assumptions; // one of the passes
  bool available;
};

} // namespace weft
#endif
