// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM, where it looks for shorter encodings, makes one instruction of VPMOV*2M and the KMOV that
// reads its mask, and removes the mask: though a gather reads it as well (198197) or another block,
// and where the instruction cannot encode the register (191304). Here such masks are read twice:
// LLVM leaves alone what has more than one use.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace weft {

bool keepMaskMoves(llvm::MachineFunction &code) {
  if (!code.getTarget().getTargetTriple().isX86())
    return false;
  const llvm::TargetInstrInfo &instructions = *code.getSubtarget().getInstrInfo();
  bool changed = false;
  for (llvm::MachineBasicBlock &block : code) {
    bool makes_masks = false;
    for (llvm::MachineInstr &instruction : llvm::make_early_inc_range(block)) {
      // LLVM's headers do not have the numbers of the instructions.
      llvm::StringRef name = instructions.getName(instruction.getOpcode());
      makes_masks |= name.starts_with("VPMOV") && name.contains("2M");
      if (makes_masks && name.starts_with("KMOV") && name.ends_with("rk")) {
        llvm::MachineInstr *again = code.CloneMachineInstr(&instruction);
        instruction.clearKillInfo();
        block.insertAfter(instruction.getIterator(), again);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace weft
