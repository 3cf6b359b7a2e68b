// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/shared_forms.h"

#include "passes/lowering/contractions.h"
#include "passes/lowering/safe_conversions.h"
#include "passes/lowering/safe_division.h"
#include "passes/optimizer.h"
#include "passes/transforms/disjoint_sums.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/IR/IRBuilder.h"
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

llvm::Value *callWith(llvm::IRBuilder<> &builder, Function &wide, llvm::Value *lanes) {
  llvm::SmallVector<llvm::Value *, 16> args;
  for (llvm::Argument &argument : builder.GetInsertBlock()->getParent()->args())
    args.push_back(&argument);
  args.back() = lanes;
  return builder.CreateCall(&wide, args);
}

// Most calls are for all lanes. The way for these is short, and leaves the rest to another
// function.
//
//   form(params..., iW lanes):  if all lanes: return whole(params..., all)
//                               else: return general(params..., lanes)
Function *chooseByLanes(Function &whole, Function &general) {
  llvm::SmallVector<llvm::Type *, 16> types(general.getFunctionType()->params());
  llvm::Type *mask = types.back(); // as a vector or as an integer
  llvm::LLVMContext &context = general.getContext();
  types.back() = llvm::Type::getIntNTy(context, mask->getPrimitiveSizeInBits());
  Function *form = Function::Create(llvm::FunctionType::get(general.getReturnType(), types, false),
                                    llvm::GlobalValue::ExternalLinkage, "", general.getParent());
  form->addFnAttrs(llvm::AttrBuilder(context, general.getAttributes().getFnAttrs()));
  general.addFnAttr(llvm::Attribute::NoInline);
  auto newBlock = [&] { return llvm::BasicBlock::Create(context, "", form); };
  llvm::IRBuilder<> builder(newBlock());
  llvm::Value *lanes = form->getArg(form->arg_size() - 1);
  llvm::Value *all = builder.CreateICmpEQ(lanes, llvm::Constant::getAllOnesValue(lanes->getType()));
  llvm::BasicBlock *sides[2] = {newBlock(), newBlock()};
  builder.CreateCondBr(all, sides[0], sides[1]);
  for (bool is_whole : {true, false}) {
    builder.SetInsertPoint(sides[is_whole ? 0 : 1]);
    llvm::Value *result = is_whole ? callWith(builder, whole, llvm::Constant::getAllOnesValue(mask))
                                   : callWith(builder, general, builder.CreateBitCast(lanes, mask));
    if (result->getType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(result);
  }
  return form;
}

// `fallback`: null, or the same with nothing assumed.
Function *widen(Function &scalar, const SharedForm &form, Function *fallback,
                const LeftOut &left_out, Optimizer &optimizer, std::string &failure) {
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
  how.fallback = fallback;
  how.lane_params = consecutive;
  how.varying_params = varying;
  how.left_out = left_out;
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
    auto widened = [&](Function *fallback) {
      return widen(*made, form, fallback, options.left_out, optimizer, failure);
    };
    Function *general = widened(nullptr);
    Function *whole = general ? widened(general) : nullptr;
    if (!whole)
      return false;
    optimizer.functionAnalyses().clear();
    made = chooseByLanes(*whole, *general);
  }
  makeVisible(*made, form);
  optimizer.inlineWidened(module);
  return true;
}

} // namespace weft
