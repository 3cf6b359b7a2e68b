// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// read_image{f|h|i|ui} against the specification's formulas: formats, samplers and positions.
#include "image_kernels.h"
#include "image_reference.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace {
using namespace weft::test;

constexpr unsigned AddressModes[] = {WEFT_SAMPLER_ADDRESS_NONE, WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE,
                                     WEFT_SAMPLER_ADDRESS_CLAMP, WEFT_SAMPLER_ADDRESS_REPEAT,
                                     WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT};

bool repeats(unsigned sampler) {
  const unsigned mode = sampler & WEFT_SAMPLER_ADDRESS_MASK;
  return mode == WEFT_SAMPLER_ADDRESS_REPEAT || mode == WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT;
}

// Those whose results are defined: "REPEAT can only be used with normalized coordinates".
std::vector<unsigned> samplers(unsigned filter) {
  std::vector<unsigned> result;
  for (unsigned mode : AddressModes)
    for (unsigned normalized : {0u, unsigned(WEFT_SAMPLER_NORMALIZED)})
      if (normalized || !repeats(mode))
        result.push_back(mode | normalized | filter);
  return result;
}

// Positions in and around the image, some of them between two pixels or in the middle of one.
std::vector<Position> positions(const GuardedImage &image, unsigned sampler, unsigned seed) {
  std::mt19937 random(seed);
  auto coordinate = [&](unsigned size) {
    float x = std::uniform_real_distribution<float>(-2.5f, float(size) + 2.5f)(random);
    if (repeats(sampler))
      x *= 3;
    switch (random() % 6) {
    case 0:
      x = std::floor(x);
      break;
    case 1:
      x = std::floor(x) + 0.5f;
      break;
    }
    if (sampler & WEFT_SAMPLER_NORMALIZED)
      x /= float(size);
    return random() % 16 == 0 ? -1e-9f : x;
  };
  const weft_image &d = image.descriptor;
  std::vector<Position> result(61);
  for (Position &p : result) {
    p = {coordinate(d.width), coordinate(d.height), coordinate(d.depth), 0};
    if (image.shape.array) // never normalized
      p[image.shape.dimensions] = std::uniform_real_distribution<float>(-2, 6)(random);
  }
  return result;
}

std::string coordinates(const Shape &shape) {
  const unsigned count = shape.dimensions + shape.array;
  return count == 1 ? "c[n].x" : count == 2 ? "c[n].xy" : "c[n]";
}

// kernel void NAME(image, [sampler,] positions, colors)
std::string readKernel(const std::string &kernel, const Shape &shape, const std::string &function,
                       const std::string &position, const std::string &result, bool sampler = true,
                       const std::string &access = "read_only") {
  std::string read = function + "(i, " + (sampler ? "s, " : "") + coordinates(shape) + ")";
  if (function == "read_imageh")
    read = "convert_float4(" + read + ")";
  if (shape.depth)
    read = "(float4)(" + read + ", 0, 0, 1)";
  return "kernel void " + kernel + "(" + access + " image" + shape.name + "_t i, " +
         (sampler ? "sampler_t s, " : "") + "global const " + position + "4 *c, global " + result +
         "4 *o) {\n  size_t n = get_global_id(0);\n  o[n] = " + read + ";\n}\n";
}

// 1.5 ulp of float, which is what conversions may be off by.
bool near(float got, double expected) {
  const float rounded = float(expected);
  const double ulp = std::nextafter(std::fabs(rounded), INFINITY) - std::fabs(rounded);
  return std::fabs(got - expected) <= 1.5 * ulp;
}

class ImageRead : public ImageTest {};

using FloatColors = std::vector<std::array<float, 4>>;

std::string where(const GuardedImage &image, unsigned sampler, const Position &p) {
  char text[160];
  std::snprintf(text, sizeof(text), "%s %s sampler 0x%02x at (%.9g, %.9g, %.9g)", image.shape.name,
                name(image.format).c_str(), sampler, p[0], p[1], p[2]);
  return text;
}

