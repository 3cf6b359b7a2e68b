// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory objects that are never written to (cl_ext_immutable_memory_objects).
#include "core/memory_flags.h"
#include "extension_functions.h"
#include "fixture.h"

#include <algorithm>

namespace weft::test {

class ImmutableMemory : public ApiTest {
protected:
  static constexpr cl_mem_flags Immutable = CL_MEM_IMMUTABLE_EXT;
  static constexpr cl_image_format Format = {CL_RGBA, CL_UNSIGNED_INT8};
  static constexpr size_t Side = 16; // pixels; an image has as many bytes as a buffer has

  void SetUp() override {
    ApiTest::SetUp();
    values = numbers();
    buffer = makeBuffer(Immutable, values);
    image = makeImage(Immutable | CL_MEM_COPY_HOST_PTR, values.data());
    plain = makeBuffer();
    plain_image = makeImage(CL_MEM_READ_WRITE, nullptr);
  }
  static cl_image_desc describe(cl_mem source = nullptr) {
    return {CL_MEM_OBJECT_IMAGE2D, Side, Side, 0, 0, 0, 0, 0, 0, {source}};
  }
  Memory makeImage(cl_mem_flags flags, void *data) {
    const cl_image_desc desc = describe();
    cl_int code = 4711;
    Memory made(clCreateImage(context, flags, &Format, &desc, data, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  void isUnchanged() {
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(read(buffer), numbers());
  }

  static constexpr size_t origin[3] = {}, region[3] = {Side, Side, 1};
  std::vector<int> values;
  Memory buffer, image, plain, plain_image;
};

TEST_F(ImmutableMemory, IsReported) {
  EXPECT_NE(
      (" " + deviceText(CL_DEVICE_EXTENSIONS) + " ").find(" cl_ext_immutable_memory_objects "),
      std::string::npos);
}

TEST_F(ImmutableMemory, MayBeTheApplicationsOrACopy) {
  for (cl_mem_flags flags :
       {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR,
        CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY}) {
    cl_int code = 4711;
    Memory made(clCreateBuffer(context, Immutable | flags, Bytes, values.data(), &code));
    ASSERT_EQ(code, CL_SUCCESS) << flags;
    EXPECT_EQ(read(made), numbers());
    cl_mem_flags got = 0;
    EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_FLAGS, sizeof got, &got, nullptr), CL_SUCCESS);
    EXPECT_EQ(got & (Immutable | flags), Immutable | flags);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, 4, values.data(), 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
  }
}

TEST_F(ImmutableMemory, TheHostDoesNotWriteToIt) {
  EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 4, values.data(), 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  const size_t row[3] = {4, 1, 1};
  EXPECT_EQ(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, origin, origin, row, 0, 0, 0, 0,
                                     values.data(), 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, values.data(), 0,
                                nullptr, nullptr),
            CL_INVALID_OPERATION);
  isUnchanged();
}

TEST_F(ImmutableMemory, IsMappedForReadingOnly) {
  cl_int code = 4711;
  size_t pitch = 0;
  for (cl_map_flags flags :
       {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION, CL_MAP_READ | CL_MAP_WRITE}) {
    EXPECT_EQ(clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, 4, 0, nullptr, nullptr, &code),
              nullptr);
    EXPECT_EQ(code, CL_INVALID_OPERATION);
    for (size_t *place : {&pitch, static_cast<size_t *>(nullptr)}) {
      EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, flags, origin, region, place, nullptr, 0,
                                  nullptr, nullptr, &code),
                nullptr);
      EXPECT_EQ(code, CL_INVALID_OPERATION);
    }
  }
  void *mapped =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, Bytes, 0, nullptr, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(static_cast<int *>(mapped)[3], 3);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(ImmutableMemory, IsCopiedFromButNotTo) {
  const size_t row[3] = {4, 1, 1};
  const cl_uint color[4] = {};
  const auto to = [&](cl_mem target, cl_mem target_image) {
    return std::vector<cl_int>{
        clEnqueueCopyBuffer(queue, plain, target, 0, 0, 4, 0, nullptr, nullptr),
        clEnqueueCopyBufferRect(queue, plain, target, origin, origin, row, 0, 0, 0, 0, 0, nullptr,
                                nullptr),
        clEnqueueCopyImageToBuffer(queue, plain_image, target, origin, region, 0, 0, nullptr,
                                   nullptr),
        clEnqueueFillBuffer(queue, target, color, 4, 0, 4, 0, nullptr, nullptr),
        clEnqueueCopyImage(queue, plain_image, target_image, origin, origin, region, 0, nullptr,
                           nullptr),
        clEnqueueCopyBufferToImage(queue, plain, target_image, 0, origin, region, 0, nullptr,
                                   nullptr),
        clEnqueueFillImage(queue, target_image, color, origin, region, 0, nullptr, nullptr)};
  };
  EXPECT_EQ(to(buffer, image), std::vector<cl_int>(7, CL_INVALID_OPERATION));
  Memory target = makeBuffer(), target_image = makeImage(CL_MEM_READ_WRITE, nullptr);
  EXPECT_EQ(to(target, target_image), std::vector<cl_int>(7, CL_SUCCESS));
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, target, 0, 0, Bytes, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(target), numbers());
  EXPECT_EQ(
      clEnqueueCopyImageToBuffer(queue, image, target, origin, region, 0, 0, nullptr, nullptr),
      CL_SUCCESS);
  isUnchanged();
}

