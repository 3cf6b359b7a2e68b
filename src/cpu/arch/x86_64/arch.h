// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_ARCH_X86_64_ARCH_H
#define WEFT_CPU_ARCH_X86_64_ARCH_H

#include <cstdint>
#include <elf.h>
#include <x86intrin.h>

namespace weft::arch {

// A counter that goes on at the same speed for all CPUs of a process, and is quicker to read than
// any clock (cpu/arch/clock.h makes time of it).
inline uint64_t ticks() { return __rdtsc(); }

// About what a tick takes, before anything is measured.
inline double usualNanosecondsPerTick() { return 0.4; }

// Who sees what was stored after this sees what was stored past the caches before. Other stores are
// seen in their order.
inline void finishNonTemporalStores() { _mm_sfence(); }

// Kernels assume round to nearest and masked exceptions; an application may have set anything. What
// is as it should be is not loaded: that would take as long as a short kernel.
class DefaultFloatEnvironment {
public:
  DefaultFloatEnvironment() {
    asm volatile("stmxcsr %0" : "=m"(mxcsr));
    asm volatile("fnstcw %0" : "=m"(x87_control));
    if ((mxcsr & ~exception_flags) != default_mxcsr || x87_control != default_x87_control)
      load(default_mxcsr, default_x87_control);
  }
  ~DefaultFloatEnvironment() {
    uint32_t now;
    asm volatile("stmxcsr %0" : "=m"(now));
    // Kernels raise flags; they do not change modes.
    if (now != mxcsr || x87_control != default_x87_control)
      load(mxcsr, x87_control);
  }
  DefaultFloatEnvironment(const DefaultFloatEnvironment &) = delete;
  DefaultFloatEnvironment &operator=(const DefaultFloatEnvironment &) = delete;

private:
  static constexpr uint32_t default_mxcsr = 0x1f80, exception_flags = 0x3f;
  static constexpr uint16_t default_x87_control = 0x037f;
  static void load(uint32_t new_mxcsr, uint16_t new_x87_control) {
    asm volatile("ldmxcsr %0" : : "m"(new_mxcsr) : "memory");
    asm volatile("fldcw %0" : : "m"(new_x87_control) : "memory");
  }
  uint32_t mxcsr = 0;
  uint16_t x87_control = 0;
};

// Of code that can be loaded: its machine, and what kinds of relocations there are.
constexpr unsigned ElfMachine = EM_X86_64;
constexpr const char *ElfMachineName = "x86-64";
enum class Relocation { Relative, OfSymbol, Other };
inline Relocation relocationKind(uint32_t type) {
  switch (type) {
  case R_X86_64_NONE:
  case R_X86_64_RELATIVE:
    return Relocation::Relative;
  case R_X86_64_64:
  case R_X86_64_GLOB_DAT:
  case R_X86_64_JUMP_SLOT:
    return Relocation::OfSymbol;
  default:
    return Relocation::Other;
  }
}

} // namespace weft::arch
#endif