void expectNearest(const GuardedImage &image, unsigned sampler, const std::vector<Position> &at,
                   const FloatColors &got) {
  for (size_t n = 0; n < at.size(); ++n) {
    // Without an addressing mode positions are to lie inside.
    const Color expected = readNearest(image, sampler, at[n]);
    const bool none = (sampler & WEFT_SAMPLER_ADDRESS_MASK) == WEFT_SAMPLER_ADDRESS_NONE;
    for (int i = 0; i < (image.shape.depth ? 1 : 4); ++i)
      ASSERT_TRUE(near(got[n][i], expected[i]) || none)
          << where(image, sampler, at[n]) << " component " << i << ": " << got[n][i]
          << " instead of " << expected[i];
  }
}

// Whether all pixels that the linear filter touches lie inside.
bool wellInside(const GuardedImage &image, unsigned sampler, const Position &p) {
  const weft_image &d = image.descriptor;
  const unsigned sizes[] = {d.width, d.height, d.depth};
  for (unsigned i = 0; i < image.shape.dimensions; ++i) {
    const float u = sampler & WEFT_SAMPLER_NORMALIZED ? p[i] * float(sizes[i]) : p[i];
    if (u < 0.5f || u >= float(sizes[i]) - 0.5f)
      return false;
  }
  return true;
}

void expectLinear(const GuardedImage &image, unsigned sampler, const std::vector<Position> &at,
                  const FloatColors &got) {
  const bool none = (sampler & WEFT_SAMPLER_ADDRESS_MASK) == WEFT_SAMPLER_ADDRESS_NONE;
  for (size_t n = 0; n < at.size(); ++n) {
    if (none && !wellInside(image, sampler, at[n]))
      continue;
    Color magnitude;
    const Color expected = readLinear(image, sampler, at[n], magnitude);
    for (int i = 0; i < (image.shape.depth ? 1 : 4); ++i)
      ASSERT_LE(std::fabs(got[n][i] - expected[i]), 2e-6 * magnitude[i])
          << where(image, sampler, at[n]) << " component " << i << ": " << got[n][i]
          << " instead of " << expected[i];
  }
}

TEST_P(ImageRead, ColorsOfAllFormatsAndSamplers) {
  std::string source;
  for (const Shape &shape : Shapes)
    source += readKernel(std::string("k") + shape.name, shape, "read_imagef", "float", "float");
  ImageProgram program(GetParam(), source);
  unsigned seed = 1;
  for (const Shape &shape : Shapes)
    for (const Format &format : shape.depth ? depthFormats() : realFormats()) {
      GuardedImage image(shape, format,
                         ++seed % 2 ? GuardedImage::Place::AtStart : GuardedImage::Place::AtEnd);
      image.fillRandomly(seed);
      for (unsigned filter : {WEFT_SAMPLER_FILTER_NEAREST, WEFT_SAMPLER_FILTER_LINEAR})
        for (unsigned sampler : samplers(filter)) {
          std::vector<Position> at = positions(image, sampler, ++seed);
          FloatColors got(at.size());
          program.run(std::string("k") + shape.name,
                      {&image.descriptor, sampler, at.data(), got.data()}, at.size());
          if (filter == WEFT_SAMPLER_FILTER_NEAREST)
            ASSERT_NO_FATAL_FAILURE(expectNearest(image, sampler, at, got));
          else
            ASSERT_NO_FATAL_FAILURE(expectLinear(image, sampler, at, got));
        }
    }
}

TEST_P(ImageRead, IntegersOfAllFormatsAndSamplers) {
  std::string source;
  for (const Shape &shape : Shapes)
    if (!shape.depth) {
      source += readKernel(std::string("i") + shape.name, shape, "read_imagei", "float", "int");
      source += readKernel(std::string("u") + shape.name, shape, "read_imageui", "float", "uint");
    }
  ImageProgram program(GetParam(), source);
  unsigned seed = 1;
  for (const Shape &shape : Shapes)
    for (const Format &format : shape.depth ? std::vector<Format>() : integerFormats()) {
      GuardedImage image(shape, format,
                         ++seed % 2 ? GuardedImage::Place::AtStart : GuardedImage::Place::AtEnd);
      image.fillRandomly(seed);
      for (unsigned sampler : samplers(WEFT_SAMPLER_FILTER_NEAREST)) {
        std::vector<Position> at = positions(image, sampler, ++seed);
        std::vector<std::array<unsigned, 4>> got(at.size());
        program.run(std::string(isSigned(format) ? "i" : "u") + shape.name,
                    {&image.descriptor, sampler, at.data(), got.data()}, at.size());
        if ((sampler & WEFT_SAMPLER_ADDRESS_MASK) == WEFT_SAMPLER_ADDRESS_NONE)
          continue;
        for (size_t n = 0; n < at.size(); ++n) {
          const Color expected = readNearest(image, sampler, at[n]);
          for (int i = 0; i < 4; ++i)
            ASSERT_EQ(isSigned(format) ? double(int(got[n][i])) : double(got[n][i]), expected[i])
                << where(image, sampler, at[n]) << " component " << i;
        }
      }
    }
}

