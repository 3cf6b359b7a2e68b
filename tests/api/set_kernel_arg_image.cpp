// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetKernelArg with images and samplers.
#include "image_fixture.h"

#include <algorithm>

namespace weft::test {

class ImageArgument : public ImageTest {
protected:
  static constexpr const char *Names[] = {"image1d_t", "image1d_buffer_t", "image1d_array_t",
                                          "image2d_t", "image2d_array_t",  "image3d_t"};
  // How a kernel finds the pixel at x, y, z of a type.
  static const char *position(cl_mem_object_type type) {
    switch (type) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D:
      return "(int2)(x, y)";
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    case CL_MEM_OBJECT_IMAGE3D:
      return "(int4)(x, y, z, 0)";
    default:
      return "x";
    }
  }
  static const char *name(cl_mem_object_type type) {
    return Names[std::find(std::begin(Types), std::end(Types), type) - std::begin(Types)];
  }
  Kernel build(const std::string &source, const char *options = "-cl-std=CL3.0") {
    Program program = buildProgram(source.c_str(), options);
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(program, "k", &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return kernel;
  }
  // A kernel with one argument of this type, which it only looks at.
  Kernel buildWith(const std::string &type) {
    return build("__kernel void k(" + type + " a, __global int *o) { o[0] = 1; }");
  }
  template <typename T> static cl_int set(cl_kernel kernel, cl_uint index, const T &handle) {
    auto raw =
        static_cast<std::conditional_t<std::is_convertible_v<T, cl_sampler>, cl_sampler, cl_mem>>(
            handle);
    return clSetKernelArg(kernel, index, sizeof raw, &raw);
  }
  void run(cl_kernel kernel, const Triple &size, cl_uint count = 0,
           const cl_event *list = nullptr) {
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, size.data(), nullptr, count, list,
                                     nullptr),
              CL_SUCCESS);
  }
};

TEST_F(ImageArgument, KernelsReadAndWriteEveryType) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(name(type));
    Kernel kernel =
        build("#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
              "__kernel void k(read_only " +
              std::string(name(type)) + " from, write_only " + name(type) +
              " to) {\n"
              "  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
              "  write_imageui(to, " +
              position(type) + ", read_imageui(from, " + position(type) + ") + 1000);\n}");
    Memory from = makeImage(type, CL_MEM_READ_ONLY), to = makeImage(type, CL_MEM_WRITE_ONLY);
    ASSERT_EQ(set(kernel, 0, from), CL_SUCCESS);
    ASSERT_EQ(set(kernel, 1, to), CL_SUCCESS);
    run(kernel, extent(type));
    Pixels expected = count(type);
    for (cl_uint &pixel : expected)
      pixel += 1000;
    EXPECT_EQ(readImage(to, type), expected);
    EXPECT_EQ(readImage(from, type), count(type));
  }
}

TEST_F(ImageArgument, KernelsReadAndWriteOneImage) {
  Kernel kernel = build("__kernel void k(read_write image2d_t image) {\n"
                        "  int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
                        "  write_imageui(image, p, read_imageui(image, p) * 2);\n}");
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  ASSERT_EQ(set(kernel, 0, image), CL_SUCCESS);
  run(kernel, extent(CL_MEM_OBJECT_IMAGE2D));
  Pixels expected = count(CL_MEM_OBJECT_IMAGE2D);
  for (cl_uint &pixel : expected)
    pixel *= 2;
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D), expected);
}

TEST_F(ImageArgument, KernelsSeeThePitchesOfTheHost) {
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE3D);
  desc.image_row_pitch = 40;
  desc.image_slice_pitch = 40 * 7;
  std::vector<cl_uint> pixels(10 * 7 * 4);
  for (size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = cl_uint(i);
  Memory image = create(desc, Format, CL_MEM_USE_HOST_PTR, pixels.data());
  Kernel kernel = build("__kernel void k(read_only image3d_t image, __global int *out) {\n"
                        "  out[0] = read_imageui(image, (int4)(5, 3, 2, 0)).x;\n"
                        "  out[1] = get_image_width(image); out[2] = get_image_height(image);\n"
                        "  out[3] = get_image_depth(image); }");
  Memory out = makeBuffer();
  ASSERT_EQ(set(kernel, 0, image), CL_SUCCESS);
  ASSERT_EQ(set(kernel, 1, out), CL_SUCCESS);
  run(kernel, {1, 1, 1});
  const std::vector<int> got = read(out);
  EXPECT_EQ(got[0], 2 * 70 + 3 * 10 + 5);
  EXPECT_EQ(got[1], 8);
  EXPECT_EQ(got[2], 6);
  EXPECT_EQ(got[3], 4);
}

