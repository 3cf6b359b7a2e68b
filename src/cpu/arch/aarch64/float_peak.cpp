// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arch/float_peak.h"

namespace weft::arch {

double multiplyAndAdd(uint64_t rounds) { WEFT_MULTIPLY_AND_ADD(16, rounds) }

} // namespace weft::arch
