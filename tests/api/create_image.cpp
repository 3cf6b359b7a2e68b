// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateImage.
#include "image_fixture.h"

namespace weft::test {

class ClCreateImage : public ImageTest {
protected:
  struct Call {
    cl_image_desc desc;
    cl_image_format format = Format;
    cl_mem_flags flags = CL_MEM_READ_WRITE;
    void *host_ptr = nullptr;
  };
  void refuses(const Call &c, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateImage(context, c.flags, &c.format, &c.desc, c.host_ptr, &got), nullptr);
    EXPECT_EQ(got, code);
    EXPECT_EQ(clCreateImage(context, c.flags, &c.format, &c.desc, c.host_ptr, nullptr), nullptr);
  }
  void takes(const Call &c) {
    cl_int got = 4711;
    Memory made(clCreateImage(context, c.flags, &c.format, &c.desc, c.host_ptr, &got));
    EXPECT_EQ(got, CL_SUCCESS);
    EXPECT_TRUE(made);
  }
  template <typename T> T info(cl_mem image, cl_image_info what) {
    T value{};
    EXPECT_EQ(clGetImageInfo(image, what, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  cl_mem_flags flagsOf(cl_mem memory) {
    cl_mem_flags flags = 0;
    EXPECT_EQ(clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
    return flags;
  }
  // A 2D image of `pixels`, or what else the type needs.
  cl_image_desc of(cl_mem source, cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D) {
    cl_image_desc desc = describe(type);
    desc.mem_object = source;
    return desc;
  }
  char pixels[4096] = {};
};

TEST_F(ClCreateImage, MakesEveryType) {
  for (cl_mem_object_type type : Types) {
    Memory image = makeImage(type);
    EXPECT_EQ(readImage(image, type), count(type));
  }
}

TEST_F(ClCreateImage, TakesEveryFlag) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  for (cl_mem_flags access : {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY})
    for (cl_mem_flags host :
         {0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS})
      for (cl_mem_flags pointer :
           {0, CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
            CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR}) {
        const bool data = pointer & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
        takes({desc, Format, access | host | pointer, data ? pixels : nullptr});
      }
}

TEST_F(ClCreateImage, MakesEveryListedFormat) {
  for (cl_mem_object_type type : Types)
    for (cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE}) {
      cl_uint number = 0;
      ASSERT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &number), CL_SUCCESS);
      std::vector<cl_image_format> formats(number);
      ASSERT_EQ(clGetSupportedImageFormats(context, flags, type, number, formats.data(), nullptr),
                CL_SUCCESS);
      Memory buffer(clCreateBuffer(context, flags, 4096, nullptr, nullptr));
      for (const cl_image_format &format : formats) {
        cl_image_desc desc = describe(type);
        if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
          desc.mem_object = buffer;
        takes({desc, format, flags});
      }
    }
}

