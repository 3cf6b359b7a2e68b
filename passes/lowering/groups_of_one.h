// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel whose groups all have one work-item needs no groups:
//
//   local int tile[12];      int tile[12];              nobody else sees it
//   get_local_id(0)          0
//   get_local_size(0)        1
//   get_group_id(0)          get_global_id(0) - get_global_offset(0)
//   get_num_groups(0)        get_global_size(0)
//   barrier(...)                                        nobody to wait for
//
// What is left is a kernel whose work-items cannot tell how they are grouped, so that launches form
// groups that fill vectors.
#ifndef WEFT_PASSES_LOWERING_GROUPS_OF_ONE_H
#define WEFT_PASSES_LOWERING_GROUPS_OF_ONE_H

#include "llvm/IR/Function.h"

namespace weft {

// Attribute of a kernel whose launches all ask for groups of one work-item, and get others if they
// may.
constexpr llvm::StringLiteral GroupsOfOne = "weft-groups-of-one";

// Requires a kernel with this attribute, right after it has become a work-item function. Rewrites
// it as above, unless something in it needs groups; returns whether it did.
bool dissolveGroupsOfOne(llvm::Function &item);

} // namespace weft
#endif