// With a sampler, and without one, which is to be as ADDRESS_NONE.
TEST_P(ImageRead, IntegerPositions) {
  std::string source;
  for (const Shape &shape : Shapes) {
    const std::string suffix = shape.name;
    source += readKernel("s" + suffix, shape, "read_imagef", "int", "float");
    source += readKernel("n" + suffix, shape, "read_imagef", "int", "float", false);
    source += readKernel("w" + suffix, shape, "read_imagef", "int", "float", false, "read_write");
  }
  ImageProgram program(GetParam(), source);
  unsigned seed = 1;
  for (const Shape &shape : Shapes)
    for (const Format &format : shape.depth ? depthFormats() : realFormats()) {
      GuardedImage image(shape, format,
                         ++seed % 2 ? GuardedImage::Place::AtStart : GuardedImage::Place::AtEnd);
      image.fillRandomly(seed);
      const weft_image &d = image.descriptor;
      std::mt19937 random(seed);
      std::vector<std::array<int, 4>> at(61);
      for (auto &p : at) {
        for (int &x : p)
          x = int(random() % 12) - 3;
        if (random() % 8 == 0)
          p[random() % 3] = random() % 2 ? INT_MAX : INT_MIN;
      }
      for (unsigned sampler : {unsigned(WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE),
                               unsigned(WEFT_SAMPLER_ADDRESS_CLAMP), 0u}) {
        for (const char *kind : {"s", "n", "w"}) {
          if (*kind != 's' && sampler)
            continue;
          FloatColors got(at.size());
          std::vector<Argument> arguments = {&d, sampler, at.data(), got.data()};
          if (*kind != 's')
            arguments.erase(arguments.begin() + 1);
          program.run(kind + std::string(shape.name), arguments, at.size());
          for (size_t n = 0; n < at.size(); ++n) {
            long p[3] = {at[n][0], at[n][1], at[n][2]};
            if (shape.array)
              p[2] = std::clamp<long>(p[shape.dimensions], 0, d.array_size - 1);
            if (shape.dimensions < 3 && !shape.array)
              p[2] = 0;
            if (shape.dimensions < 2)
              p[1] = 0;
            if (sampler == WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE) {
              p[0] = std::clamp<long>(p[0], 0, d.width - 1);
              p[1] = std::clamp<long>(p[1], 0, d.height - 1);
              if (shape.dimensions > 2)
                p[2] = std::clamp<long>(p[2], 0, d.depth - 1);
            }
            if (!sampler && !image.holds(p[0], p[1], p[2]))
              continue;
            const Color expected = colorAt(image, p[0], p[1], p[2]);
            for (int i = 0; i < (shape.depth ? 1 : 4); ++i)
              ASSERT_TRUE(near(got[n][i], expected[i]))
                  << kind << shape.name << " " << name(format) << " sampler " << sampler << " at "
                  << at[n][0] << " " << at[n][1] << " " << at[n][2] << " component " << i << ": "
                  << got[n][i] << " instead of " << expected[i];
          }
        }
      }
    }
}

