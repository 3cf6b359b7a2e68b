// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch does, as its arguments suggest: for traces, which compare it with what the machine
// can do.
#ifndef WEFT_CORE_LAUNCH_WORK_H
#define WEFT_CORE_LAUNCH_WORK_H

#include "core/owned_launch.h"
#include "support/trace.h"

namespace weft {

class Allocations;

// Bytes: of all memory that arguments point to, each once, whatever part of it is accessed, and
// however often. Operations: KernelFacts::float_work, of all work-items.
trace::Work workOf(const KernelInfo &kernel, const weft_launch &range,
                   const KernelArgs::Snapshot &arguments, const Allocations &known);

} // namespace weft
#endif
