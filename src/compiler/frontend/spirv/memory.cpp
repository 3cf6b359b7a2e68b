// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of functions, loads, stores, copies and addresses.
#include "compiler/frontend/spirv/reader.h"

#include "passes/address_space.h"

namespace weft::spirv {

// A composite in registers has this many parts at most; more is memory.
static constexpr uint64_t MaxLeaves = 4096;
// Of all loads and stores of a module together.
static constexpr uint64_t MaxMoved = 1 << 22;

static uint64_t leavesOf(const llvm::Type *type) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return llvm::SaturatingMultiply(array->getNumElements(), leavesOf(array->getElementType()));
  auto *record = llvm::dyn_cast<llvm::StructType>(type);
  if (!record)
    return 1;
  uint64_t leaves = 0;
  for (llvm::Type *member : record->elements())
    leaves = llvm::SaturatingAdd(leaves, leavesOf(member));
  return leaves;
}

Reader::Access Reader::access(size_t i, llvm::Type *type) {
  Access how;
  how.align = made->getDataLayout().getABITypeAlign(type);
  if (i >= numOperands())
    return how;
  const uint32_t bits = operand(i);
  how.is_volatile = bits & uint32_t(spv::MemoryAccessMask::Volatile);
  how.non_temporal = bits & uint32_t(spv::MemoryAccessMask::Nontemporal);
  if (bits & uint32_t(spv::MemoryAccessMask::Aligned)) {
    const uint32_t align = operand(i + 1);
    if (!llvm::isPowerOf2_32(align))
      fail("an alignment of " + llvm::Twine(align));
    else
      how.align = llvm::Align(std::min<uint32_t>(align, 1u << 16));
  }
  return how;
}

// Whether a value of the type can be loaded or stored.
bool Reader::mayMove(llvm::Type *type) {
  const uint64_t leaves = leavesOf(type);
  if (leaves > MaxLeaves)
    return fail("a value of more than " + llvm::Twine(MaxLeaves) + " parts");
  parts_moved += leaves;
  return parts_moved <= MaxMoved ||
         fail("the module moves more than " + llvm::Twine(MaxMoved) + " parts of values");
}

// Composites go part by part: LLVM's optimisations, and ours, do not look into loads of them.
llvm::Value *Reader::load(llvm::Type *type, llvm::Value *from, const Access &how) {
  const llvm::DataLayout &layout = made->getDataLayout();
  if (type->isAggregateType()) {
    llvm::Value *whole = llvm::PoisonValue::get(type);
    const unsigned count =
        type->isArrayTy() ? unsigned(type->getArrayNumElements()) : type->getStructNumElements();
    for (unsigned i = 0; i < count; ++i) {
      llvm::Type *part =
          type->isArrayTy() ? type->getArrayElementType() : type->getStructElementType(i);
      const uint64_t offset =
          type->isArrayTy()
              ? i * layout.getTypeAllocSize(part).getFixedValue()
              : layout.getStructLayout(llvm::cast<llvm::StructType>(type))->getElementOffset(i);
      Access inner = how;
      inner.align = llvm::commonAlignment(how.align, offset);
      llvm::Value *place =
          offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), from, offset) : from;
      whole = builder.CreateInsertValue(whole, load(part, place, inner), i);
    }
    return whole;
  }
  llvm::LoadInst *made_load = builder.CreateAlignedLoad(type, from, how.align, how.is_volatile);
  if (how.non_temporal)
    made_load->setMetadata(
        llvm::LLVMContext::MD_nontemporal,
        llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(builder.getInt32(1))));
  return made_load;
}

void Reader::store(llvm::Value *what, llvm::Value *to, const Access &how) {
  llvm::Type *type = what->getType();
  const llvm::DataLayout &layout = made->getDataLayout();
  if (type->isAggregateType()) {
    const unsigned count =
        type->isArrayTy() ? unsigned(type->getArrayNumElements()) : type->getStructNumElements();
    for (unsigned i = 0; i < count; ++i) {
      const uint64_t offset =
          type->isArrayTy()
              ? i * layout.getTypeAllocSize(type->getArrayElementType()).getFixedValue()
              : layout.getStructLayout(llvm::cast<llvm::StructType>(type))->getElementOffset(i);
      Access inner = how;
      inner.align = llvm::commonAlignment(how.align, offset);
      llvm::Value *place =
          offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), to, offset) : to;
      store(builder.CreateExtractValue(what, i), place, inner);
    }
    return;
  }
  llvm::StoreInst *made_store = builder.CreateAlignedStore(what, to, how.align, how.is_volatile);
  if (how.non_temporal)
    made_store->setMetadata(
        llvm::LLVMContext::MD_nontemporal,
        llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(builder.getInt32(1))));
}

