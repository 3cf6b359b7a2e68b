// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle.h"

#include "passes/target/target_info.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <sys/mman.h>

using namespace llvm;

namespace weft::test {
namespace {

using ScalarFunction = int (*)(uint64_t, int *, const int *, float *, const float *, int, int64_t);
using FullFunction = ScalarFunction;
using MaskedFunction = int (*)(uint64_t, int *, const int *, float *, const float *, int, int64_t,
                               uint64_t);

// Memory that ends where the next page may not be touched, as does the one before.
class GuardedArray {
public:
  GuardedArray() {
    size_t bytes = Oracle::Items * 4;
    base = static_cast<char *>(mmap(nullptr, bytes + 2 * Page, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base, Page, PROT_NONE);
    mprotect(base + Page + bytes, Page, PROT_NONE);
  }
  GuardedArray(const GuardedArray &) = delete;
  GuardedArray &operator=(const GuardedArray &) = delete;
  ~GuardedArray() { munmap(base, Oracle::Items * 4 + 2 * Page); }
  int *ints() { return reinterpret_cast<int *>(base + Page); }
  float *floats() { return reinterpret_cast<float *>(base + Page); }

private:
  static constexpr size_t Page = 4096;
  char *base;
};

void declareCaller(Function &scalar, Function &wide, unsigned width, bool full) {
  LLVMContext &context = scalar.getContext();
  SmallVector<Type *, 8> params(scalar.getFunctionType()->params());
  if (!full)
    params.push_back(Type::getInt64Ty(context));
  Function *caller = Function::Create(
      FunctionType::get(scalar.getReturnType(), params, false), GlobalValue::ExternalLinkage,
      scalar.getName() + (full ? ".full" : ".masked"), scalar.getParent());
  IRBuilder<> builder(BasicBlock::Create(context, "", caller));
  Value *mask = Constant::getAllOnesValue(FixedVectorType::get(builder.getInt1Ty(), width));
  SmallVector<Value *, 8> args;
  for (Argument &arg : caller->args())
    args.push_back(&arg);
  if (!full) {
    Value *bits = builder.CreateTrunc(args.pop_back_val(), builder.getIntNTy(width));
    mask = builder.CreateBitCast(bits, mask->getType());
  }
  args.push_back(mask);
  CallInst *call = builder.CreateCall(&wide, args);
  if (full)
    call->addFnAttr(Attribute::AlwaysInline);
  builder.CreateRet(call);
}

template <typename T> std::string printed(const T &value) {
  std::string text;
  raw_string_ostream(text) << value;
  return text;
}

} // namespace

struct Oracle::Jit {
  std::unique_ptr<orc::LLJIT> lljit;
  GuardedArray io, ii, fo, fi;
};

Oracle::Oracle(const OracleOptions &options) : options(options) {}
Oracle::~Oracle() = default;

bool Oracle::cpuRuns(const std::string &cpu) {
  StringMap<bool> features = sys::getHostCPUFeatures();
  if (cpu == "x86-64-v4")
    return features.lookup("avx512bw") && features.lookup("avx512vl");
  if (cpu == "x86-64-v3")
    return features.lookup("avx2") && features.lookup("fma");
  return true;
}

std::string Oracle::compile(std::unique_ptr<LLVMContext> context, std::unique_ptr<Module> module) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  orc::JITTargetMachineBuilder machine_builder{Triple(sys::getDefaultTargetTriple())};
  machine_builder.setCPU(options.cpu);
  auto machine = machine_builder.createTargetMachine();
  if (!machine)
    return toString(machine.takeError());
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple());

  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassInstrumentationCallbacks callbacks;
  StandardInstrumentations respects_optnone(*context, /*DebugLogging=*/false);
  respects_optnone.registerCallbacks(callbacks);
  PassBuilder builder(machine->get(), PipelineTuningOptions(), {}, &callbacks);
  functions.registerPass([&] { return TargetInfoAnalysis(options.cpu); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  std::vector<Function *> scalars;
  for (Function &function : *module)
    if (!function.isDeclaration() && !function.hasLocalLinkage() && function.arg_size() == 7) {
      // As its caller has it, so that the target's vectors count.
      function.removeFnAttr("target-cpu");
      function.removeFnAttr("target-features");
      function.removeFnAttr("tune-cpu");
      function.removeFnAttr("min-legal-vector-width");
      function.addFnAttr("prefer-vector-width", "512");
      scalars.push_back(&function);
    }
  for (Function *scalar : scalars) {
    // C has no way to say so.
    if (scalar->getName().ends_with("_of_one_thread"))
      for (Instruction &instruction : instructions(*scalar))
        if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
          atomic->setSyncScopeID(SyncScope::SingleThread);
    VectorizeOptions wanted;
    wanted.width = options.width;
    unsigned lane_params[] = {0};
    wanted.lane_params = lane_params;
    wanted.lane_alignment = options.lane_alignment;
    Kernel &kernel = all.emplace_back();
    kernel.name = scalar->getName().str();
    kernel.result = vectorizeRegion(*scalar, wanted, functions);
    if (kernel.result.function) {
      kernel.ir = printed(*kernel.result.function);
      declareCaller(*scalar, *kernel.result.function, options.width, /*full=*/true);
      declareCaller(*scalar, *kernel.result.function, options.width, /*full=*/false);
    }
  }
  // The reference stays what it is: no other vectoriser may put a hand to it.
  for (Function *scalar : scalars) {
    scalar->addFnAttr(Attribute::OptimizeNone);
    scalar->addFnAttr(Attribute::NoInline);
  }
  std::string problem;
  raw_string_ostream problems(problem);
  if (verifyModule(*module, &problems))
    return problem;
  if (const char *dump = std::getenv("WEFT_TEST_DUMP")) {
    std::error_code ignored;
    raw_fd_ostream out(dump, ignored);
    out << *module;
  }
  ModulePassManager passes = builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2);
  passes.run(*module, modules);
  for (Kernel &kernel : all)
    if (Function *full = module->getFunction(kernel.name + ".full"))
      kernel.optimized = printed(*full);

  jit = std::make_unique<Jit>();
  auto created =
      orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine_builder)).create();
  if (!created)
    return toString(created.takeError());
  jit->lljit = std::move(*created);
  if (Error error =
          jit->lljit->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))))
    return toString(std::move(error));
  return "";
}

