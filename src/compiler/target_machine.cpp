// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/target_machine.h"

#include "compiler/llvm_compat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetOptions.h"

#include <array>
#include <mutex>

namespace weft {
namespace {

// An object of more bytes leaves tables behind that are not worth their memory.
constexpr size_t LargestToKeep = 1 << 17;

// Those that nobody has at the moment. Of fixed size: nothing may fail while the lock is held, for
// a failure does not run destructors here.
struct IdleMachines {
  struct Slot {
    std::string key;
    LentTargetMachine::Kept kept;
  };
  std::mutex mutex;
  std::array<Slot, 16> slots;
  size_t oldest = 0;

  bool has(const std::string &key) {
    std::lock_guard lock(mutex);
    return llvm::any_of(slots,
                        [&](const Slot &slot) { return slot.kept.machine && slot.key == key; });
  }
  LentTargetMachine::Kept take(const std::string &key) {
    std::lock_guard lock(mutex);
    for (Slot &slot : slots)
      if (slot.kept.machine && slot.key == key)
        return std::move(slot.kept);
    return {};
  }
  void giveBack(std::string &key, LentTargetMachine::Kept &kept) {
    std::lock_guard lock(mutex);
    Slot *free = llvm::find_if(slots, [](const Slot &slot) { return !slot.kept.machine; });
    if (free == slots.end())
      free = &slots[oldest++ % slots.size()];
    // What was there is destroyed by the caller, without the lock.
    std::swap(free->key, key);
    std::swap(free->kept, kept);
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

std::string keyOf(const MachineKind &kind) {
  return std::to_string(kind.opt_level) + "|" + kind.cpu + "|" + kind.features;
}

std::unique_ptr<llvm::TargetMachine> createTargetMachine(const MachineKind &kind,
                                                         std::string &error) {
  initializeTargets();
  llvm::Triple triple("x86_64-unknown-linux-gnu");
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::unique_ptr<llvm::MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
  if (!known->isCPUStringValid(kind.cpu)) {
    error = "unknown CPU '" + kind.cpu + "'";
    return nullptr;
  }
  llvm::StringSet<> names;
  for (const llvm::SubtargetFeatureKV &feature : known->getAllProcessorFeatures())
    names.insert(feature.Key);
  llvm::SmallVector<llvm::StringRef> wanted, kept;
  llvm::StringRef(kind.features).split(wanted, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef feature : wanted)
    if (feature.size() > 1 && (feature[0] == '+' || feature[0] == '-') &&
        names.contains(feature.drop_front()))
      kept.push_back(feature);
  llvm::TargetOptions options;
  llvm::CodeGenOptLevel level =
      kind.opt_level == 0 ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, kind.cpu, llvm::join(kept, ","), options,
                                  llvm::Reloc::PIC_, llvm::CodeModel::Small, level));
}

} // namespace

LentTargetMachine::LentTargetMachine(const MachineKind &kind, std::string &error)
    : key(keyOf(kind)), kept(idleMachines().take(key)) {
  if (!kept.machine)
    kept.machine = createTargetMachine(kind, error);
}

LentTargetMachine::~LentTargetMachine() {
  if (kept.machine)
    idleMachines().giveBack(key, kept);
}

bool LentTargetMachine::isIdle(const MachineKind &kind) { return idleMachines().has(keyOf(kind)); }

void LentTargetMachine::prepareEmitter() {
  if (kept.emitter)
    return;
  makeInstructionTables();
  // The machine works out what its features mean for the first function that it sees.
  llvm::LLVMContext context;
  llvm::Module module("empty", context);
  module.setTargetTriple(kept.machine->getTargetTriple());
  module.setDataLayout(kept.machine->createDataLayout());
  llvm::Function *function =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                             llvm::GlobalValue::ExternalLinkage, "nothing", module);
  function->setDoesNotThrow();
  llvm::IRBuilder<>(llvm::BasicBlock::Create(context, "entry", function)).CreateRetVoid();
  llvm::SmallVector<char, 0> object;
  emitObject(module, object);
}

bool LentTargetMachine::emitObject(llvm::Module &program, llvm::SmallVectorImpl<char> &object) {
  // Which section debug information of frames goes to depends, in LLVM, on the modules before.
  if (!program.debug_compile_units().empty())
    return ObjectEmitter(*kept.machine).emit(program, object);
  if (!kept.emitter)
    kept.emitter = std::make_unique<ObjectEmitter>(*kept.machine);
  const bool emitted = kept.emitter->emit(program, object);
  if (!emitted || object.size() > LargestToKeep)
    kept.emitter.reset();
  return emitted;
}

void prepareMachine(const MachineKind &kind) {
  std::string error;
  LentTargetMachine machine(kind, error);
  if (machine)
    machine.prepareEmitter();
}

} // namespace weft