TEST_F(ImageArgument, KernelsReadFillsOfEveryFormat) {
  // One and zero are exact in every format that is not of integers.
  Kernel kernel = build("__kernel void k(read_only image2d_t image, __global float *out) {\n"
                        "  vstore4(read_imagef(image, (int2)(3, 2)), 0, out); }");
  cl_uint number = 0;
  ASSERT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
                                       &number),
            CL_SUCCESS);
  std::vector<cl_image_format> formats(number);
  ASSERT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, number,
                                       formats.data(), nullptr),
            CL_SUCCESS);
  Memory out = makeBuffer();
  ASSERT_EQ(set(kernel, 1, out), CL_SUCCESS);
  for (const cl_image_format &format : formats) {
    const cl_channel_type type = format.image_channel_data_type;
    if (format.image_channel_order == CL_DEPTH ||
        (type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32) || type == 0x10E3 ||
        type == 0x10E4 ||                   // CL_UNSIGNED_INT_RAW10_EXT, CL_UNSIGNED_INT_RAW12_EXT
        (type >= 0x10E6 && type <= 0x10E8)) // CL_UNSIGNED_INT10X6_EXT, ...
      continue;
    SCOPED_TRACE(testing::Message() << std::hex << format.image_channel_order << ' ' << type);
    Memory image = create(describe(CL_MEM_OBJECT_IMAGE2D), format, CL_MEM_READ_ONLY);
    const cl_float color[4] = {1, 0, 1, 1};
    const Triple origin = {0, 0, 0}, region = extent(CL_MEM_OBJECT_IMAGE2D);
    ASSERT_EQ(
        clEnqueueFillImage(queue, image, color, origin.data(), region.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(set(kernel, 0, image), CL_SUCCESS);
    run(kernel, {1, 1, 1});
    // "Mapping Image Channels to Color Values"
    std::vector<float> expected;
    switch (format.image_channel_order) {
    case CL_R:
    case CL_RG:
      expected = {1, 0, 0, 1};
      break;
    case CL_A:
      expected = {0, 0, 0, 1};
      break;
    case CL_RA:
      expected = {1, 0, 0, 1};
      break;
    case CL_LUMINANCE:
    case CL_INTENSITY:
      expected = {1, 1, 1, 1};
      break;
    default:
      expected = {1, 0, 1, 1};
    }
    std::vector<float> got(4);
    ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 16, got.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got, expected);
  }
}

// cl_ext_image_unsigned_10x6_12x4_14x2: the names of the channels' types, with the prefix CLK.
TEST_F(ImageArgument, KernelsKnowChannelsOfUpperBitsByName) {
  Kernel kernel = build("__kernel void k(read_only image2d_t image, __global int *out) {\n"
                        "  int types[] = {CLK_UNSIGNED_INT10X6_EXT, CLK_UNSIGNED_INT12X4_EXT,\n"
                        "                 CLK_UNSIGNED_INT14X2_EXT, CLK_UNORM_INT10X6_EXT,\n"
                        "                 CLK_UNORM_INT12X4_EXT, CLK_UNORM_INT14X2_EXT};\n"
                        "  *out = -1;\n"
                        "  for (int i = 0; i < 6; ++i)\n"
                        "    if (get_image_channel_data_type(image) == types[i]) *out = i; }");
  Memory out = makeBuffer();
  ASSERT_EQ(set(kernel, 1, out), CL_SUCCESS);
  int expected = 0;
  for (cl_channel_type type : {0x10E6, 0x10E7, 0x10E8, 0x10E1, 0x10E9, 0x10EA}) {
    Memory image = create(describe(CL_MEM_OBJECT_IMAGE2D), {CL_RGBA, type}, CL_MEM_READ_ONLY);
    ASSERT_EQ(set(kernel, 0, image), CL_SUCCESS);
    run(kernel, {1, 1, 1});
    EXPECT_EQ(read(out)[0], expected++);
  }
}

