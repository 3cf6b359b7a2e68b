// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM clears what lies above a mask's lanes, where an instruction takes more of them, by a KMOV
// of the mask's size. It calls that a copy, and where it has to spill the mask, it spills and
// reloads the source in its place, with what lies above: a store of eight flags writes sixteen.
// Here the mask is and-ed with itself instead, which takes as long and is no copy.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace weft {
namespace {

// By size of the mask: bytes, words, doublewords. LLVM's headers do not have the numbers of the
// instructions.
struct Opcodes {
  unsigned move[3] = {}, conjunction[3] = {};

  explicit Opcodes(const llvm::TargetInstrInfo &instructions) {
    constexpr llvm::StringLiteral Moves[] = {"KMOVBkk", "KMOVWkk", "KMOVDkk"};
    constexpr llvm::StringLiteral Conjunctions[] = {"KANDBkk", "KANDWkk", "KANDDkk"};
    for (unsigned opcode = 0; opcode < instructions.getNumOpcodes(); ++opcode) {
      const llvm::StringRef name = instructions.getName(opcode);
      if (!name.starts_with("K"))
        continue;
      for (unsigned size = 0; size < 3; ++size) {
        if (name == Moves[size])
          move[size] = opcode;
        if (name == Conjunctions[size])
          conjunction[size] = opcode;
      }
    }
  }
};

} // namespace

bool keepMaskExtensions(llvm::MachineFunction &code) {
  if (!code.getTarget().getTargetTriple().isX86())
    return false;
  const llvm::TargetInstrInfo &instructions = *code.getSubtarget().getInstrInfo();
  static const Opcodes opcodes(instructions);
  bool changed = false;
  for (llvm::MachineBasicBlock &block : code)
    for (llvm::MachineInstr &instruction : llvm::make_early_inc_range(block))
      for (unsigned size = 0; size < 3; ++size)
        if (opcodes.conjunction[size] && instruction.getOpcode() == opcodes.move[size]) {
          const llvm::Register mask = instruction.getOperand(1).getReg();
          llvm::BuildMI(block, instruction, instruction.getDebugLoc(),
                        instructions.get(opcodes.conjunction[size]),
                        instruction.getOperand(0).getReg())
              .addReg(mask)
              .addReg(mask);
          code.getRegInfo().clearKillFlags(mask);
          instruction.eraseFromParent();
          changed = true;
          break;
        }
  return changed;
}

} // namespace weft
