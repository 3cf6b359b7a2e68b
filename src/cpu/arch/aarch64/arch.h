// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_ARCH_AARCH64_ARCH_H
#define WEFT_CPU_ARCH_AARCH64_ARCH_H

#include <cstdint>
#include <elf.h>

namespace weft::arch {

// A counter that goes on at the same speed for all CPUs of a process, and is quicker to read than
// any clock (cpu/arch/clock.h makes time of it). It steps every 1 to 40 ns.
inline uint64_t ticks() {
  uint64_t count;
  asm volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
}

// A tick of the counter, as the CPU says before anything is measured.
inline double usualNanosecondsPerTick() {
  uint64_t frequency;
  asm("mrs %0, cntfrq_el0" : "=r"(frequency));
  return frequency ? 1e9 / double(frequency) : 1;
}

// Who sees what was stored after this sees what was stored past the caches before. Here such stores
// keep no other order than usual ones do, which each release and acquire of the driver's orders.
inline void finishNonTemporalStores() {}

// Kernels assume round to nearest, subnormal numbers and masked exceptions; an application may have
// set anything. What is as it should be is not written.
class DefaultFloatEnvironment {
public:
  DefaultFloatEnvironment() : control(read()) {
    if (control != DefaultControl)
      write(DefaultControl);
  }
  ~DefaultFloatEnvironment() {
    if (read() != control)
      write(control);
  }
  DefaultFloatEnvironment(const DefaultFloatEnvironment &) = delete;
  DefaultFloatEnvironment &operator=(const DefaultFloatEnvironment &) = delete;

private:
  static constexpr uint64_t DefaultControl = 0;
  static uint64_t read() {
    uint64_t value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void write(uint64_t value) { asm volatile("msr fpcr, %0" : : "r"(value) : "memory"); }
  const uint64_t control;
};

// Of code that can be loaded: its machine, and what kinds of relocations there are.
constexpr unsigned ElfMachine = EM_AARCH64;
constexpr const char *ElfMachineName = "aarch64";
enum class Relocation { Relative, OfSymbol, Other };
inline Relocation relocationKind(uint32_t type) {
  switch (type) {
  case R_AARCH64_NONE:
  case R_AARCH64_RELATIVE:
    return Relocation::Relative;
  case R_AARCH64_ABS64:
  case R_AARCH64_GLOB_DAT:
  case R_AARCH64_JUMP_SLOT:
    return Relocation::OfSymbol;
  default:
    return Relocation::Other;
  }
}

} // namespace weft::arch
#endif
