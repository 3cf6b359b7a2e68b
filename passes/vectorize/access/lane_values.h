// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of single lanes, and the values that they are computed from.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_LANE_VALUES_H
#define WEFT_PASSES_VECTORIZE_ACCESS_LANE_VALUES_H

#include "passes/vectorize/widener_part.h"

namespace weft {

class LaneValues : WidenerPart {
public:
  using WidenerPart::WidenerPart;

  // One lane's address, as the sum of a scalar base and that lane's index where it is one.
  //
  // Some CPUs (Zen 4) predict store-to-load forwarding by the names of a load's registers, and do
  // not notice that a register was written from a vector since: an update by such an address is
  // mispredicted and repeated. So what an address is computed from leaves the vector before the
  // last operation on it, or through memory.
  llvm::Value *address(const llvm::Value *pointer, unsigned lane);

  // Forgets what address() has loaded for two lanes at once: it does not dominate other code.
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
