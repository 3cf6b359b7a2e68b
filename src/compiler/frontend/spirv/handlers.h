// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which function translates which instruction of a body: handlers.json says it of the grammar's
// classes of instructions, and of single ones; generate_grammar.py makes a table of that. Each has
// one file, in which it makes a Handler of the body.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_HANDLERS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_HANDLERS_H

#include "compiler/frontend/spirv/grammar.h"

namespace weft::spirv {

class Body;
using Handle = void(Body &);

// Null for what no body may hold, or what is not supported.
Handle *handlerOf(const OpInfo &op);

Handle arithmetic, atomics, comparison, composite, control, conversion, deviceEnqueue, extended,
    groups, images, integers, intel, maskedGather, maskedScatter, memory, pipes, subGroups,
    undefined;

} // namespace weft::spirv
#endif