// The compiler leaves of a read what its sampler needs.
TEST_P(ImageRead, SamplersOfTheProgram) {
  std::string source;
  std::vector<unsigned> all;
  for (unsigned filter : {WEFT_SAMPLER_FILTER_NEAREST, WEFT_SAMPLER_FILTER_LINEAR})
    for (unsigned sampler : samplers(filter)) {
      all.push_back(sampler);
      const std::string bits = std::to_string(sampler);
      const bool outside = all.size() % 2 != 0;
      if (outside)
        source += (all.size() % 4 == 1 ? "constant" : "const") + std::string(" sampler_t s") +
                  bits + " = " + bits + ";\n";
      source += "kernel void k" + bits +
                "(read_only image2d_t i, global const float4 *c, global float4 *o) {\n" +
                (outside ? "" : "  const sampler_t s" + bits + " = " + bits + ";\n") +
                "  o[get_global_id(0)] = read_imagef(i, s" + bits +
                ", c[get_global_id(0)].xy);\n}\n";
    }
  ImageProgram program(GetParam(), source);
  unsigned seed = 1;
  for (const Format &format :
       {Format{CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_FLOAT}, {CL_RGBA, CL_HALF_FLOAT}})
    for (unsigned sampler : all) {
      GuardedImage image(Shapes[2], format, GuardedImage::Place::AtEnd);
      image.fillRandomly(++seed);
      std::vector<Position> at = positions(image, sampler, seed);
      FloatColors got(at.size());
      program.run("k" + std::to_string(sampler), {&image.descriptor, at.data(), got.data()},
                  at.size());
      if (sampler & WEFT_SAMPLER_FILTER_LINEAR)
        ASSERT_NO_FATAL_FAILURE(expectLinear(image, sampler, at, got));
      else
        ASSERT_NO_FATAL_FAILURE(expectNearest(image, sampler, at, got));
    }
}

TEST_P(ImageRead, HalvesAreRoundedColors) {
  ImageProgram program(GetParam(), "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" +
                                       readKernel("k", Shapes[2], "read_imageh", "float", "float"));
  for (const Format &format : realFormats()) {
    GuardedImage image(Shapes[2], format, GuardedImage::Place::AtStart);
    image.fillRandomly(7);
    const unsigned sampler = WEFT_SAMPLER_ADDRESS_CLAMP | WEFT_SAMPLER_FILTER_NEAREST;
    std::vector<Position> at = positions(image, sampler, 3);
    FloatColors got(at.size());
    program.run("k", {&image.descriptor, sampler, at.data(), got.data()}, at.size());
    for (size_t n = 0; n < at.size(); ++n) {
      const Color expected = readNearest(image, sampler, at[n]);
      for (int i = 0; i < 4; ++i)
        ASSERT_NEAR(got[n][i], expected[i], std::fabs(expected[i]) / 1024 + 0x1p-24)
            << where(image, sampler, at[n]);
    }
  }
}

// What is the same for all work-items, the format before all, stays a branch.
TEST_P(ImageRead, KernelsAreWidened) {
  if (GetParam().emitter != WEFT_EMITTER_VECTOR)
    return;
  std::string source;
  for (const Shape &shape : Shapes) {
    source += readKernel(std::string("f") + shape.name, shape, "read_imagef", "float", "float");
    source +=
        readKernel(std::string("i") + shape.name, shape, "read_imagef", "int", "float", false);
  }
  source += "kernel void copy(read_only image2d_t from, write_only image2d_t to) {\n"
            "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
            "  write_imagef(to, at, 1 - read_imagef(from, at)); }\n"
            "kernel void some(read_only image2d_t from, write_only image2d_t to, sampler_t s) {\n"
            "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
            "  if (read_imageui(from, at).x > 3)\n"
            "    write_imageui(to, at, read_imageui(from, s, at) + 1); }\n";
  ImageProgram program(GetParam(), source);
  for (const weft::KernelInfo &kernel : program.built.artifact.kernels) {
    EXPECT_GT(kernel.simd_width, 1u) << kernel.name;
    EXPECT_EQ(kernel.explain.find("lane by lane"), std::string::npos) << kernel.explain;
    EXPECT_EQ(kernel.explain.find("scalar"), std::string::npos) << kernel.explain;
  }
}

