// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of functions, loads, stores, copies and addresses.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

#include "passes/address_space.h"

namespace weft::spirv {
namespace {

struct Memory : Handler {
  using Handler::Handler;
  void translate();
  void makeLocalVariable();
  Access access(size_t i, llvm::Type *type);
  bool mayMove(llvm::Type *composite);
  void makeAccessChain();
  void makeCopy();
};

} // namespace

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

Access Memory::access(size_t i, llvm::Type *type) {
  Access how;
  how.align = layout.getABITypeAlign(type);
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
bool Memory::mayMove(llvm::Type *type) {
  const uint64_t leaves = leavesOf(type);
  if (leaves > MaxLeaves)
    return fail("a value of more than " + llvm::Twine(MaxLeaves) + " parts");
  body.parts_moved += leaves;
  return body.parts_moved <= MaxMoved ||
         fail("the module moves more than " + llvm::Twine(MaxMoved) + " parts of values");
}

void Memory::makeAccessChain() {
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

void Memory::makeCopy() {
  llvm::Value *to = pointer(0), *from = pointer(1);
  const bool sized = at->op() == spv::Op::OpCopyMemorySized;
  llvm::Value *size = sized ? arg(2) : nullptr;
  if (failed)
    return;
  llvm::Align align(1);
  if (!sized) {
    const Type *content = contentOf(operand(ids.isUntyped(operand(0)) ? 1 : 0));
    if (failed || !content->llvm || !content->llvm->isSized())
      return void(fail("copies what has no size"));
    align = layout.getABITypeAlign(content->llvm);
    size = builder.getInt64(layout.getTypeAllocSize(content->llvm).getFixedValue());
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

void Memory::makeLocalVariable() {
  const Type *pointer_type = resultType();
  const Type *content = failed ? nullptr : contentOf(at->result);
  if (failed || pointer_type->storage != spv::StorageClass::Function || !content->llvm ||
      !content->llvm->isSized())
    return void(fail("is no variable of a function"));
  llvm::IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
  llvm::AllocaInst *variable =
      entry.CreateAlloca(content->llvm, nullptr, declarations.nameOf(at->result));
  if (const std::optional<llvm::Align> align = body.globals.alignment(at->result))
    variable->setAlignment(*align);
  const size_t first = at->op() == newer::OpUntypedVariableKHR ? 2 : 1;
  if (numOperands() > first) {
    llvm::Constant *initial = constant(operand(first));
    if (failed || initial->getType() != content->llvm)
      return void(fail("its initialiser is of another type"));
    if (leavesOf(content->llvm) <= 16) {
      storeParts(builder, initial, variable, {variable->getAlign()});
    } else {
      auto *bytes = new llvm::GlobalVariable(
          made, content->llvm, true, llvm::GlobalValue::InternalLinkage, initial, "spirv.initial",
          nullptr, llvm::GlobalValue::NotThreadLocal, AddressSpace::Constant);
      bytes->setAlignment(variable->getAlign());
      builder.CreateMemCpy(variable, variable->getAlign(), bytes, variable->getAlign(),
                           layout.getTypeAllocSize(content->llvm).getFixedValue());
    }
  }
  define(variable);
}

void Memory::translate() {
  if (at->op() == newer::OpUntypedVariableKHR)
    return makeLocalVariable();
  if (isOneOf({newer::OpUntypedAccessChainKHR, newer::OpUntypedInBoundsAccessChainKHR,
               newer::OpUntypedPtrAccessChainKHR, newer::OpUntypedInBoundsPtrAccessChainKHR}))
    return makeAccessChain();
  // Advice.
  if (isOneOf({newer::OpUntypedPrefetchKHR, newer::OpSubgroupBlockPrefetchINTEL}))
    return void(pointer(0));
  switch (at->op()) {
  case spv::Op::OpVariable:
    makeLocalVariable();
    return;
  case spv::Op::OpLoad: {
    const Type *wanted = resultType();
    if (failed || !wanted->llvm || wanted->llvm->isVoidTy() || !wanted->llvm->isSized())
      return void(fail("loads what has no size"));
    if (body.globals.isBuiltin(operand(0)))
      return define(body.builtinVariable(operand(0), wanted->llvm));
    if (body.constants.samplerBits(operand(0)))
      return define(arg(0));
    llvm::Value *from = pointer(0);
    Access how = access(1, wanted->llvm);
    if (!failed && mayMove(wanted->llvm))
      define(loadParts(builder, wanted->llvm, from, how));
    return;
  }
  case spv::Op::OpStore: {
    llvm::Value *to = pointer(0), *what = arg(1);
    if (failed || !what->getType()->isSized())
      return void(fail("stores what has no size"));
    Access how = access(2, what->getType());
    if (!failed && mayMove(what->getType()))
      storeParts(builder, what, to, how);
    return;
  }
  case spv::Op::OpCopyMemory:
  case spv::Op::OpCopyMemorySized:
    makeCopy();
    return;
  case spv::Op::OpAccessChain:
  case spv::Op::OpInBoundsAccessChain:
  case spv::Op::OpPtrAccessChain:
  case spv::Op::OpInBoundsPtrAccessChain:
    makeAccessChain();
    return;
  case spv::Op::OpSizeOf: {
    const Type *content = pointer(0) ? contentOf(operand(0)) : &ids.nothing;
    if (failed || !content->llvm || !content->llvm->isSized() ||
        resultType()->llvm != builder.getInt32Ty())
      return void(fail("is not of a pointer to what has a size, and 32 bits"));
    const llvm::TypeSize size = layout.getTypeAllocSize(content->llvm);
    return define(builder.getInt32(uint32_t(size.getFixedValue())));
  }
  case spv::Op::OpLifetimeStart:
  case spv::Op::OpLifetimeStop:
    pointer(0); // only says that less is asked for
    return;
  case spv::Op::OpPtrEqual:
  case spv::Op::OpPtrNotEqual: {
    llvm::Value *a = pointer(0), *b = pointer(1);
    if (failed || a->getType() != b->getType())
      return void(fail("pointers of different storage"));
    define(at->op() == spv::Op::OpPtrEqual ? builder.CreateICmpEQ(a, b)
                                           : builder.CreateICmpNE(a, b));
    return;
  }
  case spv::Op::OpPtrDiff: {
    llvm::Value *a = pointer(0), *b = pointer(1);
    const Type *content = failed ? nullptr : contentOf(operand(0));
    if (failed || a->getType() != b->getType() || !content->llvm || !content->llvm->isSized() ||
        layout.getTypeAllocSize(content->llvm).isZero())
      return void(fail("pointers that have no distance"));
    llvm::Value *difference = builder.CreatePtrDiff(content->llvm, a, b);
    if (resultType()->llvm && resultType()->llvm->isIntegerTy())
      difference = builder.CreateSExtOrTrunc(difference, resultType()->llvm);
    define(difference);
    return;
  }
  default:
    unsupported();
  }
}

void memory(Body &body) { Memory(body).translate(); }

} // namespace weft::spirv
