// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/access_strategies.h"

using namespace llvm;

namespace weft {

ArrayRef<const AccessStrategy *> accessStrategies() {
  static const AccessStrategy *const list[] = {
      // One access instead of W, whatever its type.
      &uniformAccess(),
      // What none of those below may join, split or repeat.
      &laneByLaneAccess(),
      // From here on, lane 0's address tells those of all lanes: one element for all of them,
      &broadcastAccess(),
      // as many vectors as a lane has elements,
      &consecutiveAccess(),
      // more vectors, of which some is not wanted,
      &stridedAccess(),
      // and the same behind tests on scalars, which mostly hold.
      &testedStrideAccess(),
      // W accesses, but of addresses that scalars tell, so that no vector of them is taken apart.
      &sameStrideAccess(),
      // Each lane at its own address, which is always possible.
      &gatherAccess(),
  };
  return list;
}

} // namespace weft
