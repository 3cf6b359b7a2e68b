// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/types.h"

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

unsigned Types::addressSpace(spv::StorageClass storage) {
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

bool Types::finish(const Type &type) {
  const llvm::Type *llvm = type.llvm;
  if (type.depth > MaxDepth)
    return fail("types are nested more than " + llvm::Twine(MaxDepth) + " deep");
  if (type.spread > MaxSpread)
    return fail("a structure of more than " + llvm::Twine(MaxSpread) + " parts");
  if (!llvm || !llvm->isSized() || !llvm->isAggregateType())
    return true;
  // Computed with what the members are known to have, so that nothing overflows.
  uint64_t bytes = 0;
  auto size = [&](const Type &part) {
    return made.getDataLayout().getTypeAllocSize(part.llvm).getFixedValue();
  };
  if (type.kind == spv::Op::OpTypeArray)
    bytes = llvm::SaturatingMultiply(type.count, size(*type.element));
  else
    for (const Type *member : type.members)
      bytes = llvm::SaturatingAdd(bytes, size(*member));
  return bytes <= MaxTypeBytes || fail("a type has more than 2^40 bytes");
}

void Types::makeArray(Type &array) {
  array.element = ids.type(operand(0));
  uint64_t count = 0;
  if (failed || !ids.integer(operand(1), count))
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

void Types::makeStruct(Type &record) {
  llvm::SmallVector<llvm::Type *, 8> members;
  for (uint32_t id : at->operands) {
    // A pointer that is declared in advance has its type already.
    const Type *member = ids.type(id);
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
  record.llvm = llvm::StructType::get(
      context, members, declarations.decoration(at->result, spv::Decoration::CPacked) != nullptr);
}

// Clang's parameters: what is sampled is void, and nothing is said of format and use.
void Types::makeImage(Type &image) {
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

void Types::makePointer(Type &pointer, uint32_t pointee) {
  pointer.kind = spv::Op::OpTypePointer;
  pointer.storage = spv::StorageClass(operand(0));
  pointer.pointee = pointee;
  pointer.llvm = llvm::PointerType::get(context, addressSpace(pointer.storage));
}

void Types::makeNumber(Type &number) {
  const uint32_t bits = operand(0);
  if (number.kind == spv::Op::OpTypeInt) {
    const bool usual = bits == 8 || bits == 16 || bits == 32 || bits == 64;
    const bool any =
        declarations.isDeclared({uint32_t(spv::Capability::ArbitraryPrecisionIntegersINTEL)}) &&
        bits && bits <= MaxIntegerBits;
    if (usual || any)
      number.llvm = llvm::Type::getIntNTy(context, bits);
  } else {
    number.llvm = bits == 16   ? llvm::Type::getHalfTy(context)
                  : bits == 32 ? llvm::Type::getFloatTy(context)
                  : bits == 64 ? llvm::Type::getDoubleTy(context)
                               : nullptr;
  }
  if (!number.llvm)
    unsupported(llvm::Twine(bits) + " bits");
}

void Types::makeVector(Type &vector) {
  vector.element = ids.type(operand(0));
  vector.count = operand(1);
  const uint64_t n = vector.count;
  const bool count = n == 2 || n == 3 || n == 4 || n == 8 || n == 16;
  if (failed)
    return;
  // Translators wrote vectors of pointers before there was a capability for them.
  const llvm::Type *element = vector.element->llvm;
  if (!count || !element ||
      !(element->isIntegerTy() || element->isFloatingPointTy() ||
        vector.element->kind == spv::Op::OpTypePointer))
    return void(fail("no such vector"));
  vector.llvm = llvm::FixedVectorType::get(vector.element->llvm, unsigned(n));
}

void Types::makeFunction(Type &signature) {
  for (uint32_t id : at->operands) {
    const Type *part = ids.type(id);
    if (failed)
      return;
    const bool is_result = signature.members.empty();
    if (!part->llvm || part->llvm->isMetadataTy() ||
        !(is_result ? llvm::FunctionType::isValidReturnType(part->llvm)
                    : llvm::FunctionType::isValidArgumentType(part->llvm) && part->llvm->isSized()))
      return void(unsupported("a parameter or result of type " + llvm::Twine(id)));
    signature.members.push_back(part);
  }
}

// A pointer's type, before that of what it points to.
void Types::announce() {
  auto pointer = std::make_unique<Type>();
  pointer->kind = spv::Op::OpTypePointer;
  pointer->id = operand(0);
  pointer->storage = spv::StorageClass(operand(1));
  pointer->llvm = llvm::PointerType::get(context, addressSpace(pointer->storage));
  const Instruction *later = module.definition(operand(0));
  if (failed || !later || later->op() != spv::Op::OpTypePointer || later->operands[0] != operand(1))
    return void(fail("announces what is not such a pointer"));
  ids.add(std::move(pointer));
}

void Types::make() {
  if (at->op() == spv::Op::OpTypeForwardPointer)
    return announce();
  std::unique_ptr<Type> type = makeType();
  if (failed)
    return;
  if (Type *announced = ids.find(at->result))
    announced->pointee = type->pointee;
  else if (finish(*type))
    ids.add(std::move(type));
}

std::unique_ptr<Type> Types::makeType() {
  auto type = std::make_unique<Type>();
  Type &it = *type;
  it.kind = at->op();
  it.id = at->result;
  auto opaque = [&](llvm::StringRef name) { it.llvm = llvm::TargetExtType::get(context, name); };
  switch (at->op()) {
  case spv::Op::OpTypeVoid:
    it.llvm = llvm::Type::getVoidTy(context);
    break;
  case spv::Op::OpTypeBool:
    it.llvm = llvm::Type::getInt1Ty(context);
    break;
  case spv::Op::OpTypeInt:
  case spv::Op::OpTypeFloat:
    makeNumber(it);
    break;
  case spv::Op::OpTypeVector:
    makeVector(it);
    break;
  case spv::Op::OpTypeArray:
    makeArray(it);
    break;
  case spv::Op::OpTypeStruct:
    makeStruct(it);
    break;
  case spv::Op::OpTypePointer:
    makePointer(it, operand(1));
    break;
  case spv::Op::OpTypeFunction:
    makeFunction(it);
    break;
  case spv::Op::OpTypeImage:
    makeImage(it);
    break;
  case spv::Op::OpTypeSampler:
    opaque("spirv.Sampler");
    break;
  case spv::Op::OpTypeSampledImage:
    it.element = ids.type(operand(0));
    if (!failed && it.element->kind != spv::Op::OpTypeImage)
      fail("not of an image");
    break;
  case spv::Op::OpTypeEvent:
    opaque("spirv.Event");
    break;
  case spv::Op::OpTypeDeviceEvent:
    opaque("spirv.DeviceEvent");
    break;
  case spv::Op::OpTypeQueue:
    opaque("spirv.Queue");
    break;
  case spv::Op::OpTypeReserveId:
    opaque("spirv.ReserveId");
    break;
  case spv::Op::OpTypeNamedBarrier:
    it.llvm = llvm::PointerType::get(context, AddressSpace::Local);
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
    if (at->op() == newer::OpTypeUntypedPointerKHR)
      makePointer(it, 0);
    else
      unsupported();
  }
  return type;
}

} // namespace weft::spirv
