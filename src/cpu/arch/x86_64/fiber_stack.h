// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_ARCH_X86_64_FIBER_STACK_H
#define WEFT_CPU_ARCH_X86_64_FIBER_STACK_H

#include <cstdint>

// fiber_switch.S
extern "C" {
void weft_switch_stack(void **save, void *load);
void weft_start_stack();
}

namespace weft::arch {

// The stack pointer of a stack below `top`, which is aligned to 16 bytes, for weft_switch_stack()
// to resume: calls `main`, which must not return, with `argument`, in the floating-point
// environment that there is now.
template <typename T> void *makeStack(void *top, void (*main)(T *), T *argument) {
  auto *at = static_cast<uint64_t *>(top);
  *--at = 0; // keeps the stack aligned, and ends chains of frame pointers
  *--at = 0;
  uint32_t control[2] = {};
  asm("stmxcsr %0" : "=m"(control[0]));
  asm("fnstcw %0" : "=m"(control[1]));
  *--at = reinterpret_cast<uint64_t>(&weft_start_stack);
  *--at = 0;                                    // rbp
  *--at = 0;                                    // rbx
  *--at = reinterpret_cast<uint64_t>(argument); // r12
  *--at = reinterpret_cast<uint64_t>(main);     // r13
  *--at = 0;                                    // r14
  *--at = 0;                                    // r15
  *--at = uint64_t(control[1]) << 32 | control[0];
  return at;
}

} // namespace weft::arch
#endif
