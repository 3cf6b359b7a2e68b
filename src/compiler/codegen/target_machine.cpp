// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/target_machine.h"

#include "compiler/codegen/llvm_compat.h"
#include "passes/target/target_info.h"
#include "passes/target/x86/presumed_cpu.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"

#include <array>
#include <condition_variable>
#include <mutex>

namespace weft {
namespace {

// An object of more bytes leaves tables behind that are not worth their memory.
constexpr size_t LargestToKeep = 1 << 17;

using Kept = LentTargetMachine::Kept;

// Those that nobody has at the moment. Of fixed size: nothing may fail while the lock is held, for
// a failure does not run destructors here.
class MachinePool {
public:
  // Never destroyed: a compile may still run as the process exits. Made in a way that
  // ThreadSanitizer sees, unlike the guards of local variables in code that is not instrumented.
  static MachinePool &ofProcess() {
    static std::once_flag once;
    static MachinePool *pool;
    std::call_once(once, [] { pool = new MachinePool; });
    return *pool;
  }

  bool has(const std::string &key) {
    std::lock_guard lock(mutex);
    return find(key, /*ready=*/false) != nullptr;
  }

  // One with a code generator if there is, and no other if it must be `ready`. Waits for one that
  // is being made and that nobody else waits for. Empty if there is none.
  Kept take(const std::string &key, bool ready) {
    std::unique_lock lock(mutex);
    Slot *slot = find(key, ready);
    Coming &one = coming[ready];
    if (!slot && one.expected && !one.waited_for && coming_key == key) {
      one.waited_for = true;
      changed.wait(lock, [&] { return (slot = find(key, ready)) || !one.expected; });
      one.waited_for = false;
    }
    return slot ? std::move(slot->kept) : Kept();
  }

  void giveBack(std::string &key, Kept &kept) {
    std::lock_guard lock(mutex);
    Slot *free = llvm::find_if(slots, [](const Slot &slot) { return !slot.kept.machine; });
    if (free == slots.end())
      free = &slots[oldest++ % slots.size()];
    // What was there is destroyed by the caller, without the lock.
    std::swap(free->key, key);
    std::swap(free->kept, kept);
    changed.notify_all();
  }

  // Says that one without and one with a code generator will be given. False if others are still
  // to come.
  bool expect(std::string key) {
    std::lock_guard lock(mutex);
    if (coming[false].expected || coming[true].expected)
      return false;
    std::swap(coming_key, key);
    coming[false].expected = coming[true].expected = true;
    return true;
  }
  // It is here, or will not come.
  void expectNoMore(bool ready) {
    std::lock_guard lock(mutex);
    coming[ready].expected = false;
    changed.notify_all();
  }

private:
  struct Slot {
    std::string key;
    Kept kept;
  };
  Slot *find(const std::string &key, bool ready) {
    Slot *best = nullptr;
    for (Slot &slot : slots)
      if (slot.kept.machine && slot.key == key && (slot.kept.emitter || (!ready && !best)))
        best = &slot;
    return best;
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::array<Slot, 16> slots;
  size_t oldest = 0;
  struct Coming {
    bool expected = false, waited_for = false;
  };
  std::string coming_key;
  Coming coming[2]; // by whether it is ready
};

std::string keyOf(const MachineKind &kind) {
  return std::to_string(kind.opt_level) + "|" + kind.cpu + "|" + kind.features;
}

// Of the features, separated by commas, those that the CPU does not have, or not have, anyway: each
// takes LLVM long to apply. And those only that LLVM knows, which would print the others to stderr.
std::string featuresBesideCpu(llvm::MCSubtargetInfo &info, const MachineKind &kind) {
  info.setDefaultFeatures(kind.cpu, kind.cpu, "");
  llvm::SmallVector<llvm::StringRef> wanted, kept;
  llvm::StringRef(kind.features).split(wanted, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef feature : wanted) {
    if (feature[0] != '+' && feature[0] != '-')
      continue;
    const auto known = info.getAllProcessorFeatures();
    const auto *found = llvm::lower_bound(known, feature.drop_front());
    if (found == known.end() || feature.drop_front() != found->Key ||
        info.getFeatureBits().test(found->Value) == (feature[0] == '+'))
      continue;
    info.ApplyFeatureFlag(feature);
    kept.push_back(feature);
  }
  return llvm::join(kept, ",");
}

std::unique_ptr<llvm::TargetMachine> createTargetMachine(const MachineKind &kind,
                                                         std::string &error) {
  error = initializeTargets();
  if (!error.empty())
    return nullptr;
  llvm::Triple triple(WEFT_TRIPLE);
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::unique_ptr<llvm::MCSubtargetInfo> info(target->createMCSubtargetInfo(triple, "", ""));
  if (!info->isCPUStringValid(kind.cpu)) {
    error = "unknown CPU '" + kind.cpu + "'";
    return nullptr;
  }
  llvm::TargetOptions options;
  options.LoopAlignment = loopAlignment(triple);
  llvm::CodeGenOptLevel level =
      kind.opt_level == 0 ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, kind.cpu, featuresBesideCpu(*info, kind), options,
                                  llvm::Reloc::PIC_, llvm::CodeModel::Small, level));
}

// A little of what kernels do: x = *p; *q = x + x * n; v = *p & <...>. The code generator makes
// tables of what can be folded into what when it first meets such instructions.
void emitSample(llvm::Function &function) {
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "entry", &function));
  llvm::Value *from = function.getArg(0), *to = function.getArg(1), *n = function.getArg(2);
  llvm::Value *x = builder.CreateLoad(n->getType(), from);
  llvm::Value *sum = builder.CreateAdd(builder.CreateMul(x, n), n);
  builder.CreateStore(builder.CreateXor(sum, n), to);
  auto *vector = llvm::FixedVectorType::get(n->getType(), 8);
  llvm::Value *v = builder.CreateAlignedLoad(vector, from, llvm::Align(4));
  llvm::Constant *bits = llvm::ConstantDataVector::get(
      function.getContext(), llvm::ArrayRef<uint32_t>{1, 2, 3, 4, 5, 6, 7, 8});
  builder.CreateAlignedStore(builder.CreateAnd(v, bits), to, llvm::Align(4));
  builder.CreateRetVoid();
}

