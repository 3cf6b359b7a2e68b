// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "image_reference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::test {
namespace {

constexpr cl_channel_type UnormInt2_101010 = 0x10E5; // CL_UNORM_INT_2_101010_EXT

// cl_ext_image_unsigned_10x6_12x4_14x2: the bits of a channel in the upper part of a short; 0 of
// other types.
constexpr cl_channel_type UpperUnorm[] = {0x10E1, 0x10E9, 0x10EA};
constexpr cl_channel_type UpperUnsigned[] = {0x10E6, 0x10E7, 0x10E8};
unsigned upperBits(cl_channel_type type) {
  for (unsigned i = 0; i < 3; ++i)
    if (type == UpperUnorm[i] || type == UpperUnsigned[i])
      return 10 + 2 * i;
  return 0;
}

// The components of a colour in the order in which they are stored.
std::string components(cl_channel_order order) {
  switch (order) {
  case CL_R:
  case CL_DEPTH:
    return "r";
  case CL_A:
    return "a";
  case CL_RG:
    return "rg";
  case CL_RA:
    return "ra";
  case CL_RGB:
    return "rgb";
  case CL_RGBA:
  case CL_sRGBA:
    return "rgba";
  case CL_BGRA:
  case CL_sBGRA:
    return "bgra";
  case CL_ARGB:
    return "argb";
  case CL_ABGR:
    return "abgr";
  case CL_INTENSITY:
  case CL_LUMINANCE:
    return "l";
  default:
    std::abort();
  }
}

// Of packed formats: the most significant bit of each component and its width, by r, g, b, a.
struct Field {
  unsigned low, bits;
};
std::vector<Field> packed(cl_channel_type type) {
  switch (type) {
  case CL_UNORM_SHORT_565:
    return {{11, 5}, {5, 6}, {0, 5}};
  case CL_UNORM_SHORT_555:
    return {{10, 5}, {5, 5}, {0, 5}};
  case CL_UNORM_INT_101010:
    return {{20, 10}, {10, 10}, {0, 10}};
  case CL_UNORM_INT_101010_2:
    return {{22, 10}, {12, 10}, {2, 10}, {0, 2}};
  case UnormInt2_101010:
    return {{0, 10}, {10, 10}, {20, 10}, {30, 2}};
  default:
    return {};
  }
}

unsigned channelBytes(cl_channel_type type) {
  if (upperBits(type))
    return 2;
  switch (type) {
  case CL_SNORM_INT8:
  case CL_UNORM_INT8:
  case CL_SIGNED_INT8:
  case CL_UNSIGNED_INT8:
    return 1;
  case CL_SNORM_INT16:
  case CL_UNORM_INT16:
  case CL_SIGNED_INT16:
  case CL_UNSIGNED_INT16:
  case CL_HALF_FLOAT:
  case CL_UNORM_SHORT_565:
  case CL_UNORM_SHORT_555:
    return 2;
  default:
    return 4;
  }
}

unsigned elementBytes(const Format &format) {
  return packed(format.type).empty()
             ? channelBytes(format.type) * unsigned(components(format.order).size())
             : channelBytes(format.type);
}

template <typename T> T loaded(const unsigned char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

double channel(cl_channel_type type, const unsigned char *at) {
  if (const unsigned bits = upperBits(type)) {
    const unsigned value = loaded<unsigned short>(at) >> (16 - bits);
    const bool normalized = std::ranges::count(UpperUnorm, type);
    return normalized ? value / double((1u << bits) - 1) : value;
  }
  switch (type) {
  case CL_SNORM_INT8:
    return std::max(-1.0, loaded<signed char>(at) / 127.0);
  case CL_SNORM_INT16:
    return std::max(-1.0, loaded<short>(at) / 32767.0);
  case CL_UNORM_INT8:
    return *at / 255.0;
  case CL_UNORM_INT16:
    return loaded<unsigned short>(at) / 65535.0;
  case CL_SIGNED_INT8:
    return loaded<signed char>(at);
  case CL_SIGNED_INT16:
    return loaded<short>(at);
  case CL_SIGNED_INT32:
    return loaded<int>(at);
  case CL_UNSIGNED_INT8:
    return *at;
  case CL_UNSIGNED_INT16:
    return loaded<unsigned short>(at);
  case CL_UNSIGNED_INT32:
    return loaded<unsigned>(at);
  case CL_HALF_FLOAT:
    return double(loaded<_Float16>(at));
  case CL_FLOAT:
    return loaded<float>(at);
  default:
    std::abort();
  }
}

Color decoded(const Format &format, const unsigned char *at) {
  Color color = {0, 0, 0, 1};
  if (std::vector<Field> fields = packed(format.type); !fields.empty()) {
    unsigned word =
        channelBytes(format.type) == 2 ? loaded<unsigned short>(at) : loaded<unsigned>(at);
    for (size_t i = 0; i < fields.size(); ++i) {
      unsigned most = (1u << fields[i].bits) - 1;
      color[i] = (word >> fields[i].low & most) / double(most);
    }
    return color;
  }
  std::string stored = components(format.order);
  for (size_t i = 0; i < stored.size(); ++i) {
    double value = channel(format.type, at + i * channelBytes(format.type));
    switch (stored[i]) {
    case 'l':
      color = {value, value, value, format.order == CL_INTENSITY ? value : 1};
      break;
    case 'a':
      color[3] = value;
      break;
    default:
      color[std::string("rgb").find(stored[i])] = isSrgb(format) ? srgbLinear(value) : value;
    }
  }
  return color;
}

// "Determining the Border Color or Value". (CL_DEPTH's is what r is.)
Color borderColor(cl_channel_order order) {
  bool opaque = order == CL_R || order == CL_RG || order == CL_RGB || order == CL_LUMINANCE ||
                order == CL_DEPTH;
  return {0, 0, 0, opaque ? 1.0 : 0.0};
}

// (int)floor(x) of whatever float, where a C++ program may not convert it.
long wholeOf(float x) { return long(std::clamp(std::floor(double(x)), -1e10, 1e10)); }

long clampLong(long a, long b, long c) { return a < b ? b : a > c ? c : a; }

// The functions of one dimension; `size` is w_t, h_t or d_t.
long addressed(long i, long size, unsigned sampler) {
  switch (sampler & WEFT_SAMPLER_ADDRESS_MASK) {
  case WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE:
    return clampLong(i, 0, size - 1);
  case WEFT_SAMPLER_ADDRESS_CLAMP:
    return clampLong(i, -1, size);
  default:
    return i;
  }
}

struct Axis {
  long i = 0, i0 = 0, i1 = 0; // the nearest filter's, the linear one's
  float a = 0;
};

Axis axisOf(float s, long size, unsigned sampler) {
  Axis axis;
  float u;
  auto frac = [](float x) { return x - std::floor(x); };
  switch (sampler & WEFT_SAMPLER_ADDRESS_MASK) {
  case WEFT_SAMPLER_ADDRESS_REPEAT:
    u = (s - std::floor(s)) * float(size);
    axis.i = wholeOf(u);
    if (axis.i > size - 1)
      axis.i -= size;
    axis.i0 = wholeOf(u - 0.5f);
    axis.i1 = axis.i0 + 1;
    if (axis.i0 < 0)
      axis.i0 += size;
    if (axis.i1 > size - 1)
      axis.i1 -= size;
    break;
  case WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT:
    u = std::fabs(s - 2.0f * std::rint(0.5f * s)) * float(size);
    axis.i = std::min(wholeOf(u), size - 1);
    axis.i0 = wholeOf(u - 0.5f);
    axis.i1 = std::min(axis.i0 + 1, size - 1);
    axis.i0 = std::max(axis.i0, 0L);
    break;
  default:
    u = sampler & WEFT_SAMPLER_NORMALIZED ? s * float(size) : s;
    axis.i = addressed(wholeOf(u), size, sampler);
    axis.i0 = addressed(wholeOf(u - 0.5f), size, sampler);
    axis.i1 = addressed(wholeOf(u - 0.5f) + 1, size, sampler);
  }
  axis.a = frac(u - 0.5f);
  return axis;
}

struct Axes {
  Axis x, y, z;
};

Axes axesOf(const GuardedImage &image, unsigned sampler, const Position &position) {
  const weft_image &d = image.descriptor;
  Axes axes;
  axes.x = axisOf(position[0], d.width, sampler);
  if (image.shape.dimensions > 1)
    axes.y = axisOf(position[1], d.height, sampler);
  if (image.shape.dimensions > 2)
    axes.z = axisOf(position[2], d.depth, sampler);
  if (image.shape.array) {
    double layer = std::rint(position[image.shape.dimensions]);
    axes.z.i = axes.z.i0 = long(std::clamp(layer, 0.0, double(d.array_size - 1)));
  }
  return axes;
}

// "convert_*_sat_rte": NaN becomes 0.
long rounded(double x, double least, double most) {
  return std::isnan(x) ? 0 : long(std::rint(std::clamp(x, least, most)));
}

template <typename T> void put(Stored &stored, size_t at, T value) {
  std::memcpy(&stored.bytes[at], &value, sizeof(T));
  std::memset(&stored.defined[at], 0xff, sizeof(T));
}

template <typename Component> char placeOf(Component component) {
  return component == 'l' ? 0 : char(std::string("rgba").find(component));
}

} // namespace

std::string name(const Format &format) {
  char text[32];
  std::snprintf(text, sizeof(text), "%04x/%04x", format.order, format.type);
  return text;
}

bool isSrgb(const Format &format) { return format.order >= CL_sRGB && format.order <= CL_sBGRA; }

bool isSigned(const Format &format) {
  return format.type == CL_SIGNED_INT8 || format.type == CL_SIGNED_INT16 ||
         format.type == CL_SIGNED_INT32;
}

std::vector<Format> realFormats() {
  std::vector<Format> formats;
  for (cl_channel_type type :
       {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16, CL_HALF_FLOAT, CL_FLOAT})
    for (cl_channel_order order : {CL_R, CL_A, CL_RG, CL_RA, CL_RGBA, CL_INTENSITY, CL_LUMINANCE})
      formats.push_back({order, type});
  for (cl_channel_type type : {CL_UNORM_INT8, CL_SNORM_INT8})
    for (cl_channel_order order : {CL_BGRA, CL_ARGB, CL_ABGR})
      formats.push_back({order, type});
  for (cl_channel_type type : {CL_UNORM_SHORT_565, CL_UNORM_SHORT_555, CL_UNORM_INT_101010})
    formats.push_back({CL_RGB, type});
  formats.push_back({CL_RGBA, CL_UNORM_INT_101010_2});
  formats.push_back({CL_ABGR, UnormInt2_101010});
  for (cl_channel_order order : {CL_sRGBA, CL_sBGRA})
    formats.push_back({order, CL_UNORM_INT8});
  for (cl_channel_type type : UpperUnorm)
    for (cl_channel_order order : {CL_R, CL_RG, CL_RGBA})
      formats.push_back({order, type});
  return formats;
}

std::vector<Format> integerFormats() {
  std::vector<Format> formats;
  for (cl_channel_type type : {CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8,
                               CL_UNSIGNED_INT16, CL_UNSIGNED_INT32})
    for (cl_channel_order order : {CL_R, CL_A, CL_RG, CL_RA, CL_RGBA})
      formats.push_back({order, type});
  for (cl_channel_type type : {CL_SIGNED_INT8, CL_UNSIGNED_INT8})
    for (cl_channel_order order : {CL_BGRA, CL_ARGB, CL_ABGR})
      formats.push_back({order, type});
  for (cl_channel_type type : UpperUnsigned)
    for (cl_channel_order order : {CL_R, CL_RG, CL_RGBA})
      formats.push_back({order, type});
  return formats;
}

std::vector<Format> depthFormats() { return {{CL_DEPTH, CL_UNORM_INT16}, {CL_DEPTH, CL_FLOAT}}; }

GuardedImage::GuardedImage(const Shape &shape, const Format &format, Place place)
    : shape(shape), format(format) {
  descriptor.width = 7;
  descriptor.height = shape.dimensions > 1 ? 5 : 1;
  descriptor.depth = shape.dimensions > 2 ? 3 : 1;
  descriptor.array_size = shape.array ? 4 : 1;
  descriptor.channel_order = format.order;
  descriptor.channel_data_type = format.type;
  descriptor.element_bytes = elementBytes(format);
  const size_t row = size_t(descriptor.width) * descriptor.element_bytes;
  descriptor.row_pitch = row + 3 * descriptor.element_bytes;
  descriptor.slice_pitch = descriptor.row_pitch * descriptor.height + 2 * descriptor.element_bytes;
  const size_t slices = size_t(descriptor.depth) * descriptor.array_size;
  num_bytes =
      (slices - 1) * descriptor.slice_pitch + (descriptor.height - 1) * descriptor.row_pitch + row;
  const size_t page = size_t(sysconf(_SC_PAGESIZE));
  const size_t inner = (num_bytes + page - 1) / page * page;
  mapped = inner + 2 * page;
  mapping = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto *begin = static_cast<unsigned char *>(mapping) + page;
  if (mapping == MAP_FAILED || mprotect(begin, inner, PROT_READ | PROT_WRITE) != 0)
    std::abort();
  std::memset(begin, 0xa5, inner);
  descriptor.data = place == Place::AtStart ? begin : begin + inner - num_bytes;
}

GuardedImage::~GuardedImage() { munmap(mapping, mapped); }

unsigned char *GuardedImage::pixel(unsigned x, unsigned y, unsigned z) const {
  return static_cast<unsigned char *>(descriptor.data) + z * descriptor.slice_pitch +
         y * descriptor.row_pitch + x * descriptor.element_bytes;
}

bool GuardedImage::holds(long x, long y, long z) const {
  return x >= 0 && x < descriptor.width && y >= 0 && y < descriptor.height && z >= 0 &&
         z < long(descriptor.depth) * descriptor.array_size;
}

void GuardedImage::fillRandomly(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> reals(-2, 2);
  for (unsigned z = 0; z < descriptor.depth * descriptor.array_size; ++z)
    for (unsigned y = 0; y < descriptor.height; ++y)
      for (unsigned i = 0; i < descriptor.width * descriptor.element_bytes;) {
        unsigned char *at = pixel(0, y, z) + i;
        // Random bits of these types would be infinite or no number too often.
        if (format.type == CL_FLOAT) {
          float value = reals(random);
          std::memcpy(at, &value, 4);
          i += 4;
        } else if (format.type == CL_HALF_FLOAT) {
          _Float16 value = _Float16(reals(random));
          std::memcpy(at, &value, 2);
          i += 2;
        } else {
          *at = static_cast<unsigned char>(random());
          i += 1;
        }
      }
}

Color colorAt(const GuardedImage &image, long x, long y, long z) {
  if (!image.holds(x, y, z))
    return borderColor(image.format.order);
  return decoded(image.format, image.pixel(unsigned(x), unsigned(y), unsigned(z)));
}

Color readNearest(const GuardedImage &image, unsigned sampler, const Position &position) {
  const auto [x, y, z] = axesOf(image, sampler, position);
  return colorAt(image, x.i, y.i, z.i);
}

Color readLinear(const GuardedImage &image, unsigned sampler, const Position &position,
                 Color &magnitude) {
  const auto [x, y, z] = axesOf(image, sampler, position);
  Color sum = {};
  magnitude = {};
  for (unsigned corner = 0; corner < 1u << image.shape.dimensions; ++corner) {
    auto part = [&](const Axis &axis, unsigned bit) -> double {
      if (1u << image.shape.dimensions <= bit)
        return 1;
      return corner & bit ? axis.a : 1.0 - axis.a;
    };
    auto place = [&](const Axis &axis, unsigned bit) { return corner & bit ? axis.i1 : axis.i0; };
    const double weight = part(x, 1) * part(y, 2) * part(z, 4);
    const Color color = colorAt(image, place(x, 1), place(y, 2), place(z, 4));
    for (int i = 0; i < 4; ++i) {
      sum[i] += weight * color[i];
      magnitude[i] += std::fabs(weight * color[i]);
    }
  }
  return sum;
}

double srgbLinear(double code) {
  return code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
}

double srgbCode(double c) {
  if (std::isnan(c) || c < 0)
    return 0;
  if (c > 1)
    return 255;
  return 255 * (c < 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055);
}

Stored encodeReal(const Format &format, const std::array<float, 4> &color) {
  Stored stored;
  if (std::vector<Field> fields = packed(format.type); !fields.empty()) {
    unsigned word = 0, defined = 0;
    for (size_t i = 0; i < fields.size(); ++i) {
      unsigned most = (1u << fields[i].bits) - 1;
      word |= unsigned(rounded(color[i] * float(most), 0, most)) << fields[i].low;
      defined |= most << fields[i].low;
    }
    std::memcpy(stored.bytes.data(), &word, 4);
    std::memcpy(stored.defined.data(), &defined, 4);
    return stored;
  }
  const std::string order = components(format.order);
  for (size_t i = 0; i < order.size(); ++i) {
    const float value = color[size_t(placeOf(order[i]))];
    const size_t at = i * channelBytes(format.type);
    if (const unsigned bits = upperBits(format.type)) {
      const long most = (1l << bits) - 1;
      put(stored, at,
          static_cast<unsigned short>(rounded(value * float(most), 0, double(most))
                                      << (16 - bits)));
      continue;
    }
    switch (format.type) {
    case CL_UNORM_INT8:
      if (isSrgb(format) && order[i] != 'a')
        put(stored, at, static_cast<unsigned char>(std::floor(srgbCode(value) + 0.5)));
      else
        put(stored, at, static_cast<unsigned char>(rounded(value * 255.0f, 0, 255)));
      break;
    case CL_SNORM_INT8:
      put(stored, at, static_cast<signed char>(rounded(value * 127.0f, -128, 127)));
      break;
    case CL_UNORM_INT16:
      put(stored, at, static_cast<unsigned short>(rounded(value * 65535.0f, 0, 65535)));
      break;
    case CL_SNORM_INT16:
      put(stored, at, static_cast<short>(rounded(value * 32767.0f, -32768, 32767)));
      break;
    case CL_HALF_FLOAT:
      put(stored, at, _Float16(value));
      break;
    default:
      put(stored, at, value);
    }
  }
  return stored;
}

Stored encodeInteger(const Format &format, const std::array<unsigned, 4> &color) {
  Stored stored;
  const std::string order = components(format.order);
  for (size_t i = 0; i < order.size(); ++i) {
    const unsigned bits = color[size_t(placeOf(order[i]))];
    const long value = isSigned(format) ? long(int(bits)) : long(bits);
    const size_t at = i * channelBytes(format.type);
    if (const unsigned upper = upperBits(format.type)) {
      put(stored, at,
          static_cast<unsigned short>(clampLong(value, 0, (1l << upper) - 1) << (16 - upper)));
      continue;
    }
    switch (format.type) {
    case CL_SIGNED_INT8:
      put(stored, at, static_cast<signed char>(clampLong(value, -128, 127)));
      break;
    case CL_UNSIGNED_INT8:
      put(stored, at, static_cast<unsigned char>(clampLong(value, 0, 255)));
      break;
    case CL_SIGNED_INT16:
      put(stored, at, static_cast<short>(clampLong(value, -32768, 32767)));
      break;
    case CL_UNSIGNED_INT16:
      put(stored, at, static_cast<unsigned short>(clampLong(value, 0, 65535)));
      break;
    default:
      put(stored, at, bits);
    }
  }
  return stored;
}

} // namespace weft::test
