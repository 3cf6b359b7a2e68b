// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images, by the functions that OpenCL C has for each of their types.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {
namespace {

struct Images : Handler {
  using Handler::Handler;
  void translate();
  llvm::Value *coordinate(const Type &image, size_t i, bool integers);
  llvm::Value *components(llvm::Value *all, unsigned used);
  llvm::SmallVector<llvm::Value *, 2> levelOperands(const Type &image, size_t i);
  void read(const Type *image, llvm::Value *object, llvm::Value *sampler, size_t coord);
  void write();
  void querySize();
};

} // namespace

static unsigned dimensionsOf(const Type &image) {
  const spv::Dim dim = spv::Dim(image.image[0]);
  return dim == spv::Dim::Dim2D ? 2 : dim == spv::Dim::Dim3D ? 3 : 1;
}

// The first `used` components, and as many as OpenCL C passes, which is four for three. Null where
// there are not so many numbers of 32 bits.
llvm::Value *Images::components(llvm::Value *all, unsigned used) {
  llvm::Type *element = all->getType()->getScalarType();
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(all->getType());
  const unsigned have = vector ? vector->getNumElements() : 1, wanted = used == 3 ? 4 : used;
  if (have < used || (!element->isFloatTy() && !element->isIntegerTy(32)))
    return nullptr;
  if (wanted == 1)
    return vector ? builder.CreateExtractElement(all, uint64_t(0)) : all;
  if (have == wanted)
    return all;
  llvm::Value *result = llvm::Constant::getNullValue(llvm::FixedVectorType::get(element, wanted));
  for (unsigned e = 0; e < used; ++e)
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(all, e), e);
  return result;
}

llvm::Value *Images::coordinate(const Type &image, size_t i, bool integers) {
  llvm::Value *all = arg(i);
  llvm::Value *place =
      failed ? nullptr : components(all, dimensionsOf(image) + (image.image[2] ? 1 : 0));
  if (!failed && (!place || (integers && !place->getType()->isIntOrIntVectorTy())))
    fail("the coordinate does not fit the image");
  return failed ? nullptr : place;
}

static const char *suffixOf(const llvm::Type *element) {
  if (element->isHalfTy())
    return "h";
  return element->isFloatTy() ? "f" : element->isIntegerTy(32) ? "ui" : nullptr;
}

// The operands that tell the level (cl_khr_mipmap_image), or the two gradients that it is computed
// of; none where it is the first one, as it is in most modules.
llvm::SmallVector<llvm::Value *, 2> Images::levelOperands(const Type &image, size_t i) {
  using Kind = spv::ImageOperandsMask;
  // What texels are extended by, and how they are cached, makes no difference here.
  constexpr auto NoMatter = uint32_t(Kind::SignExtend) | uint32_t(Kind::ZeroExtend) |
                            uint32_t(Kind::NonPrivateTexelKHR) | uint32_t(Kind::VolatileTexelKHR) |
                            uint32_t(Kind::Nontemporal);
  const Kind kind = i < numOperands() ? Kind(operand(i) & ~NoMatter) : Kind::MaskNone;
  llvm::SmallVector<llvm::Value *, 2> found;
  if (kind == Kind::Lod) {
    found = {arg(i + 1)};
    if (auto *level = llvm::dyn_cast_if_present<llvm::Constant>(found[0]);
        level && level->isNullValue())
      found.clear();
  } else if (kind == Kind::Grad) {
    for (size_t number : {i + 1, i + 2})
      if (llvm::Value *step = arg(number); !failed) {
        found.push_back(components(step, dimensionsOf(image)));
        if (!found.back() || !found.back()->getType()->isFPOrFPVectorTy())
          fail("the gradient does not fit the image");
      }
  } else if (kind != Kind::MaskNone) {
    unsupported("with these image operands");
  }
  return failed ? llvm::SmallVector<llvm::Value *, 2>() : found;
}

void Images::read(const Type *image, llvm::Value *object, llvm::Value *sampler, size_t i) {
  llvm::Type *result = resultType()->llvm;
  llvm::Value *place = failed ? nullptr : coordinate(*image, i, !sampler);
  const char *suffix = failed || !result ? nullptr : suffixOf(result->getScalarType());
  if (failed || !suffix)
    return void(fail("is of no type that images have"));
  const bool depth = image->image[1] == 1;
  llvm::Type *own =
      depth ? result->getScalarType() : llvm::FixedVectorType::get(result->getScalarType(), 4);
  if (depth && !own->isFloatTy())
    return void(fail("is of no type that images of depth have"));
  llvm::SmallVector<Arg, 5> args = {named(object, libraryImage(*image))};
  if (sampler)
    args.push_back(named(sampler, "ocl_sampler"));
  args.push_back(given(place, Sign::Signed));
  const llvm::SmallVector<llvm::Value *, 2> level = levelOperands(*image, i + 1);
  if (!failed && !level.empty() &&
      (!sampler || !place->getType()->getScalarType()->isFloatTy() ||
       !level[0]->getType()->getScalarType()->isFloatTy()))
    unsupported("of a level, without a sampler or by whole numbers");
  if (failed)
    return;
  for (llvm::Value *value : level)
    args.push_back(given(value, Sign::Signed));
  llvm::Value *texel = call(std::string("read_image") + suffix, own, args, Effect::Reads);
  if (!failed && depth && result->isVectorTy())
    texel = builder.CreateInsertElement(llvm::Constant::getNullValue(result), texel, uint64_t(0));
  define(texel);
}

