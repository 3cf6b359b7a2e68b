// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// host.h by what CPUID answers.
#ifndef WEFT_CPU_ARCH_X86_64_CPUID_H
#define WEFT_CPU_ARCH_X86_64_CPUID_H

#include "cpu/host/host.h"

namespace weft {

struct CpuidRegisters {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

// Where the answers come from: the CPU, or a test.
class CpuidSource {
public:
  virtual ~CpuidSource() = default;
  virtual CpuidRegisters leaf(uint32_t leaf, uint32_t subleaf) const = 0;
  // XCR0: the register state that the OS saves; asked only where CPUID says that it can be.
  virtual uint64_t enabledState() const = 0;
};

class RealCpuid : public CpuidSource {
public:
  CpuidRegisters leaf(uint32_t leaf, uint32_t subleaf) const override;
  uint64_t enabledState() const override;
};

Host detectHost(const CpuidSource &source, std::string_view level_name, std::string &complaint);
CacheSizes cachesFromCpuid(const CpuidSource &source);

} // namespace weft
#endif
