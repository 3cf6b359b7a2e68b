// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/flat_region.h"

#include "passes/work_item_function.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft {
namespace {

// `number` / `size`, both i64 and less than 2^20, in 32 bits of floating-point: there is no
// division of vectors of integers. The half keeps what is exact away from the next lower integer by
// more than the roundings come to.
llvm::Value *divide(llvm::IRBuilderBase &builder, llvm::Value *number, llvm::Value *size) {
  llvm::Type *real = builder.getFloatTy();
  auto convert = [&](llvm::Value *value) {
    return builder.CreateSIToFP(builder.CreateTrunc(value, builder.getInt32Ty()), real);
  };
  llvm::Value *reciprocal =
      builder.CreateFDiv(llvm::ConstantFP::get(real, 1.0), convert(size), "reciprocal");
  llvm::Value *middle = builder.CreateFAdd(convert(number), llvm::ConstantFP::get(real, 0.5));
  llvm::Value *quotient = builder.CreateFPToSI(builder.CreateFMul(middle, reciprocal),
                                               builder.getInt32Ty(), "quotient");
  return builder.CreateZExt(quotient, builder.getInt64Ty());
}

} // namespace

llvm::Function *flattenIds(llvm::Function &region) {
  llvm::ValueToValueMapTy map;
  llvm::Function *flat = llvm::CloneFunction(&region, map);
  flat->setName(region.getName() + ".flat");
  auto param = [&](unsigned number) { return flat->getArg(number); };
  // No longer the work-item's place in its row, the length of which may be known.
  flat->removeParamAttr(ItemParam::LocalId, llvm::Attribute::Range);
  llvm::Value *item = param(ItemParam::LocalId);
  llvm::Value *sizes[] = {param(ItemParam::LocalSize), param(ItemParam::LocalSize + 1)};
  // Uses of the item before there are those of the ids.
  llvm::SmallVector<llvm::Use *, 16> uses;
  for (llvm::Use &use : item->uses())
    uses.push_back(&use);
  llvm::IRBuilder<> builder(&*flat->getEntryBlock().getFirstInsertionPt());
  // As differences, so that the sums that make the linear id of them again fold to the item.
  llvm::Value *row = divide(builder, item, sizes[0]);
  llvm::Value *z = divide(builder, row, sizes[1]);
  llvm::Value *y = builder.CreateSub(row, builder.CreateMul(sizes[1], z), "y");
  llvm::Value *x = builder.CreateSub(item, builder.CreateMul(row, sizes[0]), "x");
  for (llvm::Use *use : uses)
    use->set(x);
  param(ItemParam::LocalId + 1)->replaceAllUsesWith(y);
  param(ItemParam::LocalId + 2)->replaceAllUsesWith(z);
  return flat;
}

} // namespace weft