void Images::write() {
  const Type *image = imageType(operand(0));
  llvm::Value *object = arg(0), *texel = arg(2);
  llvm::Value *place = failed ? nullptr : coordinate(*image, 1, true);
  if (failed)
    return;
  const char *suffix = suffixOf(texel->getType()->getScalarType());
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(texel->getType());
  const bool depth = image->image[1] == 1;
  if (depth && vector)
    texel = builder.CreateExtractElement(texel, uint64_t(0));
  if (!suffix || (!depth && (!vector || vector->getNumElements() != 4)))
    return void(fail("is of no type that images have"));
  llvm::SmallVector<Arg, 4> args = {named(object, libraryImage(*image)),
                                    given(place, Sign::Signed)};
  for (llvm::Value *level : levelOperands(*image, 3)) {
    if (!level->getType()->isIntegerTy(32))
      return void(fail("the level is not an integer"));
    args.push_back(given(level, Sign::Signed));
  }
  args.push_back(given(texel, Sign::Unsigned));
  if (!failed)
    call(std::string("write_image") + suffix, builder.getVoidTy(), args, Effect::Any);
}

void Images::querySize() {
  const Type *image = imageType(operand(0));
  llvm::Value *object = arg(0);
  llvm::Type *result = resultType()->llvm;
  if (failed || !result || !result->isIntOrIntVectorTy())
    return void(fail("its result is not of integers"));
  llvm::SmallVector<llvm::Value *, 4> sizes;
  auto ask = [&](const char *name, llvm::Type *type) {
    sizes.push_back(call(name, type, {named(object, libraryImage(*image))}, Effect::None));
  };
  llvm::Value *level = at->op() == spv::Op::OpImageQuerySizeLod ? arg(1) : nullptr;
  if (failed || (level && !level->getType()->isIntegerTy(32)))
    return void(fail("the level is not an integer"));
  ask("get_image_width", builder.getInt32Ty());
  if (dimensionsOf(*image) > 1)
    ask("get_image_height", builder.getInt32Ty());
  if (dimensionsOf(*image) > 2)
    ask("get_image_depth", builder.getInt32Ty());
  if (auto *first = llvm::dyn_cast_if_present<llvm::Constant>(level);
      !failed && level && !(first && first->isNullValue()))
    for (llvm::Value *&size : sizes)
      size = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, builder.CreateLShr(size, level),
                                           builder.getInt32(1));
  if (image->image[2])
    ask("get_image_array_size", builder.getInt64Ty());
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(result);
  if (failed || (vector ? vector->getNumElements() < sizes.size() : sizes.size() != 1))
    return void(fail("its result has too few components"));
  llvm::Type *element = result->getScalarType();
  if (!vector)
    return define(builder.CreateZExtOrTrunc(sizes[0], element));
  llvm::Value *all = llvm::Constant::getNullValue(result);
  for (unsigned i = 0; i < sizes.size(); ++i)
    all = builder.CreateInsertElement(all, builder.CreateZExtOrTrunc(sizes[i], element), i);
  define(all);
}

void Images::translate() {
  switch (at->op()) {
  case spv::Op::OpSampledImage: {
    const Type *image = imageType(operand(0));
    if (!failed && typeOf(operand(1))->kind != spv::Op::OpTypeSampler)
      fail("is not of a sampler");
    if (!failed &&
        (resultType()->kind != spv::Op::OpTypeSampledImage || resultType()->element != image))
      fail("its result is of another type");
    body.sampled_images[at->result] = {operand(0), operand(1)};
    return;
  }
  case spv::Op::OpImage: {
    auto pair = body.sampled_images.find(operand(0));
    if (pair == body.sampled_images.end())
      return void(fail("is not of a sampled image"));
    return define(value(pair->second.first));
  }
  case spv::Op::OpImageSampleExplicitLod: {
    auto pair = body.sampled_images.find(operand(0));
    if (pair == body.sampled_images.end())
      return void(fail("is not of a sampled image of this function"));
    const Type *image = imageType(pair->second.first);
    llvm::Value *object = value(pair->second.first), *sampler = value(pair->second.second);
    if (!failed)
      read(image, object, sampler, 1);
    return;
  }
  case spv::Op::OpImageRead:
  case spv::Op::OpImageFetch: {
    const Type *image = imageType(operand(0));
    llvm::Value *object = arg(0);
    if (!failed)
      read(image, object, nullptr, 1);
    return;
  }
  case spv::Op::OpImageWrite:
    write();
    return;
  case spv::Op::OpImageQuerySize:
  case spv::Op::OpImageQuerySizeLod:
    querySize();
    return;
  case spv::Op::OpImageQueryLevels: {
    const Type *image = imageType(operand(0));
    llvm::Value *object = arg(0);
    if (!failed)
      define(call("get_image_num_mip_levels", builder.getInt32Ty(),
                  {named(object, libraryImage(*image))}, Effect::None));
    return;
  }
  case spv::Op::OpImageQueryFormat:
  case spv::Op::OpImageQueryOrder: {
    // SPIR-V counts from 0, the library from CL_SNORM_INT8 and CL_R.
    const bool format = at->op() == spv::Op::OpImageQueryFormat;
    const Type *image = imageType(operand(0));
    llvm::Value *object = arg(0);
    if (failed)
      return;
    llvm::Value *found =
        call(format ? "get_image_channel_data_type" : "get_image_channel_order",
             builder.getInt32Ty(), {named(object, libraryImage(*image))}, Effect::None);
    if (!failed)
      define(builder.CreateSub(found, builder.getInt32(format ? 0x10D0 : 0x10B0)));
    return;
  }
  default:
    unsupported();
  }
}

void images(Body &body) { Images(body).translate(); }

} // namespace weft::spirv