// cl_khr_srgb_image_writes
TEST_F(ImageArgument, KernelsWriteLinearColorsToSrgb) {
  Kernel kernel = build("#pragma OPENCL EXTENSION cl_khr_srgb_image_writes : enable\n"
                        "__kernel void k(write_only image2d_t image) {\n"
                        "  write_imagef(image, (int2)(1, 0), (float4)(0.0f, 0.5f, 1.0f, 0.5f)); }");
  const Triple origin = {1, 0, 0}, region = {1, 1, 1};
  using Bytes = std::array<cl_uchar, 4>;
  const std::pair<cl_channel_order, Bytes> cases[] = {{CL_sRGBA, {0, 188, 255, 128}},
                                                      {CL_sBGRA, {255, 188, 0, 128}}};
  for (const auto &[order, expected] : cases) {
    Memory image = create(describe(CL_MEM_OBJECT_IMAGE2D), {order, CL_UNORM_INT8});
    ASSERT_EQ(set(kernel, 0, image), CL_SUCCESS);
    run(kernel, {1, 1, 1});
    Bytes got = {};
    ASSERT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), region.data(), 0, 0,
                                 got.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got, expected) << order;
  }
}

TEST_F(ImageArgument, KernelsUseTheSamplerTheyAreGiven) {
  Kernel kernel =
      build("__kernel void k(read_only image2d_t image, sampler_t s, __global float *out) {\n"
            "  out[0] = read_imagef(image, s, (int2)(-1, 0)).w;\n"
            "  out[1] = read_imagef(image, s, (float2)(1.0f, 0.5f)).x; }");
  // Of the first row, 0 and 1 are the first two pixels; alpha is 1.
  Memory image = create(describe(CL_MEM_OBJECT_IMAGE2D), {CL_RGBA, CL_FLOAT});
  const Triple origin = {0, 0, 0}, region = {2, 1, 1};
  const cl_float row[8] = {0, 0, 0, 1, 1, 0, 0, 1};
  ASSERT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), region.data(), 0, 0, row, 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  Memory out = makeBuffer();
  ASSERT_EQ(set(kernel, 0, image), CL_SUCCESS);
  ASSERT_EQ(set(kernel, 2, out), CL_SUCCESS);
  const struct {
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    float outside, between;
  } cases[] = {{CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, 0.0f, 1.0f},
               {CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, 1.0f, 0.5f}};
  for (const auto &expected : cases) {
    Sampler sampler(
        clCreateSampler(context, CL_FALSE, expected.addressing, expected.filter, nullptr));
    ASSERT_EQ(set(kernel, 1, sampler), CL_SUCCESS);
    sampler.reset(); // the kernel has its bits
    run(kernel, {1, 1, 1});
    float got[2] = {};
    ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof got, got, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got[0], expected.outside);
    EXPECT_EQ(got[1], expected.between);
  }
}

TEST_F(ImageArgument, AQueuedLaunchKeepsItsImages) {
  Kernel kernel = build("__kernel void k(read_only image2d_t image, __global int *out) {\n"
                        "  out[0] = read_imageui(image, (int2)(7, 5)).x; }");
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), other = makeImage(CL_MEM_OBJECT_IMAGE2D);
  Memory out = makeBuffer();
  ASSERT_EQ(set(kernel, 0, image), CL_SUCCESS);
  ASSERT_EQ(set(kernel, 1, out), CL_SUCCESS);
  Event gate = makeUserEvent();
  run(kernel, {1, 1, 1}, 1, gate.list());
  ASSERT_EQ(set(kernel, 0, other), CL_SUCCESS);
  image.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(out)[0], 47);
}

