// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/machine_loops.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

#include <algorithm>
#include <memory>

namespace weft {
namespace {

// Iterations after which a chain is taken to grow evenly, and those over which it is measured: a
// multiple of how many iterations a value may take to come back to its register.
constexpr unsigned WarmUp = 4, Measured = 12;

class Measure {
public:
  Measure(llvm::ArrayRef<MachineLine> lines, const llvm::TargetMachine &machine,
          const llvm::MCSubtargetInfo &model)
      : lines(lines), instructions(*machine.getMCInstrInfo()),
        registers(*machine.getMCRegisterInfo()), model(model), units(model.getSchedModel()),
        analysis(machine.getTarget().createMCInstrAnalysis(&instructions)) {}

  std::vector<MachineLoop> loops() const {
    std::vector<MachineLoop> found;
    llvm::DenseMap<const llvm::MCSymbol *, uint32_t> labels; // of the function, so far
    for (uint32_t i = 0; i < lines.size(); ++i) {
      if (lines[i].label) {
        labels[lines[i].label] = i;
        continue;
      }
      const std::optional<uint32_t> first = jumpsBack(lines[i].instruction, labels);
      // One that ends here contains those that begin behind its first line.
      if (first && (found.empty() || found.back().first < *first))
        found.push_back({*first, i, 0, 0, ""});
    }
    std::erase_if(found, [&](const MachineLoop &loop) { return calls(loop); });
    for (MachineLoop &loop : found)
      measure(loop);
    return found;
  }

private:
  const llvm::MCInstrDesc &kindOf(const llvm::MCInst &instruction) const {
    return instructions.get(instruction.getOpcode());
  }

  std::optional<uint32_t>
  jumpsBack(const llvm::MCInst &instruction,
            const llvm::DenseMap<const llvm::MCSymbol *, uint32_t> &labels) const {
    if (!kindOf(instruction).isBranch())
      return std::nullopt;
    for (const llvm::MCOperand &operand : instruction)
      if (const auto label = labels.find(symbolOf(operand)); label != labels.end())
        return label->second;
    return std::nullopt;
  }

  const llvm::MCSchedClassDesc *classOf(const llvm::MCInst &instruction) const {
    unsigned number = kindOf(instruction).getSchedClass();
    const llvm::MCSchedClassDesc *found = units.getSchedClassDesc(number);
    while (found->isValid() && found->isVariant()) {
      number = model.resolveVariantSchedClass(number, &instruction, &instructions,
                                              units.getProcessorID());
      if (!number)
        return nullptr;
      found = units.getSchedClassDesc(number);
    }
    return found->isValid() ? found : nullptr;
  }

  bool calls(const MachineLoop &loop) const {
    return llvm::any_of(
        lines.slice(loop.first, loop.last - loop.first + 1),
        [&](const MachineLine &line) { return !line.label && kindOf(line.instruction).isCall(); });
  }

  void measure(MachineLoop &loop) const {
    findBusiest(loop);
    const double before = chainAfter(loop, WarmUp);
    loop.chain = (chainAfter(loop, WarmUp + Measured) - before) / Measured;
  }

  void findBusiest(MachineLoop &loop) const {
    double operations = 0;
    std::vector<double> cycles(units.getNumProcResourceKinds());
    for (uint32_t i = loop.first; i <= loop.last; ++i) {
      const llvm::MCSchedClassDesc *kind = lines[i].label ? nullptr : classOf(lines[i].instruction);
      if (!kind)
        continue;
      operations += kind->NumMicroOps;
      for (auto *use = model.getWriteProcResBegin(kind); use != model.getWriteProcResEnd(kind);
           ++use)
        cycles[use->ProcResourceIdx] += use->ReleaseAtCycle - use->AcquireAtCycle;
    }
    loop.ports = operations / units.IssueWidth;
    loop.busiest = "dispatch";
    // Groups of units are kept busy by what keeps one of them.
    for (unsigned i = 1; i < cycles.size(); ++i) {
      const llvm::MCProcResourceDesc &unit = *units.getProcResource(i);
      if (const double least = cycles[i] / std::max(1u, unit.NumUnits); least > loop.ports) {
        loop.ports = least;
        loop.busiest = unit.Name;
      }
    }
  }

