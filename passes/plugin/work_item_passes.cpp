// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/plugin/work_item_passes.h"

#include "passes/address_space.h"
#include "passes/lowering/blocks.h"
#include "passes/lowering/steps.h"
#include "passes/regions/active_items.h"
#include "passes/regions/barrier_graph.h"
#include "passes/regions/form_regions.h"
#include "passes/regions/group_uniformity.h"
#include "passes/regions/liveness.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace weft {
bool hasItemParams(const llvm::Function &function) {
  if (function.isDeclaration() || function.arg_size() < ItemParam::FirstKernelParam)
    return false;
  for (unsigned i = 0; i < ItemParam::FirstKernelParam; ++i) {
    llvm::Type *type = function.getArg(i)->getType();
    if (i < ItemParam::GroupId ? !type->isPointerTy() : !type->isIntegerTy(64))
      return false;
  }
  return true;
}

static bool isWorkItemFunction(const llvm::Function &function) {
  return hasItemParams(function) && function.getReturnType()->isVoidTy();
}

std::vector<llvm::Function *> workItemFunctions(llvm::Module &module) {
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module)
    if (isWorkItemFunction(function))
      functions.push_back(&function);
  return functions;
}

LoweredKernel describeWorkItemFunction(llvm::Function &function) {
  LoweredKernel kernel;
  kernel.name = function.getName().split(".item").first.str();
  kernel.function = &function;
  const llvm::DataLayout &layout = function.getDataLayout();
  for (unsigned i = ItemParam::FirstKernelParam; i < function.arg_size(); ++i) {
    llvm::Type *type = function.getArg(i)->getType();
    LoweredKernel::Arg arg;
    bool local = type->isPointerTy() && type->getPointerAddressSpace() == AddressSpace::Local;
    arg.kind = local ? LoweredKernel::Arg::LocalPointer : LoweredKernel::Arg::Value;
    arg.slot_size = type->isPointerTy() ? 8 : uint32_t(layout.getTypeAllocSize(type));
    arg.offset = uint32_t(llvm::alignTo(kernel.args_size, layout.getABITypeAlign(type)));
    kernel.args_size = arg.offset + arg.slot_size;
    kernel.args.push_back(arg);
  }
  if (auto required = requiredLocalSize(function); required && hasUniformGroups(function))
    llvm::copy(*required, kernel.fixed_local_size);
  return kernel;
}

unsigned widthOf(const llvm::Function &function) {
  unsigned width = 4;
  if (function.hasFnAttribute("weft-width"))
    function.getFnAttribute("weft-width").getValueAsString().getAsInteger(10, width);
  return width;
}

namespace {

// A value's or block's name as IR has it.
struct Name {
  const llvm::Value &value;
  friend llvm::raw_ostream &operator<<(llvm::raw_ostream &stream, const Name &name) {
    name.value.printAsOperand(stream, /*PrintType=*/false);
    return stream;
  }
};

} // namespace

llvm::PreservedAnalyses PrintUniformityPass::run(llvm::Function &function,
                                                 llvm::FunctionAnalysisManager &) {
  if (!isWorkItemFunction(function))
    return llvm::PreservedAnalyses::all();
  GroupUniformity uniformity(function);
  llvm::raw_ostream &stream = llvm::errs();
  stream << "uniformity of '" << function.getName() << "'\n";
  for (llvm::BasicBlock &block : function) {
    for (llvm::Instruction &instruction : block)
      if (!instruction.getType()->isVoidTy())
        stream << "  " << Name{instruction}
               << (!uniformity.isUniform(instruction)           ? ": varying\n"
                   : uniformity.isUniformWhereUsed(instruction) ? ": uniform\n"
                                                                : ": uniform in its loop\n");
    if (block.getTerminator()->getNumSuccessors() > 1)
      stream << "  branch of " << Name{block}
             << (uniformity.branchDiverges(block) ? ": divergent\n" : ": uniform\n");
  }
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses PrintBarrierGraphPass::run(llvm::Function &function,
                                                   llvm::FunctionAnalysisManager &) {
  if (!isWorkItemFunction(function))
    return llvm::PreservedAnalyses::all();
  splitAtBarriers(function);
  BarrierGraph graph = findRegions(function);
  std::vector<LiveSet> live = liveAtStarts(function, graph);
  llvm::raw_ostream &stream = llvm::errs();
  stream << "regions of '" << function.getName() << "'\n";
  for (const RegionBlocks &region : graph.regions) {
    stream << "  region " << region.number << ":";
    // In the function's order; the set's is that of discovery.
    for (llvm::BasicBlock &block : function)
      if (region.blocks.contains(&block))
        stream << " " << Name{block};
    stream << "\n    next:";
    for (unsigned next : region.next)
      next == EndRegion ? stream << " end" : stream << " " << next;
    stream << "\n    live:";
    for (llvm::Instruction *value : live[region.number])
      stream << " " << Name{*value};
    stream << "\n";
  }
  for (llvm::AllocaInst *alloca : allocasAcrossBarriers(function, graph))
    stream << "  outlives a barrier: " << Name{*alloca} << "\n";
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses PrintItemBoundsPass::run(llvm::Function &function,
                                                 llvm::FunctionAnalysisManager &) {
  if (!hasItemParams(function))
    return llvm::PreservedAnalyses::all();
  llvm::SmallVector<ItemBound, 2> bounds = findItemBounds(function);
  llvm::raw_ostream &stream = llvm::errs();
  stream << "work-items of '" << function.getName() << "':" << (bounds.empty() ? " all" : "");
  for (const ItemBound &bound : bounds)
    stream << (bound.inclusive ? " up to " : " below ") << (bound.is_signed ? "signed " : "")
           << Name{*bound.value};
  stream << "\n";
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses NameBlockKernelsPass::run(llvm::Module &module,
                                                  llvm::ModuleAnalysisManager &) {
  markBlockKernels(module);
  nameBlockKernels(module);
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses FormRegionsPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  for (llvm::Function *function : workItemFunctions(module)) {
    RegionPlan plan = formRegions(*function);
    if (!stream)
      continue;
    *stream << "plan of '" << function->getName() << "': " << plan.context_bytes_per_item
            << " bytes per work-item" << (plan.skips_ended_items ? ", skips ended work-items" : "")
            << "\n  uniforms: " << *plan.uniforms << "\n";
    for (const Region &region : plan.regions) {
      *stream << "  region " << region.number << ": next";
      for (unsigned next : region.next)
        next == EndRegion ? *stream << " end" : *stream << " " << next;
      *stream << ", uniforms";
      for (unsigned field : region.uniform_inputs)
        *stream << " " << field;
      *stream << "\n";
    }
  }
  return llvm::PreservedAnalyses::none();
}

EmittedKernel emitVectors(const LoweredKernel &kernel, llvm::FunctionAnalysisManager &analyses) {
  VectorOptions options;
  options.width = widthOf(*kernel.function);
  auto simplify = [](llvm::Function &) {};
  options.simplify = options.fold = simplify;
  return emitVector(kernel, options, analyses);
}

llvm::PreservedAnalyses EmitPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &manager) {
  auto &analyses = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function *function : workItemFunctions(module)) {
    EmittedKernel emitted = emitter(describeWorkItemFunction(*function), analyses);
    if (!stream)
      continue;
    *stream << "kernel '" << emitted.entry->getName() << "': " << emitted.context_bytes_per_item
            << " bytes per work-item, " << emitted.context_bytes_per_group << " per group\n";
    for (const std::string &remark : emitted.remarks)
      *stream << "  " << remark << "\n";
  }
  return llvm::PreservedAnalyses::none();
}

} // namespace weft
