// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of image formats, and colors packed into pixels of every format in it.
#include "core/image_color.h"
#include "core/image_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <set>
#include <vector>

namespace weft::test {
namespace {

constexpr cl_mem_object_type ImageTypes[] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D};

// "Minimum list of required image formats for reading or writing"
TEST(ImageFormats, HaveWhatTheFullProfileRequires) {
  for (cl_mem_object_type image_type : ImageTypes) {
    for (cl_channel_type type :
         {CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
          CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT})
      EXPECT_TRUE(isSupported({CL_RGBA, type}, image_type)) << type;
    EXPECT_TRUE(isSupported({CL_BGRA, CL_UNORM_INT8}, image_type));
    EXPECT_TRUE(isSupported({CL_sRGBA, CL_UNORM_INT8}, image_type));
    // "Minimum list of required image formats for reading and writing" in one kernel
    for (cl_channel_type type :
         {CL_UNORM_INT8, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8,
          CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT})
      EXPECT_TRUE(isSupported({CL_R, type}, image_type)) << type;
  }
}

TEST(ImageFormats, AreValidAndOfAPowerOfTwoOfBytes) {
  for (cl_mem_object_type image_type : ImageTypes)
    for (const cl_image_format &format : supportedFormats(image_type, /*read_only=*/false)) {
      EXPECT_TRUE(isValidFormat(format));
      EXPECT_TRUE(std::has_single_bit(elementBytes(format)));
      EXPECT_LE(elementBytes(format), sizeof(Pixel));
      EXPECT_TRUE(isSupported(format, image_type));
    }
}

TEST(ImageFormats, AreListedOnce) {
  for (cl_mem_object_type image_type : ImageTypes) {
    std::set<std::pair<cl_uint, cl_uint>> seen;
    for (const cl_image_format &format : supportedFormats(image_type, /*read_only=*/false))
      EXPECT_TRUE(seen.emplace(format.image_channel_order, format.image_channel_data_type).second);
  }
}

TEST(ImageFormats, OfDepthAreForTwoDimensions) {
  for (cl_mem_object_type image_type : ImageTypes) {
    const bool has =
        image_type == CL_MEM_OBJECT_IMAGE2D || image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    EXPECT_EQ(isSupported({CL_DEPTH, CL_FLOAT}, image_type), has);
    EXPECT_EQ(isSupported({CL_DEPTH, CL_UNORM_INT16}, image_type), has);
  }
  EXPECT_FALSE(isSupported({CL_DEPTH, CL_UNORM_INT8}, CL_MEM_OBJECT_IMAGE2D));
}

TEST(ImageFormats, AreRefusedWhereTheNamesDoNotGoTogether) {
  EXPECT_FALSE(isValidFormat({0, 0}));
  EXPECT_FALSE(isValidFormat({CL_RGBA, 0}));
  EXPECT_FALSE(isValidFormat({0, CL_FLOAT}));
  EXPECT_FALSE(isValidFormat({CL_RGBA, CL_UNORM_SHORT_565}));
  EXPECT_FALSE(isValidFormat({CL_R, CL_UNORM_INT_101010}));
  EXPECT_FALSE(isValidFormat({CL_RGB, CL_UNORM_INT_101010_2}));
  EXPECT_FALSE(isValidFormat({CL_RGB, CL_UNORM_INT8})) << "three bytes";
  EXPECT_FALSE(isValidFormat({CL_sRGB, CL_UNORM_INT8})) << "three bytes";
  EXPECT_FALSE(isValidFormat({CL_RGx, CL_UNORM_INT8})) << "three bytes";
  for (cl_channel_order order : {CL_Rx, CL_RGBx, CL_sRGBx}) {
    EXPECT_TRUE(isValidFormat({order, CL_UNORM_INT8})) << "valid, though not supported";
    EXPECT_FALSE(isSupported({order, CL_UNORM_INT8}, CL_MEM_OBJECT_IMAGE2D));
  }
}

// The pixel's integers of type T, in the order of memory.
template <typename T> std::vector<T> stored(const cl_image_format &format, const void *color) {
  const Pixel pixel = packColor(format, color);
  const size_t bytes = elementBytes(format);
  for (size_t i = bytes; i < pixel.size(); ++i)
    EXPECT_EQ(pixel[i], 0);
  std::vector<T> values(bytes / sizeof(T));
  std::memcpy(values.data(), pixel.data(), bytes);
  return values;
}
template <typename T> T storedRed(cl_channel_type type, float red) {
  const float color[4] = {red, 9, 9, 9};
  return stored<T>({CL_R, type}, color).at(0);
}

TEST(PackColor, PutsComponentsInTheOrderOfTheFormat) {
  const cl_uint color[4] = {1, 2, 3, 4};
  auto bytes = [&](cl_channel_order order) {
    return stored<uint8_t>({order, CL_UNSIGNED_INT8}, color);
  };
  using Bytes = std::vector<uint8_t>;
  EXPECT_EQ(bytes(CL_R), Bytes({1}));
  EXPECT_EQ(bytes(CL_A), Bytes({4}));
  EXPECT_EQ(bytes(CL_RG), Bytes({1, 2}));
  EXPECT_EQ(bytes(CL_RA), Bytes({1, 4}));
  EXPECT_EQ(bytes(CL_RGBA), Bytes({1, 2, 3, 4}));
  EXPECT_EQ(bytes(CL_BGRA), Bytes({3, 2, 1, 4}));
  EXPECT_EQ(bytes(CL_ARGB), Bytes({4, 1, 2, 3}));
  EXPECT_EQ(bytes(CL_ABGR), Bytes({4, 3, 2, 1}));
  const float real[4] = {1.0f, 0.5f, 0.25f, 0.125f};
  EXPECT_EQ(stored<float>({CL_INTENSITY, CL_FLOAT}, real), std::vector<float>({1.0f}));
  EXPECT_EQ(stored<float>({CL_LUMINANCE, CL_FLOAT}, real), std::vector<float>({1.0f}));
}

TEST(PackColor, SaturatesIntegers) {
  const cl_int color[4] = {-1000000, 1000000, -5, 5};
  EXPECT_EQ(stored<int8_t>({CL_RGBA, CL_SIGNED_INT8}, color),
            std::vector<int8_t>({-128, 127, -5, 5}));
  EXPECT_EQ(stored<int16_t>({CL_RGBA, CL_SIGNED_INT16}, color),
            std::vector<int16_t>({-32768, 32767, -5, 5}));
  EXPECT_EQ(stored<int32_t>({CL_RGBA, CL_SIGNED_INT32}, color),
            std::vector<int32_t>({-1000000, 1000000, -5, 5}));
  const cl_uint large[4] = {0xffffffff, 256, 65536, 7};
  EXPECT_EQ(stored<uint8_t>({CL_RGBA, CL_UNSIGNED_INT8}, large),
            std::vector<uint8_t>({255, 255, 255, 7}));
  EXPECT_EQ(stored<uint16_t>({CL_RGBA, CL_UNSIGNED_INT16}, large),
            std::vector<uint16_t>({65535, 256, 65535, 7}));
  EXPECT_EQ(stored<uint32_t>({CL_RGBA, CL_UNSIGNED_INT32}, large),
            std::vector<uint32_t>({0xffffffff, 256, 65536, 7}));
}

TEST(PackColor, RoundsNormalizedValuesToNearestEven) {
  // 0.5 * 255 = 127.5 and 0.1 * 255 = 25.5 (nearly) lie between two values.
  EXPECT_EQ(storedRed<uint8_t>(CL_UNORM_INT8, 0.5f), 128);
  EXPECT_EQ(storedRed<uint8_t>(CL_UNORM_INT8, 0.5f / 255), 0);
  EXPECT_EQ(storedRed<uint8_t>(CL_UNORM_INT8, 2.5f / 255), 2);
  EXPECT_EQ(storedRed<uint8_t>(CL_UNORM_INT8, 1.0f), 255);
  EXPECT_EQ(storedRed<uint16_t>(CL_UNORM_INT16, 0.5f), 32768);
  EXPECT_EQ(storedRed<uint16_t>(CL_UNORM_INT16, 1.0f), 65535);
  EXPECT_EQ(storedRed<int8_t>(CL_SNORM_INT8, 0.5f), 64);
  EXPECT_EQ(storedRed<int8_t>(CL_SNORM_INT8, -0.5f), -64);
  EXPECT_EQ(storedRed<int8_t>(CL_SNORM_INT8, -1.0f), -127);
  EXPECT_EQ(storedRed<int16_t>(CL_SNORM_INT16, -1.0f), -32767);
  EXPECT_EQ(storedRed<int16_t>(CL_SNORM_INT16, 0.5f), 16384);
}

TEST(PackColor, SaturatesNormalizedValues) {
  constexpr float Infinity = std::numeric_limits<float>::infinity();
  for (float large : {1.5f, 1e30f, Infinity}) {
    EXPECT_EQ(storedRed<uint8_t>(CL_UNORM_INT8, large), 255);
    EXPECT_EQ(storedRed<uint16_t>(CL_UNORM_INT16, large), 65535);
    EXPECT_EQ(storedRed<int8_t>(CL_SNORM_INT8, large), 127);
    EXPECT_EQ(storedRed<int16_t>(CL_SNORM_INT16, large), 32767);
    EXPECT_EQ(storedRed<uint8_t>(CL_UNORM_INT8, -large), 0);
    EXPECT_EQ(storedRed<uint16_t>(CL_UNORM_INT16, -large), 0);
    // convert_char_sat_rte(f * 127.0f): one below the smallest value that is read back.
    EXPECT_EQ(storedRed<int8_t>(CL_SNORM_INT8, -large), -128);
    EXPECT_EQ(storedRed<int16_t>(CL_SNORM_INT16, -large), -32768);
  }
  for (cl_channel_type type : {CL_UNORM_INT8, CL_SNORM_INT8})
    EXPECT_EQ(storedRed<uint8_t>(type, std::numeric_limits<float>::quiet_NaN()), 0);
}

TEST(PackColor, KeepsFloats) {
  const float values[4] = {-0.0f, 1e-42f, std::numeric_limits<float>::infinity(), 3.25f};
  std::vector<uint32_t> bits;
  for (float value : values)
    bits.push_back(std::bit_cast<uint32_t>(value));
  EXPECT_EQ(stored<uint32_t>({CL_RGBA, CL_FLOAT}, values), bits);
}

// The value of a finite half.
double halfValue(uint16_t half) {
  const int exponent = half >> 10 & 31, fraction = half & 1023;
  const double size =
      exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
  return half & 0x8000 ? -size : size;
}

TEST(PackColor, RoundsToTheNearestHalf) {
  // Every half, and the middle of it and the next: ties to even.
  for (uint16_t half = 0; half < 0x7bff; ++half) {
    const double here = halfValue(half), next = halfValue(uint16_t(half + 1));
    const float middle = float((here + next) / 2);
    ASSERT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, float(here)), half);
    ASSERT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, -float(here)), half | 0x8000);
    ASSERT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, middle), half + half % 2);
    ASSERT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, std::nextafter(middle, 0.0f)), half);
    ASSERT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, std::nextafter(middle, 1e9f)), half + 1);
  }
  EXPECT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, 65504.0f), 0x7bff);
  EXPECT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, 65519.996f), 0x7bff);
  EXPECT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, 65520.0f), 0x7c00);
  EXPECT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, -1e30f), 0xfc00);
  EXPECT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, 1e-30f), 0);
  EXPECT_EQ(storedRed<uint16_t>(CL_HALF_FLOAT, std::numeric_limits<float>::infinity()), 0x7c00);
  const uint16_t nan = storedRed<uint16_t>(CL_HALF_FLOAT, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(nan & 0x7e00, 0x7e00);
}

