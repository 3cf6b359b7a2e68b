// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A request of include/weft/compiler.h, for callers in C++.
#ifndef WEFT_COMPILER_REQUEST_H
#define WEFT_COMPILER_REQUEST_H

#include "support/artifact.h"
#include "weft/compiler.h"

namespace weft {

// Thread-safe. `artifact` holds at least the log, whatever the status. Nothing in here, a fatal
// error of LLVM included, ends the process.
weft_status runRequest(const weft_request &request, Artifact &artifact);

} // namespace weft
#endif
