// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/kernel_table.h"

#include "passes/address_space.h"
#include "passes/lowering/blocks.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
namespace {

llvm::StringRef stringOperand(const llvm::MDNode *node, unsigned i) {
  if (!node || i >= node->getNumOperands())
    return {};
  auto *string = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(i).get());
  return string ? string->getString() : llvm::StringRef();
}

uint32_t integerOperand(const llvm::MDNode *node, unsigned i) {
  if (!node || i >= node->getNumOperands())
    return 0;
  auto *value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(i));
  return value ? uint32_t(value->getZExtValue()) : 0;
}

uint8_t typeQualifiers(llvm::StringRef text) {
  uint8_t result = 0;
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef word : words)
    result |= llvm::StringSwitch<uint8_t>(word)
                  .Case("const", TypeQualifierConst)
                  .Case("restrict", TypeQualifierRestrict)
                  .Case("volatile", TypeQualifierVolatile)
                  .Case("pipe", TypeQualifierPipe)
                  .Default(0);
  return result;
}

AccessQualifier accessQualifier(llvm::StringRef text) {
  return llvm::StringSwitch<AccessQualifier>(text)
      .Case("read_only", AccessQualifier::ReadOnly)
      .Case("write_only", AccessQualifier::WriteOnly)
      .Case("read_write", AccessQualifier::ReadWrite)
      .Default(AccessQualifier::None);
}

// OpenCL C's name of the type of a vec_type_hint.
std::string typeName(llvm::Type *type, bool is_signed) {
  unsigned elements = 0;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    elements = vector->getNumElements();
    type = vector->getElementType();
  }
  std::string name;
  if (type->isHalfTy())
    name = "half";
  else if (type->isFloatTy())
    name = "float";
  else if (type->isDoubleTy())
    name = "double";
  else if (type->isIntegerTy())
    name = std::string(is_signed ? "" : "u") +
           llvm::StringSwitch<const char *>(llvm::utostr(type->getIntegerBitWidth()))
               .Case("8", "char")
               .Case("16", "short")
               .Case("32", "int")
               .Default("long");
  return elements ? name + llvm::utostr(elements) : name;
}

// Reads a size attribute into `sizes` and returns its text, as CL_KERNEL_ATTRIBUTES wants it.
std::string sizeAttribute(const llvm::Function &kernel, llvm::StringRef name, uint32_t *sizes) {
  const llvm::MDNode *node = kernel.getMetadata(name);
  if (!node)
    return "";
  for (unsigned i = 0; i < 3; ++i)
    sizes[i] = integerOperand(node, i);
  return (name + "(" + llvm::Twine(sizes[0]) + "," + llvm::Twine(sizes[1]) + "," +
          llvm::Twine(sizes[2]) + ")")
      .str();
}

std::string subGroupAttribute(const llvm::Function &kernel, uint32_t &size) {
  size = integerOperand(kernel.getMetadata("intel_reqd_sub_group_size"), 0);
  return size ? "intel_reqd_sub_group_size(" + llvm::utostr(size) + ")" : "";
}

std::string vectorHint(const llvm::Function &kernel) {
  const llvm::MDNode *node = kernel.getMetadata("vec_type_hint");
  if (!node || node->getNumOperands() != 2)
    return "";
  auto *value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node->getOperand(0).get());
  if (!value)
    return "";
  return "vec_type_hint(" + typeName(value->getType(), integerOperand(node, 1) != 0) + ")";
}

// What SPIR-V's type of an image says: dimensions, depth, array, and last how it is accessed.
struct ImageTypeInfo {
  ImageType type;
  AccessQualifier access;
};
ImageTypeInfo imageTypeInfo(const llvm::TargetExtType &image) {
  enum { Dim, Depth, Arrayed, MultiSampled, Sampled, Format, Access };
  enum { Dim1D = 0, Dim2D = 1, Dim3D = 2, DimBuffer = 5 };
  auto type = [&] {
    const bool depth = image.getIntParameter(Depth) == 1;
    const bool array = image.getIntParameter(Arrayed) != 0;
    if (image.getIntParameter(MultiSampled))
      return ImageType::None;
    switch (image.getIntParameter(Dim)) {
    case Dim1D:
      return array ? ImageType::Image1DArray : ImageType::Image1D;
    case Dim2D:
      if (depth)
        return array ? ImageType::Image2DArrayDepth : ImageType::Image2DDepth;
      return array ? ImageType::Image2DArray : ImageType::Image2D;
    case Dim3D:
      return ImageType::Image3D;
    case DimBuffer:
      return ImageType::Image1DBuffer;
    default:
      return ImageType::None;
    }
  };
  constexpr AccessQualifier Accesses[] = {AccessQualifier::ReadOnly, AccessQualifier::WriteOnly,
                                          AccessQualifier::ReadWrite};
  return {type(), Accesses[image.getIntParameter(Access) % 3]};
}

llvm::Type *valueType(const llvm::Argument &arg) {
  return arg.hasByValAttr() ? arg.getParamByValType() : arg.getType();
}

