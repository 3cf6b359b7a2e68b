// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_CHECK_ACCESSES_H
#define WEFT_PASSES_CHECK_ACCESSES_H

#include "weft/check_abi.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/Alignment.h"

namespace weft {

// One end of what an instruction does to memory.
struct Access {
  llvm::Instruction *instruction;
  llvm::Value *pointer;
  weft_check_access type;
  uint64_t bytes;      // 0: `length`
  llvm::Value *length; // of a copy
  llvm::Align align;

  bool writes() const { return type != WEFT_ACCESS_READ; }
};

// What it does, in at most two parts; none if it is no access.
llvm::SmallVector<Access, 2> accessesOf(llvm::Instruction &instruction,
                                        const llvm::DataLayout &layout);

// Where the vector has to be: of an access to components that of the whole one; else the access.
Access wholeOf(const Access &access);

} // namespace weft
#endif
