// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// write_image{f|h|i|ui}, read_write images, queries, and what the kernel table says of images.
#include "image_kernels.h"
#include "image_reference.h"

#include <climits>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace {
using namespace weft::test;
using weft::AccessQualifier;
using weft::ArgKind;
using weft::ImageType;

class ImageWrite : public ImageTest {};

std::string coordinates(const Shape &shape) {
  const unsigned count = shape.dimensions + shape.array;
  return count == 1 ? "c[n].x" : count == 2 ? "c[n].xy" : "c[n]";
}

// kernel void NAME(image, positions, colors)
std::string writeKernel(const std::string &kernel, const Shape &shape, const std::string &function,
                        const std::string &color) {
  std::string value = shape.depth ? "v[n].x" : "v[n]";
  if (function == "write_imageh")
    value = "convert_half4(v[n])";
  return "kernel void " + kernel + "(write_only image" + shape.name +
         "_t i, global const int4 *c, global const " + color +
         "4 *v) {\n  size_t n = get_global_id(0);\n  " + function + "(i, " + coordinates(shape) +
         ", " + value + ");\n}\n";
}

// Every pixel once, all around the image, and far away. What the shape does not look at is 99.
std::vector<std::array<int, 4>> everywhere(const GuardedImage &image) {
  const weft_image &d = image.descriptor;
  const bool layered = image.shape.array, deep = image.shape.dimensions > 2;
  const int height = image.shape.dimensions > 1 ? int(d.height) : 0;
  const int slices = layered ? int(d.array_size) : deep ? int(d.depth) : 0;
  std::vector<std::array<int, 4>> result;
  for (int z = slices ? -1 : 0; z <= slices; ++z)
    for (int y = height ? -1 : 0; y <= height; ++y)
      for (int x = -1; x <= int(d.width); ++x)
        result.push_back({x, height ? y : slices ? z : 99, height && slices ? z : 99, 99});
  for (int far : {INT_MAX, INT_MIN})
    for (unsigned i = 0; i < image.shape.dimensions + image.shape.array; ++i) {
      std::array<int, 4> p = {0, 0, 0, 99};
      p[i] = far;
      result.push_back(p);
    }
  return result;
}

// The place in memory of a position, or null outside.
unsigned char *placeOf(const GuardedImage &image, const std::array<int, 4> &p) {
  const long y = image.shape.dimensions > 1 ? p[1] : 0;
  const long z = image.shape.array            ? p[image.shape.dimensions]
                 : image.shape.dimensions > 2 ? p[2]
                                              : 0;
  return image.holds(p[0], y, z) ? image.pixel(unsigned(p[0]), unsigned(y), unsigned(z)) : nullptr;
}

// Compares all bytes with `expected`; bits that a format does not define may be anything.
template <typename Colors, typename Encode>
void expectStored(const GuardedImage &image, const std::vector<std::array<int, 4>> &at,
                  const Colors &colors, Encode encode) {
  const auto *begin = static_cast<const unsigned char *>(image.descriptor.data);
  std::vector<unsigned char> expected(image.bytes(), 0xa5), defined(image.bytes(), 0xff);
  for (size_t n = 0; n < at.size(); ++n)
    if (const unsigned char *place = placeOf(image, at[n])) {
      const Stored stored = encode(image.format, colors[n]);
      std::memcpy(&expected[size_t(place - begin)], stored.bytes.data(),
                  image.descriptor.element_bytes);
      std::memcpy(&defined[size_t(place - begin)], stored.defined.data(),
                  image.descriptor.element_bytes);
    }
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(begin[i] & defined[i], expected[i] & defined[i])
        << image.shape.name << " " << name(image.format) << " byte " << i;
}

