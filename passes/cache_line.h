// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_CACHE_LINE_H
#define WEFT_PASSES_CACHE_LINE_H

#include <cstdint>

namespace weft {

// Bytes of a line of the cache, on every x86-64 CPU.
constexpr int64_t LineBytes = 64;

} // namespace weft
#endif
