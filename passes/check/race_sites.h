// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constants in which a kernel's code says what it tells of races (weft_race_site).
#ifndef WEFT_PASSES_CHECK_RACE_SITES_H
#define WEFT_PASSES_CHECK_RACE_SITES_H

#include "weft/check_abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace weft {

// Of one kernel.
class RaceSites {
public:
  explicit RaceSites(llvm::Module &module);

  struct Access {
    llvm::Constant *place; // weft_check_site
    uint32_t operation;    // weft_race_operation
    unsigned granule;      // bytes, as the exponent of 2
    bool is_local;
    weft_race_values values;
    bool has_sub_groups;
    uint64_t object_bytes; // 0: not known
  };
  llvm::Constant *access(const Access &access);
  // What may order accesses: a set of weft_race_operation.
  llvm::Constant *order(uint32_t operations);
  // Once there are all: the table of them, that each leads to.
  void finish();

private:
  llvm::GlobalVariable *make(const Access &access, unsigned number);

  llvm::Module &module;
  llvm::StructType *const type;
  llvm::ArrayType *const slots;
  llvm::GlobalVariable *table = nullptr;     // made with the first site
  llvm::SmallVector<llvm::Constant *> sites; // by number
};

} // namespace weft
#endif
