// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/optimizer.h"

#include "passes/budget.h"
#include "passes/target/target_info.h"
#include "passes/transforms/array_loops.h"
#include "passes/transforms/broadcast_loads.h"
#include "passes/transforms/claimed_alignment.h"
#include "passes/transforms/compared_multiples.h"
#include "passes/transforms/disjoint_sums.h"
#include "passes/transforms/index_extension.h"
#include "passes/transforms/loop_versions.h"
#include "passes/transforms/non_temporal_stores.h"
#include "passes/transforms/scope_declarations.h"
#include "passes/transforms/thread_local_atomics.h"
#include "passes/transforms/unswitch.h"
#include "passes/transforms/work_item_loop_loads.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/RelLookupTableConverter.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"

namespace weft {
namespace {

// A pass that is left out of functions with longer blocks.
template <typename Pass> struct InShortBlocks : llvm::PassInfoMixin<InShortBlocks<Pass>> {
  explicit InShortBlocks(size_t most) : most(most) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    return budget::hasBlockBeyond(function, most) ? llvm::PreservedAnalyses::all()
                                                  : pass.run(function, analyses);
  }
  void printPipeline(llvm::raw_ostream &stream,
                     llvm::function_ref<llvm::StringRef(llvm::StringRef)> name_of) {
    pass.printPipeline(stream, name_of);
  }
  size_t most; // instructions
  Pass pass;
};

// Whether private arrays may have to survive barriers.
bool hasArraysAndBarriers(const llvm::Function &function) {
  auto any = [&](auto predicate) { return llvm::any_of(llvm::instructions(function), predicate); };
  return any([](const auto &instruction) { return llvm::isa<llvm::AllocaInst>(instruction); }) &&
         any(isBarrier);
}

// Instructions. What LLVM's inliner would decide alike for nearly all of the library's vector
// functions, after working out the cost of each call anew: a twentieth of a build.
constexpr unsigned SmallFunction = 80;

// Bottom up, so that a function counts with what it takes in.
void chooseInlined(llvm::Module &module) {
  llvm::CallGraph graph(module);
  llvm::DenseMap<const llvm::Function *, unsigned> taken_in; // instructions
  for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc) {
    llvm::CallGraphNode *node = scc->front();
    llvm::Function *function = node->getFunction();
    if (!function || function->isDeclaration() || scc.hasCycle())
      continue;
    unsigned size = function->getInstructionCount();
    for (const auto &[call, callee] : *node)
      size += taken_in.lookup(callee->getFunction());
    if (!function->hasLocalLinkage() || function->hasFnAttribute(llvm::Attribute::NoInline))
      continue;
    if (function->hasOneUse() || size <= SmallFunction)
      function->addFnAttr(llvm::Attribute::AlwaysInline);
    if (function->hasFnAttribute(llvm::Attribute::AlwaysInline))
      taken_in[function] = size;
  }
}

} // namespace

// The names of our own passes, for those who only get their classes' names.
static void addNames(llvm::PassInstrumentationCallbacks &callbacks) {
#define WEFT_FUNCTION_PASS(id, text, pass, shows, gain)                                            \
  callbacks.addClassToPassName(decltype(pass)::name(), nameOf(Step::id));
#define WEFT_LOOP_PASS WEFT_FUNCTION_PASS
#include "passes/pipeline.def"
}

// Most blocks that dominate each other.
static unsigned depthOfDominance(const llvm::Function &function) {
  const llvm::DominatorTree tree(const_cast<llvm::Function &>(function));
  unsigned deepest = 0;
  for (const llvm::BasicBlock &block : function)
    if (const llvm::DomTreeNode *node = tree.getNode(&block))
      deepest = std::max(deepest, node->getLevel());
  return deepest;
}

// Whether a loop has a long block in front of it. IndVarSimplify moves what the loop does not use
// from there to behind the loop, and lets ScalarEvolution go through all users of each.
static bool hasLongPreheader(const llvm::Loop &loop) {
  const llvm::BasicBlock *preheader = loop.getLoopPreheader();
  return preheader && preheader->size() > budget::LongestPreheader;
}

Optimizer::Optimizer(llvm::TargetMachine &machine, const std::string &model,
                     const LeftOut &left_out, AddPasses *before_vectoriser)
    : left_out(left_out), before_vectoriser(before_vectoriser),
      builder(&machine, llvm::PipelineTuningOptions(), std::nullopt, &callbacks) {
  callbacks.registerShouldRunOptionalPassCallback([](llvm::StringRef pass, const llvm::Any &ir) {
    const auto *function = llvm::any_cast<const llvm::Function *>(&ir);
    return !function || pass != llvm::CorrelatedValuePropagationPass::name() ||
           depthOfDominance(**function) <= budget::DeepestToCorrelate;
  });
  callbacks.registerShouldRunOptionalPassCallback([](llvm::StringRef pass, const llvm::Any &ir) {
    const auto *loop = llvm::any_cast<const llvm::Loop *>(&ir);
    return !loop || pass != llvm::IndVarSimplifyPass::name() || !hasLongPreheader(**loop);
  });
  if (!left_out.empty())
    addNames(callbacks);
  callbacks.registerShouldRunOptionalPassCallback([this](llvm::StringRef pass, llvm::Any) {
    // It makes calls whose arguments are pointers of another address space than their function's
    // parameters, where a table is in any but 0 (docs/llvm-patches.md).
    if (pass == llvm::RelLookupTableConverterPass::name())
      return false;
    return this->left_out.empty() ||
           !this->left_out.contains(callbacks.getPassNameForClassName(pass));
  });
  function_analyses.registerPass([&] { return TargetInfoAnalysis(model); });
  builder.registerModuleAnalyses(module_analyses);
  builder.registerCGSCCAnalyses(scc_analyses);
  builder.registerFunctionAnalyses(function_analyses);
  builder.registerLoopAnalyses(loop_analyses);
  builder.crossRegisterProxies(loop_analyses, function_analyses, scc_analyses, module_analyses);
  builder.registerVectorizerStartEPCallback(
      [this](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(DropScopeDeclarationsPass());
        if (this->before_vectoriser)
          this->before_vectoriser(passes);
      });
}

