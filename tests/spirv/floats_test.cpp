// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How floats round, what modules say of arithmetic, and atomics of floats.
#include "snippet.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace weft::spirv_test {
namespace {

Snippet rounded(const std::string &instruction, const char *mode, const char *out, const char *in) {
  return {"%r = " + instruction, out, in, "", std::string("OpDecorate %r FPRoundingMode ") + mode};
}

TEST(Rounding, OfFloatsToNarrowerOnes) {
  const std::vector<float> in = {1 + 0x1p-11f, -1 - 0x1p-11f, 1 + 3 * 0x1p-11f, 1e6f};
  auto half = [&](const char *mode) {
    return run<uint16_t>(rounded("OpFConvert %half %x", mode, "half", "float"), in);
  };
  EXPECT_EQ(half("RTE"), (std::vector<uint16_t>{0x3c00, 0xbc00, 0x3c02, 0x7c00}));
  EXPECT_EQ(half("RTZ"), (std::vector<uint16_t>{0x3c00, 0xbc00, 0x3c01, 0x7bff}));
  EXPECT_EQ(half("RTP"), (std::vector<uint16_t>{0x3c01, 0xbc00, 0x3c02, 0x7c00}));
  EXPECT_EQ(half("RTN"), (std::vector<uint16_t>{0x3c00, 0xbc01, 0x3c01, 0x7bff}));
  const std::vector<double> doubles = {1 + 0x1p-30, -1 - 0x1p-30, 0.1};
  auto single = [&](const char *mode) {
    return run<float>(rounded("OpFConvert %float %x", mode, "float", "double"), doubles);
  };
  EXPECT_EQ(single("RTZ"), (std::vector<float>{1, -1, std::nextafter(0.1f, 0.f)}));
  EXPECT_EQ(single("RTP"), (std::vector<float>{1 + 0x1p-23f, -1, 0.1f}));
  EXPECT_EQ(single("RTN"), (std::vector<float>{1, -1 - 0x1p-23f, std::nextafter(0.1f, 0.f)}));
}

TEST(Rounding, OfFloatsToIntegers) {
  const std::vector<float> in = {1.5f, 2.5f, -1.5f, -2.25f};
  auto to = [&](const char *mode) {
    return run<int32_t>(rounded("OpConvertFToS %uint %x", mode, "uint", "float"), in);
  };
  EXPECT_EQ(to("RTE"), (std::vector<int32_t>{2, 2, -2, -2}));
  EXPECT_EQ(to("RTZ"), (std::vector<int32_t>{1, 2, -1, -2}));
  EXPECT_EQ(to("RTP"), (std::vector<int32_t>{2, 3, -1, -2}));
  EXPECT_EQ(to("RTN"), (std::vector<int32_t>{1, 2, -2, -3}));
}

TEST(Rounding, OfIntegersToFloats) {
  const std::vector<uint32_t> in = {0x01000001, 0x81000001, 0xffffffff};
  auto from = [&](const char *mode) {
    return run<float>(rounded("OpConvertUToF %float %x", mode, "float", "uint"), in);
  };
  EXPECT_EQ(from("RTZ"), (std::vector<float>{0x1p24f, 0x81000000p0f, 0xffffff00p0f}));
  EXPECT_EQ(from("RTP"), (std::vector<float>{0x1000002p0f, 0x81000100p0f, 0x1p32f}));
  EXPECT_EQ(from("RTN"), (std::vector<float>{0x1p24f, 0x81000000p0f, 0xffffff00p0f}));
}

TEST(Rounding, OfArithmeticIsToNearestOnly) {
  EXPECT_EQ(
      run<float>(rounded("OpFAdd %float %x %x", "RTE", "float", "float"), std::vector<float>{1}),
      std::vector<float>{2});
  const std::string log = failure(rounded("OpFAdd %float %x %x", "RTZ", "float", "float"));
  EXPECT_NE(log.find("OpFAdd"), std::string::npos) << log;
}

TEST(Conversions, Saturate) {
  const Snippet snippet = {"%r = OpConvertFToS %uchar %x", "uchar", "float", "",
                           "OpDecorate %r SaturatedConversion"};
  EXPECT_EQ(run<int8_t>(snippet, std::vector<float>{300, -300, 3, NAN}),
            (std::vector<int8_t>{127, -128, 3, 0}));
}

// Denormals, signed zeros, infinities and NaNs are kept anyway.
TEST(FloatControls, AreAccepted) {
  const Snippet snippet = {"%r = OpFMul %float %x %y", "float", "float",
                           "OpCapability DenormPreserve\nOpCapability SignedZeroInfNanPreserve\n"
                           "OpCapability RoundingModeRTE",
                           "OpExecutionMode %main DenormPreserve 32\n"
                           "OpExecutionMode %main SignedZeroInfNanPreserve 32\n"
                           "OpExecutionMode %main RoundingModeRTE 32"};
  const float tiny = std::numeric_limits<float>::min();
  const std::vector<float> got =
      run<float>(snippet, std::vector<float>{tiny, -0.0f, INFINITY}, {0.5f, 1, 0});
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[0], tiny / 2);
  EXPECT_TRUE(std::signbit(got[1]));
  EXPECT_TRUE(std::isnan(got[2]));
}