std::array<float, 4> randomColor(std::mt19937 &random) {
  std::array<float, 4> color;
  const float special[] = {0,      1, -1, 0.5f,       INFINITY, -INFINITY,
                           1e-10f, 3, -5, 0.0031308f, 65519.0f};
  for (float &x : color)
    x = random() % 4 ? std::uniform_real_distribution<float>(-1.2f, 1.2f)(random)
                     : special[random() % std::size(special)];
  return color;
}

TEST_P(ImageWrite, ColorsOfAllFormats) {
  std::string source;
  for (const Shape &shape : Shapes)
    source += writeKernel(std::string("k") + shape.name, shape, "write_imagef", "float");
  ImageProgram program(GetParam(), source);
  std::mt19937 random(1);
  for (const Shape &shape : Shapes)
    for (const Format &format : shape.depth ? depthFormats() : realFormats()) {
      GuardedImage image(shape, format,
                         random() % 2 ? GuardedImage::Place::AtStart : GuardedImage::Place::AtEnd);
      auto at = everywhere(image);
      std::vector<std::array<float, 4>> colors(at.size());
      for (auto &color : colors) {
        color = randomColor(random);
        if (isSrgb(format)) // in the middle of what becomes a code; the next test has the rest
          for (float &x : color)
            x = random() % 4 ? float(srgbLinear(double(random() % 256) / 255)) : x > 0 ? 2.0f : x;
      }
      program.run(std::string("k") + shape.name, {&image.descriptor, at.data(), colors.data()},
                  at.size());
      ASSERT_NO_FATAL_FAILURE(expectStored(image, at, colors, encodeReal));
    }
}

TEST_P(ImageWrite, IntegersOfAllFormatsAreSaturated) {
  std::string source;
  for (const Shape &shape : Shapes)
    if (!shape.depth) {
      source += writeKernel(std::string("i") + shape.name, shape, "write_imagei", "int");
      source += writeKernel(std::string("u") + shape.name, shape, "write_imageui", "uint");
    }
  ImageProgram program(GetParam(), source);
  std::mt19937 random(1);
  for (const Shape &shape : Shapes)
    for (const Format &format : shape.depth ? std::vector<Format>() : integerFormats()) {
      GuardedImage image(shape, format,
                         random() % 2 ? GuardedImage::Place::AtStart : GuardedImage::Place::AtEnd);
      auto at = everywhere(image);
      std::vector<std::array<unsigned, 4>> colors(at.size());
      for (auto &color : colors)
        for (unsigned &x : color)
          x = (random() & 1 ? 1u : ~0u) * (random() >> random() % 32);
      program.run(std::string(isSigned(format) ? "i" : "u") + shape.name,
                  {&image.descriptor, at.data(), colors.data()}, at.size());
      ASSERT_NO_FATAL_FAILURE(expectStored(image, at, colors, encodeInteger));
    }
}

TEST_P(ImageWrite, HalvesAreWrittenAsFloats) {
  ImageProgram program(GetParam(), "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" +
                                       writeKernel("k", Shapes[2], "write_imageh", "float"));
  std::mt19937 random(1);
  for (const Format &format : realFormats()) {
    GuardedImage image(Shapes[2], format, GuardedImage::Place::AtStart);
    auto at = everywhere(image);
    std::vector<std::array<float, 4>> colors(at.size());
    for (auto &color : colors)
      for (float &x : color)
        x = float(_Float16(std::uniform_real_distribution<float>(-1.2f, 1.2f)(random)));
    program.run("k", {&image.descriptor, at.data(), colors.data()}, at.size());
    ASSERT_NO_FATAL_FAILURE(expectStored(image, at, colors, encodeReal));
  }
}