  // When a register is written, and by what.
  struct Written {
    double begun = 0, latency = 0;
    unsigned by = 0; // LLVM's number of this kind of writing
  };
  using State = llvm::DenseMap<unsigned, Written>; // by register unit

  double readyFor(const llvm::MCSchedClassDesc *kind, llvm::MCRegister from, unsigned use,
                  const State &state) const {
    double ready = 0;
    for (llvm::MCRegUnit unit : registers.regunits(from)) {
      const auto written = state.find(unsigned(unit));
      if (written == state.end())
        continue;
      const Written &last = written->second;
      // Some operands are wanted later than others, as those beside one in memory.
      const int ahead = kind ? model.getReadAdvanceCycles(kind, use, last.by) : 0;
      ready = std::max(ready, last.begun + std::max(0.0, last.latency - ahead));
    }
    return ready;
  }

  void write(const llvm::MCSchedClassDesc *kind, llvm::MCRegister to, unsigned definition,
             double begun, State &state) const {
    Written written{begun, 1, 0};
    if (kind && definition < kind->NumWriteLatencyEntries) {
      const llvm::MCWriteLatencyEntry *entry = model.getWriteLatencyEntry(kind, definition);
      written.latency = std::max(0, int(entry->Cycles));
      written.by = entry->WriteResourceID;
    } else if (kind) {
      written.latency = llvm::MCSchedModel::computeInstrLatency(model, *kind);
    }
    for (llvm::MCRegUnit unit : registers.regunits(to))
      state[unsigned(unit)] = written;
  }

  // When the last result of so many iterations is there, if there are units for everything.
  double chainAfter(const MachineLoop &loop, unsigned iterations) const {
    State state;
    for (unsigned iteration = 0; iteration < iterations; ++iteration)
      for (uint32_t i = loop.first; i <= loop.last; ++i)
        if (!lines[i].label)
          step(lines[i].instruction, state);
    double last = 0;
    for (const auto &[unit, written] : state)
      last = std::max(last, written.begun + written.latency);
    return last;
  }

  void step(const llvm::MCInst &instruction, State &state) const {
    const llvm::MCInstrDesc &desc = kindOf(instruction);
    const llvm::MCSchedClassDesc *kind = classOf(instruction);
    const unsigned definitions = desc.getNumDefs();
    llvm::APInt idle;
    const bool is_free =
        analysis && analysis->isDependencyBreaking(instruction, idle, units.getProcessorID());
    double begun = 0;
    if (!is_free) {
      for (unsigned i = definitions; i < instruction.getNumOperands(); ++i)
        if (const llvm::MCOperand &operand = instruction.getOperand(i);
            operand.isReg() && operand.getReg())
          begun = std::max(begun, readyFor(kind, operand.getReg(), i - definitions, state));
      unsigned use = instruction.getNumOperands() - definitions;
      for (llvm::MCPhysReg from : desc.implicit_uses())
        begun = std::max(begun, readyFor(kind, from, use++, state));
    }
    for (unsigned i = 0; i < definitions; ++i)
      if (const llvm::MCOperand &operand = instruction.getOperand(i);
          operand.isReg() && operand.getReg())
        write(kind, operand.getReg(), i, begun, state);
    unsigned definition = definitions;
    for (llvm::MCPhysReg to : desc.implicit_defs())
      write(kind, to, definition++, begun, state);
  }

  const llvm::ArrayRef<MachineLine> lines;
  const llvm::MCInstrInfo &instructions;
  const llvm::MCRegisterInfo &registers;
  const llvm::MCSubtargetInfo &model;
  const llvm::MCSchedModel &units;
  const std::unique_ptr<const llvm::MCInstrAnalysis> analysis; // may be null
};

} // namespace

const llvm::MCSymbol *symbolOf(const llvm::MCOperand &operand) {
  auto *reference =
      operand.isExpr() ? llvm::dyn_cast<llvm::MCSymbolRefExpr>(operand.getExpr()) : nullptr;
  return reference ? &reference->getSymbol() : nullptr;
}

std::vector<MachineLoop> measureLoops(llvm::ArrayRef<MachineLine> lines,
                                      const llvm::TargetMachine &machine,
                                      const llvm::MCSubtargetInfo &model) {
  return Measure(lines, machine, model).loops();
}

} // namespace weft
