// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_SUPPORT_PAUSE_H
#define WEFT_SUPPORT_PAUSE_H

namespace weft {

// For loops that wait for another thread: lets the CPU do something else for a moment.
inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#else
#error "how is a CPU told to wait here?"
#endif
}

} // namespace weft
#endif
