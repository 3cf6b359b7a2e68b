// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What only the instruction set says, of the code of the driver itself. For each there is a folder
// with the same names:
//
//   arch.h           ticks(), DefaultFloatEnvironment, finishNonTemporalStores(), the kind of ELF
//                    file
//   fiber_stack.h    makeStack() and weft_switch_stack(), for fibers
//   float_peak.cpp   multiplyAndAdd(), for who measures what a core can do
//   host.cpp         detectHost(), targetOfLevel(), cachesOfCpu() (cpu/host/host.h)
//   system_call.h    systemCall(), which no other code of the process takes part in
#ifndef WEFT_CPU_ARCH_ARCH_H
#define WEFT_CPU_ARCH_ARCH_H

#if defined(__x86_64__)
#include "cpu/arch/x86_64/arch.h"
#elif defined(__aarch64__)
#include "cpu/arch/aarch64/arch.h"
#else
#error "there is no src/cpu/arch for this instruction set"
#endif

#endif
