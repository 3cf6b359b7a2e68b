// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program of many reads and writes of images, whose code its kernels share, against the same
// kernels with that code in each: bit for bit, under divergent control flow, with wild coordinates
// where nothing is read.
#include "image_kernels.h"
#include "image_reference.h"

#include <climits>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace {
using namespace weft::test;

class ImageSharing : public ImageTest {};

// The bits of at[n].z say what a work-item does.
constexpr char Kernels[] = R"(
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
kernel void rows(read_only image2d_t i, global const int4 *at, global float4 *o) {
  int n = get_global_id(0);
  float4 sum = read_imagef(i, edge, (int2)(n - 3, 1)) + read_imagef(i, edge, (int2)(2, 1));
  if (at[n].z & 1)
    sum += read_imagef(i, edge, (int2)(n / 8, n % 8)) * 3;
  o[n] = sum + read_imagef(i, edge, (int2)(5 - n, at[2].z & 7));
}
kernel void branches(read_only image2d_t i, sampler_t s, global const int4 *at, global float4 *o) {
  size_t n = get_global_id(0);
  int4 p = at[n];
  float4 sum = 0;
  if (p.z & 1)
    sum += read_imagef(i, p.xy);
  for (int k = 0; k < (p.z & 3); ++k) {
    float2 c = convert_float2(p.xy) * 0.37f + (float2)(k, sum.x < 2 ? 1 : -1);
    sum += read_imagef(i, border, c) + 0.5f * read_imagef(i, s, c);
  }
  if (p.z == 5)
    return;
  o[n] = sum;
}
kernel void writes(write_only image2d_t i, global const int4 *at, global float4 *o) {
  size_t n = get_global_id(0);
  if (at[n].z & 1)
    write_imagef(i, at[n].xy, o[n]);
  if (at[n].z & 2)
    write_imagef(i, (int2)(n, 3), o[n].yzwx * 0.7f);
}
kernel void integers(read_only image2d_t i, global const int4 *at, global uint4 *o) {
  size_t n = get_global_id(0);
  if (at[n].z & 1)
    o[n] = read_imageui(i, at[n].xy) + as_uint4(read_imagei(i, edge, (int2)(n, 2)));
}
)";

// More calls than are inlined.
std::string others() {
  std::string source = "kernel void others(read_only image2d_t i, global float4 *o) {\n";
  for (int k = 0; k < 40; ++k)
    source +=
        "  o[" + std::to_string(k) + "] += read_imagef(i, (int2)(" + std::to_string(k) + ", 1));\n";
  return source + "}\n";
}

using Colors = std::vector<std::array<float, 4>>;
constexpr size_t Items = 101;

std::vector<std::array<int, 4>> places(const GuardedImage &image, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::array<int, 4>> result(Items);
  for (auto &p : result) {
    const int z = int(random() % 8);
    const int wild[] = {INT_MAX, INT_MIN, -1, 1 << 20};
    p = {int(random() % image.descriptor.width), int(random() % image.descriptor.height), z, 0};
    if (!(z & 1)) // reads nothing there but through samplers
      p = {wild[random() % 4], wild[random() % 4], z, 0};
  }
  return result;
}

void expectSame(const Colors &a, const Colors &b, const std::string &what) {
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])), 0) << what;
}