// "|generated_channel_component - scaled_reference_result| <= 0.6", and NaN is 0.
TEST_P(ImageWrite, SrgbCodesAreWithinTheirBound) {
  ImageProgram program(GetParam(),
                       "kernel void k(write_only image2d_t i, global const float *v) {\n"
                       "  int n = (int)get_global_id(0);\n"
                       "  write_imagef(i, (int2)(n, 0), (float4)(v[n], v[n], v[n], 0.5f)); }\n");
  std::vector<float> values = {NAN, -INFINITY, INFINITY, -1, 2, 0, 1, 0.0031308f};
  for (int i = 0; i <= 20000; ++i)
    values.push_back(float(i) / 20000);
  std::vector<unsigned> pixels(values.size());
  weft_image image = {};
  image.data = pixels.data();
  image.width = unsigned(pixels.size());
  image.height = image.depth = image.array_size = 1;
  image.channel_order = CL_sRGBA;
  image.channel_data_type = CL_UNORM_INT8;
  image.element_bytes = 4;
  program.run("k", {&image, values.data()}, values.size());
  for (size_t n = 0; n < values.size(); ++n) {
    for (unsigned i = 0; i < 3; ++i)
      ASSERT_LE(std::fabs(double(pixels[n] >> 8 * i & 255) - srgbCode(values[n])), 0.6)
          << values[n];
    ASSERT_EQ(pixels[n] >> 24, 128u);
  }
}

// What one group has written it reads after a barrier, through functions and both kinds of access.
TEST_P(ImageWrite, ImagesPassThroughFunctionsAndBarriers) {
  ImageProgram program(
      GetParam(),
      "float4 at(read_write image2d_t i, int x) { return read_imagef(i, (int2)(x, 0)); }\n"
      "void put(read_write image2d_t i, int x, float4 v) {\n"
      "  write_imagef(i, (int2)(x, 0), v); }\n"
      "float4 through(read_only image2d_t i, sampler_t s, float2 c) {\n"
      "  return read_imagef(i, s, c); }\n"
      "kernel void k(read_write image2d_t i, read_only image2d_t from,\n"
      "              global float4 *o) {\n"
      "  int n = (int)get_local_id(0), size = (int)get_local_size(0);\n"
      "  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |\n"
      "                      CLK_FILTER_NEAREST;\n"
      "  put(i, n, through(from, s, (float2)(n, 0.5f)) + 1);\n"
      "  barrier(CLK_IMAGE_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
      "  o[n] = at(i, size - 1 - n);\n}\n");
  std::vector<std::array<float, 4>> from(40), written(40), got(40);
  for (size_t n = 0; n < from.size(); ++n)
    from[n] = {float(n), 2.0f * float(n), -float(n), 0.5f};
  weft_image image = {};
  image.width = unsigned(from.size());
  image.height = image.depth = image.array_size = 1;
  image.channel_order = CL_RGBA;
  image.channel_data_type = CL_FLOAT;
  image.element_bytes = 16;
  weft_image source = image;
  source.data = from.data();
  image.data = written.data();
  program.run("k", {&image, &source, got.data()}, got.size(), got.size());
  for (size_t n = 0; n < got.size(); ++n)
    for (int i = 0; i < 4; ++i)
      ASSERT_EQ(got[n][i], from[from.size() - 1 - n][i] + 1) << n;
}

TEST_P(ImageWrite, OptionsOfTheBuildChangeNothing) {
  for (const char *options : {"-cl-opt-disable", "-g", "-cl-fast-relaxed-math -cl-mad-enable",
                              "-cl-std=CL1.1", "-cl-std=CL3.0 -g -cl-opt-disable"}) {
    ImageProgram program(
        GetParam(),
        "const sampler_t s = 0x12;\n"
        "float4 at(__read_only image2d_t i, sampler_t s, float2 c) {\n"
        "  return read_imagef(i, s, c) * 2; }\n"
        "__kernel void k(__read_only image2d_t i, __write_only image2d_t o) {\n"
        "  int n = (int)get_global_id(0);\n"
        "  write_imagef(o, (int2)(n % 7, n / 7), at(i, s, (float2)(n % 7, n / 7)));\n}\n",
        options);
    GuardedImage from(Shapes[2], {CL_RGBA, CL_FLOAT}, GuardedImage::Place::AtStart);
    GuardedImage to(Shapes[2], {CL_BGRA, CL_SNORM_INT8}, GuardedImage::Place::AtStart);
    from.fillRandomly(1);
    program.run("k", {&from.descriptor, &to.descriptor}, 35);
    std::vector<std::array<int, 4>> at;
    std::vector<std::array<float, 4>> colors;
    for (int n = 0; n < 35; ++n) {
      at.push_back({n % 7, n / 7, 0, 0});
      const Color color = colorAt(from, n % 7, n / 7, 0);
      colors.push_back({});
      for (int i = 0; i < 4; ++i)
        colors.back()[i] = float(color[i] * 2);
    }
    ASSERT_NO_FATAL_FAILURE(expectStored(to, at, colors, encodeReal)) << options;
  }
}

