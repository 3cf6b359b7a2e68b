// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/code_listing.h"

#include "compiler/codegen/machine_loops.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Path.h"
#include "llvm/Target/TargetMachine.h"

namespace weft {
namespace {

// What the code generator tells an assembler, in its order.
struct Told {
  std::vector<MachineLine> lines;
  std::vector<std::string> files;
};

class Listener final : public llvm::MCStreamer {
public:
  Listener(llvm::MCContext &context, llvm::MCInstPrinter &printer, Told &told)
      : MCStreamer(context), printer(printer), told(told) {}

  void emitLabel(llvm::MCSymbol *symbol, llvm::SMLoc place) override {
    MCStreamer::emitLabel(symbol, place);
    MachineLine &line = told.lines.emplace_back();
    line.label = symbol;
    line.shown.kind = symbol->isTemporary() ? CodeLine::Label : CodeLine::Function;
    line.shown.text = symbol->getName().str();
  }

  void emitInstruction(const llvm::MCInst &instruction, const llvm::MCSubtargetInfo &cpu) override {
    MachineLine &line = told.lines.emplace_back();
    line.instruction = instruction;
    line.shown.at = at;
    llvm::raw_string_ostream text(line.shown.text);
    printer.printInst(&instruction, /*Address=*/0, /*Annot=*/"", cpu, text);
  }

  llvm::Expected<unsigned> tryEmitDwarfFileDirective(unsigned number, llvm::StringRef folder,
                                                     llvm::StringRef name,
                                                     std::optional<llvm::MD5::MD5Result> checksum,
                                                     std::optional<llvm::StringRef> source,
                                                     unsigned unit) override {
    llvm::Expected<unsigned> given =
        MCStreamer::tryEmitDwarfFileDirective(number, folder, name, checksum, source, unit);
    if (given)
      files[*given] = numberOf(folder, name);
    return given;
  }

  void emitDwarfFile0Directive(llvm::StringRef folder, llvm::StringRef name,
                               std::optional<llvm::MD5::MD5Result> checksum,
                               std::optional<llvm::StringRef> source, unsigned unit) override {
    MCStreamer::emitDwarfFile0Directive(folder, name, checksum, source, unit);
    files[0] = numberOf(folder, name);
  }

  void emitDwarfLocDirective(unsigned file, unsigned line, unsigned column, unsigned flags,
                             unsigned isa, unsigned discriminator, llvm::StringRef name,
                             llvm::StringRef comment) override {
    MCStreamer::emitDwarfLocDirective(file, line, column, flags, isa, discriminator, name, comment);
    const auto known = files.find(file);
    at = line && known != files.end() ? SourceLine{known->second, line} : SourceLine();
  }

  // What an assembler would have to know, and people need not.
  bool emitSymbolAttribute(llvm::MCSymbol *, llvm::MCSymbolAttr) override { return true; }
  void emitCommonSymbol(llvm::MCSymbol *, uint64_t, llvm::Align) override {}

private:
  uint32_t numberOf(llvm::StringRef folder, llvm::StringRef name) {
    llvm::SmallString<128> path(name);
    if (!folder.empty() && llvm::sys::path::is_relative(name)) {
      path = folder;
      llvm::sys::path::append(path, name);
    }
    const auto known = llvm::find(told.files, path.str());
    if (known != told.files.end())
      return uint32_t(known - told.files.begin());
    told.files.push_back(path.str().str());
    return uint32_t(told.files.size() - 1);
  }

  llvm::MCInstPrinter &printer;
  Told &told;
  llvm::DenseMap<unsigned, uint32_t> files; // DWARF's number to ours
  SourceLine at;
};

// As LLVM's own addPassesToEmitFile() does, but for who listens.
bool run(llvm::Module &program, llvm::TargetMachine &machine, Told &told) {
  const llvm::Target &target = machine.getTarget();
  const std::unique_ptr<llvm::MCInstPrinter> printer(target.createMCInstPrinter(
      machine.getTargetTriple(), machine.getMCAsmInfo()->getAssemblerDialect(),
      *machine.getMCAsmInfo(), *machine.getMCInstrInfo(), *machine.getMCRegisterInfo()));
  if (!printer)
    return false;
  llvm::legacy::PassManager passes;
  passes.add(new llvm::AssumptionCacheTracker);
  auto *info = new llvm::MachineModuleInfoWrapperPass(&machine);
  llvm::TargetPassConfig *generator = machine.createPassConfig(passes);
  generator->setDisableVerify(true);
  passes.add(generator);
  passes.add(info);
  if (generator->addISelPasses())
    return false;
  generator->addMachinePasses();
  generator->setInitialized();
  info->getMMI().getContext().setUseNamesOnTempLabels(true);
  auto listener = std::make_unique<Listener>(info->getMMI().getContext(), *printer, told);
  target.createNullTargetStreamer(*listener);
  llvm::AsmPrinter *teller = target.createAsmPrinter(machine, std::move(listener));
  if (!teller)
    return false;
  passes.add(teller);
  passes.add(llvm::createFreeMachineFunctionPass());
  passes.run(program);
  return true;
}

// Whether an instruction follows the label, by way of other labels at the most. None does where
// constants and tables begin.
bool isOfCode(llvm::ArrayRef<MachineLine> lines, size_t label) {
  for (const MachineLine &line : lines.drop_front(label + 1))
    if (line.shown.kind != CodeLine::Label)
      return line.shown.kind == CodeLine::Instruction;
  return false;
}

// Keeps instructions, functions, and labels that instructions name. All else, such as what debug
// information refers to, goes.
void keepCode(std::vector<MachineLine> &lines) {
  llvm::DenseSet<const llvm::MCSymbol *> named;
  for (const MachineLine &line : lines)
    if (!line.label)
      for (const llvm::MCOperand &operand : line.instruction)
        if (const llvm::MCSymbol *symbol = symbolOf(operand))
          named.insert(symbol);
  std::vector<MachineLine> kept;
  for (size_t i = 0; i < lines.size(); ++i) {
    MachineLine &line = lines[i];
    if (!line.label || (isOfCode(lines, i) &&
                        (line.shown.kind == CodeLine::Function || named.contains(line.label))))
      kept.push_back(line);
  }
  lines = std::move(kept);
}

std::string tidy(llvm::StringRef text) {
  std::string result;
  for (char c : text.trim())
    result += c == '\t' ? ' ' : c;
  return result;
}

} // namespace

bool listCode(llvm::Module &program, llvm::TargetMachine &machine, llvm::StringRef tune,
              CodeListing &listing) {
  Told told;
  if (!run(program, machine, told))
    return false;
  keepCode(told.lines);
  const std::string cpu = tune.empty() ? machine.getTargetCPU().str() : tune.str();
  const std::unique_ptr<llvm::MCSubtargetInfo> model(machine.getTarget().createMCSubtargetInfo(
      machine.getTargetTriple(), cpu, machine.getTargetFeatureString()));
  if (model && model->getSchedModel().hasInstrSchedModel()) {
    listing.cpu = cpu;
    listing.loops = measureLoops(told.lines, machine, *model);
  }
  listing.files = std::move(told.files);
  for (MachineLine &line : told.lines) {
    line.shown.text = tidy(line.shown.text);
    listing.lines.push_back(std::move(line.shown));
  }
  return true;
}

} // namespace weft