TEST(PackColor, PacksTheFirstComponentHighest) {
  const float color[4] = {1.0f, 0.0f, 1.0f, 1.0f};
  EXPECT_EQ(stored<uint16_t>({CL_RGB, CL_UNORM_SHORT_565}, color)[0], 0xf81f);
  EXPECT_EQ(stored<uint16_t>({CL_RGB, CL_UNORM_SHORT_555}, color)[0], 0x7c1f);
  EXPECT_EQ(stored<uint32_t>({CL_RGB, CL_UNORM_INT_101010}, color)[0], 0x3ff003ffu);
  EXPECT_EQ(stored<uint32_t>({CL_RGBA, CL_UNORM_INT_101010_2}, color)[0], 0xffc00fffu);
  EXPECT_EQ(stored<uint32_t>({CL_ABGR, CL_UNORM_INT_2_101010_EXT}, color)[0], 0xfff003ffu);
  const float half[4] = {0.5f, 0.5f, 2.0f, -1.0f};
  // 15.5 and 31.5 to even, saturated.
  EXPECT_EQ(stored<uint16_t>({CL_RGB, CL_UNORM_SHORT_565}, half)[0], 16 << 11 | 32 << 5 | 31);
  EXPECT_EQ(stored<uint32_t>({CL_RGBA, CL_UNORM_INT_101010_2}, half)[0],
            512u << 22 | 512u << 12 | 1023u << 2);
}

