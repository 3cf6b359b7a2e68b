// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long an iteration of an inner loop takes at least, by LLVM's model of a CPU, in the manner of
// llvm-mca: how long its instructions keep the busiest of the units that they share, and how long
// its results take to become those of the next iteration. Both take for granted that all data are
// in the nearest cache, and that branches are foreseen.
#ifndef WEFT_COMPILER_CODEGEN_MACHINE_LOOPS_H
#define WEFT_COMPILER_CODEGEN_MACHINE_LOOPS_H

#include "weft/code_report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/MC/MCInst.h"

#include <vector>

namespace llvm {
class MCSubtargetInfo;
class MCSymbol;
class TargetMachine;
} // namespace llvm

namespace weft {

// What is shown of an instruction or a label, and what it is.
struct MachineLine {
  CodeLine shown;
  const llvm::MCSymbol *label = nullptr; // null: an instruction
  llvm::MCInst instruction;
};

// The symbol that an operand names; null if it names none.
const llvm::MCSymbol *symbolOf(const llvm::MCOperand &operand);

// The loops that contain no other, as numbers of `lines`: from a label to the branch back to it.
// Those that call something are left out: nothing is known of what is called.
std::vector<MachineLoop> measureLoops(llvm::ArrayRef<MachineLine> lines,
                                      const llvm::TargetMachine &machine,
                                      const llvm::MCSubtargetInfo &model);

} // namespace weft
#endif
