// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/shared_forms.h"

#include "passes/lowering/contractions.h"
#include "passes/lowering/safe_conversions.h"
#include "passes/lowering/safe_division.h"
#include "passes/optimizer.h"
#include "passes/target/target_info.h"
#include "passes/transforms/disjoint_sums.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft {
namespace {

using llvm::Function;

// As lowering does with functions that are inlined.
void lower(llvm::Module &module, llvm::TargetMachine &machine) {
  decideContractions(module, machine);
  for (Function &function : module) {
    makeDivisionSafe(function);
    makeConversionsSafe(function);
    function.removeFnAttr(llvm::Attribute::Convergent);
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        call->removeFnAttr(llvm::Attribute::Convergent);
  }
}

// The function without the parameters that are constant.
Function *bindConstants(Function &function, const SharedForm &form) {
  llvm::ValueToValueMapTy map;
  for (auto [argument, param] : llvm::zip_equal(function.args(), form.params))
    if (param.kind == FormParam::Constant)
      map[&argument] = constantOf(param, argument.getType());
  Function *bound = llvm::CloneFunction(&function, map);
  bound->setLinkage(llvm::GlobalValue::InternalLinkage);
  return bound;
}

void makeVisible(Function &function, const SharedForm &form) {
  function.setName(form.name());
  function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  function.setVisibility(llvm::GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
}

// Most calls are for all lanes: where masks cost something these have code of their own.
Function *chooseByLanes(Function &wide) {
  Function *form = Function::Create(wide.getFunctionType(), llvm::GlobalValue::ExternalLinkage, "",
                                    wide.getParent());
  form->addFnAttrs(llvm::AttrBuilder(wide.getContext(), wide.getAttributes().getFnAttrs()));
  wide.addFnAttr(llvm::Attribute::AlwaysInline);
  auto *entry = llvm::BasicBlock::Create(wide.getContext(), "", form);
  llvm::IRBuilder<> builder(entry);
  llvm::Argument *lanes = form->getArg(form->arg_size() - 1);
  auto *bits =
      builder.getIntNTy(llvm::cast<llvm::FixedVectorType>(lanes->getType())->getNumElements());
  llvm::Value *all = builder.CreateICmpEQ(builder.CreateBitCast(lanes, bits),
                                          llvm::Constant::getAllOnesValue(bits));
  llvm::BasicBlock *sides[2];
  for (auto &side : sides)
    side = llvm::BasicBlock::Create(wide.getContext(), "", form);
  builder.CreateCondBr(all, sides[0], sides[1]);
  for (auto *side : sides) {
    builder.SetInsertPoint(side);
    llvm::SmallVector<llvm::Value *, 16> args;
    for (llvm::Argument &argument : form->args())
      args.push_back(&argument);
    if (side == sides[0])
      args.back() = llvm::Constant::getAllOnesValue(lanes->getType());
    llvm::CallInst *call = builder.CreateCall(&wide, args);
    if (call->getType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
  }
  return form;
}

Function *widen(Function &scalar, const SharedForm &form, Optimizer &optimizer,
                std::string &failure) {
  llvm::SmallVector<unsigned, 8> consecutive, varying;
  unsigned number = 0;
  for (const FormParam &param : form.params) {
    if (param.kind == FormParam::Consecutive)
      consecutive.push_back(number);
    else if (param.kind == FormParam::Varying)
      varying.push_back(number);
    number += param.kind != FormParam::Constant;
  }
  VectorizeOptions how;
  how.width = form.width;
  how.is_called = true;
  how.lane_params = consecutive;
  how.varying_params = varying;
  VectorizeResult result = vectorizeRegion(scalar, how, optimizer.functionAnalyses());
  failure = result.failure;
  return result.function;
}

} // namespace

bool emitSharedForm(llvm::Module &module, llvm::TargetMachine &machine, const SharedForm &form,
                    const PipelineOptions &options, std::string &failure) {
  lower(module, machine);
  Optimizer optimizer(machine, options.tune);
  Function *made = bindConstants(*module.getFunction(form.function), form);
  optimizer.simplifyItem(*made);
  optimizer.simplifyRegion(*made);
  makeSumsOfDisjointOrs(*made);
  if (form.width > 1) {
    Function *wide = widen(*made, form, optimizer, failure);
    if (!wide)
      return false;
    const bool masks_are_cheap = targetOf(*wide, optimizer.functionAnalyses()).masksAreCheap();
    optimizer.functionAnalyses().clear();
    made = masks_are_cheap ? wide : chooseByLanes(*wide);
  }
  makeVisible(*made, form);
  optimizer.inlineWidened(module);
  return true;
}

} // namespace weft