std::string Oracle::check(const Kernel &kernel, uint64_t seed) {
  auto find = [&](const std::string &name) -> void * {
    auto found = jit->lljit->lookup(name);
    if (!found) {
      consumeError(found.takeError());
      return nullptr;
    }
    return found->toPtr<void *>();
  };
  auto *scalar = reinterpret_cast<ScalarFunction>(find(kernel.name));
  auto *full = reinterpret_cast<FullFunction>(find(kernel.name + ".full"));
  auto *masked = reinterpret_cast<MaskedFunction>(find(kernel.name + ".masked"));
  if (!scalar || !full || !masked)
    return "not compiled";
  std::mt19937_64 random(seed);
  uint64_t all_bits = options.width == 64 ? ~uint64_t(0) : (uint64_t(1) << options.width) - 1;
  std::vector<int> io(Items), expected_io(Items);
  std::vector<float> fo(Items), expected_fo(Items);
  for (unsigned trial = 0; trial < options.trials + 2; ++trial) {
    uint64_t bits = all_bits;
    if (trial >= 2) {
      bits = random() & all_bits;
      if (random() % 3 == 0)
        bits = all_bits >> (random() % options.width); // a remainder
      if (random() % 5 == 0)
        bits = uint64_t(1) << (random() % options.width);
      if (bits == 0)
        bits = 1;
    }
    uint64_t id = random() % 2 ? 0 : random() % 64;
    id -= id % options.lane_alignment;
    int n = int(random() % 40);
    int64_t m = int64_t(random() % 9);
    for (unsigned i = 0; i < Items; ++i) {
      io[i] = int(random() % 64) - 8;
      jit->ii.ints()[i] = int(random() % 96) - 16;
      fo[i] = float(int(random() % 64) - 8) / 4;
      jit->fi.floats()[i] = float(int(random() % 256) - 64) / 8;
    }
    auto set = [&] {
      std::memcpy(jit->io.ints(), io.data(), Items * 4);
      std::memcpy(jit->fo.floats(), fo.data(), Items * 4);
    };
    set();
    int expected = 0;
    for (unsigned lane = 0; lane < options.width; ++lane)
      if (bits >> lane & 1)
        if (int next = scalar(id + lane, jit->io.ints(), jit->ii.ints(), jit->fo.floats(),
                              jit->fi.floats(), n, m))
          expected = next;
    std::memcpy(expected_io.data(), jit->io.ints(), Items * 4);
    std::memcpy(expected_fo.data(), jit->fo.floats(), Items * 4);
    set();
    int result = trial == 0 ? full(id, jit->io.ints(), jit->ii.ints(), jit->fo.floats(),
                                   jit->fi.floats(), n, m)
                            : masked(id, jit->io.ints(), jit->ii.ints(), jit->fo.floats(),
                                     jit->fi.floats(), n, m, bits);
    std::string where = "width " + std::to_string(options.width) + ", cpu " + options.cpu +
                        ", lanes " + std::to_string(bits) + ", id " + std::to_string(id) + ", n " +
                        std::to_string(n) + ", m " + std::to_string(m) + ": ";
    if (result != expected)
      return where + "result " + std::to_string(result) + ", not " + std::to_string(expected);
    for (unsigned i = 0; i < Items; ++i) {
      if (jit->io.ints()[i] != expected_io[i])
        return where + "io[" + std::to_string(i) + "] is " + std::to_string(jit->io.ints()[i]) +
               ", not " + std::to_string(expected_io[i]);
      float a = jit->fo.floats()[i], b = expected_fo[i];
      if (std::memcmp(&a, &b, 4) != 0 && !(std::isnan(a) && std::isnan(b)))
        return where + "fo[" + std::to_string(i) + "] is " + std::to_string(a) + ", not " +
               std::to_string(b);
    }
  }
  return "";
}

} // namespace weft::test