TEST_F(ImmutableMemory, IsNotRecordedAsATarget) {
  const ExtensionFunctions cl;
  const cl_command_queue queues[] = {queue};
  cl_command_buffer_khr commands = cl.clCreateCommandBufferKHR(1, queues, nullptr, nullptr);
  ASSERT_NE(commands, nullptr);
  EXPECT_EQ(cl.clCommandCopyBufferKHR(commands, nullptr, nullptr, plain, buffer, 0, 0, 4, 0,
                                      nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  const int pattern = 0;
  EXPECT_EQ(cl.clCommandFillBufferKHR(commands, nullptr, nullptr, buffer, &pattern, 4, 0, 4, 0,
                                      nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(cl.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
}

TEST_F(ImmutableMemory, KernelsTakeItWhereTheyOnlyRead) {
  Program program =
      buildProgram("__kernel void k(__constant int *c, const __global int *in,\n"
                   "                __global int *out) {\n"
                   "  out[get_global_id(0)] = c[get_global_id(0)] + in[1];\n"
                   "}\n"
                   "__kernel void images(read_only image2d_t in,\n"
                   "                     write_only image2d_t out) {\n"
                   "  write_imageui(out, (int2)(0, 0), read_imageui(in, (int2)(0, 0)));\n"
                   "}");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  const cl_mem constant = buffer, out = plain, of_images = image;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof constant, &constant), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof constant, &constant), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof constant, &constant), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof out, &out), CL_SUCCESS);
  const size_t items = Count;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(plain)[5], 6);
  Kernel images(clCreateKernel(program, "images", nullptr));
  EXPECT_EQ(clSetKernelArg(images, 0, sizeof of_images, &of_images), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(images, 1, sizeof of_images, &of_images), CL_INVALID_ARG_VALUE);
}

TEST_F(ImmutableMemory, PartsAreImmutable) {
  const cl_buffer_region half = {0, Bytes / 2};
  Memory part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, nullptr));
  EXPECT_EQ(clEnqueueWriteBuffer(queue, part, CL_TRUE, 0, 4, values.data(), 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  for (cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY}) {
    cl_int code = 4711;
    EXPECT_EQ(clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &half, &code),
              nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
  }
  // Of one that can be written to, too.
  Memory only_read(
      clCreateSubBuffer(plain, Immutable, CL_BUFFER_CREATE_TYPE_REGION, &half, nullptr));
  EXPECT_EQ(
      clEnqueueWriteBuffer(queue, only_read, CL_TRUE, 0, 4, values.data(), 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
}

TEST_F(ImmutableMemory, ImagesOfItMustBeSaidToBe) {
  const cl_image_desc desc = describe(buffer);
  cl_int code = 4711;
  EXPECT_EQ(clCreateImage(context, 0, &Format, &desc, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_VALUE);
  Memory made(clCreateImage(context, Immutable, &Format, &desc, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(clEnqueueWriteImage(queue, made, CL_TRUE, origin, region, 0, 0, values.data(), 0,
                                nullptr, nullptr),
            CL_INVALID_OPERATION);
}

// Those that kernels can only read, whose pixels share bytes, want CL_MEM_READ_ONLY besides.
TEST_F(ImmutableMemory, FormatsAreThoseThatCanBeMade) {
  const auto formatsFor = [&](cl_mem_flags flags) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
              CL_SUCCESS);
    std::vector<cl_image_format> formats(count);
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, count,
                                         formats.data(), nullptr),
              CL_SUCCESS);
    return formats;
  };
  const auto all = formatsFor(CL_MEM_READ_ONLY);
  EXPECT_EQ(formatsFor(Immutable | CL_MEM_READ_ONLY).size(), all.size());
  for (cl_mem_flags flags : {Immutable, Immutable | CL_MEM_READ_ONLY}) {
    const auto listed = formatsFor(flags);
    EXPECT_FALSE(listed.empty());
    for (const cl_image_format &format : all) {
      const bool is_listed = std::ranges::any_of(listed, [&](const cl_image_format &other) {
        return other.image_channel_order == format.image_channel_order &&
               other.image_channel_data_type == format.image_channel_data_type;
      });
      const cl_image_desc desc = describe();
      std::vector<char> pixels(Side * Side * 16);
      cl_int code = 4711;
      Memory made(clCreateImage(context, flags | CL_MEM_COPY_HOST_PTR, &format, &desc,
                                pixels.data(), &code));
      EXPECT_EQ(code, is_listed ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED)
          << flags << " " << format.image_channel_order << " " << format.image_channel_data_type;
    }
  }
}

TEST_F(ImmutableMemory, SharedVirtualMemoryIsNot) {
  EXPECT_EQ(clSVMAlloc(context, Immutable, Bytes, 0), nullptr);
}

// CL_MEM_USE_PERSISTENT_MEM_AMD is the same number.
TEST_F(ImmutableMemory, AFlagThatCannotMeanItIsAHint) {
  for (cl_mem_flags flags :
       {CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR}) {
    Memory made = makeBuffer(Immutable | flags, values);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, 4, values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  cl_int code = 4711;
  Memory empty(clCreateBuffer(context, Immutable | CL_MEM_READ_ONLY, Bytes, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, empty, CL_TRUE, 0, 4, values.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
}

} // namespace weft::test