TEST(FloatControls, ThatTheDeviceCannotKeepAreNamed) {
  for (const char *capability : {"DenormFlushToZero", "RoundingModeRTZ"}) {
    const std::string log = failure(
        {"%r = OpFMul %float %x %y", "float", "float", std::string("OpCapability ") + capability});
    EXPECT_NE(log.find(capability), std::string::npos) << log;
  }
}

// SPV_KHR_float_controls2, by its numbers: the assembler does not know the names.
TEST(FloatControls2, IsAccepted) {
  const Snippet snippet = {"%product = OpFMul %float %x %y\n%r = OpFAdd %float %product %x",
                           "float",
                           "float",
                           "OpCapability !6029\nOpExtension \"SPV_KHR_float_controls2\"",
                           "OpExecutionModeId %main !6028 %float %mode\n"
                           "OpDecorate %product !40 !0x10000\nOpDecorate %r !40 !0x70007",
                           "%mode = OpConstant %uint 0x10000"};
  EXPECT_EQ(run<float>(snippet, std::vector<float>{3}, {5}), std::vector<float>{18});
}

TEST(FloatControls2, NeedsItsCapability) {
  failure({"%r = OpFMul %float %x %y", "float", "float", "", "OpDecorate %r !40 !0x40000"});
}

template <typename T>
void checkAtomic(const char *op, const char *type, const char *capability, const char *extension,
                 T start, std::vector<T> in, T want) {
  // The result is what was there before.
  const Snippet snippet = {
      std::string("%place = OpInBoundsPtrAccessChain %global_") + type + " %b %uint_0\n%r = " + op +
          " %" + type + " %place %uint_1 %uint_0 %x",
      type, type,
      std::string("OpCapability ") + capability + "\nOpExtension \"" + extension + "\""};
  std::vector<T> there(in.size());
  there[0] = start;
  const std::vector<T> got = run<T>(snippet, in, there, 1);
  ASSERT_EQ(got.size(), in.size());
  T least = got[0], most = got[0];
  for (T value : got) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  // Whatever the order, somebody saw the start, and nobody beyond the end.
  EXPECT_TRUE(least == start || most == start) << op;
  EXPECT_TRUE(least >= std::min(start, want) && most <= std::max(start, want)) << op;
}

TEST(FloatAtomics, AddMinimumAndMaximum) {
  checkAtomic<float>("OpAtomicFAddEXT", "float", "AtomicFloat32AddEXT",
                     "SPV_EXT_shader_atomic_float_add", 1, {1, 2, 3}, 7);
  checkAtomic<double>("OpAtomicFAddEXT", "double", "AtomicFloat64AddEXT",
                      "SPV_EXT_shader_atomic_float_add", 1, {1, 2, 3}, 7);
  checkAtomic<float>("OpAtomicFMinEXT", "float", "AtomicFloat32MinMaxEXT",
                     "SPV_EXT_shader_atomic_float_min_max", 5, {4, 3, 2}, 2);
  checkAtomic<double>("OpAtomicFMaxEXT", "double", "AtomicFloat64MinMaxEXT",
                      "SPV_EXT_shader_atomic_float_min_max", 1, {4, 3, 2}, 4);
}

} // namespace
} // namespace weft::spirv_test