TEST_P(ImageWrite, QueriesReadTheDescriptor) {
  ImageProgram program(
      GetParam(),
      "kernel void k(write_only image3d_t a, read_only image2d_array_t b, read_write "
      "image1d_array_t c,\n"
      "              read_only image2d_array_depth_t d, read_only image1d_buffer_t e,\n"
      "              global int *o) {\n"
      "  int4 dim = get_image_dim(a); int2 dim2 = get_image_dim(b);\n"
      "  o[0] = get_image_width(a); o[1] = get_image_height(a); o[2] = get_image_depth(a);\n"
      "  o[3] = dim.x; o[4] = dim.y; o[5] = dim.z; o[6] = dim.w;\n"
      "  o[7] = (int)get_image_array_size(b); o[8] = dim2.x; o[9] = dim2.y;\n"
      "  o[10] = (int)get_image_array_size(c); o[11] = get_image_width(c);\n"
      "  o[12] = get_image_channel_order(d) == CLK_DEPTH;\n"
      "  o[13] = get_image_channel_data_type(d) == CLK_FLOAT;\n"
      "  o[14] = get_image_channel_data_type(a) == CLK_UNORM_INT8; o[15] = get_image_width(e);\n"
      "  o[16] = get_image_height(d); o[17] = (int)get_image_array_size(d);\n}\n");
  const auto place = GuardedImage::Place::AtStart;
  const GuardedImage a(Shapes[4], {CL_RGBA, CL_UNORM_INT8}, place),
      b(Shapes[3], {CL_R, CL_FLOAT}, place), c(Shapes[1], {CL_R, CL_FLOAT}, place),
      d(Shapes[6], {CL_DEPTH, CL_FLOAT}, place), e(Shapes[0], {CL_R, CL_FLOAT}, place);
  std::vector<int> got(18);
  program.run(
      "k", {&a.descriptor, &b.descriptor, &c.descriptor, &d.descriptor, &e.descriptor, got.data()},
      1, 1);
  EXPECT_EQ(got, (std::vector<int>{7, 5, 3, 7, 5, 3, 0, 4, 7, 5, 4, 7, 1, 1, 1, 7, 5, 4}));
}

INSTANTIATE_TEST_SUITE_P(Targets, ImageWrite, testing::ValuesIn(Targets),
                         [](const auto &info) { return info.param.name; });

