// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/handler.h"

#include "passes/address_space.h"

namespace weft::spirv {

llvm::Constant *Handler::constant(uint32_t id) const {
  auto *found = llvm::dyn_cast_or_null<llvm::Constant>(value(id));
  if (!found)
    fail("%" + llvm::Twine(id) + " is not a constant");
  return found;
}

bool Handler::integer(uint32_t id, uint64_t &number) const {
  auto *found = llvm::dyn_cast_or_null<llvm::ConstantInt>(value(id));
  if (!found)
    return fail("%" + llvm::Twine(id) + " is not a constant integer");
  number = found->getZExtValue();
  return true;
}

uint64_t Handler::number(size_t i) const {
  uint64_t result = 0;
  integer(operand(i), result);
  return result;
}

llvm::Value *Handler::pointer(size_t i) const {
  llvm::Value *found = arg(i);
  if (found && !found->getType()->isPointerTy()) {
    fail("%" + llvm::Twine(operand(i)) + " is not a pointer");
    return nullptr;
  }
  return found;
}

llvm::Value *Handler::genericPointer(size_t i) const {
  llvm::Value *found = pointer(i);
  if (failed)
    return nullptr;
  llvm::Type *generic = builder.getPtrTy(AddressSpace::Generic);
  if (llvm::isa<llvm::ConstantPointerNull>(found))
    return llvm::Constant::getNullValue(generic);
  if (found->getType()->getPointerAddressSpace() == AddressSpace::Constant) {
    fail("operand " + llvm::Twine(i) + " points to constant memory");
    return nullptr;
  }
  return builder.CreateAddrSpaceCast(found, generic);
}

llvm::Value *Handler::integerArg(size_t i, unsigned bits) const {
  llvm::Value *found = arg(i);
  if (!failed && !found->getType()->isIntegerTy(bits))
    fail("operand " + llvm::Twine(i) + " is not an integer of " + llvm::Twine(bits) + " bits");
  return failed ? nullptr : found;
}

llvm::Value *Handler::opaque(size_t i, llvm::StringRef name) const {
  llvm::Value *found = arg(i);
  auto *type = found ? llvm::dyn_cast<llvm::TargetExtType>(found->getType()) : nullptr;
  if (!failed && (!type || type->getName() != name))
    fail("operand " + llvm::Twine(i) + " is not of the type " + name);
  return failed ? nullptr : found;
}

const Type *Handler::imageType(uint32_t id) const {
  const Type *found = typeOf(id);
  if (!failed && found->kind != spv::Op::OpTypeImage)
    fail("%" + llvm::Twine(id) + " is not an image");
  return found;
}

bool Handler::sameAsResult(std::initializer_list<size_t> operands, bool floats) const {
  llvm::Type *type = resultType()->llvm;
  if (failed || !type || (floats ? !type->isFPOrFPVectorTy() : !type->isIntOrIntVectorTy()))
    return fail("its result is of no fitting type");
  for (size_t i : operands) {
    llvm::Value *value = arg(i);
    if (failed || value->getType() != type)
      return fail("operand " + llvm::Twine(i) + " is not of its result's type");
  }
  return true;
}

static llvm::AtomicOrdering orderingOf(uint64_t semantics) {
  if (semantics & uint32_t(spv::MemorySemanticsMask::SequentiallyConsistent))
    return llvm::AtomicOrdering::SequentiallyConsistent;
  const bool acquire = semantics & uint32_t(spv::MemorySemanticsMask::Acquire);
  const bool release = semantics & uint32_t(spv::MemorySemanticsMask::Release);
  if (semantics & uint32_t(spv::MemorySemanticsMask::AcquireRelease) || (acquire && release))
    return llvm::AtomicOrdering::AcquireRelease;
  return acquire   ? llvm::AtomicOrdering::Acquire
         : release ? llvm::AtomicOrdering::Release
                   : llvm::AtomicOrdering::Monotonic;
}

// Semantics may be known at run time only: then the strongest.
llvm::AtomicOrdering Handler::ordering(size_t i) const {
  auto *known = llvm::dyn_cast_or_null<llvm::ConstantInt>(arg(i));
  return known ? orderingOf(known->getZExtValue()) : llvm::AtomicOrdering::SequentiallyConsistent;
}

bool haveSameShape(const llvm::Type *a, const llvm::Type *b) {
  auto *one = llvm::dyn_cast<llvm::FixedVectorType>(a);
  auto *other = llvm::dyn_cast<llvm::FixedVectorType>(b);
  return one && other ? one->getNumElements() == other->getNumElements() : !one && !other;
}

std::string imageName(const Type &image) {
  const spv::Dim dim = spv::Dim(image.image[0]);
  std::string name = dim == spv::Dim::Dim1D   ? "image1d"
                     : dim == spv::Dim::Dim2D ? "image2d"
                     : dim == spv::Dim::Dim3D ? "image3d"
                                              : "image1d_buffer";
  if (image.image[2])
    name += "_array";
  return image.image[1] == 1 ? name + "_depth" : name;
}

std::string libraryImage(const Type &image) {
  static constexpr const char *Access[] = {"_ro", "_wo", "_rw"};
  return "ocl_" + imageName(image) + Access[image.image.size() > 6 ? image.image[6] % 3 : 0];
}

std::string numberName(const llvm::Type *type, Sign sign) {
  const llvm::Type *element = type->getScalarType();
  std::string name = sign == Sign::Unsigned && element->isIntegerTy() ? "u" : "";
  if (element->isHalfTy())
    name = "half";
  else if (element->isFloatTy())
    name = "float";
  else if (element->isDoubleTy())
    name = "double";
  else
    switch (element->getIntegerBitWidth()) {
    case 8:
      name += "char";
      break;
    case 16:
      name += "short";
      break;
    case 32:
      name += "int";
      break;
    default:
      name += "long";
    }
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? name + std::to_string(vector->getNumElements()) : name;
}

static void markNonTemporal(llvm::IRBuilder<> &builder, llvm::Instruction &access,
                            const Access &how) {
  if (how.non_temporal)
    access.setMetadata(llvm::LLVMContext::MD_nontemporal,
                       llvm::MDNode::get(builder.getContext(),
                                         llvm::ConstantAsMetadata::get(builder.getInt32(1))));
}

// Where part number `i` of a composite lies, and how it is accessed.
static llvm::Value *addressOfPart(llvm::IRBuilder<> &builder, llvm::Type *composite, unsigned i,
                                  llvm::Value *address, Access &how) {
  const llvm::DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  const uint64_t offset =
      composite->isArrayTy()
          ? i * layout.getTypeAllocSize(composite->getArrayElementType()).getFixedValue()
          : layout.getStructLayout(llvm::cast<llvm::StructType>(composite))->getElementOffset(i);
  how.align = llvm::commonAlignment(how.align, offset);
  return offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, offset)
                : address;
}

