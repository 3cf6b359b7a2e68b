// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_LAUNCH_LEAVE_H
#define WEFT_CPU_LAUNCH_LEAVE_H

namespace weft {

// weft_stop::leave: from within a kernel of a launch that may be stopped, on whatever stack the
// kernel is, to the launcher that runs it. The kernel's frames are dropped.
[[noreturn]] void leaveKernel();

} // namespace weft
#endif
