// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {

// By the numbers of the grammar's instructions.
static constexpr Handle *Handlers[] = {
#include "spirv_handlers.inc"
};

Handle *handlerOf(const OpInfo &op) { return Handlers[opNumber(op)]; }

} // namespace weft::spirv