void Reader::makeAccessChain() {
  const bool by_element =
      isOneOf({spv::Op::OpPtrAccessChain, spv::Op::OpInBoundsPtrAccessChain,
               newer::OpUntypedPtrAccessChainKHR, newer::OpUntypedInBoundsPtrAccessChainKHR});
  const bool in_bounds =
      isOneOf({spv::Op::OpInBoundsAccessChain, spv::Op::OpInBoundsPtrAccessChain,
               newer::OpUntypedInBoundsAccessChainKHR, newer::OpUntypedInBoundsPtrAccessChainKHR});
  // These say themselves what the base points to.
  const bool untyped =
      isOneOf({newer::OpUntypedAccessChainKHR, newer::OpUntypedInBoundsAccessChainKHR,
               newer::OpUntypedPtrAccessChainKHR, newer::OpUntypedInBoundsPtrAccessChainKHR});
  size_t i = untyped ? 1 : 0;
  const uint32_t base_id = operand(i++);
  llvm::Value *base = value(base_id);
  const Type *content = failed ? nullptr : untyped ? type(operand(0)) : contentOf(base_id);
  if (failed || !content->llvm || !content->llvm->isSized() ||
      !base->getType()->isPtrOrPtrVectorTy())
    return void(fail("the base does not point to what has parts"));
  llvm::Type *outer = content->llvm;
  llvm::SmallVector<llvm::Value *, 6> indices;
  if (by_element)
    indices.push_back(arg(i++));
  else
    indices.push_back(builder.getInt64(0));
  for (; i < numOperands() && !failed; ++i) {
    llvm::Value *index = arg(i);
    if (failed)
      return;
    uint64_t number = 0;
    if (content->kind == spv::Op::OpTypeStruct) {
      if (!integer(operand(i), number))
        return;
      if (number >= content->members.size())
        return void(fail("no such member"));
      indices.push_back(builder.getInt32(uint32_t(number)));
      content = content->members[number];
      continue;
    }
    if (content->kind != spv::Op::OpTypeArray && content->kind != spv::Op::OpTypeVector)
      return void(fail("goes deeper than the type"));
    indices.push_back(index);
    content = content->element;
  }
  if (failed)
    return;
  // Of vectors of pointers, each lane has its index.
  for (llvm::Value *index : indices) {
    const bool fits =
        base->getType()->isVectorTy()
            ? index->getType()->isIntegerTy() || haveSameShape(index->getType(), base->getType())
            : index->getType()->isIntegerTy();
    if (!fits || !index->getType()->isIntOrIntVectorTy())
      return void(fail("an index is not an integer"));
  }
  define(builder.CreateGEP(outer, base, indices, "",
                           in_bounds ? llvm::GEPNoWrapFlags::inBounds()
                                     : llvm::GEPNoWrapFlags::none()));
}

void Reader::makeCopy() {
  llvm::Value *to = pointer(0), *from = pointer(1);
  const bool sized = at->op() == spv::Op::OpCopyMemorySized;
  llvm::Value *size = sized ? arg(2) : nullptr;
  if (failed)
    return;
  llvm::Align align(1);
  if (!sized) {
    const Type *content = contentOf(operand(isUntyped(operand(0)) ? 1 : 0));
    if (failed || !content->llvm || !content->llvm->isSized())
      return void(fail("copies what has no size"));
    align = made->getDataLayout().getABITypeAlign(content->llvm);
    size = builder.getInt64(made->getDataLayout().getTypeAllocSize(content->llvm).getFixedValue());
  } else if (!size->getType()->isIntegerTy()) {
    return void(fail("the size is not an integer"));
  }
  const size_t operands = sized ? 3 : 2;
  Access how = access(operands, builder.getInt8Ty());
  if (operands < numOperands() && operand(operands) & uint32_t(spv::MemoryAccessMask::Aligned))
    align = how.align;
  if (!failed)
    builder.CreateMemCpy(to, align, from, align,
                         builder.CreateZExtOrTrunc(size, builder.getInt64Ty()), how.is_volatile);
}

llvm::Value *Reader::castPointer(llvm::Value *from, llvm::Type *to) {
  if (from->getType() == to)
    return from;
  return builder.CreateAddrSpaceCast(from, to);
}

