// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_ARCH_X86_64_SYSTEM_CALL_H
#define WEFT_CPU_ARCH_X86_64_SYSTEM_CALL_H

namespace weft::arch {

// The kernel's answer; a negative one is an error. Inlined, so that it calls nothing: not even what
// is resolved when it is first called.
[[gnu::always_inline]] inline long systemCall(long number, long a = 0, long b = 0, long c = 0,
                                              long d = 0, long e = 0) {
  long result;
  register long fourth asm("r10") = d;
  register long fifth asm("r8") = e;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth)
               : "rcx", "r11", "memory");
  return result;
}

} // namespace weft::arch
#endif
