// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/spill_sizes.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

namespace weft {
namespace {

// Where a pass over machine code leaves it: in the function of the IR that the code is made from.
constexpr llvm::StringLiteral Attribute = "weft-spill-bytes";

class NoteSpillSize final : public llvm::MachineFunctionPass {
public:
  static char ID;
  NoteSpillSize() : MachineFunctionPass(ID) {}
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(llvm::MachineFunction &code) override {
    const llvm::MachineFrameInfo &frame = code.getFrameInfo();
    uint64_t bytes = 0;
    // Numbers below 0 are of what callers' registers are saved in.
    for (int i = 0; i < frame.getObjectIndexEnd(); ++i)
      if (frame.isSpillSlotObjectIndex(i) && !frame.isDeadObjectIndex(i))
        bytes += uint64_t(frame.getObjectSize(i));
    if (bytes)
      code.getFunction().addFnAttr(Attribute, std::to_string(bytes));
    return false;
  }
};
char NoteSpillSize::ID = 0;

uint64_t ownSpillBytes(const llvm::Function &function) {
  uint64_t bytes = 0;
  function.getFnAttribute(Attribute).getValueAsString().getAsInteger(10, bytes);
  return bytes;
}

uint64_t spillBytes(const llvm::Function &function,
                    llvm::SmallPtrSetImpl<const llvm::Function *> &seen) {
  if (!seen.insert(&function).second)
    return 0;
  uint64_t bytes = ownSpillBytes(function);
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    // Called here, or handed to who calls it.
    for (const llvm::Use &operand : instruction.operands())
      if (auto *callee = llvm::dyn_cast<llvm::Function>(&operand))
        bytes += spillBytes(*callee, seen);
  return bytes;
}

} // namespace

void noteSpillSizes() {
  static const llvm::RegisterTargetPassConfigCallback callback(
      [](llvm::TargetMachine &, llvm::PassManagerBase &, llvm::TargetPassConfig *passes) {
        passes->insertPass(&llvm::PrologEpilogCodeInserterID, new NoteSpillSize());
      });
}

uint64_t spillBytes(const llvm::Function &function) {
  llvm::SmallPtrSet<const llvm::Function *, 8> seen;
  return spillBytes(function, seen);
}

uint64_t spillBytes(const llvm::Module &module) {
  uint64_t bytes = 0;
  for (const llvm::Function &function : module)
    bytes += ownSpillBytes(function);
  return bytes;
}

} // namespace weft