void Optimizer::run(llvm::FunctionPassManager passes, llvm::Function &function) {
  passes.run(function, function_analyses);
  function_analyses.clear(function, function.getName());
}

llvm::FunctionPassManager Optimizer::itemPasses() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(ExtendIndicesPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(CompareMultiplesPass());
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  return passes;
}

void Optimizer::simplifyItem(llvm::Function &function) {
  run(itemPasses(), function);
  if (hasArraysAndBarriers(function))
    unrollForArrays(function);
}

// Private arrays that short loops walk become values, which are kept lane by lane across barriers.
void Optimizer::unrollForArrays(llvm::Function &function) {
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  loops.addPass(llvm::LoopFullUnrollPass());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(MarkArrayLoopsPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  run(std::move(passes), function);
}

llvm::FunctionPassManager Optimizer::regionPasses(llvm::PassBuilder &builder) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(MarkArrayLoopsPass());
  passes.addPass(builder.buildFunctionSimplificationPipeline(llvm::OptimizationLevel::O2,
                                                             llvm::ThinOrFullLTOPhase::None));
  passes.addPass(DropScopeDeclarationsPass());
  passes.addPass(VersionLoopsPass());
  return passes;
}

void Optimizer::simplifyRegion(llvm::Function &function) { run(regionPasses(builder), function); }

llvm::FunctionPassManager Optimizer::foldPasses() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  return passes;
}

void Optimizer::foldRegion(llvm::Function &function) { run(foldPasses(), function); }

void Optimizer::optimizeScalar(llvm::Module &module, unsigned level) {
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(LowerThreadLocalAtomicsPass()));
  passes.addPass(level == 0 ? builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
                            : builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(ClaimedAlignmentPass()));
  passes.run(module, module_analyses);
}

llvm::ModulePassManager Optimizer::inliningPasses() {
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(LowerThreadLocalAtomicsPass()));
  passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  passes.addPass(llvm::GlobalDCEPass());
  // A region gets all that a region may need, by way of the stack.
  passes.addPass(llvm::DeadArgumentEliminationPass());
  return passes;
}

void Optimizer::inlineWidened(llvm::Module &module) {
  chooseInlined(module);
  inliningPasses().run(module, module_analyses);
}

llvm::ModulePassManager Optimizer::widenedPasses(bool specialized, AddPasses *before_vectoriser) {
  llvm::FunctionPassManager functions;
  functions.addPass(DropScopeDeclarationsPass());
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  loops.addPass(UnswitchExpectationsPass());
  functions.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops),
                                                          /*UseMemorySSA=*/true));
  // Loads are EarlyCSE's: for dozens of them in a loop, as of a filter's window, memory dependences
  // take a quarter of a build, and find hardly more.
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(llvm::GVNPass(llvm::GVNOptions().setMemDep(false).setMemorySSA(false)));
  functions.addPass(llvm::DSEPass());
  // For the program's own loops; those over work-items say that they are done.
  if (before_vectoriser)
    before_vectoriser(functions);
  functions.addPass(llvm::LoopVectorizePass());
  functions.addPass(InShortBlocks<llvm::VectorCombinePass>(budget::LongestBlockToCombine));
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(HoistItemLoadsPass());
  functions.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                          /*UseMemorySSA=*/true));
  // Loops that were too long for it as scalar code. Copies take time to compile.
  if (specialized) {
    functions.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopFullUnrollPass()));
    functions.addPass(llvm::EarlyCSEPass());
    functions.addPass(llvm::InstCombinePass());
  }
  functions.addPass(ReturnBroadcastLoadsPass());
  functions.addPass(llvm::ADCEPass());
  functions.addPass(llvm::SimplifyCFGPass(
      llvm::SimplifyCFGOptions().hoistCommonInsts(true).sinkCommonInsts(true)));
  functions.addPass(ClaimedAlignmentPass());
  if (specialized)
    functions.addPass(AlignNonTemporalStoresPass());
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  passes.addPass(llvm::GlobalDCEPass());
  return passes;
}

void Optimizer::optimizeWidened(llvm::Module &module, bool specialized) {
  widenedPasses(specialized, before_vectoriser).run(module, module_analyses);
}

PassNames::PassNames(llvm::TargetMachine &machine)
    : builder((llvm::PrintPipelinePasses = true, &machine), llvm::PipelineTuningOptions(),
              std::nullopt, &callbacks) {
  addNames(callbacks);
}

llvm::StringRef PassNames::nameOf(llvm::StringRef class_name) {
  llvm::StringRef name = callbacks.getPassNameForClassName(class_name);
  return name.empty() ? class_name : name;
}

} // namespace weft
