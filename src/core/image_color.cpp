// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of colors.

#include "core/image_color.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace weft {

uint16_t toHalf(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint16_t sign = bits >> 16 & 0x8000;
  bits &= 0x7fffffff;
  if (bits > 0x7f800000) // NaN: quiet, with what fits of its payload
    return sign | 0x7e00 | (bits >> 13 & 0x1ff);
  if (bits >= 0x477ff000) // 65520 and more round to infinity
    return sign | 0x7c00;
  // Units of the result per unit of the fraction, with its hidden bit.
  uint32_t fraction = (bits & 0x7fffff) | 0x800000, shift = 13, base = (bits >> 23) - 113;
  if (bits < 0x38800000) { // below 2^-14: denormal, in units of 2^-24
    shift = 126 - (bits >> 23);
    if (shift > 24)
      return sign;
    base = 0;
  }
  uint32_t result = fraction >> shift;
  const uint32_t rest = fraction & ((1u << shift) - 1), halfway = 1u << (shift - 1);
  result += rest > halfway || (rest == halfway && result & 1);
  // The hidden bit, and the carry of rounding, count as one in the exponent.
  return uint16_t(sign | (result + (base << 10)));
}

namespace {

// convert_<integer>_sat_rte(value * scale), limited to [low, high]; NaN becomes 0.
int32_t rounded(float value, float scale, int32_t low, int32_t high) {
  const float scaled = value * scale;
  if (std::isnan(scaled))
    return 0;
  if (scaled <= float(low))
    return low;
  if (scaled >= float(high))
    return high;
  // Ties to even; |scaled| < 2^16, so the difference is exact.
  const float below = std::floor(scaled);
  const float rest = scaled - below;
  const int32_t result = int32_t(below);
  return result + (rest > 0.5f || (rest == 0.5f && result % 2 != 0));
}

template <typename T> T saturated(int64_t value) {
  return T(
      std::clamp<int64_t>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// To an sRGB component of 8 bits; `value` is linear.
uint8_t toSrgb(float value) {
  double c = std::isnan(value) ? 0.0 : std::clamp(double(value), 0.0, 1.0);
  c = c < 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1.0 / 2.4) - 0.055;
  return uint8_t(std::floor(c * 255.0 + 0.5));
}

// A color as the application gave it, by the letter of the component.
class Color {
public:
  Color(const void *color, bool single) : bytes(static_cast<const char *>(color)), single(single) {}
  template <typename T> T get(char component) const {
    T value;
    std::memcpy(&value,
                bytes + (single ? 0 : sizeof value * std::string_view("rgba").find(component)),
                sizeof value);
    return value;
  }

private:
  const char *bytes;
  bool single;
};

class PixelWriter {
public:
  explicit PixelWriter(Pixel &pixel) : next(pixel.data()) {}
  template <typename T> void put(T value) {
    std::memcpy(next, &value, sizeof value);
    next += sizeof value;
  }

private:
  unsigned char *next;
};

void putComponent(PixelWriter &out, const cl_image_format &format, const Color &color,
                  char component) {
  const unsigned unused = 16 - upperBits(format.image_channel_data_type);
  const cl_uint largest = 0xffff >> unused; // of types in the upper bits
  switch (format.image_channel_data_type) {
  case CL_UNORM_INT8: {
    const cl_channel_order order = format.image_channel_order;
    const float value = color.get<float>(component);
    // "Only the R, G and B components are converted from linear to sRGB"
    if ((order == CL_sRGBA || order == CL_sBGRA) && component != 'a')
      return out.put(toSrgb(value));
    return out.put(uint8_t(rounded(value, 255.0f, 0, 255)));
  }
  case CL_UNORM_INT16:
    return out.put(uint16_t(rounded(color.get<float>(component), 65535.0f, 0, 65535)));
  case CL_SNORM_INT8:
    return out.put(int8_t(rounded(color.get<float>(component), 127.0f, -128, 127)));
  case CL_SNORM_INT16:
    return out.put(int16_t(rounded(color.get<float>(component), 32767.0f, -32768, 32767)));
  case CL_HALF_FLOAT:
    return out.put(toHalf(color.get<float>(component)));
  case CL_FLOAT:
    return out.put(color.get<float>(component));
  case CL_SIGNED_INT8:
    return out.put(saturated<int8_t>(color.get<cl_int>(component)));
  case CL_SIGNED_INT16:
    return out.put(saturated<int16_t>(color.get<cl_int>(component)));
  case CL_UNSIGNED_INT8:
    return out.put(saturated<uint8_t>(color.get<cl_uint>(component)));
  case CL_UNSIGNED_INT16:
    return out.put(saturated<uint16_t>(color.get<cl_uint>(component)));
  case CL_UNSIGNED_INT10X6_EXT:
  case CL_UNSIGNED_INT12X4_EXT:
  case CL_UNSIGNED_INT14X2_EXT:
    return out.put(uint16_t(std::min(color.get<cl_uint>(component), largest) << unused));
  case CL_UNORM_INT10X6_EXT:
  case CL_UNORM_INT12X4_EXT:
  case CL_UNORM_INT14X2_EXT:
    return out.put(uint16_t(
        rounded(color.get<float>(component), float(largest), 0, int32_t(largest)) << unused));
  default: // 32 bits: "no conversion is performed"
    return out.put(color.get<uint32_t>(component));
  }
}

// Of components `bits` wide, the first in the most significant place.
uint32_t packed(const Color &color, std::string_view components, std::initializer_list<int> bits) {
  uint32_t result = 0;
  for (size_t i = 0; i < components.size(); ++i) {
    const int width = bits.begin()[i], largest = (1 << width) - 1;
    result = result << width |
             uint32_t(rounded(color.get<float>(components[i]), float(largest), 0, largest));
  }
  return result;
}

} // namespace

Pixel packColor(const cl_image_format &format, const void *color) {
  const Color from(color, format.image_channel_order == CL_DEPTH);
  Pixel pixel = {};
  PixelWriter out(pixel);
  switch (format.image_channel_data_type) {
  case CL_UNORM_SHORT_565:
    out.put(uint16_t(packed(from, "rgb", {5, 6, 5})));
    break;
  case CL_UNORM_SHORT_555:
    out.put(uint16_t(packed(from, "rgb", {5, 5, 5})));
    break;
  case CL_UNORM_INT_101010:
    out.put(packed(from, "rgb", {10, 10, 10}));
    break;
  case CL_UNORM_INT_101010_2:
    out.put(packed(from, "rgba", {10, 10, 10, 2}));
    break;
  case CL_UNSIGNED_INT_RAW10_EXT: {
    const uint32_t value = std::min(from.get<cl_uint>('r'), cl_uint(0x3ff));
    for (int i = 0; i < 4; ++i)
      out.put(uint8_t(value >> 2));
    out.put(uint8_t((value & 3) * 0x55));
    break;
  }
  case CL_UNSIGNED_INT_RAW12_EXT: {
    const uint32_t value = std::min(from.get<cl_uint>('r'), cl_uint(0xfff));
    for (int i = 0; i < 2; ++i)
      out.put(uint8_t(value >> 4));
    out.put(uint8_t((value & 15) * 0x11));
    break;
  }
  case CL_UNORM_INT_2_101010_EXT:
    out.put(packed(from, "abgr", {2, 10, 10, 10}));
    break;
  default:
    for (char component : storedComponents(format.image_channel_order))
      putComponent(out, format, from, component);
  }
  return pixel;
}

} // namespace weft
