// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/object_emitter.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Target/TargetMachine.h"

namespace weft {

ObjectEmitter::ObjectEmitter(llvm::TargetMachine &machine, llvm::CodeGenFileType type)
    : assumptions(new llvm::AssumptionCacheTracker) {
  // Before the others, who would make their own.
  passes.add(assumptions);
  available = !machine.addPassesToEmitFile(passes, stream, nullptr, type, /*DisableVerify=*/true);
}

ObjectEmitter::~ObjectEmitter() = default;

bool ObjectEmitter::emit(llvm::Module &program, llvm::SmallVectorImpl<char> &code) {
  if (!available)
    return false;
  buffer.clear();
  passes.run(program);
  code.assign(buffer.begin(), buffer.end());
  // The only pass that would wait for the program's functions to be deleted, which may be when
  // another thread has the emitter.
  assumptions->releaseMemory();
  return true;
}

} // namespace weft