TEST_F(ClCreateImage, WorksInTheHostsMemoryWithItsPitches) {
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE3D);
  desc.image_row_pitch = 40;
  desc.image_slice_pitch = 40 * 7;
  for (size_t i = 0; i < sizeof pixels; ++i)
    pixels[i] = char(i * 7);
  cl_uint expected, got;
  std::memcpy(&expected, pixels + 2 * 280 + 3 * 40 + 5 * 4, sizeof expected);
  const Triple origin = {5, 3, 2}, one = {1, 1, 1};
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    Memory image = create(desc, Format, flags, pixels);
    EXPECT_EQ(info<size_t>(image, CL_IMAGE_ROW_PITCH), 40u);
    EXPECT_EQ(info<size_t>(image, CL_IMAGE_SLICE_PITCH), 280u);
    ASSERT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), one.data(), 0, 0, &got, 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got, expected);
  }
  // What is written to an image in the host's memory is there.
  Memory used = create(desc, Format, CL_MEM_USE_HOST_PTR, pixels);
  const cl_uint written = 0x12345678;
  ASSERT_EQ(clEnqueueWriteImage(queue, used, CL_TRUE, origin.data(), one.data(), 0, 0, &written, 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  size_t row = 0, slice = 0;
  void *mapped = clEnqueueMapImage(queue, used, CL_TRUE, CL_MAP_READ, origin.data(), one.data(),
                                   &row, &slice, 0, nullptr, nullptr, nullptr);
  EXPECT_EQ(mapped, pixels + 2 * 280 + 3 * 40 + 5 * 4);
  EXPECT_EQ(std::memcmp(mapped, &written, sizeof written), 0);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, used, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(ClCreateImage, SharesThePixelsOfABuffer) {
  Memory buffer = makeBuffer();
  Memory line = create(of(buffer, CL_MEM_OBJECT_IMAGE1D_BUFFER));
  EXPECT_EQ(info<cl_mem>(line, CL_IMAGE_BUFFER), cl_mem(buffer));
  cl_image_desc desc = of(buffer);
  desc.image_row_pitch = 64;
  Memory flat = create(desc);
  EXPECT_EQ(info<cl_mem>(flat, CL_IMAGE_BUFFER), cl_mem(buffer));
  Pixels expected;
  for (cl_uint y = 0; y < 6; ++y)
    for (cl_uint x = 0; x < 8; ++x)
      expected.push_back(16 * y + x);
  EXPECT_EQ(readImage(flat, CL_MEM_OBJECT_IMAGE2D), expected);
  // And the other way round.
  const Triple origin = {2, 0, 0}, one = {1, 1, 1};
  const cl_uint seven = 7;
  ASSERT_EQ(clEnqueueWriteImage(queue, line, CL_TRUE, origin.data(), one.data(), 0, 0, &seven, 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  std::vector<int> numbers_now = numbers();
  numbers_now[2] = 7;
  EXPECT_EQ(read(buffer), numbers_now);
}

TEST_F(ClCreateImage, TakesARowPitchForALineOfABuffer) {
  Memory buffer = makeBuffer();
  cl_image_desc desc = of(buffer, CL_MEM_OBJECT_IMAGE1D_BUFFER);
  desc.image_row_pitch = 40;
  EXPECT_EQ(readImage(create(desc), CL_MEM_OBJECT_IMAGE1D_BUFFER),
            count(CL_MEM_OBJECT_IMAGE1D_BUFFER));
  for (size_t pitch : {size_t(28), size_t(33), Bytes + 4}) {
    desc.image_row_pitch = pitch;
    refuses({desc}, pitch > Bytes ? CL_INVALID_IMAGE_SIZE : CL_INVALID_IMAGE_DESCRIPTOR);
  }
  desc.image_row_pitch = 0;
  desc.image_slice_pitch = 40;
  refuses({desc}, CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(ClCreateImage, BeginsWhereASubBufferDoes) {
  const size_t align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  Memory buffer = makeBuffer();
  const cl_buffer_region region = {align, Bytes - align};
  Memory part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  ASSERT_TRUE(part);
  Memory image = create(of(part));
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D)[0], align / sizeof(int));
}

TEST_F(ClCreateImage, OutlivesTheHandleOfItsBuffer) {
  Memory buffer = makeBuffer();
  Memory image = create(of(buffer));
  buffer.reset();
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D), count(CL_MEM_OBJECT_IMAGE2D));
}

TEST_F(ClCreateImage, ViewsAnImageInAnotherOrder) {
  const cl_image_format byte_orders[][2] = {{{CL_RGBA, CL_UNORM_INT8}, {CL_sRGBA, CL_UNORM_INT8}},
                                            {{CL_BGRA, CL_UNORM_INT8}, {CL_sBGRA, CL_UNORM_INT8}},
                                            {{CL_R, CL_FLOAT}, {CL_DEPTH, CL_FLOAT}},
                                            {{CL_R, CL_UNORM_INT16}, {CL_DEPTH, CL_UNORM_INT16}}};
  for (const auto &[linear, other] : byte_orders) {
    Memory image = create(describe(CL_MEM_OBJECT_IMAGE2D), linear);
    Memory view = create(of(image), other, 0);
    EXPECT_EQ(info<cl_image_format>(view, CL_IMAGE_FORMAT).image_channel_order,
              other.image_channel_order);
    EXPECT_EQ(info<cl_mem>(view, CL_IMAGE_BUFFER), nullptr);
    const Triple origin = {1, 1, 0}, one = {1, 1, 1};
    cl_uint pixel = 0x01020304, got = 0;
    ASSERT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), one.data(), 0, 0, &pixel, 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadImage(queue, view, CL_TRUE, origin.data(), one.data(), 0, 0, &got, 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    const size_t bytes = info<size_t>(view, CL_IMAGE_ELEMENT_SIZE);
    EXPECT_EQ(std::memcmp(&got, &pixel, bytes), 0);
    // Only from here to there: CL_R is not an order for a depth image's pixels.
    if (other.image_channel_order == CL_DEPTH)
      refuses({of(view), linear, 0}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    else
      takes({of(view), linear, 0});
  }
}

TEST_F(ClCreateImage, InheritsTheFlagsOfItsSource) {
  Memory buffer(clCreateBuffer(context,
                               CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_USE_HOST_PTR,
                               4096, pixels, nullptr));
  for (cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE2D}) {
    Memory image = create(of(buffer, type), Format, 0);
    EXPECT_EQ(flagsOf(image), flagsOf(buffer));
    EXPECT_EQ(flagsOf(create(of(buffer, type), Format, CL_MEM_HOST_NO_ACCESS)),
              cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_USE_HOST_PTR));
  }
}

TEST_F(ClCreateImage, RefusesMoreThanItsSourceAllows) {
  auto source = [&](cl_mem_flags flags) {
    return Memory(clCreateBuffer(context, flags, 4096, nullptr, nullptr));
  };
  Memory any = source(CL_MEM_READ_WRITE), readable = source(CL_MEM_READ_ONLY),
         writable = source(CL_MEM_WRITE_ONLY);
  refuses({of(readable), Format, CL_MEM_READ_WRITE}, CL_INVALID_VALUE);
  refuses({of(readable), Format, CL_MEM_WRITE_ONLY}, CL_INVALID_VALUE);
  refuses({of(writable), Format, CL_MEM_READ_WRITE}, CL_INVALID_VALUE);
  refuses({of(writable), Format, CL_MEM_READ_ONLY}, CL_INVALID_VALUE);
  Memory host_reads = source(CL_MEM_HOST_READ_ONLY), host_writes = source(CL_MEM_HOST_WRITE_ONLY),
         closed = source(CL_MEM_HOST_NO_ACCESS);
  refuses({of(host_reads), Format, CL_MEM_HOST_WRITE_ONLY}, CL_INVALID_VALUE);
  refuses({of(host_writes), Format, CL_MEM_HOST_READ_ONLY}, CL_INVALID_VALUE);
  refuses({of(closed), Format, CL_MEM_HOST_READ_ONLY}, CL_INVALID_VALUE);
  refuses({of(closed), Format, CL_MEM_HOST_WRITE_ONLY}, CL_INVALID_VALUE);
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR})
    refuses({of(any), Format, flags, pixels}, CL_INVALID_VALUE);
  refuses({of(any), Format, CL_MEM_ALLOC_HOST_PTR}, CL_INVALID_VALUE);
  refuses({of(any), Format, 0, pixels}, CL_INVALID_HOST_PTR);
}

