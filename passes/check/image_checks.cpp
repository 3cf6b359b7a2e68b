// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coordinates of reads without sampler, and of writes ("the behavior [...] for values outside of
// the image is undefined"):
//
//   x = read_imagef(image, c)     bad = c.x >= image.width || ...
//                                 x = bad ? found(), 0 : read_imagef(image, c)
#include "passes/check/findings.h"
#include "passes/check_marks.h"

#include "weft/check_abi.h"
#include "weft/image_abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>

using namespace llvm;

namespace weft {
namespace {

struct ImageCall {
  weft_check_event event;
  SmallVector<size_t, 3> limits; // fields of weft_image, one for each coordinate
};

std::optional<ImageCall> imageCall(const CallInst &call) {
  const StringRef name = plainFunctionName(call);
  const bool reads = name.starts_with("read_image"), writes = name.starts_with("write_image");
  // With a level of detail, the sizes are others.
  if ((!reads && !writes) || name.contains("ocl_sampler") || call.arg_size() != (reads ? 2u : 3u))
    return std::nullopt;
  ImageCall result{reads ? WEFT_FOUND_IMAGE_READ : WEFT_FOUND_IMAGE_WRITE, {}};
  constexpr size_t Width = offsetof(weft_image, width), Height = offsetof(weft_image, height),
                   Depth = offsetof(weft_image, depth), Layers = offsetof(weft_image, array_size);
  const StringRef type = name.split("ocl_image").second;
  if (type.contains("msaa"))
    return std::nullopt;
  if (type.starts_with("1d_array"))
    result.limits = {Width, Layers};
  else if (type.starts_with("1d"))
    result.limits = {Width};
  else if (type.starts_with("2d_array"))
    result.limits = {Width, Height, Layers};
  else if (type.starts_with("2d"))
    result.limits = {Width, Height};
  else if (type.starts_with("3d"))
    result.limits = {Width, Height, Depth};
  const Type *coordinates = call.getArgOperand(1)->getType();
  if (result.limits.empty() || !coordinates->isIntOrIntVectorTy(32) ||
      !call.getArgOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  const auto *vector = dyn_cast<FixedVectorType>(coordinates);
  if ((vector ? vector->getNumElements() : 1) < result.limits.size())
    return std::nullopt;
  return result;
}

void check(CallInst &call, const ImageCall &what) {
  IRBuilder<> builder(&call);
  Value *image = call.getArgOperand(0), *coordinates = call.getArgOperand(1), *bad = nullptr;
  for (auto [i, field] : enumerate(what.limits)) {
    Value *limit = builder.CreateAlignedLoad(
        builder.getInt32Ty(), builder.CreateConstGEP1_64(builder.getInt8Ty(), image, field),
        Align(4));
    Value *coordinate = coordinates->getType()->isVectorTy()
                            ? builder.CreateExtractElement(coordinates, i)
                            : coordinates;
    Value *outside = builder.CreateICmpUGE(coordinate, limit);
    bad = bad ? builder.CreateOr(bad, outside) : outside;
  }
  Instruction *bad_end = nullptr, *good_end = nullptr;
  SplitBlockAndInsertIfThenElse(bad, &call, &bad_end, &good_end,
                                MDBuilder(call.getContext()).createUnlikelyBranchWeights());
  BasicBlock *behind = call.getParent();
  builder.SetInsertPoint(bad_end);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  builder.CreateCall(declareFound(*call.getModule()),
                     {builder.getTrue(), builder.getInt32(what.event), builder.getInt32(0)});
  call.moveBefore(good_end->getIterator());
  if (call.getType()->isVoidTy() || call.use_empty())
    return;
  builder.SetInsertPoint(behind, behind->begin());
  PHINode *value = builder.CreatePHI(call.getType(), 2);
  call.replaceAllUsesWith(value);
  value->addIncoming(&call, good_end->getParent());
  value->addIncoming(Constant::getNullValue(call.getType()), bad_end->getParent());
}

} // namespace

void markImageAccesses(Module &program, function_ref<bool(const Function &)> is_own) {
  for (Function &function : program) {
    if (!is_own(function))
      continue;
    SmallVector<std::pair<CallInst *, ImageCall>> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (std::optional<ImageCall> what = imageCall(*call))
          calls.push_back({call, *what});
    for (auto &[call, what] : calls)
      check(*call, what);
  }
}

} // namespace weft