bool readArgument(const llvm::Function &kernel, unsigned i, ArgInfo &info, Log &log) {
  const llvm::Argument &arg = *kernel.getArg(i);
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  info.name = stringOperand(kernel.getMetadata("kernel_arg_name"), i).str();
  info.type_name = stringOperand(kernel.getMetadata("kernel_arg_type"), i).str();
  info.access = accessQualifier(stringOperand(kernel.getMetadata("kernel_arg_access_qual"), i));
  info.type_qualifiers =
      typeQualifiers(stringOperand(kernel.getMetadata("kernel_arg_type_qual"), i));
  auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(arg.getType());
  if (opaque && opaque->getName() == "spirv.Image") {
    // Not by the names that the source gives: these may be of its own.
    auto [type, access] = imageTypeInfo(*opaque);
    if (type != ImageType::None) {
      info.kind = ArgKind::Image;
      info.image_type = type;
      info.access = access;
      info.size = 8;
      return true;
    }
  }
  if (opaque && opaque->getName() == "spirv.Sampler") {
    info.kind = ArgKind::Sampler;
    info.size = 8;
    return true;
  }
  if (opaque && opaque->getName() == "spirv.Pipe") {
    info.kind = ArgKind::Pipe;
    info.access =
        opaque->getIntParameter(0) ? AccessQualifier::WriteOnly : AccessQualifier::ReadOnly;
    info.size = 8;
    return true;
  }
  if (opaque && opaque->getName() == "spirv.Queue") {
    info.kind = ArgKind::Queue;
    info.size = 8;
    return true;
  }
  if (opaque) {
    log.error("kernel '" + kernel.getName() + "': argument '" + info.name + "' has the type '" +
              info.type_name + "', which this device does not support");
    return false;
  }
  if (arg.hasByValAttr() || !arg.getType()->isPointerTy()) { // of a structure there is a pointer
    info.kind = ArgKind::Value;
    info.size = uint32_t(layout.getTypeAllocSize(valueType(arg)));
    info.is_integer = arg.getType()->isIntegerTy();
    return true;
  }
  info.size = 8;
  info.pointee_align = uint32_t(arg.getParamAlign().valueOrOne().value());
  switch (arg.getType()->getPointerAddressSpace()) {
  case AddressSpace::Generic:
    // The literal of a block, which the launch has a copy of.
    if (i == 0 && isBlockKernel(kernel)) {
      info.kind = ArgKind::Value;
      return true;
    }
    [[fallthrough]];
  default:
    log.error("kernel '" + kernel.getName() + "': argument '" + info.name +
              "' points to an address space that a kernel cannot be given");
    return false;
  case AddressSpace::Global:
    info.kind = ArgKind::GlobalPointer;
    return true;
  case AddressSpace::Constant:
    info.kind = ArgKind::ConstantPointer;
    return true;
  case AddressSpace::Local:
    info.kind = ArgKind::LocalPointer;
    info.size = 0;
    return true;
  }
}

// Of what a host passes: 8 bytes for each pointer, image or sampler.
void checkParameterSize(const llvm::Function &kernel, llvm::ArrayRef<ArgInfo> args, Log &log) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  uint64_t bytes = 0;
  for (const auto &[arg, info] : llvm::zip_equal(kernel.args(), args))
    bytes = llvm::SaturatingAdd<uint64_t>(
        bytes,
        info.kind == ArgKind::Value ? layout.getTypeAllocSize(valueType(arg)).getFixedValue() : 8);
  if (bytes > MaxParameterBytes)
    log.error("kernel '" + kernel.getName() + "': its arguments have " + llvm::Twine(bytes) +
              " bytes, more than the " + llvm::Twine(MaxParameterBytes) +
              " of CL_DEVICE_MAX_PARAMETER_SIZE");
}

} // namespace

std::vector<KernelInfo> readKernels(const llvm::Module &module, Log &log) {
  std::vector<KernelInfo> kernels;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
      continue;
    KernelInfo &kernel = kernels.emplace_back();
    kernel.name = function.getName().str();
    kernel.is_block = isBlockKernel(function);
    for (std::string attribute :
         {vectorHint(function),
          sizeAttribute(function, "work_group_size_hint", kernel.work_group_size_hint),
          sizeAttribute(function, "reqd_work_group_size", kernel.reqd_work_group_size),
          subGroupAttribute(function, kernel.reqd_sub_group_size)}) {
      if (!attribute.empty() && !kernel.attributes.empty())
        kernel.attributes += ' ';
      kernel.attributes += attribute;
    }
    kernel.reqd_num_sub_groups =
        integerOperand(function.getMetadata("weft_reqd_num_sub_groups"), 0);
    bool known = true;
    for (unsigned i = 0; known && i < function.arg_size(); ++i)
      known = readArgument(function, i, kernel.args.emplace_back(), log);
    if (known)
      checkParameterSize(function, kernel.args, log);
  }
  return kernels;
}

void applyPlans(llvm::ArrayRef<KernelPlan> plans, std::vector<KernelInfo> &kernels, Log &log) {
  for (KernelInfo &kernel : kernels) {
    const KernelPlan *plan =
        llvm::find_if(plans, [&](const KernelPlan &p) { return p.name == kernel.name; });
    if (plan == plans.end() || plan->args.size() != kernel.args.size()) {
      log.error("kernel '" + kernel.name + "' was lost by the compiler");
      return;
    }
    static_cast<KernelFacts &>(kernel) = *plan;
    for (auto [arg, slot] : llvm::zip_equal(kernel.args, plan->args))
      static_cast<ArgSlot &>(arg) = slot;
  }
}

uint64_t globalVariableBytes(const llvm::Module &module, Log &log) {
  uint64_t bytes = 0;
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() || variable.getAddressSpace() != AddressSpace::Global)
      continue;
    uint64_t size = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    if (size > MaxGlobalVariableBytes)
      log.error("variable '" + variable.getName() + "' has " + llvm::Twine(size) +
                " bytes, more than the " + llvm::Twine(MaxGlobalVariableBytes) +
                " of CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE");
    bytes = llvm::SaturatingAdd(bytes, size);
  }
  if (bytes > MaxGlobalVariablesBytes)
    log.error("the program's variables have " + llvm::Twine(bytes) + " bytes together, more than " +
              llvm::Twine(MaxGlobalVariablesBytes));
  return bytes;
}

} // namespace weft