void Reader::makeLocalVariable() {
  const Type *pointer_type = resultType();
  const Type *content = failed ? nullptr : contentOf(at->result);
  if (failed || pointer_type->storage != spv::StorageClass::Function || !content->llvm ||
      !content->llvm->isSized())
    return void(fail("is no variable of a function"));
  llvm::IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
  llvm::AllocaInst *variable = entry.CreateAlloca(content->llvm, nullptr, nameOf(at->result));
  if (const Decoration *align = decoration(at->result, spv::Decoration::Alignment);
      align && llvm::isPowerOf2_32(align->operands[0]) && align->operands[0] <= 4096)
    variable->setAlignment(llvm::Align(align->operands[0]));
  const size_t first = at->op() == newer::OpUntypedVariableKHR ? 2 : 1;
  if (numOperands() > first) {
    llvm::Constant *initial = constant(operand(first));
    if (failed || initial->getType() != content->llvm)
      return void(fail("its initialiser is of another type"));
    if (leavesOf(content->llvm) <= 16) {
      store(initial, variable, {variable->getAlign()});
    } else {
      auto *bytes = new llvm::GlobalVariable(
          *made, content->llvm, true, llvm::GlobalValue::InternalLinkage, initial, "spirv.initial",
          nullptr, llvm::GlobalValue::NotThreadLocal, AddressSpace::Constant);
      bytes->setAlignment(variable->getAlign());
      builder.CreateMemCpy(variable, variable->getAlign(), bytes, variable->getAlign(),
                           made->getDataLayout().getTypeAllocSize(content->llvm).getFixedValue());
    }
  }
  define(variable);
}

bool Reader::memory() {
  if (at->op() == newer::OpUntypedVariableKHR)
    return makeLocalVariable(), true;
  if (isOneOf({newer::OpUntypedAccessChainKHR, newer::OpUntypedInBoundsAccessChainKHR,
               newer::OpUntypedPtrAccessChainKHR, newer::OpUntypedInBoundsPtrAccessChainKHR}))
    return makeAccessChain(), true;
  switch (at->op()) {
  case spv::Op::OpVariable:
    makeLocalVariable();
    return true;
  case spv::Op::OpLoad: {
    const Type *wanted = resultType();
    if (failed || !wanted->llvm || wanted->llvm->isVoidTy() || !wanted->llvm->isSized())
      return fail("loads what has no size"), true;
    if (builtin_variables.count(operand(0)))
      return define(builtinVariable(operand(0), wanted->llvm)), true;
    if (sampler_bits.count(operand(0)))
      return define(arg(0)), true;
    llvm::Value *from = pointer(0);
    Access how = access(1, wanted->llvm);
    if (!failed && mayMove(wanted->llvm))
      define(load(wanted->llvm, from, how));
    return true;
  }
  case spv::Op::OpStore: {
    llvm::Value *to = pointer(0), *what = arg(1);
    if (failed || !what->getType()->isSized())
      return fail("stores what has no size"), true;
    Access how = access(2, what->getType());
    if (!failed && mayMove(what->getType()))
      store(what, to, how);
    return true;
  }
  case spv::Op::OpCopyMemory:
  case spv::Op::OpCopyMemorySized:
    makeCopy();
    return true;
  case spv::Op::OpAccessChain:
  case spv::Op::OpInBoundsAccessChain:
  case spv::Op::OpPtrAccessChain:
  case spv::Op::OpInBoundsPtrAccessChain:
    makeAccessChain();
    return true;
  case spv::Op::OpSizeOf: {
    const Type *content = pointer(0) ? contentOf(operand(0)) : &nothing;
    if (failed || !content->llvm || !content->llvm->isSized() ||
        resultType()->llvm != builder.getInt32Ty())
      return fail("is not of a pointer to what has a size, and 32 bits"), true;
    const llvm::TypeSize size = made->getDataLayout().getTypeAllocSize(content->llvm);
    return define(builder.getInt32(uint32_t(size.getFixedValue()))), true;
  }
  case spv::Op::OpLifetimeStart:
  case spv::Op::OpLifetimeStop:
    pointer(0); // only says that less is asked for
    return true;
  case spv::Op::OpPtrEqual:
  case spv::Op::OpPtrNotEqual: {
    llvm::Value *a = pointer(0), *b = pointer(1);
    if (failed || a->getType() != b->getType())
      return fail("pointers of different storage"), true;
    define(at->op() == spv::Op::OpPtrEqual ? builder.CreateICmpEQ(a, b)
                                           : builder.CreateICmpNE(a, b));
    return true;
  }
  case spv::Op::OpPtrDiff: {
    llvm::Value *a = pointer(0), *b = pointer(1);
    const Type *content = failed ? nullptr : contentOf(operand(0));
    if (failed || a->getType() != b->getType() || !content->llvm || !content->llvm->isSized() ||
        made->getDataLayout().getTypeAllocSize(content->llvm).isZero())
      return fail("pointers that have no distance"), true;
    llvm::Value *difference = builder.CreatePtrDiff(content->llvm, a, b);
    if (resultType()->llvm && resultType()->llvm->isIntegerTy())
      difference = builder.CreateSExtOrTrunc(difference, resultType()->llvm);
    define(difference);
    return true;
  }
  default:
    return false;
  }
}

} // namespace weft::spirv
