// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Region formation and the emitters as passes of opt. A module may hold anything besides work-item
// functions; those are the definitions that begin with a work-item function's parameters.
#ifndef WEFT_PASSES_PLUGIN_WORK_ITEM_PASSES_H
#define WEFT_PASSES_PLUGIN_WORK_ITEM_PASSES_H

#include "passes/emitters/emitter.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {

// Whether a function begins with the parameters of a work-item function, as regions' functions do.
bool hasItemParams(const llvm::Function &function);
// The work-item functions of the module.
std::vector<llvm::Function *> workItemFunctions(llvm::Module &module);
// The kernel as lowering would describe it.
LoweredKernel describeWorkItemFunction(llvm::Function &function);
// Its lanes: the attribute "weft-width", or 4.
unsigned widthOf(const llvm::Function &function);

// Lists the values that differ between work-items and the branches that they take differently.
struct PrintUniformityPass : llvm::PassInfoMixin<PrintUniformityPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

// Splits at barriers and lists the regions, the values that live at their starts, and the allocas
// that outlive a barrier.
struct PrintBarrierGraphPass : llvm::PassInfoMixin<PrintBarrierGraphPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

// Lists up to where the work-items of a row have anything to do, of regions too.
struct PrintItemBoundsPass : llvm::PassInfoMixin<PrintItemBoundsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

// markBlockKernels() and nameBlockKernels().
struct NameBlockKernelsPass : llvm::PassInfoMixin<NameBlockKernelsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

class FormRegionsPass : public llvm::PassInfoMixin<FormRegionsPass> {
public:
  explicit FormRegionsPass(llvm::raw_ostream *stream = nullptr) : stream(stream) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream *stream; // for the plan, or null
};

template <EmittedKernel (*emit)(const LoweredKernel &)>
EmittedKernel emitWith(const LoweredKernel &kernel, llvm::FunctionAnalysisManager &) {
  return emit(kernel);
}
// The vector emitter with widthOf() lanes; regions are not simplified.
EmittedKernel emitVectors(const LoweredKernel &kernel, llvm::FunctionAnalysisManager &analyses);

// Emits entry functions. Kernel arguments are laid out by the parameters' types, each at the next
// aligned offset: pointers to local memory as local pointers, all others as values.
class EmitPass : public llvm::PassInfoMixin<EmitPass> {
public:
  using Emitter = EmittedKernel (*)(const LoweredKernel &, llvm::FunctionAnalysisManager &);
  explicit EmitPass(Emitter emitter, llvm::raw_ostream *stream = nullptr)
      : emitter(emitter), stream(stream) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  Emitter emitter;
  llvm::raw_ostream *stream; // for what the emitter says of the kernel, or null
};

} // namespace weft
#endif
