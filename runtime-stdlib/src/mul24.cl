// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mul24 and mad24 of int: a CPU's product of 32 bits is no slower than one of 24. What they make of
// numbers that have more is the implementation's choice: the product of these. Of uint, libclc's
// take the low 24 bits, as the conformance suite wants.
#include "overloads.h"

#define DEFINE(N, ...)                                                                             \
  PURE int##N mul24(int##N a, int##N b) { return a * b; }                                          \
  PURE int##N mad24(int##N a, int##N b, int##N c) { return a * b + c; }
FOR_WIDTHS(DEFINE)
