// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

#include "passes/address_space.h"

namespace weft::spirv {
namespace {

struct Conversion : Handler {
  using Handler::Handler;
  void translate();
  bool byLibrary(bool from_signed, bool to_signed, bool saturated);
  void bfloat16();
};

} // namespace

// convert_T_sat_rte and its kin, where a decoration asks for what no instruction of LLVM's does.
bool Conversion::byLibrary(bool from_signed, bool to_signed, bool saturated) {
  const Decoration *rounding = decoration(spv::Decoration::FPRoundingMode);
  saturated |= decoration(spv::Decoration::SaturatedConversion) != nullptr;
  if (!rounding && !saturated)
    return false;
  static constexpr const char *Modes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  llvm::Value *from = arg(0);
  llvm::Type *to = resultType()->llvm;
  const Sign source = from_signed ? Sign::Signed : Sign::Unsigned;
  const Sign target = to_signed ? Sign::Signed : Sign::Unsigned;
  std::string name = "convert_" + numberName(to, target);
  if (saturated && to->isIntOrIntVectorTy())
    name += "_sat";
  if (rounding && !rounding->operands.empty() && rounding->operands[0] < 4)
    name += Modes[rounding->operands[0]];
  define(call(name, to, {given(from, source)}, Effect::None, target));
  return true;
}

// Of floats, or of the 16 bits that stand for them.
void Conversion::bfloat16() {
  llvm::Value *from = arg(0);
  if (failed)
    return;
  const bool narrows = at->op() == newer::OpConvertFToBF16INTEL;
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(from->getType());
  auto likeResult = [&](llvm::Type *element) -> llvm::Type * {
    return vector ? llvm::FixedVectorType::get(element, vector->getNumElements()) : element;
  };
  llvm::Type *floats = likeResult(builder.getFloatTy()), *bits = likeResult(builder.getInt16Ty());
  if (from->getType() != (narrows ? floats : bits) ||
      resultType()->llvm != (narrows ? bits : floats))
    return void(fail("is of no fitting types"));
  const std::string count = vector ? std::to_string(vector->getNumElements()) : "";
  const std::string name = narrows ? "intel_convert_bfloat16" + count + "_as_ushort" + count
                                   : "intel_convert_as_bfloat16" + count + "_float" + count;
  define(call(name, resultType()->llvm, {given(from, Sign::Unsigned)}, Effect::None));
}

void Conversion::translate() {
  if (at->op() == newer::OpConvertFToBF16INTEL || at->op() == newer::OpConvertBF16ToFINTEL)
    return bfloat16();
  using Cast = llvm::Instruction;
  struct Row {
    spv::Op op;
    Cast::CastOps cast; // of integers: the one that widens
    bool from_float, to_float, from_signed, to_signed;
  };
  static constexpr Row Rows[] = {
      {spv::Op::OpConvertFToU, Cast::FPToUI, true, false, true, false},
      {spv::Op::OpConvertFToS, Cast::FPToSI, true, false, true, true},
      {spv::Op::OpConvertSToF, Cast::SIToFP, false, true, true, true},
      {spv::Op::OpConvertUToF, Cast::UIToFP, false, true, false, true},
      {spv::Op::OpUConvert, Cast::ZExt, false, false, false, false},
      {spv::Op::OpSConvert, Cast::SExt, false, false, true, true},
      {spv::Op::OpFConvert, Cast::FPExt, true, true, true, true},
      {spv::Op::OpSatConvertSToU, Cast::ZExt, false, false, true, false},
      {spv::Op::OpSatConvertUToS, Cast::ZExt, false, false, false, true}};
  for (const Row &row : Rows) {
    if (row.op != at->op())
      continue;
    llvm::Value *from = arg(0);
    llvm::Type *to = resultType()->llvm;
    auto fits = [](const llvm::Type *type, bool is_float) {
      return is_float ? type->isFPOrFPVectorTy()
                      : type->isIntOrIntVectorTy() && !type->isIntOrIntVectorTy(1);
    };
    if (failed || !to || !fits(from->getType(), row.from_float) || !fits(to, row.to_float) ||
        !haveSameShape(from->getType(), to))
      return void(fail("its operand and its result are of no fitting types"));
    const bool saturated = isOneOf({spv::Op::OpSatConvertSToU, spv::Op::OpSatConvertUToS});
    if (byLibrary(row.from_signed, row.to_signed, saturated))
      return;
    if (row.from_float && row.to_float)
      return define(builder.CreateFPCast(from, to));
    if (!row.from_float && !row.to_float)
      return define(builder.CreateIntCast(from, to, row.from_signed));
    const llvm::Type *integers = row.from_float ? to : from->getType();
    if (integers->getScalarSizeInBits() > 64)
      return void(unsupported("of integers of more than 64 bits, it"));
    return define(builder.CreateCast(row.cast, from, to));
  }
  switch (at->op()) {
  case spv::Op::OpConvertPtrToU:
    if (llvm::Value *from = pointer(0); !failed) {
      if (!resultType()->llvm || !resultType()->llvm->isIntegerTy())
        return void(fail("its result is not an integer"));
      define(builder.CreatePtrToInt(from, resultType()->llvm));
    }
    return;
  case spv::Op::OpConvertUToPtr:
    if (llvm::Value *from = arg(0); !failed) {
      if (!from->getType()->isIntegerTy() || !resultType()->llvm ||
          !resultType()->llvm->isPointerTy())
        return void(fail("is not of an integer and a pointer"));
      define(builder.CreateIntToPtr(from, resultType()->llvm));
    }
    return;
  case spv::Op::OpPtrCastToGeneric:
  case spv::Op::OpGenericCastToPtr: {
    llvm::Type *to = resultType()->llvm;
    if (llvm::Value *from = arg(0); !failed && from->getType()->isVectorTy()) {
      if (!to || !to->isPtrOrPtrVectorTy() || !from->getType()->isPtrOrPtrVectorTy() ||
          from->getType()->getWithNewType(to->getScalarType()) != to)
        return void(fail("is not of as many pointers"));
      return define(builder.CreateAddrSpaceCast(from, to));
    }
    llvm::Value *from = pointer(0);
    if (failed || !to || !to->isPointerTy())
      return void(fail("its result is not a pointer"));
    return define(builder.CreateAddrSpaceCast(from, to));
  }
  case spv::Op::OpGenericCastToPtrExplicit: {
    llvm::Value *from = pointer(0);
    llvm::Type *to = resultType()->llvm;
    if (failed || !to || !to->isPointerTy() ||
        from->getType()->getPointerAddressSpace() != AddressSpace::Generic)
      return void(fail("is not of a generic pointer"));
    const char *name = nullptr;
    switch (to->getPointerAddressSpace()) {
    case AddressSpace::Global:
      name = "__to_global";
      break;
    case AddressSpace::Local:
      name = "__to_local";
      break;
    case AddressSpace::Private:
      name = "__to_private";
      break;
    default:
      return void(fail("to no such storage"));
    }
    return define(callNamed(name, to, {from}, Effect::Any));
  }
  // The mask has OpenCL C's flags of fences from its ninth bit on.
  case spv::Op::OpGenericPtrMemSemantics: {
    llvm::Value *from = pointer(0);
    if (failed || from->getType()->getPointerAddressSpace() != AddressSpace::Generic ||
        resultType()->llvm != builder.getInt32Ty())
      return void(fail("is not of a generic pointer and 32 bits"));
    MangledType anything;
    anything.base = "v";
    llvm::Value *flags =
        call("get_fence", builder.getInt32Ty(), {givenPointer(from, anything)}, Effect::Any);
    return define(failed ? nullptr : builder.CreateShl(flags, 8));
  }
  case spv::Op::OpBitcast: {
    llvm::Value *from = arg(0);
    llvm::Type *to = resultType()->llvm;
    if (failed || !to)
      return void(fail("has no type"));
    // Of a pointer and 64 bits of any kind.
    llvm::Type *bits = builder.getInt64Ty();
    if (from->getType()->isPointerTy() && llvm::CastInst::castIsValid(Cast::BitCast, bits, to))
      return define(builder.CreateBitCast(builder.CreatePtrToInt(from, bits), to));
    if (to->isPointerTy() && llvm::CastInst::castIsValid(Cast::BitCast, from->getType(), bits))
      return define(builder.CreateIntToPtr(builder.CreateBitCast(from, bits), to));
    if (!llvm::CastInst::castIsValid(Cast::BitCast, from->getType(), to) ||
        from->getType()->isTargetExtTy())
      return void(fail("of types of different sizes"));
    return define(builder.CreateBitCast(from, to));
  }
  default:
    unsupported();
  }
}

void conversion(Body &body) { Conversion(body).translate(); }

} // namespace weft::spirv
