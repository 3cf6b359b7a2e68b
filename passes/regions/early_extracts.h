// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes short vectors apart before a barrier rather than behind it.
//
//   v = ...                                v = ...
//   store v.x                              y = v.y
//   barrier()                      ->      store v.x
//   store v.y                              barrier()
//                                          store y
//
// Requires    `live` is what lives at the starts of the function's regions.
// Guarantees  The same values. A vector of up to four elements lives across barriers only where it
//             is used whole behind one.
// Why         Only the elements that are used are kept then, each in an array of its own, in which
//             those of neighbouring work-items are neighbours.
#ifndef WEFT_PASSES_REGIONS_EARLY_EXTRACTS_H
#define WEFT_PASSES_REGIONS_EARLY_EXTRACTS_H

#include "passes/regions/liveness.h"

namespace weft {

// Returns whether anything changed; `live` is out of date then.
bool extractEarly(llvm::ArrayRef<LiveSet> live);

} // namespace weft
#endif