TEST_F(ImageArgument, RefusesImagesOfOtherTypes) {
  for (cl_mem_object_type parameter : Types) {
    Kernel kernel = buildWith(name(parameter));
    for (cl_mem_object_type argument : Types)
      EXPECT_EQ(set(kernel, 0, makeImage(argument)),
                parameter == argument ? CL_SUCCESS : CL_INVALID_MEM_OBJECT)
          << name(parameter) << ' ' << name(argument);
    EXPECT_EQ(set(kernel, 0, makeBuffer()), CL_INVALID_MEM_OBJECT);
  }
}

TEST_F(ImageArgument, RefusesPlainImagesForDepthImages) {
  Kernel kernel = buildWith("image2d_depth_t"), array = buildWith("image2d_array_depth_t");
  Memory plain = create(describe(CL_MEM_OBJECT_IMAGE2D), {CL_R, CL_FLOAT}),
         depth = create(describe(CL_MEM_OBJECT_IMAGE2D), {CL_DEPTH, CL_FLOAT}),
         layers = create(describe(CL_MEM_OBJECT_IMAGE2D_ARRAY), {CL_DEPTH, CL_FLOAT});
  EXPECT_EQ(set(kernel, 0, plain), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(kernel, 0, layers), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(kernel, 0, depth), CL_SUCCESS);
  EXPECT_EQ(set(array, 0, depth), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(array, 0, layers), CL_SUCCESS);
}

TEST_F(ImageArgument, RefusesImagesOfOtherTypesThanBehindATypedef) {
  Kernel kernel = build("typedef write_only image2d_array_t layers; typedef layers target;\n"
                        "__kernel void k(target a, __global int *o) { o[0] = 1; }");
  for (cl_mem_object_type argument : Types)
    EXPECT_EQ(set(kernel, 0, makeImage(argument)),
              argument == CL_MEM_OBJECT_IMAGE2D_ARRAY ? CL_SUCCESS : CL_INVALID_MEM_OBJECT)
        << name(argument);
  EXPECT_EQ(set(kernel, 0, makeImage(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_READ_ONLY)),
            CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(kernel, 0, makeImage(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_WRITE_ONLY)), CL_SUCCESS);
}

TEST_F(ImageArgument, RefusesAccessThatTheFlagsDoNotAllow) {
  Kernel reads = buildWith("read_only image2d_t"), writes = buildWith("write_only image2d_t"),
         both = buildWith("read_write image2d_t");
  Memory any = makeImage(CL_MEM_OBJECT_IMAGE2D),
         readable = makeImage(CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY),
         writable = makeImage(CL_MEM_OBJECT_IMAGE2D, CL_MEM_WRITE_ONLY);
  EXPECT_EQ(set(reads, 0, any), CL_SUCCESS);
  EXPECT_EQ(set(reads, 0, readable), CL_SUCCESS);
  EXPECT_EQ(set(reads, 0, writable), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(writes, 0, any), CL_SUCCESS);
  EXPECT_EQ(set(writes, 0, readable), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(writes, 0, writable), CL_SUCCESS);
  EXPECT_EQ(set(both, 0, any), CL_SUCCESS);
  EXPECT_EQ(set(both, 0, readable), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(both, 0, writable), CL_INVALID_ARG_VALUE);
}

TEST_F(ImageArgument, RefusesSizesAndHandlesThatDoNotFit) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  const cl_mem handle = image, none = nullptr;
  Kernel kernel = buildWith("image2d_t");
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle / 2, &handle), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle * 2, &handle), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &none), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(kernel, 0, as<cl_mem>(device())), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(kernel, 0, otherImage()), CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, nullptr), CL_INVALID_ARG_VALUE);
}

TEST_F(ImageArgument, RefusesSamplersThatDoNotFit) {
  Kernel kernel = buildWith("sampler_t");
  Sampler sampler(clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, nullptr));
  const cl_sampler handle = sampler, none = nullptr;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &handle), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle / 2, &handle), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle * 2, &handle), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, nullptr), CL_INVALID_SAMPLER);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &none), CL_INVALID_SAMPLER);
  Memory buffer = makeBuffer();
  const cl_mem other_kind = buffer;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof other_kind, &other_kind), CL_INVALID_SAMPLER);
  Sampler foreign(
      clCreateSampler(otherContext(), CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, nullptr));
  EXPECT_EQ(set(kernel, 0, foreign), CL_INVALID_CONTEXT);
}