TEST_P(ImageSharing, ResultsAreThoseOfInlinedCode) {
  // Without optimisation everything is inlined, and no work-item has neighbours.
  ImageProgram apart(GetParam(), Kernels, "-cl-std=CL3.0 -cl-opt-disable");
  ImageProgram shared(GetParam(), Kernels + others());
  const Shape &shape = Shapes[2];
  unsigned seed = 1;
  auto run = [&](const Format &format, auto use) {
    for (auto place : {GuardedImage::Place::AtStart, GuardedImage::Place::AtEnd}) {
      GuardedImage image(shape, format, place);
      image.fillRandomly(++seed);
      auto at = places(image, seed);
      use(image, at);
    }
  };
  for (const Format &format : realFormats())
    run(format, [&](GuardedImage &image, std::vector<std::array<int, 4>> &at) {
      for (const std::string kernel : {"rows", "branches"}) {
        std::vector<Argument> arguments = {&image.descriptor};
        if (kernel == "branches")
          arguments.push_back(WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT | WEFT_SAMPLER_NORMALIZED |
                              unsigned(WEFT_SAMPLER_FILTER_LINEAR));
        arguments.push_back(at.data());
        Colors results[2] = {Colors(Items, {7, 7, 7, 7}), Colors(Items, {7, 7, 7, 7})};
        for (int i : {0, 1}) {
          arguments.push_back(results[i].data());
          (i ? shared : apart).run(kernel, arguments, Items);
          arguments.pop_back();
        }
        expectSame(results[0], results[1], kernel + " " + name(format));
      }
    });
  for (const Format &format : integerFormats())
    run(format, [&](GuardedImage &image, std::vector<std::array<int, 4>> &at) {
      Colors results[2] = {Colors(Items), Colors(Items)};
      for (int i : {0, 1})
        (i ? shared : apart)
            .run("integers", {&image.descriptor, at.data(), results[i].data()}, Items);
      expectSame(results[0], results[1], "integers " + name(format));
    });
}

TEST_P(ImageSharing, WritesOfIdleLanesLeaveNothing) {
  ImageProgram apart(GetParam(), Kernels, "-cl-std=CL3.0 -cl-opt-disable");
  ImageProgram shared(GetParam(), Kernels, "-cl-std=CL3.0 -weft-share-functions");
  unsigned seed = 50;
  for (const Format &format : realFormats()) {
    GuardedImage a(Shapes[2], format, GuardedImage::Place::AtEnd);
    GuardedImage b(Shapes[2], format, GuardedImage::Place::AtEnd);
    auto at = places(a, ++seed);
    // One work-item for each pixel: which of two came last nobody could tell.
    for (size_t n = 0; n < Items; ++n)
      if (at[n][2] & 1)
        at[n] = {int(n % 5), n / 5 < 3 ? int(n / 5) : INT_MAX, at[n][2], 0};
    Colors colors(Items);
    std::mt19937 random(seed);
    for (auto &color : colors)
      for (float &x : color)
        x = std::uniform_real_distribution<float>(-0.2f, 1.2f)(random);
    apart.run("writes", {&a.descriptor, at.data(), colors.data()}, Items);
    shared.run("writes", {&b.descriptor, at.data(), colors.data()}, Items);
    EXPECT_EQ(std::memcmp(a.descriptor.data, b.descriptor.data, a.bytes()), 0) << name(format);
  }
}

// Bytes of native code of so many kernels that read once each.
size_t codeOfReaders(const Target &target, int kernels, const char *options) {
  std::string source;
  for (int k = 0; k < kernels; ++k)
    source += "kernel void read" + std::to_string(k) +
              "(read_only image2d_t i, global float4 *o) {" +
              " int n = get_global_id(0); o[n] = " + std::to_string(k) +
              " + read_imagef(i, (int2)(n, 1)); }\n";
  return buildFor(target, source, options).artifact.code.size();
}

TEST_P(ImageSharing, CodeIsSharedByProgramsOfManyCalls) {
  constexpr char Usual[] = "-cl-std=CL3.0", Shared[] = "-cl-std=CL3.0 -weft-share-functions";
  const size_t few = codeOfReaders(GetParam(), 8, Usual),
               many = codeOfReaders(GetParam(), 9, Usual);
  EXPECT_LT(many, few / 2);
  EXPECT_LT(codeOfReaders(GetParam(), 8, Shared), few / 2);
}

INSTANTIATE_TEST_SUITE_P(Targets, ImageSharing, testing::ValuesIn(Targets),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
