// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/llvm_compat.h"

#include "compiler/mask_moves.h"
#include "compiler/spill_sizes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

#include <array>
#include <mutex>

// lld registers every target that LLVM was configured with; only x86 is linked. `X86` becomes
// another name here, so that the real one is not defined a second time.
#define WEFT_NO_TARGET(name)                                                                       \
  extern "C" void LLVMInitialize##name##TargetInfo() {}                                            \
  extern "C" void LLVMInitialize##name##Target() {}                                                \
  extern "C" void LLVMInitialize##name##TargetMC() {}                                              \
  extern "C" void LLVMInitialize##name##AsmPrinter() {}                                            \
  extern "C" void LLVMInitialize##name##AsmParser() {}
#define LLVM_TARGET(name) WEFT_NO_TARGET(name)
#define X86 WeftReplacedX86
#include "llvm/Config/Targets.def"
#undef X86

// Debian's Clang asks for Polly's passes; Weft does without them.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", LLVM_VERSION_STRING, [](llvm::PassBuilder &) {}, {}};
}

namespace weft {

void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    noteSpillSizes();
    keepMaskMoves();
  });
}

namespace {

// Those that nobody has at the moment. Of fixed size: nothing may fail while the lock is held, for
// a failure does not run destructors here.
struct IdleMachines {
  struct Slot {
    std::string key;
    std::unique_ptr<llvm::TargetMachine> machine;
  };
  std::mutex mutex;
  std::array<Slot, 16> slots;
  size_t oldest = 0;

  std::unique_ptr<llvm::TargetMachine> take(const std::string &key) {
    std::lock_guard lock(mutex);
    for (Slot &slot : slots)
      if (slot.machine && slot.key == key)
        return std::move(slot.machine);
    return nullptr;
  }
  void giveBack(std::string &key, std::unique_ptr<llvm::TargetMachine> &machine) {
    std::lock_guard lock(mutex);
    Slot *free = llvm::find_if(slots, [](const Slot &slot) { return !slot.machine; });
    if (free == slots.end())
      free = &slots[oldest++ % slots.size()];
    // What was there is destroyed by the caller, without the lock.
    std::swap(free->key, key);
    std::swap(free->machine, machine);
  }
};

// Never destroyed: a compile may still run as the process exits. Made in a way that ThreadSanitizer
// sees, unlike the guards of local variables in code that is not instrumented.
IdleMachines &idleMachines() {
  static std::once_flag once;
  static IdleMachines *machines;
  std::call_once(once, [] { machines = new IdleMachines; });
  return *machines;
}

std::unique_ptr<llvm::TargetMachine> createTargetMachine(const std::string &cpu,
                                                         const std::string &features,
                                                         unsigned opt_level, std::string &error) {
  initializeTargets();
  llvm::Triple triple("x86_64-unknown-linux-gnu");
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::unique_ptr<llvm::MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
  if (!known->isCPUStringValid(cpu)) {
    error = "unknown CPU '" + cpu + "'";
    return nullptr;
  }
  llvm::StringSet<> names;
  for (const llvm::SubtargetFeatureKV &feature : known->getAllProcessorFeatures())
    names.insert(feature.Key);
  llvm::SmallVector<llvm::StringRef> wanted, kept;
  llvm::StringRef(features).split(wanted, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef feature : wanted)
    if (feature.size() > 1 && (feature[0] == '+' || feature[0] == '-') &&
        names.contains(feature.drop_front()))
      kept.push_back(feature);
  llvm::TargetOptions options;
  llvm::CodeGenOptLevel level =
      opt_level == 0 ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, cpu, llvm::join(kept, ","), options, llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, level));
}

} // namespace

LentTargetMachine::LentTargetMachine(const std::string &cpu, const std::string &features,
                                     unsigned opt_level, std::string &error)
    : key(std::to_string(opt_level) + "|" + cpu + "|" + features),
      machine(idleMachines().take(key)) {
  if (!machine)
    machine = createTargetMachine(cpu, features, opt_level, error);
}

LentTargetMachine::~LentTargetMachine() {
  if (machine)
    idleMachines().giveBack(key, machine);
}

} // namespace weft