// CL_DEVICE_MAX_READ_IMAGE_ARGS, _WRITE_IMAGE_ARGS, _READ_WRITE_IMAGE_ARGS
TEST_F(ImageArgument, AsManyAsTheDeviceSays) {
  const struct {
    const char *access;
    cl_device_info limit;
  } cases[] = {{"read_only", CL_DEVICE_MAX_READ_IMAGE_ARGS},
               {"write_only", CL_DEVICE_MAX_WRITE_IMAGE_ARGS},
               {"read_write", CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS}};
  for (const auto &c : cases) {
    SCOPED_TRACE(c.access);
    const bool reads = c.access[0] == 'r';
    const cl_uint number = deviceInfo<cl_uint>(c.limit);
    std::string parameters, body;
    for (cl_uint i = 0; i < number; ++i) {
      const std::string image = "i" + std::to_string(i);
      parameters += std::string(c.access) + " image2d_t " + image + ", ";
      body += reads ? "  sum += read_imageui(" + image + ", (int2)(1, 0)).x;\n"
                    : "  write_imageui(" + image + ", (int2)(1, 0), 4711);\n";
    }
    Kernel kernel = build("__kernel void k(" + parameters +
                          "__global uint *out) {\n  uint sum = 0;\n" + body + "  out[0] = sum;\n}");
    Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), out = makeBuffer();
    for (cl_uint i = 0; i < number; ++i)
      ASSERT_EQ(set(kernel, i, image), CL_SUCCESS);
    ASSERT_EQ(set(kernel, number, out), CL_SUCCESS);
    run(kernel, {1, 1, 1});
    if (reads)
      EXPECT_EQ(read(out)[0], int(number));
    else
      EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D)[1], 4711u);
  }
}

TEST_F(ImageArgument, AsManySamplersAsTheDeviceSays) {
  const cl_uint number = deviceInfo<cl_uint>(CL_DEVICE_MAX_SAMPLERS);
  std::string parameters, body;
  for (cl_uint i = 0; i < number; ++i) {
    parameters += "sampler_t s" + std::to_string(i) + ", ";
    body += "  sum += read_imageui(image, s" + std::to_string(i) + ", (int2)(1, 0)).x;\n";
  }
  Kernel kernel = build("__kernel void k(" + parameters +
                        "read_only image2d_t image, __global uint *out) {\n  uint sum = 0;\n" +
                        body + "  out[0] = sum;\n}");
  Sampler sampler(clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr));
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D), out = makeBuffer();
  for (cl_uint i = 0; i < number; ++i)
    ASSERT_EQ(set(kernel, i, sampler), CL_SUCCESS);
  ASSERT_EQ(set(kernel, number, image), CL_SUCCESS);
  ASSERT_EQ(set(kernel, number + 1, out), CL_SUCCESS);
  run(kernel, {1, 1, 1});
  EXPECT_EQ(read(out)[0], int(number));
}

TEST_F(ImageArgument, IsDescribed) {
  const struct {
    const char *access;
    cl_kernel_arg_access_qualifier expected;
  } cases[] = {{"read_only", CL_KERNEL_ARG_ACCESS_READ_ONLY},
               {"write_only", CL_KERNEL_ARG_ACCESS_WRITE_ONLY},
               {"read_write", CL_KERNEL_ARG_ACCESS_READ_WRITE},
               {"", CL_KERNEL_ARG_ACCESS_READ_ONLY}};
  for (const auto &c : cases) {
    Kernel kernel = buildWith(std::string(c.access) + " image3d_t");
    const Query query = [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetKernelArgInfo(kernel, 0, param, size, value, size_ret);
    };
    EXPECT_EQ(queryValue<cl_kernel_arg_access_qualifier>(query, CL_KERNEL_ARG_ACCESS_QUALIFIER),
              c.expected);
    EXPECT_EQ(queryText(query, CL_KERNEL_ARG_TYPE_NAME), "image3d_t");
    EXPECT_EQ(queryText(query, CL_KERNEL_ARG_NAME), "a");
  }
}

} // namespace weft::test
