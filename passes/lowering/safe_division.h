// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer division that cannot trap.
//
// OpenCL C ("Operators"): a division by zero and a quotient that is out of range give an
// unspecified value, not an exception; x86's instructions raise one, and LLVM takes either for
// undefined behaviour from which it concludes, for instance, that a divisor tested afterwards is
// not zero. So this must run ahead of all optimisation.
//
//   %q = sdiv %a, %b    becomes    %zero = icmp eq %b, 0
//                                  %over = and (icmp eq %a, MIN), (icmp eq %b, -1)
//                                  %safe = select (or %zero, %over), 1, %b
//                                  %q = sdiv %a, %safe
//
// A division by a constant that is neither 0 nor -1 stays as it is. There is no branch, so that
// vectorisation is not hindered.
#ifndef WEFT_PASSES_LOWERING_SAFE_DIVISION_H
#define WEFT_PASSES_LOWERING_SAFE_DIVISION_H

#include "llvm/IR/Function.h"

namespace weft {

// Returns whether it changed anything.
bool makeDivisionSafe(llvm::Function &function);

} // namespace weft
#endif
