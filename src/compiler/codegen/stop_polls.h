// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_terminate_context: kernels that can be stopped wherever they are. On their way round a
// loop they look at a number that the driver sets:
//
//   loop:                       loop:
//     ...                         ...
//     br loop             ->      load *weft_stop.wanted
//                                 br if it is not 0 to leave, else loop
//                               leave:
//                                 call weft_stop.leave()      does not return
#ifndef WEFT_COMPILER_CODEGEN_STOP_POLLS_H
#define WEFT_COMPILER_CODEGEN_STOP_POLLS_H

#include "llvm/IR/Module.h"

namespace weft {

// Requires: code on which no pass that knows loops runs any more.
// Guarantees: each cycle of the control flow of each function has such a look at weft_stop
// (include/weft/ending_abi.h), which the module defines, as other objects of the program do.
void addStopPolls(llvm::Module &program);

} // namespace weft
#endif
