// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of OpenCL.std, which are functions of OpenCL C: the grammar's name is the
// function's but for what it says of signs and widths.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

#include "llvm/ADT/StringSwitch.h"

namespace weft::spirv {
namespace {

struct Extended : Handler {
  using Handler::Handler;
  void translate();
  void byName(const ExtInfo &info);
  bool special(uint32_t opcode);
};

} // namespace

void Extended::translate() {
  if (!declarations.isOpenclSet(operand(0)))
    return void(fail("is of a set that was not imported"));
  const ExtInfo *info = extInfo(*extSet("OpenCL.std"), operand(1));
  if (!info)
    return void(fail("OpenCL.std has no instruction " + llvm::Twine(operand(1))));
  if (!special(info->opcode) && !failed)
    byName(*info);
}

void Extended::byName(const ExtInfo &info) {
  llvm::StringRef name = info.name;
  Sign sign = Sign::Signed;
  if (name.consume_front("u_"))
    sign = Sign::Unsigned;
  else
    name.consume_front("s_");
  const bool is_upsample = name == "upsample";
  name = llvm::StringSwitch<llvm::StringRef>(name)
             .Case("fmax_common", "max")
             .Case("fmin_common", "min")
             .Case("fclamp", "clamp")
             .Default(name);
  const size_t count = llvm::StringRef(info.operands).size(); // ids, each of them
  llvm::SmallVector<Arg, 4> args;
  Effect effect = Effect::None;
  for (size_t i = 0; i < count; ++i) {
    llvm::Value *one = arg(i + 2);
    if (failed)
      return;
    Sign own = sign;
    if (name == "nan" || (is_upsample && i == 1) || (name == "shuffle" && i == 1) ||
        (name == "shuffle2" && i == 2))
      own = Sign::Unsigned;
    if (!one->getType()->isPointerTy()) {
      args.push_back(given(one, own));
      continue;
    }
    // A result goes there, whose type the function says, whatever the pointer's is.
    const bool integers = name == "frexp" || name == "lgamma_r" || name == "remquo";
    llvm::Type *pointee = args.empty() ? contentOf(operand(i + 2))->llvm : args[0].value->getType();
    if (failed || !pointee)
      return void(fail("is of no fitting types"));
    if (integers) {
      pointee = builder.getInt32Ty();
      if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(args[0].value->getType()))
        pointee = llvm::FixedVectorType::get(pointee, vector->getNumElements());
    }
    args.push_back(givenPointer(one, mangled(pointee, Sign::Signed)));
    effect = Effect::Any;
  }
  llvm::Type *result = resultType()->llvm;
  if (failed || !result || result->isVoidTy())
    return void(fail("has no type of numbers"));
  define(call(name, result, args, effect, sign));
}

// Those of which it is not all in the name; false: not one of them.
bool Extended::special(uint32_t opcode) {
  using namespace OpenCLLIB;
  static constexpr const char *Modes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  auto width = [&](const llvm::Type *type) {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector ? std::to_string(vector->getNumElements()) : std::string();
  };
  switch (opcode) {
  case Vloadn:
  case Vload_half:
  case Vload_halfn:
  case Vloada_halfn: {
    llvm::Value *offset = arg(2), *from = pointer(3);
    llvm::Type *result = resultType()->llvm;
    if (failed || !result || !offset->getType()->isIntegerTy(64) ||
        !(result->isFPOrFPVectorTy() || result->isIntOrIntVectorTy()))
      return fail("is of no fitting types"), true;
    const bool half = opcode != Vloadn;
    llvm::Type *element = half ? builder.getHalfTy() : result->getScalarType();
    const std::string name = opcode == Vloada_halfn ? "vloada_half" : half ? "vload_half" : "vload";
    define(call(
        name + width(result), result,
        {given(offset, Sign::Unsigned), givenPointer(from, mangled(element, Sign::Signed), true)},
        Effect::Reads));
    return true;
  }
  case Vstoren:
  case Vstore_half:
  case Vstore_half_r:
  case Vstore_halfn:
  case Vstore_halfn_r:
  case Vstorea_halfn:
  case Vstorea_halfn_r: {
    llvm::Value *what = arg(2), *offset = arg(3), *to = pointer(4);
    if (failed || !offset->getType()->isIntegerTy(64))
      return fail("is of no fitting types"), true;
    const bool half = opcode != Vstoren;
    const bool rounded =
        opcode == Vstore_half_r || opcode == Vstore_halfn_r || opcode == Vstorea_halfn_r;
    std::string name = opcode == Vstorea_halfn || opcode == Vstorea_halfn_r ? "vstorea_half"
                       : half                                               ? "vstore_half"
                                                                            : "vstore";
    name += width(what->getType());
    if (rounded) {
      if (operand(5) > 3)
        return fail("no such rounding"), true;
      name += Modes[operand(5)];
    }
    llvm::Type *element = half ? builder.getHalfTy() : what->getType()->getScalarType();
    const MangledType pointee = mangled(element, Sign::Signed);
    if (!failed)
      call(name, builder.getVoidTy(),
           {given(what, Sign::Signed), given(offset, Sign::Unsigned), givenPointer(to, pointee)},
           Effect::Any);
    return true;
  }
  case Prefetch:
    pointer(2); // a hint, which the library makes nothing of
    return true;
  case Printf: {
    llvm::SmallVector<llvm::Value *, 8> args;
    for (size_t i = 2; i < numOperands(); ++i) {
      llvm::Value *one = i == 2 ? pointer(2) : arg(i);
      if (failed)
        return true;
      // As C promotes what a function of any arguments is given.
      if (one->getType()->isFloatTy() || one->getType()->isHalfTy())
        one = builder.CreateFPExt(one, builder.getDoubleTy());
      else if (one->getType()->isIntegerTy() && one->getType()->getIntegerBitWidth() < 32)
        one = builder.CreateZExt(one, builder.getInt32Ty());
      args.push_back(one);
    }
    if (args.empty() || !resultType()->llvm || !resultType()->llvm->isIntegerTy(32))
      return fail("is of no fitting types"), true;
    args[0] = builder.CreateAddrSpaceCast(args[0], builder.getPtrTy(2));
    auto *printf_type = llvm::FunctionType::get(builder.getInt32Ty(), {args[0]->getType()}, true);
    llvm::FunctionCallee callee = made.getOrInsertFunction("printf", printf_type);
    auto *print = llvm::dyn_cast<llvm::Function>(callee.getCallee());
    if (!print || print->getFunctionType() != printf_type)
      return fail("the module has another 'printf'"), true;
    print->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    llvm::CallInst *print_call = builder.CreateCall(callee, args);
    print_call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    return define(print_call), true;
  }
  default:
    return false;
  }
}

void extended(Body &body) { Extended(body).translate(); }

} // namespace weft::spirv
