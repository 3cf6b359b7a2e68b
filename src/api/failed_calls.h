// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_API_FAILED_CALLS_H
#define WEFT_API_FAILED_CALLS_H

#include "core/error.h"

namespace weft::api {

// With WEFT_CHECK=api: a report of a call that fails because it is wrong, as a program may not look
// at what it returns. Not of queries, nor of what makes contexts, sub-devices, queues, programs and
// kernels: programs call these to see what there is.
void reportFailedCall(const char *entry_point, const Error &error) noexcept;

} // namespace weft::api
#endif
