// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine can do at most, measured: for traces, which compare launches with it.
#ifndef WEFT_CPU_HOST_PEAKS_H
#define WEFT_CPU_HOST_PEAKS_H

#include "support/trace.h"

#include <cstdint>

namespace weft {

// Takes a tenth of a second on as many threads, of the caller's affinity. Memory: STREAM's triad
// over more than `cache_bytes`, but over no more than `most_bytes`. Arithmetic: multiplyAndAdd().
// Zeros where there is no memory for it.
trace::Peaks measurePeaks(unsigned threads, uint64_t cache_bytes, uint64_t most_bytes);

} // namespace weft
#endif
