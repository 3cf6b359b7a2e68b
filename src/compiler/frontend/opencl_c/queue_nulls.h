// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// get_default_queue returns a queue, or 0 if there is none, so programs compare queues with 0 and
// NULL. Clang (22) gives that null the conversion to a pointer, which a queue is not for our
// target, and crashes when it makes code of it. In initialisers it has the right one.
#ifndef WEFT_COMPILER_FRONTEND_OPENCL_C_QUEUE_NULLS_H
#define WEFT_COMPILER_FRONTEND_OPENCL_C_QUEUE_NULLS_H

#include "clang/AST/ASTConsumer.h"

#include <memory>

namespace weft {

// A consumer to stand ahead of the code generator's. It looks at declarations while `has_queues` is
// set, which it must be before the first that has one: few programs do, and looking costs.
std::unique_ptr<clang::ASTConsumer> makeQueueNulls(const bool &has_queues);

} // namespace weft
#endif
