// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The composition root: joins entry points, core and the CPU device.
#ifndef WEFT_ICD_DISPATCH_H
#define WEFT_ICD_DISPATCH_H

namespace weft {

// Before anything else; any number of times, from any thread.
void compose();

} // namespace weft
#endif
