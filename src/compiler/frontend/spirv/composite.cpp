// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors, arrays and structures in registers.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {
namespace {

// The part that `index` names, or null.
llvm::Type *partOf(llvm::Type *type, uint32_t index) {
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return index < vector->getNumElements() ? vector->getElementType() : nullptr;
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return index < array->getNumElements() ? array->getElementType() : nullptr;
  if (auto *record = llvm::dyn_cast<llvm::StructType>(type))
    return index < record->getNumElements() ? record->getElementType(index) : nullptr;
  return nullptr;
}

llvm::Value *extract(llvm::IRBuilder<> &builder, llvm::Value *whole, uint32_t index) {
  return whole->getType()->isVectorTy() ? builder.CreateExtractElement(whole, index)
                                        : builder.CreateExtractValue(whole, index);
}

llvm::Value *insert(llvm::IRBuilder<> &builder, llvm::Value *whole, llvm::Value *part,
                    llvm::ArrayRef<uint32_t> path) {
  if (path.empty())
    return part;
  llvm::Value *inner =
      path.size() == 1 ? part
                       : insert(builder, extract(builder, whole, path[0]), part, path.drop_front());
  return whole->getType()->isVectorTy() ? builder.CreateInsertElement(whole, inner, path[0])
                                        : builder.CreateInsertValue(whole, inner, path[0]);
}

struct Composite : Handler {
  using Handler::Handler;
  void translate();
};

} // namespace

void Composite::translate() {
  switch (at->op()) {
  case spv::Op::OpVectorExtractDynamic: {
    llvm::Value *vector = arg(0), *index = arg(1);
    if (failed || !vector->getType()->isVectorTy() || !index->getType()->isIntegerTy())
      return void(fail("is not of a vector"));
    return define(builder.CreateExtractElement(vector, index));
  }
  case spv::Op::OpVectorInsertDynamic: {
    llvm::Value *vector = arg(0), *part = arg(1), *index = arg(2);
    if (failed || !vector->getType()->isVectorTy() || !index->getType()->isIntegerTy() ||
        part->getType() != vector->getType()->getScalarType())
      return void(fail("is not of a vector"));
    return define(builder.CreateInsertElement(vector, part, index));
  }
  case spv::Op::OpVectorShuffle: {
    llvm::Value *a = arg(0), *b = arg(1);
    if (failed || !a->getType()->isVectorTy() || !b->getType()->isVectorTy() ||
        a->getType()->getScalarType() != b->getType()->getScalarType())
      return void(fail("is not of vectors of one type"));
    const unsigned na = llvm::cast<llvm::FixedVectorType>(a->getType())->getNumElements();
    const unsigned nb = llvm::cast<llvm::FixedVectorType>(b->getType())->getNumElements();
    // LLVM's takes two of one size.
    const unsigned n = std::max(na, nb);
    auto widened = [&](llvm::Value *vector, unsigned count) {
      if (count == n)
        return vector;
      llvm::SmallVector<int, 16> mask;
      for (unsigned i = 0; i < n; ++i)
        mask.push_back(i < count ? int(i) : -1);
      return builder.CreateShuffleVector(vector, mask);
    };
    llvm::SmallVector<int, 16> mask;
    for (uint32_t index : at->operands.drop_front(2)) {
      if (index != ~0u && index >= na + nb)
        return void(fail("no such element"));
      mask.push_back(index == ~0u ? -1 : index < na ? int(index) : int(index - na + n));
    }
    if (mask.empty() || mask.size() > 16)
      return void(fail("no such vector"));
    return define(builder.CreateShuffleVector(widened(a, na), widened(b, nb), mask));
  }
  case spv::Op::OpCompositeConstruct: {
    const Type *wanted = resultType();
    if (failed)
      return;
    if (!wanted->element && wanted->kind != spv::Op::OpTypeStruct)
      return void(fail("is not of a composite type"));
    llvm::SmallVector<llvm::Value *, 16> parts;
    for (size_t i = 0; i < numOperands(); ++i) {
      llvm::Value *part = arg(i);
      if (failed)
        return;
      auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(part->getType());
      if (wanted->kind == spv::Op::OpTypeVector && vector)
        for (unsigned e = 0; e < vector->getNumElements(); ++e)
          parts.push_back(builder.CreateExtractElement(part, e));
      else
        parts.push_back(part);
    }
    const uint64_t count =
        wanted->kind == spv::Op::OpTypeStruct ? wanted->members.size() : wanted->count;
    if (parts.size() != count)
      return void(fail("has " + llvm::Twine(parts.size()) + " parts, not " + llvm::Twine(count)));
    llvm::Value *whole = llvm::PoisonValue::get(wanted->llvm);
    for (uint32_t i = 0; i < count; ++i) {
      if (parts[i]->getType() != partOf(wanted->llvm, i))
        return void(fail("part " + llvm::Twine(i) + " is of another type"));
      whole = insert(builder, whole, parts[i], {i});
    }
    return define(whole);
  }
  case spv::Op::OpCompositeExtract: {
    llvm::Value *part = arg(0);
    for (uint32_t index : at->operands.drop_front(1)) {
      if (failed || !partOf(part->getType(), index))
        return void(fail("no such part"));
      part = extract(builder, part, index);
    }
    return define(part);
  }
  case spv::Op::OpCompositeInsert: {
    llvm::Value *part = arg(0), *whole = arg(1);
    if (failed)
      return;
    llvm::Type *type = whole->getType();
    for (uint32_t index : at->operands.drop_front(2))
      if (type = type ? partOf(type, index) : nullptr; !type)
        return void(fail("no such part"));
    if (type != part->getType())
      return void(fail("the part is of another type"));
    return define(insert(builder, whole, part, at->operands.drop_front(2)));
  }
  case spv::Op::OpCopyObject:
  case spv::Op::OpCopyLogical:
    return define(arg(0));
  default:
    if (at->op() != newer::OpFreezeKHR)
      return void(unsupported());
    llvm::Value *value = arg(0);
    if (!failed && value->getType()->isTargetExtTy())
      fail("is of no fitting type");
    define(failed ? nullptr : builder.CreateFreeze(value));
  }
}

void composite(Body &body) { Composite(body).translate(); }

} // namespace weft::spirv
