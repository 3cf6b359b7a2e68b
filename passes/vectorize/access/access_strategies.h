// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each strategy, for the list in access_strategies.cpp.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_STRATEGIES_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_STRATEGIES_H

#include "passes/vectorize/access/access_strategy.h"

namespace weft {

const AccessStrategy &uniformAccess();      // uniform.cpp
const AccessStrategy &laneByLaneAccess();   // lane_by_lane.cpp
const AccessStrategy &broadcastAccess();    // strided.cpp
const AccessStrategy &consecutiveAccess();  // strided.cpp
const AccessStrategy &stridedAccess();      // strided.cpp
const AccessStrategy &testedStrideAccess(); // tested_stride.cpp
const AccessStrategy &sameStrideAccess();   // same_stride.cpp
const AccessStrategy &gatherAccess();       // gather.cpp

} // namespace weft
#endif
