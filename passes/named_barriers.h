// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_NAMED_BARRIERS_H
#define WEFT_PASSES_NAMED_BARRIERS_H

namespace weft {

// Of a local variable that is a barrier for some sub-groups of a work-group. A kernel that uses one
// needs sub-groups that do not wait for each other's turn.
constexpr char NamedBarrierAttribute[] = "weft-named-barrier";

} // namespace weft
#endif
