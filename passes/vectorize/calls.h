// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: of intrinsics, and of functions that have a form for vectors; all others run lane by lane.
#ifndef WEFT_PASSES_VECTORIZE_CALLS_H
#define WEFT_PASSES_VECTORIZE_CALLS_H

#include "passes/vectorize/widener_part.h"

namespace weft {

class Calls : WidenerPart {
public:
  using WidenerPart::WidenerPart;
  void emit(const llvm::CallBase &call);

private:
  llvm::Value *anyLane(const llvm::Value &value, const llvm::Value &bound);
  bool emitIntrinsic(const llvm::CallBase &call);
  bool emitVectorFunction(const llvm::CallBase &call);
  void emitSharedCall(const llvm::CallBase &call);
  llvm::Value *callInParts(llvm::Function &overload, llvm::ArrayRef<llvm::Value *> args,
                           unsigned size, const llvm::CallBase &call);
};

} // namespace weft
#endif
