// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_NAMED_BARRIERS_H
#define WEFT_PASSES_NAMED_BARRIERS_H

namespace weft {

// Attribute of a __local variable that is a barrier for some sub-groups of a work-group. In a
// kernel that uses one, sub-groups wait for each other, and cannot run one by one.
constexpr char NamedBarrierAttribute[] = "weft-named-barrier";

} // namespace weft
#endif
