// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images and samplers as arguments: what a kernel sees of them, what is refused.
#include "image_fixture.h"

#include "core/kernel_args.h"
#include "core/sampler.h"

#include <cstring>

namespace weft::test {
namespace {

class ImageArgsTest : public ImageCoreTest {
protected:
  static KernelInfo kernelWith(ArgKind kind, ImageType type, AccessQualifier access) {
    KernelInfo info;
    info.args_size = 8;
    ArgInfo &arg = info.args.emplace_back();
    arg.kind = kind;
    arg.image_type = type;
    arg.access = access;
    arg.size = arg.slot_size = 8;
    return info;
  }
  static KernelInfo kernelWith(ImageType type, AccessQualifier access) {
    return kernelWith(ArgKind::Image, type, access);
  }
  static KernelInfo kernelWith(ArgKind kind) {
    return kernelWith(kind, ImageType::None, AccessQualifier::None);
  }
  cl_int setError(const KernelInfo &info, cl_mem memory, size_t size = sizeof(cl_mem)) {
    KernelArgs args(info);
    return errorOf([&] { args.set(*context, 0, size, &memory); });
  }
  static uint64_t word(const KernelArgs::Snapshot &snapshot) {
    uint64_t value;
    std::memcpy(&value, snapshot.args.data(), sizeof value);
    return value;
  }
};

TEST_F(ImageArgsTest, KernelsSeeTheDescriptorWhileTheLaunchLasts) {
  const KernelInfo info = kernelWith(ImageType::Image2D, AccessQualifier::ReadOnly);
  KernelArgs args(info);
  Ref<Image> image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  const weft_image *descriptor = &image->descriptor();
  cl_mem handle = image->handle();
  args.set(*context, 0, sizeof handle, &handle);
  KernelArgs::Snapshot snapshot = args.snapshot(context->allocations());
  EXPECT_EQ(word(snapshot), reinterpret_cast<uintptr_t>(descriptor));
  image = nullptr;
  args = KernelArgs(info);
  EXPECT_EQ(device->allocatedBytes(), 128u) << "the snapshot keeps it";
  EXPECT_EQ(descriptor->width, 8u);
  snapshot.memory.clear();
  EXPECT_EQ(device->allocatedBytes(), 0u);
}

TEST_F(ImageArgsTest, TypesMustAgree) {
  const struct {
    ImageType parameter;
    cl_mem_object_type type;
  } types[] = {{ImageType::Image1D, CL_MEM_OBJECT_IMAGE1D},
               {ImageType::Image1DArray, CL_MEM_OBJECT_IMAGE1D_ARRAY},
               {ImageType::Image2D, CL_MEM_OBJECT_IMAGE2D},
               {ImageType::Image2DArray, CL_MEM_OBJECT_IMAGE2D_ARRAY},
               {ImageType::Image3D, CL_MEM_OBJECT_IMAGE3D}};
  for (const auto &wanted : types)
    for (const auto &argument : types)
      EXPECT_EQ(setError(kernelWith(wanted.parameter, AccessQualifier::ReadOnly),
                         makeImage(argument.type)->handle()),
                wanted.type == argument.type ? CL_SUCCESS : CL_INVALID_MEM_OBJECT)
          << wanted.type;
  Ref<Buffer> buffer = makeBuffer(64);
  EXPECT_EQ(setError(kernelWith(ImageType::Image2D, AccessQualifier::ReadOnly), buffer->handle()),
            CL_INVALID_MEM_OBJECT);
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER);
  desc.mem_object = buffer->handle();
  Ref<Image> line = makeImage(desc);
  EXPECT_EQ(
      setError(kernelWith(ImageType::Image1DBuffer, AccessQualifier::ReadOnly), line->handle()),
      CL_SUCCESS);
  EXPECT_EQ(setError(kernelWith(ImageType::Image1D, AccessQualifier::ReadOnly), line->handle()),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(ImageArgsTest, DepthParametersTakeDepthImages) {
  Ref<Image> depth = makeImage(CL_MEM_OBJECT_IMAGE2D, {CL_DEPTH, CL_FLOAT});
  Ref<Image> layers = makeImage(CL_MEM_OBJECT_IMAGE2D_ARRAY, {CL_DEPTH, CL_FLOAT});
  Ref<Image> plain = makeImage(CL_MEM_OBJECT_IMAGE2D, {CL_R, CL_FLOAT});
  const KernelInfo one = kernelWith(ImageType::Image2DDepth, AccessQualifier::ReadOnly);
  const KernelInfo array = kernelWith(ImageType::Image2DArrayDepth, AccessQualifier::ReadOnly);
  EXPECT_EQ(setError(one, depth->handle()), CL_SUCCESS);
  EXPECT_EQ(setError(one, plain->handle()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(setError(one, layers->handle()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(setError(array, layers->handle()), CL_SUCCESS);
  EXPECT_EQ(setError(array, depth->handle()), CL_INVALID_MEM_OBJECT);
}

TEST_F(ImageArgsTest, AccessMustBeAllowed) {
  const KernelInfo reads = kernelWith(ImageType::Image2D, AccessQualifier::ReadOnly),
                   // "If no qualifier is provided, read_only is assumed."
      assumed = kernelWith(ImageType::Image2D, AccessQualifier::None),
                   writes = kernelWith(ImageType::Image2D, AccessQualifier::WriteOnly),
                   both = kernelWith(ImageType::Image2D, AccessQualifier::ReadWrite);
  Ref<Image> any = makeImage(CL_MEM_OBJECT_IMAGE2D),
             readable = makeImage(CL_MEM_OBJECT_IMAGE2D, Rgba8, CL_MEM_READ_ONLY),
             writable = makeImage(CL_MEM_OBJECT_IMAGE2D, Rgba8, CL_MEM_WRITE_ONLY);
  for (const KernelInfo &info : {reads, assumed, writes, both})
    EXPECT_EQ(setError(info, any->handle()), CL_SUCCESS);
  EXPECT_EQ(setError(reads, readable->handle()), CL_SUCCESS);
  EXPECT_EQ(setError(reads, writable->handle()), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(setError(assumed, writable->handle()), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(setError(writes, readable->handle()), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(setError(writes, writable->handle()), CL_SUCCESS);
  EXPECT_EQ(setError(both, readable->handle()), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(setError(both, writable->handle()), CL_INVALID_ARG_VALUE);
}

TEST_F(ImageArgsTest, SizesAndHandlesAreChecked) {
  const KernelInfo info = kernelWith(ImageType::Image2D, AccessQualifier::ReadOnly);
  Ref<Image> image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  EXPECT_EQ(setError(info, image->handle(), 4), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(setError(info, nullptr), CL_INVALID_MEM_OBJECT);
  KernelArgs args(info);
  EXPECT_EQ(errorOf([&] { args.set(*context, 0, sizeof(cl_mem), nullptr); }),
            CL_INVALID_MEM_OBJECT);
  Ref<Context> other = make<Context>(std::vector<Ref<Device>>{Ref<Device>(device)});
  cl_mem handle = image->handle();
  EXPECT_EQ(errorOf([&] { args.set(*other, 0, sizeof handle, &handle); }), CL_INVALID_CONTEXT);
  EXPECT_EQ(errorOf([&] { args.snapshot(context->allocations()); }), CL_INVALID_KERNEL_ARGS);
}

TEST_F(ImageArgsTest, PointersTakeBuffersOnly) {
  const KernelInfo info = kernelWith(ArgKind::GlobalPointer);
  EXPECT_EQ(setError(info, makeImage(CL_MEM_OBJECT_IMAGE2D)->handle()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(setError(info, makeBuffer(16)->handle()), CL_SUCCESS);
}

TEST_F(ImageArgsTest, KernelsSeeTheBitsOfSamplers) {
  const KernelInfo info = kernelWith(ArgKind::Sampler);
  const struct {
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    uint64_t bits; // CLK_* of opencl-c-base.h
  } cases[] = {
      {CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, 0x10},
      {CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, 0x23},
      {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, 0x24},
      {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, 0x17},
      {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, 0x29},
  };
  for (const auto &expected : cases) {
    KernelArgs args(info);
    Ref<Sampler> sampler =
        Sampler::create(context, expected.normalized, expected.addressing, expected.filter);
    cl_sampler handle = sampler->handle();
    args.set(*context, 0, sizeof handle, &handle);
    sampler = nullptr; // nothing of it is needed any more
    EXPECT_EQ(word(args.snapshot(context->allocations())), expected.bits);
  }
}

TEST_F(ImageArgsTest, SamplersAreChecked) {
  const KernelInfo info = kernelWith(ArgKind::Sampler);
  KernelArgs args(info);
  auto error = [&](const Context &of, size_t size, const void *value) {
    return errorOf([&] { args.set(of, 0, size, value); });
  };
  Ref<Sampler> sampler = Sampler::create(context, nullptr);
  cl_sampler handle = sampler->handle(), none = nullptr;
  Ref<Buffer> buffer = makeBuffer(16);
  cl_mem other_kind = buffer->handle();
  EXPECT_EQ(error(*context, 4, &handle), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(error(*context, sizeof handle, nullptr), CL_INVALID_SAMPLER);
  EXPECT_EQ(error(*context, sizeof handle, &none), CL_INVALID_SAMPLER);
  EXPECT_EQ(error(*context, sizeof handle, &other_kind), CL_INVALID_SAMPLER);
  Ref<Context> other = make<Context>(std::vector<Ref<Device>>{Ref<Device>(device)});
  EXPECT_EQ(error(*other, sizeof handle, &handle), CL_INVALID_CONTEXT);
}

} // namespace
} // namespace weft::test
