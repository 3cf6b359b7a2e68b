// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target machines with their code generators, kept from one translation to the next.
#ifndef WEFT_COMPILER_CODEGEN_TARGET_MACHINE_H
#define WEFT_COMPILER_CODEGEN_TARGET_MACHINE_H

#include "compiler/codegen/object_emitter.h"

#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace weft {

struct MachineKind {
  std::string cpu, features; // as LLVM names them
  unsigned opt_level = 2;    // 0 or 2
};

// LLVM's name of the CPU that code is tuned for, by weft_request::tune and weft_request::cpu.
std::string tunedFor(llvm::StringRef tune, llvm::StringRef cpu);

// A target machine for Linux on this machine's instruction set, position independent, lent for one
// translation at a time. Making one and having it work out what its features mean costs as much as
// a twentieth of a small kernel, as does setting up its code generator, so those that come back are
// lent again.
class LentTargetMachine {
public:
  // Empty, with `error` set, for a CPU name that LLVM does not know. Unknown features are left out:
  // LLVM would print them to stderr. For who is going to emit code soon it had better be `ready`.
  LentTargetMachine(const MachineKind &kind, std::string &error, bool ready = false);
  // Where a failure jumps over this, the machine is lost, as it should be.
  ~LentTargetMachine();
  LentTargetMachine(const LentTargetMachine &) = delete;

  explicit operator bool() const { return kept.machine != nullptr; }
  llvm::TargetMachine &operator*() const { return *kept.machine; }

  // As ObjectEmitter::emit. The machine may be another one of its kind afterwards.
  bool emitObject(llvm::Module &program, llvm::SmallVectorImpl<char> &object);

  struct Kept {
    std::unique_ptr<llvm::TargetMachine> machine;
    std::unique_ptr<ObjectEmitter> emitter; // of the machine; made when it is first needed
  };

  // Whether there is one that nobody has at the moment.
  static bool isIdle(const MachineKind &kind);

private:
  void makeReady(); // to emit

  std::string key;
  Kept kept;
};

// Makes two, one to lower programs with and one to emit code with; who asks meanwhile waits for
// them. Most of what the first compile of a process costs more than the others is done here.
// Returns at once when another thread is about it. Never fails.
void makeMachines(const MachineKind &kind);

} // namespace weft
#endif
