// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See arch.h.
#ifndef WEFT_CPU_ARCH_SYSTEM_CALL_H
#define WEFT_CPU_ARCH_SYSTEM_CALL_H

#if defined(__x86_64__)
#include "cpu/arch/x86_64/system_call.h"
#elif defined(__aarch64__)
#include "cpu/arch/aarch64/system_call.h"
#else
#error "there is no src/cpu/arch for this instruction set"
#endif

#endif
