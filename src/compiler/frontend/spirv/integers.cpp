// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dot products of integers, and fields of bits.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {
namespace {

struct Integers : Handler {
  using Handler::Handler;
  void translate();
  void dot(bool a_signed, bool b_signed, bool accumulates);
  void bitField();
};

} // namespace

void Integers::translate() {
  switch (at->op()) {
  case spv::Op::OpSDot:
    return dot(true, true, false);
  case spv::Op::OpUDot:
    return dot(false, false, false);
  case spv::Op::OpSUDot:
    return dot(true, false, false);
  case spv::Op::OpSDotAccSat:
    return dot(true, true, true);
  case spv::Op::OpUDotAccSat:
    return dot(false, false, true);
  case spv::Op::OpSUDotAccSat:
    return dot(true, false, true);
  case spv::Op::OpBitFieldInsert:
  case spv::Op::OpBitFieldSExtract:
  case spv::Op::OpBitFieldUExtract:
    return bitField();
  case spv::Op::OpBitReverse:
    if (sameAsResult({0}, false))
      define(builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, arg(0)));
    return;
  case spv::Op::OpBitCount: {
    llvm::Value *a = arg(0);
    llvm::Type *result = resultType()->llvm;
    if (failed || !result || !a->getType()->isIntOrIntVectorTy() || !result->isIntOrIntVectorTy() ||
        !haveSameShape(a->getType(), result))
      return void(fail("is not of integers"));
    return define(
        builder.CreateZExtOrTrunc(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, a), result));
  }
  default:
    unsupported();
  }
}

// "The resulting value will equal the low-order N bits of the correct result R, where N is the
// result width": computed in that width. Only the addition of the accumulator saturates.
void Integers::dot(bool a_signed, bool b_signed, bool accumulates) {
  llvm::Value *a = arg(0), *b = arg(1);
  llvm::Type *result = resultType()->llvm;
  if (failed || !result || !result->isIntegerTy() || result->isIntegerTy(1) ||
      a->getType() != b->getType())
    return void(fail("is of no fitting types"));
  const size_t format = accumulates ? 3 : 2;
  if (numOperands() > format) {
    if (operand(format) != 0 || !a->getType()->isIntegerTy(32))
      return void(fail("is not of four bytes packed into 32 bits"));
    llvm::Type *bytes = llvm::FixedVectorType::get(builder.getInt8Ty(), 4);
    a = builder.CreateBitCast(a, bytes);
    b = builder.CreateBitCast(b, bytes);
  }
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  if (!vector || !vector->getElementType()->isIntegerTy() ||
      vector->getElementType()->isIntegerTy(1) ||
      vector->getScalarSizeInBits() > result->getIntegerBitWidth())
    return void(fail("is of no fitting types"));
  const bool allowed =
      vector->getElementType()->isIntegerTy(8) && vector->getNumElements() == 4
          ? declarations.isDeclared({uint32_t(spv::Capability::DotProductInputAll),
                                     uint32_t(spv::Capability::DotProductInput4x8Bit),
                                     uint32_t(spv::Capability::DotProductInput4x8BitPacked)})
          : declarations.isDeclared({uint32_t(spv::Capability::DotProductInputAll)});
  if (!allowed)
    return void(fail("needs a capability that the module does not declare: DotProductInputAll"));
  llvm::Type *wide = llvm::FixedVectorType::get(result, vector->getNumElements());
  llvm::Value *products = builder.CreateMul(builder.CreateIntCast(a, wide, a_signed),
                                            builder.CreateIntCast(b, wide, b_signed));
  llvm::Value *sum = builder.CreateAddReduce(products);
  if (!accumulates)
    return define(sum);
  llvm::Value *accumulator = arg(2);
  if (failed || accumulator->getType() != result)
    return void(fail("the accumulator is not of its result's type"));
  const Sign sign = a_signed ? Sign::Signed : Sign::Unsigned;
  define(call("add_sat", result, {given(sum, sign), given(accumulator, sign)}, Effect::None, sign));
}

void Integers::bitField() {
  const bool inserts = at->op() == spv::Op::OpBitFieldInsert;
  if (!(inserts ? sameAsResult({0, 1}, false) : sameAsResult({0}, false)))
    return;
  llvm::SmallVector<Arg, 4> args;
  for (size_t i = 0; i < (inserts ? 2u : 1u); ++i)
    args.push_back(given(arg(i), Sign::Unsigned));
  for (size_t i = args.size(), end = i + 2; i < end; ++i) {
    llvm::Value *place = arg(i);
    if (failed || !place->getType()->isIntegerTy() || place->getType()->isIntegerTy(1))
      return void(fail("where the field lies is not an integer"));
    args.push_back(given(builder.CreateZExtOrTrunc(place, builder.getInt32Ty()), Sign::Unsigned));
  }
  if (args[0].value->getType()->isIntOrIntVectorTy(1))
    return void(fail("is not of integers"));
  const bool is_signed = at->op() == spv::Op::OpBitFieldSExtract;
  define(call(inserts     ? "bitfield_insert"
              : is_signed ? "bitfield_extract_signed"
                          : "bitfield_extract_unsigned",
              resultType()->llvm, args, Effect::None, is_signed ? Sign::Signed : Sign::Unsigned));
}

void integers(Body &body) { Integers(body).translate(); }

} // namespace weft::spirv
