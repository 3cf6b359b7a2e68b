// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/plugin/vectorize_passes.h"

#include "passes/analysis/address_form.h"
#include "passes/plugin/work_item_passes.h"
#include "passes/vectorize/access/access_plan.h"
#include "passes/vectorize/linearize.h"
#include "passes/vectorize/prepare.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {
namespace {

std::vector<unsigned> laneParams(const llvm::Function &function) {
  std::vector<unsigned> result;
  for (const llvm::Argument &arg : function.args())
    if ((arg.getName().starts_with("lane") || arg.getName() == "local.id.x") &&
        arg.getType()->isIntegerTy())
      result.push_back(arg.getArgNo());
  return result;
}

// Calls `use` with the function's levels and shapes, or says why there are none.
template <typename UseT>
void analyze(llvm::Function &function, llvm::FunctionAnalysisManager &analyses, UseT use) {
  std::string failure;
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  std::unique_ptr<FlowLevels> levels = FlowLevels::build(function, loops, failure);
  if (!levels) {
    llvm::errs() << function.getName() << ": " << failure << "\n";
    return;
  }
  ShapeOptions options;
  options.width = widthOf(function);
  for (unsigned param : laneParams(function))
    options.args[function.getArg(param)] = Shape::affine(1, options.width);
  use(*levels, ShapeInfo(function, *levels, options));
}

} // namespace

llvm::PreservedAnalyses PrintShapesPass::run(llvm::Function &function,
                                             llvm::FunctionAnalysisManager &analyses) {
  analyze(function, analyses,
          [](const FlowLevels &, const ShapeInfo &shapes) { shapes.print(llvm::errs()); });
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses PrintAddressesPass::run(llvm::Function &function,
                                                llvm::FunctionAnalysisManager &analyses) {
  AddressForms::Terms lanes;
  for (unsigned param : laneParams(function))
    lanes[function.getArg(param)] = {AddressTerm::Lane};
  const auto *loops = &analyses.getResult<llvm::LoopAnalysis>(function);
  AddressForms forms = hasItemParams(function)
                           ? AddressForms(function, loops)
                           : AddressForms(function.getDataLayout(), std::move(lanes), loops);
  llvm::raw_ostream &stream = llvm::errs();
  stream << "addresses of '" << function.getName() << "'\n";
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction)) {
      stream << "  ";
      pointer->printAsOperand(stream, /*PrintType=*/false);
      stream << ": ";
      forms.of(pointer).print(stream);
      stream << "\n";
    }
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses PrintLinearizationPass::run(llvm::Function &function,
                                                    llvm::FunctionAnalysisManager &analyses) {
  analyze(function, analyses, [&](const FlowLevels &levels, const ShapeInfo &shapes) {
    llvm::errs() << "linearisation of " << function.getName() << "\n";
    for (auto &level : levels.all()) {
      auto cost = [](const llvm::BasicBlock &block) {
        BlockCost result;
        result.cost = unsigned(block.size());
        return result;
      };
      printPlan(*level, planLevel(*level, shapes, cost), llvm::errs());
    }
  });
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses PrintAccessesPass::run(llvm::Function &function,
                                               llvm::FunctionAnalysisManager &analyses) {
  const TargetInfo &target = targetOf(function, analyses);
  analyze(function, analyses, [&](const FlowLevels &, const ShapeInfo &shapes) {
    llvm::raw_ostream &out = llvm::errs();
    out << "accesses of " << function.getName() << ", width " << shapes.width() << "\n";
    const AccessPlans plans(function, shapes, target);
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction))
        continue;
      const AccessPlan &plan = plans.of(instruction);
      const Access &access = plan.access;
      out << (access.is_store ? "  store to " : "  load of ");
      access.pointer->printAsOperand(out, /*PrintType=*/false);
      out << llvm::formatv(": {0}, cost {1:f1}", plan.strategy(Access::Tests::Open).name(),
                           plan.cost());
      if (access.hangsOnTests())
        out << "; where tests hold: " << plan.strategy(Access::Tests::Hold).name() << ", else "
            << plan.strategy(Access::Tests::Fail).name();
      out << "\n";
    }
  });
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses PreparePass::run(llvm::Function &function,
                                         llvm::FunctionAnalysisManager &analyses) {
  std::string failure;
  if (!checkSupported(function, /*is_called=*/false, failure) ||
      !prepareRegion(function, widthOf(function), analyses, failure))
    llvm::errs() << function.getName() << ": " << failure << "\n";
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses VectorizePass::run(llvm::Module &module,
                                           llvm::ModuleAnalysisManager &analyses) {
  auto &functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  std::vector<llvm::Function *> scalars;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && !laneParams(function).empty())
      scalars.push_back(&function);
  for (llvm::Function *scalar : scalars) {
    VectorizeOptions options;
    options.width = widthOf(*scalar);
    std::vector<unsigned> params = laneParams(*scalar);
    options.lane_params = params;
    options.only_if_cheaper = only_if_cheaper;
    VectorizeResult result = vectorizeRegion(*scalar, options, functions);
    for (const std::string &remark : result.remarks)
      llvm::errs() << remark << "\n";
    if (!result.function)
      llvm::errs() << scalar->getName() << ": not widened: " << result.failure << "\n";
  }
  return llvm::PreservedAnalyses::none();
}

} // namespace weft
