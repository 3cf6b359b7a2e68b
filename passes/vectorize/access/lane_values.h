// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of single lanes, and what they are made of.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_LANE_VALUES_H
#define WEFT_PASSES_VECTORIZE_ACCESS_LANE_VALUES_H

#include "passes/vectorize/widener_part.h"

namespace weft {

class LaneValues : WidenerPart {
public:
  using WidenerPart::WidenerPart;

  // One lane's address as the sum of a scalar base and that lane's index, where it is that.
  //
  // Some CPUs (Zen 4) guess by the names of the registers that a load reads what was just stored,
  // and do not see that such a register has been written from a vector since: an update by way of
  // it then begins anew, which makes it ten times as slow. So what an address is made of comes out
  // of the vector before the last operation on it, or by way of memory.
  llvm::Value *address(const llvm::Value *pointer, unsigned lane);

  // What address() has loaded for two lanes at once is not at hand where other code is written.
  void forgetPairs() { stored_pairs.clear(); }

private:
  bool isLaneOperation(const llvm::Value &value) const;
  void insertBehind(llvm::Value *value);
  llvm::Value *lanesOwn(const llvm::Value *value, unsigned lane);
  llvm::Value *storedLanes(const llvm::Value *value);
  llvm::Value *storedLane(const llvm::Value *value, unsigned lane);
  llvm::Value *storedField(const llvm::Value *value, unsigned lane);
  llvm::Value *storedPair(const llvm::Value *value, unsigned pair);

  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, llvm::Value *> lane_parts;
  llvm::DenseMap<const llvm::Value *, llvm::AllocaInst *> stored_lanes;
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, llvm::Value *> stored_pairs;
};

} // namespace weft
#endif
