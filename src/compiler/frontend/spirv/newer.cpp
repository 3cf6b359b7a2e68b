// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small instructions of extensions that are newer than the headers that Weft is built with.
#include "compiler/frontend/spirv/reader.h"

namespace weft::spirv {

bool Reader::newerInstructions() {
  if (at->op() == newer::OpFmaKHR) {
    if (sameAsResult({0, 1, 2}, true))
      define(call(
          "fma", resultType()->llvm,
          {given(arg(0), Sign::Signed), given(arg(1), Sign::Signed), given(arg(2), Sign::Signed)},
          Effect::None));
    return true;
  }
  // What is computed here is not mixed with what is computed around it.
  if (at->op() == newer::OpArithmeticFenceEXT) {
    if (sameAsResult({0}, true))
      define(builder.CreateUnaryIntrinsic(llvm::Intrinsic::arithmetic_fence, arg(0)));
    return true;
  }
  if (at->op() == newer::OpFreezeKHR) {
    llvm::Value *a = arg(0);
    if (!failed && a->getType()->isTargetExtTy())
      fail("is of no fitting type");
    return define(failed ? nullptr : builder.CreateFreeze(a)), true;
  }
  // Advice.
  if (isOneOf({newer::OpUntypedPrefetchKHR, newer::OpSubgroupBlockPrefetchINTEL}))
    return pointer(0), true;
  return false;
}

} // namespace weft::spirv
