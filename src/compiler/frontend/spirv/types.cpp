// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/reader.h"

#include "passes/address_space.h"

#include "llvm/Support/MathExtras.h"

namespace weft::spirv {

// LLVM walks types recursively.
static constexpr unsigned MaxDepth = 64;
// Far beyond what optimisers make of the members of a struct that they copy.
static constexpr unsigned MaxIntegerBits = 1024;
static constexpr uint64_t MaxTypeBytes = uint64_t(1) << 40;
// Structures may hold another one twice, which holds another one twice.
static constexpr uint64_t MaxSpread = 1 << 16;

unsigned Reader::addressSpace(spv::StorageClass storage) {
  switch (storage) {
  case spv::StorageClass::Function:
  case spv::StorageClass::CodeSectionINTEL:
  case spv::StorageClass::Input: // builtin variables, which builtins.cpp keeps copies of
    return AddressSpace::Private;
  case spv::StorageClass::CrossWorkgroup:
  case spv::StorageClass::DeviceOnlyINTEL:
  case spv::StorageClass::HostOnlyINTEL:
    return AddressSpace::Global;
  case spv::StorageClass::UniformConstant:
    return AddressSpace::Constant;
  case spv::StorageClass::Workgroup:
    return AddressSpace::Local;
  case spv::StorageClass::Generic:
    return AddressSpace::Generic;
  default:
    unsupported("storage class " + llvm::Twine(unsigned(storage)));
    return 0;
  }
}

bool Reader::finishType(Type &made_type) {
  llvm::Type *llvm = made_type.llvm;
  if (made_type.depth > MaxDepth)
    return fail("types are nested more than " + llvm::Twine(MaxDepth) + " deep");
  if (made_type.spread > MaxSpread)
    return fail("a structure of more than " + llvm::Twine(MaxSpread) + " parts");
  if (!llvm || !llvm->isSized() || !llvm->isAggregateType())
    return true;
  // Computed with what the members are known to have, so that nothing overflows.
  uint64_t bytes = 0;
  auto size = [&](const Type &part) {
    return made->getDataLayout().getTypeAllocSize(part.llvm).getFixedValue();
  };
  if (made_type.kind == spv::Op::OpTypeArray)
    bytes = llvm::SaturatingMultiply(made_type.count, size(*made_type.element));
  else
    for (const Type *member : made_type.members)
      bytes = llvm::SaturatingAdd(bytes, size(*member));
  return bytes <= MaxTypeBytes || fail("a type has more than 2^40 bytes");
}

void Reader::makeArray(Type &array) {
  array.element = type(operand(0));
  uint64_t count = 0;
  if (failed || !integer(operand(1), count))
    return;
  if (!array.element->llvm || !llvm::ArrayType::isValidElementType(array.element->llvm) ||
      !array.element->llvm->isSized()) {
    fail("an array of what has no size");
    return;
  }
  if (!count || count > MaxTypeBytes) {
    fail("an array of " + llvm::Twine(count) + " elements");
    return;
  }
  array.count = count;
  array.depth = array.element->depth + 1;
  array.spread = array.element->spread;
  array.llvm = llvm::ArrayType::get(array.element->llvm, count);
}

void Reader::makeStruct(Type &record) {
  llvm::SmallVector<llvm::Type *, 8> members;
  for (uint32_t id : at->operands) {
    // A pointer that is declared in advance has its type already.
    const Type *member = type(id);
    if (failed)
      return;
    if (!member->llvm || !llvm::StructType::isValidElementType(member->llvm) ||
        !member->llvm->isSized()) {
      fail("a member that has no size");
      return;
    }
    record.members.push_back(member);
    record.depth = std::max(record.depth, member->depth + 1);
    record.spread = llvm::SaturatingAdd(record.spread, member->spread);
    members.push_back(member->llvm);
  }
  record.llvm = llvm::StructType::get(context, members,
                                      decoration(at->result, spv::Decoration::CPacked) != nullptr);
}

// Clang's parameters: what is sampled is void, and nothing is said of format and use.
void Reader::makeImage(Type &image) {
  image.image = at->operands.drop_front();
  const uint32_t dim = operand(1), depth = operand(2), arrayed = operand(3), samples = operand(4);
  using spv::Dim;
  const bool known = Dim(dim) == Dim::Dim1D || Dim(dim) == Dim::Dim2D ||
                     (Dim(dim) == Dim::Dim3D && !arrayed) || (Dim(dim) == Dim::Buffer && !arrayed);
  if (!known || samples || (depth == 1 && Dim(dim) != Dim::Dim2D)) {
    unsupported("an image of this kind");
    return;
  }
  const uint32_t access = image.image.size() > 6 ? image.image[6] : 0;
  image.llvm = llvm::TargetExtType::get(context, "spirv.Image", {llvm::Type::getVoidTy(context)},
                                        {dim, depth == 1, arrayed != 0, 0, 0, 0, access % 3});
}

// What newer grammars have. False: not one of them.
bool Reader::makeNewerType(Type &it) {
  if (at->op() != newer::OpTypeUntypedPointerKHR)
    return false;
  it.kind = spv::Op::OpTypePointer;
  it.storage = spv::StorageClass(operand(0));
  it.llvm = llvm::PointerType::get(context, addressSpace(it.storage));
  return true;
}

void Reader::makeType() {
  const Instruction &in = *at;
  if (in.op() == spv::Op::OpTypeForwardPointer) {
    auto pointer = std::make_unique<Type>();
    pointer->kind = spv::Op::OpTypePointer;
    pointer->id = operand(0);
    pointer->storage = spv::StorageClass(operand(1));
    const unsigned space = addressSpace(pointer->storage);
    pointer->llvm = llvm::PointerType::get(context, space);
    const Instruction *later = module.definition(operand(0));
    if (failed || !later || later->op() != spv::Op::OpTypePointer ||
        later->operands[0] != operand(1)) {
      fail("announces what is not such a pointer");
      return;
    }
    types.try_emplace(pointer->id, std::move(pointer));
    return;
  }
  auto made_type = std::make_unique<Type>();
  Type &it = *made_type;
  it.kind = in.op();
  it.id = in.result;
  if (makeNewerType(it)) {
    if (!failed)
      types.try_emplace(in.result, std::move(made_type));
    return;
  }
  switch (in.op()) {
  case spv::Op::OpTypeVoid:
    it.llvm = llvm::Type::getVoidTy(context);
    break;
  case spv::Op::OpTypeBool:
    it.llvm = llvm::Type::getInt1Ty(context);
    break;
  case spv::Op::OpTypeInt:
    if (operand(0) != 8 && operand(0) != 16 && operand(0) != 32 && operand(0) != 64 &&
        (!isDeclared({uint32_t(spv::Capability::ArbitraryPrecisionIntegersINTEL)}) || !operand(0) ||
         operand(0) > MaxIntegerBits))
      unsupported(llvm::Twine(operand(0)) + " bits");
    else
      it.llvm = llvm::Type::getIntNTy(context, operand(0));
    break;
  case spv::Op::OpTypeFloat:
    if (operand(0) == 16)
      it.llvm = llvm::Type::getHalfTy(context);
    else if (operand(0) == 32)
      it.llvm = llvm::Type::getFloatTy(context);
    else if (operand(0) == 64)
      it.llvm = llvm::Type::getDoubleTy(context);
    else
      unsupported(llvm::Twine(operand(0)) + " bits");
    break;
  case spv::Op::OpTypeVector: {
    it.element = type(operand(0));
    it.count = operand(1);
    const bool count =
        it.count == 2 || it.count == 3 || it.count == 4 || it.count == 8 || it.count == 16;
    if (failed)
      return;
    // Translators wrote vectors of pointers before there was a capability for them.
    const bool of_pointers = it.element->kind == spv::Op::OpTypePointer;
    if (!count || !it.element->llvm ||
        !(it.element->llvm->isIntegerTy() || it.element->llvm->isFloatingPointTy() ||
          of_pointers)) {
      fail("no such vector");
      return;
    }
    it.llvm = llvm::FixedVectorType::get(it.element->llvm, unsigned(it.count));
    break;
  }
  case spv::Op::OpTypeArray:
    makeArray(it);
    break;
  case spv::Op::OpTypeStruct:
    makeStruct(it);
    break;
  case spv::Op::OpTypePointer: {
    it.storage = spv::StorageClass(operand(0));
    it.pointee = operand(1);
    const unsigned space = addressSpace(it.storage);
    it.llvm = llvm::PointerType::get(context, space);
    if (auto announced = types.find(in.result); announced != types.end()) {
      announced->second->pointee = it.pointee;
      return;
    }
    break;
  }
  case spv::Op::OpTypeFunction:
    for (uint32_t id : in.operands) {
      const Type *part = type(id);
      if (failed)
        return;
      const bool is_result = it.members.empty();
      if (!part->llvm || part->llvm->isMetadataTy() ||
          !(is_result
                ? llvm::FunctionType::isValidReturnType(part->llvm)
                : llvm::FunctionType::isValidArgumentType(part->llvm) && part->llvm->isSized())) {
        unsupported("a parameter or result of type " + llvm::Twine(id));
        return;
      }
      it.members.push_back(part);
    }
    break;
  case spv::Op::OpTypeImage:
    makeImage(it);
    break;
  case spv::Op::OpTypeSampler:
    it.llvm = llvm::TargetExtType::get(context, "spirv.Sampler");
    break;
  case spv::Op::OpTypeSampledImage:
    it.element = type(operand(0));
    if (!failed && it.element->kind != spv::Op::OpTypeImage)
      fail("not of an image");
    break;
  case spv::Op::OpTypeEvent:
    it.llvm = llvm::TargetExtType::get(context, "spirv.Event");
    break;
  case spv::Op::OpTypeDeviceEvent:
    it.llvm = llvm::TargetExtType::get(context, "spirv.DeviceEvent");
    break;
  case spv::Op::OpTypeQueue:
    it.llvm = llvm::TargetExtType::get(context, "spirv.Queue");
    break;
  case spv::Op::OpTypeReserveId:
    it.llvm = llvm::TargetExtType::get(context, "spirv.ReserveId");
    break;
  case spv::Op::OpTypeNamedBarrier:
    it.llvm = builder.getPtrTy(AddressSpace::Local);
    break;
  case spv::Op::OpTypePipe:
    if (operand(0) > 1) // read_only, write_only
      fail("a pipe is either read or written");
    else
      it.llvm = llvm::TargetExtType::get(context, "spirv.Pipe", {}, {operand(0)});
    break;
  case spv::Op::OpTypeOpaque:
    it.llvm = llvm::StructType::create(context, "opaque");
    break;
  default:
    unsupported();
  }
  if (!failed && finishType(it))
    types.try_emplace(in.result, std::move(made_type));
}

} // namespace weft::spirv