TEST_F(ClCreateImage, RefusesContradictingFlags) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  for (cl_mem_flags flags :
       {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
        CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
        CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
        CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS,
        // "This flag is only used by clGetSupportedImageFormats"
        CL_MEM_KERNEL_READ_AND_WRITE})
    refuses({desc, Format, cl_mem_flags(flags)}, CL_INVALID_VALUE);
  refuses({desc, Format, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, pixels}, CL_INVALID_VALUE);
  refuses({desc, Format, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, pixels}, CL_INVALID_VALUE);
  refuses({desc, Format, cl_mem_flags(1) << 40}, CL_INVALID_VALUE);
}

TEST_F(ClCreateImage, TakesHintsOfOtherVendors) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  const cl_mem_flags persistent = 1 << 6; // CL_MEM_USE_PERSISTENT_MEM_AMD
  cl_int code = 4711;
  Memory made(
      clCreateImage(context, persistent | CL_MEM_READ_ONLY, &Format, &desc, nullptr, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(made);
}

TEST_F(ClCreateImage, RefusesFormatsThatAreNone) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  for (const cl_image_format &format :
       {cl_image_format{0, CL_FLOAT}, cl_image_format{CL_RGBA, 0},
        cl_image_format{CL_FLOAT, CL_RGBA}, cl_image_format{CL_RGBA, CL_UNORM_SHORT_565},
        cl_image_format{CL_RGB, CL_FLOAT}, cl_image_format{CL_sRGB, CL_UNORM_INT8},
        cl_image_format{CL_BGRA, CL_UNORM_INT_101010_2}})
    refuses({desc, format}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  cl_int got = 4711;
  EXPECT_EQ(clCreateImage(context, 0, nullptr, &desc, nullptr, &got), nullptr);
  EXPECT_EQ(got, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

TEST_F(ClCreateImage, RefusesFormatsThatAreNotSupported) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  refuses({desc, {CL_BGRA, CL_FLOAT}}, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  refuses({desc, {CL_INTENSITY, CL_SIGNED_INT32}}, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  for (cl_channel_order order : {CL_Rx, CL_RGBx, CL_sRGBx})
    refuses({desc, {order, CL_UNORM_INT8}}, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  refuses({describe(CL_MEM_OBJECT_IMAGE3D), {CL_DEPTH, CL_FLOAT}}, CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

TEST_F(ClCreateImage, RefusesDescriptorsThatAreNone) {
  cl_int got = 4711;
  EXPECT_EQ(clCreateImage(context, 0, &Format, nullptr, nullptr, &got), nullptr);
  EXPECT_EQ(got, CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.image_type = CL_MEM_OBJECT_BUFFER;
  refuses({desc}, CL_INVALID_IMAGE_DESCRIPTOR);
  desc.image_type = CL_MEM_OBJECT_PIPE;
  refuses({desc}, CL_INVALID_IMAGE_DESCRIPTOR);
  desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.num_mip_levels = 5; // down to one pixel there are four
  refuses({desc}, CL_INVALID_IMAGE_DESCRIPTOR);
  desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.num_samples = 4;
  refuses({desc}, CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(ClCreateImage, RefusesSourcesThatDoNotFitTheType) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), solid = makeImage(CL_MEM_OBJECT_IMAGE3D);
  refuses({describe(CL_MEM_OBJECT_IMAGE1D_BUFFER)}, CL_INVALID_IMAGE_DESCRIPTOR);
  refuses({of(image, CL_MEM_OBJECT_IMAGE1D_BUFFER)}, CL_INVALID_IMAGE_DESCRIPTOR);
  refuses({of(solid)}, CL_INVALID_IMAGE_DESCRIPTOR);
  refuses({of(as<cl_mem>(device()))}, CL_INVALID_IMAGE_DESCRIPTOR);
  for (cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                  CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D})
    refuses({of(image, type)}, CL_INVALID_IMAGE_DESCRIPTOR);
  refuses({of(otherBuffer())}, CL_INVALID_CONTEXT);
}

TEST_F(ClCreateImage, RefusesAnImageLargerThanItsBuffer) {
  Memory small(clCreateBuffer(context, 0, 8 * 6 * 4 - 1, nullptr, nullptr));
  refuses({of(small)}, CL_INVALID_IMAGE_SIZE);
  Memory line(clCreateBuffer(context, 0, 31, nullptr, nullptr));
  refuses({of(line, CL_MEM_OBJECT_IMAGE1D_BUFFER)}, CL_INVALID_IMAGE_SIZE);
  // "image_row_pitch * image_height must be <= size of the buffer object"
  Memory exact(clCreateBuffer(context, 0, 6 * 64, nullptr, nullptr));
  cl_image_desc desc = of(exact);
  desc.image_row_pitch = 64;
  takes({desc});
  desc.image_row_pitch = 68;
  refuses({desc}, CL_INVALID_IMAGE_SIZE);
}

TEST_F(ClCreateImage, RefusesMisalignedImagesOfBuffers) {
  Memory buffer(clCreateBuffer(context, 0, 4096, nullptr, nullptr));
  cl_image_desc desc = of(buffer);
  const size_t pixel = 4, pitch = deviceInfo<cl_uint>(CL_DEVICE_IMAGE_PITCH_ALIGNMENT) * pixel;
  ASSERT_GT(pitch, 0u);
  desc.image_row_pitch = 40 / pitch * pitch + pitch;
  takes({desc});
  desc.image_row_pitch += 1;
  refuses({desc}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  desc.image_row_pitch = 28;
  refuses({desc}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  const size_t base = deviceInfo<cl_uint>(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT) * pixel;
  ASSERT_GT(base, 0u);
  alignas(256) static char memory[4096];
  Memory aligned(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 2048, memory + base, nullptr));
  takes({of(aligned)});
  Memory misaligned(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 2048, memory + 1, nullptr));
  refuses({of(misaligned)}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

TEST_F(ClCreateImage, RefusesViewsOfOtherSizesAndFormats) {
  Memory image = create(describe(CL_MEM_OBJECT_IMAGE2D), Rgba8);
  cl_image_desc desc = of(image);
  const cl_image_format srgb = {CL_sRGBA, CL_UNORM_INT8};
  takes({desc, srgb});
  desc.image_row_pitch = 32; // the image's
  takes({desc, srgb});
  desc.image_row_pitch = 64;
  refuses({desc, srgb}, CL_INVALID_IMAGE_DESCRIPTOR);
  desc = of(image);
  desc.image_width = 7;
  refuses({desc, srgb}, CL_INVALID_IMAGE_DESCRIPTOR);
  desc = of(image);
  desc.image_height = 5;
  refuses({desc, srgb}, CL_INVALID_IMAGE_DESCRIPTOR);
  refuses({of(image), {CL_RGBA, CL_SNORM_INT8}}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  refuses({of(image), {CL_BGRA, CL_UNORM_INT8}}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  refuses({of(image), Rgba8}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

TEST_F(ClCreateImage, RefusesDimensionsOutOfRange) {
  const size_t flat = deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH),
               high = deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT),
               layers = deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  using Field = size_t cl_image_desc::*;
  const struct {
    cl_mem_object_type type;
    Field field;
    size_t most;
  } cases[] = {
      {CL_MEM_OBJECT_IMAGE1D, &cl_image_desc::image_width, flat},
      {CL_MEM_OBJECT_IMAGE1D_ARRAY, &cl_image_desc::image_width, flat},
      {CL_MEM_OBJECT_IMAGE1D_ARRAY, &cl_image_desc::image_array_size, layers},
      {CL_MEM_OBJECT_IMAGE2D, &cl_image_desc::image_width, flat},
      {CL_MEM_OBJECT_IMAGE2D, &cl_image_desc::image_height, high},
      {CL_MEM_OBJECT_IMAGE2D_ARRAY, &cl_image_desc::image_width, flat},
      {CL_MEM_OBJECT_IMAGE2D_ARRAY, &cl_image_desc::image_height, high},
      {CL_MEM_OBJECT_IMAGE2D_ARRAY, &cl_image_desc::image_array_size, layers},
      {CL_MEM_OBJECT_IMAGE3D, &cl_image_desc::image_width,
       deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_WIDTH)},
      {CL_MEM_OBJECT_IMAGE3D, &cl_image_desc::image_height,
       deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_HEIGHT)},
      {CL_MEM_OBJECT_IMAGE3D, &cl_image_desc::image_depth,
       deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH)},
  };
  for (const auto &limit : cases)
    for (size_t value : {size_t(0), limit.most + 1, ~size_t(0)}) {
      cl_image_desc desc = describe(limit.type);
      desc.*limit.field = value;
      refuses({desc}, CL_INVALID_IMAGE_SIZE);
    }
  Memory buffer = makeBuffer();
  cl_image_desc desc = of(buffer, CL_MEM_OBJECT_IMAGE1D_BUFFER);
  for (size_t value : {size_t(0), deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE) + 1}) {
    desc.image_width = value;
    refuses({desc}, CL_INVALID_IMAGE_SIZE);
  }
}

TEST_F(ClCreateImage, IgnoresDimensionsThatTheTypeHasNot) {
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D);
  desc.image_height = desc.image_depth = desc.image_array_size = 0;
  takes({desc});
  desc.image_height = desc.image_depth = desc.image_array_size = ~size_t(0);
  takes({desc});
}

TEST_F(ClCreateImage, RefusesPitchesThatDoNotFit) {
  for (cl_mem_object_type type : Types) {
    if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      continue;
    cl_image_desc desc = describe(type);
    desc.image_row_pitch = 32;
    takes({desc, Format, CL_MEM_USE_HOST_PTR, pixels});
    refuses({desc}, CL_INVALID_IMAGE_DESCRIPTOR); // without a host pointer
    desc.image_row_pitch = 28;
    refuses({desc, Format, CL_MEM_USE_HOST_PTR, pixels}, CL_INVALID_IMAGE_DESCRIPTOR);
    desc.image_row_pitch = 33;
    refuses({desc, Format, CL_MEM_USE_HOST_PTR, pixels}, CL_INVALID_IMAGE_DESCRIPTOR);
    desc.image_row_pitch = 0;
    const size_t slice = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 32 : 6 * 32;
    desc.image_slice_pitch = slice;
    refuses({desc}, CL_INVALID_IMAGE_DESCRIPTOR);
    takes({desc, Format, CL_MEM_USE_HOST_PTR, pixels});
    if (!hasSlices(type))
      continue;
    desc.image_slice_pitch = slice - 32;
    if (desc.image_slice_pitch)
      refuses({desc, Format, CL_MEM_USE_HOST_PTR, pixels}, CL_INVALID_IMAGE_DESCRIPTOR);
    desc.image_slice_pitch = slice + 4;
    refuses({desc, Format, CL_MEM_USE_HOST_PTR, pixels}, CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

TEST_F(ClCreateImage, RefusesFlagsThatDoNotFitTheHostPointer) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  refuses({desc, Format, CL_MEM_USE_HOST_PTR}, CL_INVALID_HOST_PTR);
  refuses({desc, Format, CL_MEM_COPY_HOST_PTR}, CL_INVALID_HOST_PTR);
  refuses({desc, Format, CL_MEM_READ_WRITE, pixels}, CL_INVALID_HOST_PTR);
  refuses({desc, Format, CL_MEM_ALLOC_HOST_PTR, pixels}, CL_INVALID_HOST_PTR);
}

TEST_F(ClCreateImage, ReportsThatThereIsNoMemory) {
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE3D);
  desc.image_width = desc.image_height = desc.image_depth =
      deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_WIDTH);
  // 2048 x 2048 x 2048 pixels of 16 bytes are 128 GiB.
  if (deviceInfo<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) < cl_ulong(128) << 30)
    refuses({desc, {CL_RGBA, CL_FLOAT}}, CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(ClCreateImage, RefusesNull) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  for (cl_context none : {cl_context(nullptr), as<cl_context>(device())}) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateImage(none, 0, &Format, &desc, nullptr, &got), nullptr);
    EXPECT_EQ(got, CL_INVALID_CONTEXT);
  }
}

} // namespace weft::test
