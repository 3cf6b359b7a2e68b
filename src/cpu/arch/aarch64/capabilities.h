// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// host.h by what Linux says of the CPU.
#ifndef WEFT_CPU_ARCH_AARCH64_CAPABILITIES_H
#define WEFT_CPU_ARCH_AARCH64_CAPABILITIES_H

#include "cpu/host/host.h"

namespace weft {

// What the answers are made from: the CPU's, or a test's.
struct Capabilities {
  uint64_t hwcap = 0, hwcap2 = 0; // of the auxiliary vector
  uint32_t main_id = 0;           // MIDR_EL1; 0 where programs may not read it
};

Host detectHost(const Capabilities &source, std::string_view level_name, std::string &complaint);

} // namespace weft
#endif
