// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What changes most from one LLVM major to the next, in one place.
#ifndef WEFT_COMPILER_LLVM_COMPAT_H
#define WEFT_COMPILER_LLVM_COMPAT_H

#include "llvm/Config/llvm-config.h"

#include <memory>
#include <string>

#if LLVM_VERSION_MAJOR != 22
#error "Weft is written for LLVM 22"
#endif

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

// Registers the x86 target; once per process, however often called.
void initializeTargets();

// A target machine for x86-64 Linux, position independent, lent for one translation at a time.
// Making one and having it work out what its features mean costs as much as a twentieth of a small
// kernel, so those that come back are lent again.
class LentTargetMachine {
public:
  // Empty, with `error` set, for a CPU name that LLVM does not know. Unknown features are left out:
  // LLVM would print them to stderr.
  LentTargetMachine(const std::string &cpu, const std::string &features, unsigned opt_level,
                    std::string &error);
  // Where a failure jumps over this, the machine is lost, as it should be.
  ~LentTargetMachine();
  LentTargetMachine(const LentTargetMachine &) = delete;

  explicit operator bool() const { return machine != nullptr; }
  llvm::TargetMachine &operator*() const { return *machine; }

private:
  std::string key;
  std::unique_ptr<llvm::TargetMachine> machine;
};

} // namespace weft
#endif