// Has the machine work out what its features mean, as it does for the first function it sees, and
// sets up its code generator, which has generated something if `ready`.
void prepare(Kept &kept, bool ready) {
  llvm::LLVMContext context;
  llvm::Module module("empty", context);
  module.setTargetTriple(kept.machine->getTargetTriple());
  module.setDataLayout(kept.machine->createDataLayout());
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  llvm::Function *function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                              {pointer, pointer, llvm::Type::getInt32Ty(context)}, false),
      llvm::GlobalValue::ExternalLinkage, "sample", module);
  kept.machine->getSubtargetImpl(*function);
  kept.emitter = std::make_unique<ObjectEmitter>(*kept.machine);
  if (!ready)
    return;
  function->setDoesNotThrow();
  emitSample(*function);
  llvm::SmallVector<char, 0> object;
  kept.emitter->emit(module, object);
}

} // namespace

LentTargetMachine::LentTargetMachine(const MachineKind &kind, std::string &error, bool ready)
    : key(keyOf(kind)) {
  if (ready)
    kept = MachinePool::ofProcess().take(key, /*ready=*/true);
  if (!kept.machine)
    kept = MachinePool::ofProcess().take(key, /*ready=*/false);
  if (!kept.machine)
    kept.machine = createTargetMachine(kind, error);
}

LentTargetMachine::~LentTargetMachine() {
  if (kept.machine)
    MachinePool::ofProcess().giveBack(key, kept);
}

bool LentTargetMachine::isIdle(const MachineKind &kind) {
  return MachinePool::ofProcess().has(keyOf(kind));
}

void LentTargetMachine::makeReady() {
  if (kept.emitter)
    return;
  std::string key_of_kept = key;
  if (Kept ready = MachinePool::ofProcess().take(key, /*ready=*/true); ready.machine) {
    std::swap(kept, ready);
    MachinePool::ofProcess().giveBack(key_of_kept, ready);
  } else
    kept.emitter = std::make_unique<ObjectEmitter>(*kept.machine);
}

bool LentTargetMachine::emitObject(llvm::Module &program, llvm::SmallVectorImpl<char> &object) {
  // Which section debug information of frames goes to depends, in LLVM, on the modules before.
  if (!program.debug_compile_units().empty())
    return ObjectEmitter(*kept.machine).emit(program, object);
  makeReady();
  const bool emitted = kept.emitter->emit(program, object);
  if (!emitted || object.size() > LargestToKeep)
    kept.emitter.reset();
  return emitted;
}

void makeMachines(const MachineKind &kind) {
  MachinePool &pool = MachinePool::ofProcess();
  const std::string key = keyOf(kind);
  if (!pool.expect(key))
    return;
  for (bool ready : {false, true}) {
    std::string error, key_of_made = key;
    Kept made{createTargetMachine(kind, error), nullptr};
    if (made.machine) { // else whoever asks for one will be told
      prepare(made, ready);
      pool.giveBack(key_of_made, made);
    }
    pool.expectNoMore(ready);
  }
}

std::string tunedFor(llvm::StringRef tune, llvm::StringRef cpu) {
  if (tune.empty())
    return cpu.str();
  if (!tune.starts_with("host"))
    return tune.str();
  static const std::string host =
      x86::presumedCpu(llvm::sys::getHostCPUName(), llvm::sys::getHostCPUFeatures());
  return host;
}

} // namespace weft
