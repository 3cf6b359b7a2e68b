// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
namespace weft {
extern const bool RewritesAreOn;
const bool RewritesAreOn = WEFT_REWRITES;
} // namespace weft