TEST(PackColor, PutsShortChannelsIntoTheUpperBits) {
  const float color[4] = {1.0f, 0.5f, -1.0f, 2.0f};
  const auto real = stored<uint16_t>({CL_RGBA, CL_UNORM_INT10X6_EXT}, color);
  EXPECT_EQ(real[0], 1023 << 6);
  EXPECT_EQ(real[1], 512 << 6); // 511.5 to even
  EXPECT_EQ(real[2], 0);
  EXPECT_EQ(real[3], 1023 << 6);
  const cl_uint integers[4] = {5, 70000, 0, 0};
  const auto twelve = stored<uint16_t>({CL_RG, CL_UNSIGNED_INT12X4_EXT}, integers);
  EXPECT_EQ(twelve[0], 5 << 4);
  EXPECT_EQ(twelve[1], 4095 << 4);
  EXPECT_EQ(stored<uint16_t>({CL_R, CL_UNSIGNED_INT14X2_EXT}, integers)[0], 5 << 2);
}

TEST(IsValidFormat, HasTypesInTheUpperBitsForThreeOrders) {
  for (cl_channel_type type :
       {CL_UNORM_INT10X6_EXT, CL_UNORM_INT12X4_EXT, CL_UNORM_INT14X2_EXT, CL_UNSIGNED_INT10X6_EXT,
        CL_UNSIGNED_INT12X4_EXT, CL_UNSIGNED_INT14X2_EXT}) {
    for (cl_channel_order order : {CL_R, CL_RG, CL_RGBA}) {
      EXPECT_TRUE(isValidFormat({order, cl_channel_type(type)}));
      EXPECT_TRUE(isSupported({order, cl_channel_type(type)}, CL_MEM_OBJECT_IMAGE2D));
    }
    for (cl_channel_order order : {CL_A, CL_BGRA, CL_LUMINANCE, CL_RA, CL_DEPTH})
      EXPECT_FALSE(isValidFormat({order, cl_channel_type(type)}));
  }
}