TEST(ImageArguments, HaveKindTypeAccessAndName) {
  Outcome built = buildFor(
      Targets[0], "typedef image2d_t plain; typedef write_only image3d_t hidden;\n"
                  "typedef hidden twice_hidden; typedef sampler_t hidden_sampler;\n"
                  "kernel void k(read_only image2d_t a, write_only image3d_t b,\n"
                  "              read_write image2d_array_t c, sampler_t s,\n"
                  "              image1d_buffer_t d, read_only image1d_t e,\n"
                  "              write_only image1d_array_t f, read_only image2d_depth_t g,\n"
                  "              read_only image2d_array_depth_t h,\n"
                  "              plain i, twice_hidden j, hidden_sampler l) {}\n");
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  const auto &args = built.artifact.kernels.at(0).args;
  using enum weft::AccessQualifier;
  const struct {
    ArgKind kind;
    ImageType image;
    AccessQualifier access;
    const char *type;
  } expected[] = {
      {ArgKind::Image, ImageType::Image2D, ReadOnly, "image2d_t"},
      {ArgKind::Image, ImageType::Image3D, WriteOnly, "image3d_t"},
      {ArgKind::Image, ImageType::Image2DArray, ReadWrite, "image2d_array_t"},
      {ArgKind::Sampler, ImageType::None, None, "sampler_t"},
      {ArgKind::Image, ImageType::Image1DBuffer, ReadOnly, "image1d_buffer_t"},
      {ArgKind::Image, ImageType::Image1D, ReadOnly, "image1d_t"},
      {ArgKind::Image, ImageType::Image1DArray, WriteOnly, "image1d_array_t"},
      {ArgKind::Image, ImageType::Image2DDepth, ReadOnly, "image2d_depth_t"},
      {ArgKind::Image, ImageType::Image2DArrayDepth, ReadOnly, "image2d_array_depth_t"},
      {ArgKind::Image, ImageType::Image2D, ReadOnly, "plain"},
      {ArgKind::Image, ImageType::Image3D, WriteOnly, "twice_hidden"},
      {ArgKind::Sampler, ImageType::None, None, "hidden_sampler"},
  };
  ASSERT_EQ(args.size(), std::size(expected));
  for (size_t i = 0; i < args.size(); ++i) {
    EXPECT_EQ(args[i].kind, expected[i].kind) << i;
    EXPECT_EQ(args[i].image_type, expected[i].image) << i;
    EXPECT_EQ(args[i].access, expected[i].access) << i;
    EXPECT_EQ(args[i].type_name, expected[i].type) << i;
    EXPECT_EQ(args[i].size, 8u) << i;
    EXPECT_EQ(args[i].offset, 8 * i) << i;
  }
}

TEST(ImageLanguage, IsThatOfItsVersion) {
  const std::string of_version_3[] = {"__opencl_c_images",
                                      "__opencl_c_3d_image_writes",
                                      "__opencl_c_read_write_images",
                                      "__opencl_c_ext_image_raw10_raw12",
                                      "cl_khr_mipmap_image",
                                      "cl_khr_srgb_image_writes"};
  const std::string always[] = {"__IMAGE_SUPPORT__", "cl_khr_3d_image_writes",
                                "cl_khr_depth_images"};
  const std::string never[] = {"cl_khr_gl_msaa_sharing"};
  for (const char *options : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
    auto builds = [&](const std::string &source) {
      weft_request r = request(WEFT_ACTION_BUILD, options);
      r.source = {source.data(), source.size()};
      return run(r).status == WEFT_OK;
    };
    auto defines = [&](const std::string &macro) {
      return builds("#ifndef " + macro + "\n#error\n#endif\nkernel void k() {}");
    };
    for (const std::string &macro : of_version_3)
      EXPECT_EQ(defines(macro), std::strstr(options, "CL3.0") != nullptr) << macro << options;
    for (const std::string &macro : always)
      EXPECT_TRUE(defines(macro)) << macro << options;
    for (const std::string &macro : never)
      EXPECT_FALSE(defines(macro)) << macro << options;
    EXPECT_TRUE(builds("kernel void k(read_only image2d_t i, global int *o) {\n"
                       "  o[0] = get_image_width(i); }"))
        << options;
    EXPECT_TRUE(builds("kernel void k(sampler_t s) {}")) << options;
    EXPECT_TRUE(builds("#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
                       "kernel void k(write_only image3d_t i) {\n"
                       "  write_imagef(i, (int4)(0), (float4)(0)); }"))
        << options;
  }
}

} // namespace