static unsigned countParts(const llvm::Type *composite) {
  return composite->isArrayTy() ? unsigned(composite->getArrayNumElements())
                                : composite->getStructNumElements();
}

llvm::Value *loadParts(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *from,
                       const Access &how) {
  if (type->isAggregateType()) {
    llvm::Value *whole = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < countParts(type); ++i) {
      Access inner = how;
      llvm::Value *part = addressOfPart(builder, type, i, from, inner);
      llvm::Type *part_type =
          type->isArrayTy() ? type->getArrayElementType() : type->getStructElementType(i);
      whole = builder.CreateInsertValue(whole, loadParts(builder, part_type, part, inner), i);
    }
    return whole;
  }
  llvm::LoadInst *made_load = builder.CreateAlignedLoad(type, from, how.align, how.is_volatile);
  markNonTemporal(builder, *made_load, how);
  return made_load;
}

void storeParts(llvm::IRBuilder<> &builder, llvm::Value *what, llvm::Value *to, const Access &how) {
  llvm::Type *type = what->getType();
  if (type->isAggregateType()) {
    for (unsigned i = 0; i < countParts(type); ++i) {
      Access inner = how;
      llvm::Value *part = addressOfPart(builder, type, i, to, inner);
      storeParts(builder, builder.CreateExtractValue(what, i), part, inner);
    }
    return;
  }
  llvm::StoreInst *made_store = builder.CreateAlignedStore(what, to, how.align, how.is_volatile);
  markNonTemporal(builder, *made_store, how);
}

} // namespace weft::spirv
