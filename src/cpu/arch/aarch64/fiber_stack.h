// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_ARCH_AARCH64_FIBER_STACK_H
#define WEFT_CPU_ARCH_AARCH64_FIBER_STACK_H

#include <cstdint>

// fiber_switch.S
extern "C" {
void weft_switch_stack(void **save, void *load);
void weft_start_stack();
}

namespace weft::arch {

// What a suspended stack holds, from its stack pointer upwards; fiber_switch.S has the same.
struct SuspendedStack {
  uint64_t frame_pointer = 0, return_address = 0;
  uint64_t x19_to_x28[10] = {};
  uint64_t d8_to_d15[8] = {};
  uint64_t float_control = 0, unused = 0;
};
static_assert(sizeof(SuspendedStack) == 176, "as in fiber_switch.S");

// The stack pointer of a stack below `top`, which is aligned to 16 bytes, for weft_switch_stack()
// to resume: calls `main`, which must not return, with `argument`, in the floating-point
// environment that there is now.
template <typename T> void *makeStack(void *top, void (*main)(T *), T *argument) {
  auto *stack = static_cast<SuspendedStack *>(top) - 1;
  *stack = SuspendedStack();
  stack->return_address = reinterpret_cast<uint64_t>(&weft_start_stack);
  stack->x19_to_x28[0] = reinterpret_cast<uint64_t>(argument);
  stack->x19_to_x28[1] = reinterpret_cast<uint64_t>(main);
  asm("mrs %0, fpcr" : "=r"(stack->float_control));
  return stack;
}

} // namespace weft::arch
#endif