// Pixels that share bytes: a whole group of equal ones, saturated.
TEST(PackColor, PacksRawPixelsInGroups) {
  const cl_uint color[4] = {0x2a7, 0, 0, 0}, large[4] = {5000, 0, 0, 0};
  const cl_image_format raw10 = {CL_R, CL_UNSIGNED_INT_RAW10_EXT},
                        raw12 = {CL_R, CL_UNSIGNED_INT_RAW12_EXT};
  auto bytes = [](const cl_image_format &format, const cl_uint *color) {
    const Pixel pixel = packColor(format, color);
    return std::vector<int>(pixel.begin(), pixel.begin() + pixelGroup(format).bytes);
  };
  EXPECT_EQ(bytes(raw10, color), std::vector<int>({0xa9, 0xa9, 0xa9, 0xa9, 0xff}));
  EXPECT_EQ(bytes(raw12, color), std::vector<int>({0x2a, 0x2a, 0x77}));
  EXPECT_EQ(bytes(raw10, large), std::vector<int>({0xff, 0xff, 0xff, 0xff, 0xff}));
  EXPECT_EQ(bytes(raw12, large), std::vector<int>({0xff, 0xff, 0xff}));
}

TEST(PackColor, ConvertsToSrgbButForAlpha) {
  const float color[4] = {0.0f, 0.5f, 1.0f, 0.5f};
  // 1.055 * 0.5^(1/2.4) - 0.055 = 0.735357 = 187.516 / 255
  EXPECT_EQ(stored<uint8_t>({CL_sRGBA, CL_UNORM_INT8}, color),
            std::vector<uint8_t>({0, 188, 255, 128}));
  EXPECT_EQ(stored<uint8_t>({CL_sBGRA, CL_UNORM_INT8}, color),
            std::vector<uint8_t>({255, 188, 0, 128}));
  const float outside[4] = {-1.0f, 0.002f, 7.0f, std::numeric_limits<float>::quiet_NaN()};
  // 12.92 * 0.002 * 255 = 6.59
  EXPECT_EQ(stored<uint8_t>({CL_sRGBA, CL_UNORM_INT8}, outside),
            std::vector<uint8_t>({0, 7, 255, 0}));
}

TEST(PackColor, TakesOneFloatForDepth) {
  // Nothing but the one float may be looked at.
  const std::unique_ptr<float> depth = std::make_unique<float>(0.25f);
  EXPECT_EQ(stored<float>({CL_DEPTH, CL_FLOAT}, depth.get())[0], 0.25f);
  EXPECT_EQ(stored<uint16_t>({CL_DEPTH, CL_UNORM_INT16}, depth.get())[0], 16384);
}

} // namespace
} // namespace weft::test
