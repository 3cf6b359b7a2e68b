// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extensions of Intel that compilers of SYCL use: sub-groups, pointers to functions, storage
// classes for unified memory.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

#include "passes/address_space.h"

namespace weft::spirv {
namespace {

struct Intel : GroupHandler {
  using GroupHandler::GroupHandler;
  void translate();
  void subGroups();
  llvm::Type *blockType(llvm::Type *type);
  void callThroughPointer();
};

} // namespace

// _uc, _us, _ui, _ul and the number of elements, as cl_intel_subgroups names what a block has.
static std::string blockSuffix(const llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  std::string suffix;
  switch (type->getScalarSizeInBits()) {
  case 8:
    suffix = "_uc";
    break;
  case 16:
    suffix = "_us";
    break;
  case 32:
    suffix = "_ui";
    break;
  default:
    suffix = "_ul";
  }
  return vector ? suffix + std::to_string(vector->getNumElements()) : suffix;
}

// Of integers; others are moved as such. Null after a failure.
llvm::Type *Intel::blockType(llvm::Type *type) {
  auto *vector = llvm::dyn_cast_or_null<llvm::FixedVectorType>(type);
  const unsigned count = vector ? vector->getNumElements() : 1;
  const bool fits = type && (type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy()) &&
                    type->getScalarSizeInBits() >= 8 && count != 3;
  const bool known = fits && (count <= 8 || type->getScalarSizeInBits() != 32);
  if (!known) {
    fail("is of no type that blocks have");
    return nullptr;
  }
  llvm::Type *element = builder.getIntNTy(type->getScalarSizeInBits());
  return vector ? llvm::FixedVectorType::get(element, count) : element;
}

void Intel::subGroups() {
  switch (at->op()) {
  case spv::Op::OpSubgroupShuffleINTEL:
  case spv::Op::OpSubgroupShuffleXorINTEL:
  case spv::Op::OpSubgroupShuffleDownINTEL:
  case spv::Op::OpSubgroupShuffleUpINTEL: {
    const bool two =
        isOneOf({spv::Op::OpSubgroupShuffleDownINTEL, spv::Op::OpSubgroupShuffleUpINTEL});
    llvm::Value *first = arg(0), *second = two ? arg(1) : nullptr, *lane = arg(two ? 2 : 1);
    if (failed || !lane->getType()->isIntegerTy(32) ||
        (two && first->getType() != second->getType()))
      return void(fail("is of no fitting types"));
    const char *name =
        at->op() == spv::Op::OpSubgroupShuffleINTEL       ? "intel_sub_group_shuffle"
        : at->op() == spv::Op::OpSubgroupShuffleXorINTEL  ? "intel_sub_group_shuffle_xor"
        : at->op() == spv::Op::OpSubgroupShuffleDownINTEL ? "intel_sub_group_shuffle_down"
                                                          : "intel_sub_group_shuffle_up";
    unsigned element = 0;
    return define(perElement(first, [&](llvm::Value *one) {
      llvm::SmallVector<Arg, 3> args = {given(one, Sign::Unsigned)};
      llvm::Value *other = second;
      if (second && second->getType()->isVectorTy())
        other = builder.CreateExtractElement(second, element++);
      if (other)
        args.push_back(given(other, Sign::Unsigned));
      args.push_back(given(lane, Sign::Unsigned));
      return call(name, one->getType(), args, Effect::Any);
    }));
  }
  case spv::Op::OpSubgroupBlockReadINTEL: {
    llvm::Value *from = pointer(0);
    llvm::Type *type = failed ? nullptr : blockType(resultType()->llvm);
    if (failed)
      return;
    const MangledType element = mangled(type->getScalarType(), Sign::Unsigned);
    llvm::Value *block = call("intel_sub_group_block_read" + blockSuffix(type), type,
                              {givenPointer(from, element, true)}, Effect::Any);
    return define(failed ? nullptr : builder.CreateBitCast(block, resultType()->llvm));
  }
  case spv::Op::OpSubgroupBlockWriteINTEL: {
    llvm::Value *to = pointer(0), *what = arg(1);
    llvm::Type *type = failed ? nullptr : blockType(what->getType());
    if (failed)
      return;
    const MangledType element = mangled(type->getScalarType(), Sign::Unsigned);
    call("intel_sub_group_block_write" + blockSuffix(type), builder.getVoidTy(),
         {givenPointer(to, element), given(builder.CreateBitCast(what, type), Sign::Unsigned)},
         Effect::Any);
    return;
  }
  case spv::Op::OpSubgroupImageBlockReadINTEL:
  case spv::Op::OpSubgroupImageBlockWriteINTEL: {
    const bool reads = at->op() == spv::Op::OpSubgroupImageBlockReadINTEL;
    const Type *image = imageType(operand(0));
    llvm::Value *object = arg(0), *place = arg(1), *what = reads ? nullptr : arg(2);
    llvm::Type *type = failed ? nullptr : blockType(reads ? resultType()->llvm : what->getType());
    if (failed)
      return;
    if (place->getType() != llvm::FixedVectorType::get(builder.getInt32Ty(), 2) ||
        imageName(*image) != "image2d")
      return void(fail("is not of an image of two dimensions, or of another coordinate"));
    llvm::SmallVector<Arg, 3> args = {named(object, libraryImage(*image)),
                                      given(place, Sign::Signed)};
    if (!reads) {
      args.push_back(given(builder.CreateBitCast(what, type), Sign::Unsigned));
      call("intel_sub_group_block_write" + blockSuffix(type), builder.getVoidTy(), args,
           Effect::Any);
      return;
    }
    llvm::Value *block =
        call("intel_sub_group_block_read" + blockSuffix(type), type, args, Effect::Any);
    return define(failed ? nullptr : builder.CreateBitCast(block, resultType()->llvm));
  }
  default:
    unsupported();
  }
}

void Intel::callThroughPointer() {
  llvm::Value *callee = pointer(0);
  const Type *signature = failed ? nullptr : contentOf(operand(0));
  // Clang's pointers to functions are generic ones, in languages that have those.
  if (failed || signature->kind != spv::Op::OpTypeFunction ||
      !mayLeadToPrivate(callee->getType()->getPointerAddressSpace()))
    return void(fail("calls what is no pointer to a function"));
  llvm::SmallVector<llvm::Type *, 8> params;
  llvm::SmallVector<llvm::Value *, 8> args;
  for (const Type *param : llvm::ArrayRef(signature->members).drop_front())
    params.push_back(param->llvm);
  if (numOperands() - 1 != params.size() || signature->members.front() != resultType())
    return void(fail("does not fit the function's type"));
  for (size_t i = 0; i < params.size(); ++i) {
    args.push_back(arg(i + 1));
    if (failed || args.back()->getType() != params[i])
      return void(fail("argument " + llvm::Twine(i) + " is of another type"));
  }
  llvm::CallInst *made_call = builder.CreateCall(
      llvm::FunctionType::get(signature->members.front()->llvm, params, false), callee, args);
  made_call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  if (!made_call->getType()->isVoidTy())
    define(made_call);
}

void Intel::translate() {
  switch (at->op()) {
  case spv::Op::OpFunctionPointerCallINTEL:
    callThroughPointer();
    return;
  case spv::Op::OpPtrCastToCrossWorkgroupINTEL:
  case spv::Op::OpCrossWorkgroupCastToPtrINTEL: {
    llvm::Value *from = pointer(0);
    if (failed || from->getType() != resultType()->llvm)
      return void(fail("is not of pointers to global memory"));
    return define(from);
  }
  // Advice to compilers.
  case spv::Op::OpLoopControlINTEL:
    return;
  case spv::Op::OpFPGARegINTEL:
    return define(arg(0));
  default:
    return subGroups();
  }
}

void intel(Body &body) { Intel(body).translate(); }

} // namespace weft::spirv