// Results are undefined, but nothing outside of the pixels is touched, and the process lives.
TEST_P(ImageRead, NoPositionLeavesTheImage) {
  std::string source;
  for (const Shape &shape : Shapes)
    source += readKernel(std::string("k") + shape.name, shape, "read_imagef", "float", "float");
  ImageProgram program(GetParam(), source);
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  const float values[] = {nan,        inf,   -inf,          1e30f, -1e30f,
                          3e9f,       -3e9f, 2147483648.0f, 1e9f,  -1e-9f,
                          -0x1p-149f, 0.0f,  16777217.0f,   7.0f,  0.99999994f};
  std::mt19937 random(5);
  for (const Shape &shape : Shapes)
    for (auto place : {GuardedImage::Place::AtStart, GuardedImage::Place::AtEnd})
      for (const Format &format : shape.depth ? depthFormats()
                                              : std::vector<Format>{{CL_R, CL_UNORM_INT8},
                                                                    {CL_RGBA, CL_UNORM_INT8},
                                                                    {CL_RG, CL_FLOAT},
                                                                    {CL_RGBA, CL_FLOAT}})
        for (unsigned sampler = 0; sampler < 64; ++sampler) {
          GuardedImage image(shape, format, place);
          image.fillRandomly(sampler);
          std::vector<Position> at(97);
          for (Position &p : at)
            for (float &x : p)
              x = values[random() % std::size(values)];
          FloatColors got(at.size());
          program.run(std::string("k") + shape.name,
                      {&image.descriptor, sampler, at.data(), got.data()}, at.size());
          const unsigned mode = sampler & WEFT_SAMPLER_ADDRESS_MASK;
          if (sampler & WEFT_SAMPLER_FILTER_LINEAR ||
              (mode != WEFT_SAMPLER_ADDRESS_CLAMP && mode != WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE))
            continue;
          // Far away is as good as near by where positions are clamped.
          std::vector<Position> finite;
          FloatColors colors;
          for (size_t n = 0; n < at.size(); ++n)
            if (std::isfinite(at[n][0]) && std::isfinite(at[n][1]) && std::isfinite(at[n][2])) {
              finite.push_back(at[n]);
              colors.push_back(got[n]);
            }
          ASSERT_NO_FATAL_FAILURE(expectNearest(image, sampler, finite, colors));
        }
}

// Every code of the normalized types, where "0 must convert to 0.0f and 255 must convert to 1.0f".
TEST_P(ImageRead, NormalizedCodesAreWithinTheirBounds) {
  ImageProgram program(GetParam(),
                       "kernel void k(read_only image1d_buffer_t i, global float4 *o) {\n"
                       "  o[get_global_id(0)] = read_imagef(i, (int)get_global_id(0)); }\n");
  for (cl_channel_type type : {CL_UNORM_INT16, CL_SNORM_INT16, CL_UNORM_SHORT_565, CL_HALF_FLOAT}) {
    std::vector<unsigned short> codes(65536);
    for (unsigned i = 0; i < codes.size(); ++i)
      codes[i] = static_cast<unsigned short>(i);
    weft_image image = {};
    image.data = codes.data();
    image.width = unsigned(codes.size());
    image.height = image.depth = image.array_size = 1;
    image.channel_order = type == CL_UNORM_SHORT_565 ? CL_RGB : CL_R;
    image.channel_data_type = type;
    image.element_bytes = 2;
    FloatColors got(codes.size());
    program.run("k", {&image, got.data()}, codes.size(), 4096);
    for (unsigned i = 0; i < codes.size(); ++i) {
      _Float16 half;
      std::memcpy(&half, &codes[i], 2);
      if (type == CL_UNORM_INT16)
        ASSERT_TRUE(near(got[i][0], i / 65535.0)) << i;
      else if (type == CL_SNORM_INT16)
        ASSERT_TRUE(near(got[i][0], std::max(-1.0, short(i) / 32767.0))) << i;
      else if (type == CL_HALF_FLOAT)
        ASSERT_TRUE(got[i][0] == float(half) || (half != half && std::isnan(got[i][0]))) << i;
      else
        ASSERT_TRUE(near(got[i][0], (i >> 11) / 31.0) && near(got[i][1], (i >> 5 & 63) / 63.0) &&
                    near(got[i][2], (i & 31) / 31.0))
            << i;
    }
    if (type == CL_UNORM_INT16 || type == CL_SNORM_INT16) {
      EXPECT_EQ(got[0][0], 0.0f);
      EXPECT_EQ(got[type == CL_UNORM_INT16 ? 65535 : 32767][0], 1.0f);
    }
    if (type == CL_SNORM_INT16) {
      EXPECT_EQ(got[0x8000][0], -1.0f);
      EXPECT_EQ(got[0x8001][0], -1.0f);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ImageRead, testing::ValuesIn(Targets),
                         [](const auto &info) { return info.param.name; });

} // namespace
