// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_ARCH_AARCH64_SYSTEM_CALL_H
#define WEFT_CPU_ARCH_AARCH64_SYSTEM_CALL_H

namespace weft::arch {

// The kernel's answer; a negative one is an error. Inlined, so that it calls nothing: not even what
// is resolved when it is first called.
[[gnu::always_inline]] inline long systemCall(long number, long a = 0, long b = 0, long c = 0,
                                              long d = 0, long e = 0) {
  register long which asm("x8") = number;
  register long first asm("x0") = a;
  register long second asm("x1") = b;
  register long third asm("x2") = c;
  register long fourth asm("x3") = d;
  register long fifth asm("x4") = e;
  asm volatile("svc #0"
               : "+r"(first)
               : "r"(which), "r"(second), "r"(third), "r"(fourth), "r"(fifth)
               : "memory", "cc");
  return first;
}

} // namespace weft::arch
#endif
