// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations. One operation for all lanes if they have one address; on memory that only this
// thread sees, lane after lane without atomic instructions; otherwise a loop over the lanes.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ATOMICS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ATOMICS_H

#include "passes/vectorize/access/lane_values.h"

namespace weft {

class Atomics : WidenerPart {
public:
  explicit Atomics(Widener &core) : WidenerPart(core), lane_values(core) {}

  void emit(const llvm::Instruction &instruction);

private:
  llvm::Value *activeBefore(llvm::FixedVectorType *type);
  bool emitCombinedAtomic(const llvm::AtomicRMWInst &atomic);
  bool emitThreadLocalAtomic(const llvm::AtomicRMWInst &atomic);
  bool isUpdate(const llvm::Instruction &instruction) const;
  const llvm::AtomicRMWInst *updateBeside(const llvm::AtomicRMWInst &atomic, bool forward) const;
  llvm::Value *updateLanes(llvm::ArrayRef<const llvm::AtomicRMWInst *> updates);

  LaneValues lane_values;
};

} // namespace weft
#endif
