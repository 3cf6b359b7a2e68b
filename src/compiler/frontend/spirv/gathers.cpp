// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPV_INTEL_masked_gather_scatter: loads and stores through vectors of pointers. Each lane's access
// is a branch, in a function that is inlined: so the block at hand stays one.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {
namespace {

struct Gathers : Handler {
  using Handler::Handler;
  void gather();
  void scatter();
  llvm::Function *laneFunction(llvm::Type *result, llvm::ArrayRef<llvm::Value *> args);
  bool fitsLanes(llvm::Value *pointers, llvm::Value *mask, llvm::Type *values, llvm::Align &align);
};

} // namespace

// Whether there are as many pointers as values and bits of the mask.
bool Gathers::fitsLanes(llvm::Value *pointers, llvm::Value *mask, llvm::Type *values,
                        llvm::Align &align) {
  if (failed)
    return false;
  auto *type = llvm::dyn_cast_or_null<llvm::FixedVectorType>(values);
  if (!type || !pointers->getType()->isVectorTy() || !pointers->getType()->isPtrOrPtrVectorTy() ||
      !haveSameShape(pointers->getType(), type) || !mask->getType()->isIntOrIntVectorTy(1) ||
      !haveSameShape(mask->getType(), type))
    return fail("is of no fitting types");
  const uint32_t given = operand(at->result ? 1 : 2);
  if (given && !llvm::isPowerOf2_32(given))
    return fail("an alignment of " + llvm::Twine(given));
  // None is that of the element, as in LLVM.
  align = given ? llvm::Align(std::min<uint32_t>(given, 1u << 16))
                : layout.getABITypeAlign(type->getElementType());
  return true;
}

llvm::Function *Gathers::laneFunction(llvm::Type *result, llvm::ArrayRef<llvm::Value *> args) {
  llvm::SmallVector<llvm::Type *, 3> params;
  for (llvm::Value *arg : args)
    params.push_back(arg->getType());
  auto *made_function =
      llvm::Function::Create(llvm::FunctionType::get(result, params, false),
                             llvm::GlobalValue::InternalLinkage, "spirv.lanes", made);
  made_function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made_function->addFnAttr(llvm::Attribute::AlwaysInline);
  made_function->addFnAttr(llvm::Attribute::NoUnwind);
  return made_function;
}

// Lane by lane, what `access` does to it where the mask says so; it returns what takes the place of
// `without`.
static llvm::Value *
eachLane(llvm::IRBuilder<> &builder, llvm::Function *function, llvm::Value *mask,
         llvm::Value *without,
         llvm::function_ref<llvm::Value *(unsigned lane, llvm::Value *so_far)> access) {
  llvm::LLVMContext &context = function->getContext();
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", function));
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  for (unsigned lane = 0; lane < lanes; ++lane) {
    llvm::BasicBlock *before = builder.GetInsertBlock();
    auto *then = llvm::BasicBlock::Create(context, "", function);
    auto *after = llvm::BasicBlock::Create(context, "", function);
    builder.CreateCondBr(builder.CreateExtractElement(mask, lane), then, after);
    builder.SetInsertPoint(then);
    llvm::Value *with = access(lane, without);
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    if (!with)
      continue;
    llvm::PHINode *merged = builder.CreatePHI(with->getType(), 2);
    merged->addIncoming(without, before);
    merged->addIncoming(with, then);
    without = merged;
  }
  return without;
}

void Gathers::gather() {
  llvm::Value *args[] = {arg(0), arg(2), arg(3)}; // pointers, mask, what other lanes have
  llvm::Type *type = failed ? nullptr : resultType()->llvm;
  llvm::Align align;
  if (!fitsLanes(args[0], args[1], type, align))
    return;
  if (args[2]->getType() != type)
    return void(fail("is of no fitting types"));
  llvm::Function *lanes = laneFunction(type, args);
  {
    llvm::IRBuilderBase::InsertPointGuard guard(builder);
    builder.SetCurrentDebugLocation({});
    builder.CreateRet(eachLane(builder, lanes, lanes->getArg(1), lanes->getArg(2),
                               [&](unsigned lane, llvm::Value *so_far) {
                                 llvm::Value *from =
                                     builder.CreateExtractElement(lanes->getArg(0), lane);
                                 llvm::Value *loaded =
                                     builder.CreateAlignedLoad(type->getScalarType(), from, align);
                                 return builder.CreateInsertElement(so_far, loaded, lane);
                               }));
  }
  llvm::CallInst *made_call = builder.CreateCall(lanes, args);
  made_call->setCallingConv(lanes->getCallingConv());
  define(made_call);
}

// Where lanes have one address, the last one's value stays, as in LLVM.
void Gathers::scatter() {
  llvm::Value *args[] = {arg(0), arg(1), arg(3)}; // values, pointers, mask
  llvm::Align align;
  if (failed || !fitsLanes(args[1], args[2], args[0]->getType(), align))
    return;
  llvm::Function *lanes = laneFunction(builder.getVoidTy(), args);
  {
    llvm::IRBuilderBase::InsertPointGuard guard(builder);
    builder.SetCurrentDebugLocation({});
    eachLane(builder, lanes, lanes->getArg(2), nullptr,
             [&](unsigned lane, llvm::Value *) -> llvm::Value * {
               llvm::Value *what = builder.CreateExtractElement(lanes->getArg(0), lane);
               builder.CreateAlignedStore(
                   what, builder.CreateExtractElement(lanes->getArg(1), lane), align);
               return nullptr;
             });
    builder.CreateRetVoid();
  }
  builder.CreateCall(lanes, args)->setCallingConv(lanes->getCallingConv());
}

void maskedGather(Body &body) { Gathers(body).gather(); }
void maskedScatter(Body &body) { Gathers(body).scatter(); }

} // namespace weft::spirv
