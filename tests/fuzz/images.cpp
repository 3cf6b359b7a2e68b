// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "images.h"

#include "interpreter_values.h"
#include "random.h"

#include <algorithm>
#include <cmath>

namespace weft::fuzz {

const ImageShape &imageShape(unsigned index) {
  static const ImageShape list[Images] = {
      {"image2d_t", "read_only", "im0", 2, {16, 8, 1}, false, 4, Base::F32, Base::F32},
      {"image2d_t", "read_only", "im1", 2, {8, 16, 1}, false, 4, Base::U8, Base::U32},
      {"image3d_t", "read_only", "im2", 3, {8, 4, 4}, false, 4, Base::I16, Base::I32},
      {"image1d_t", "read_only", "im3", 1, {32, 1, 1}, false, 1, Base::F32, Base::F32},
      {"image2d_array_t", "read_only", "im4", 2, {8, 8, 4}, true, 4, Base::F16, Base::F32},
      {"image1d_buffer_t", "read_only", "im5", 1, {64, 1, 1}, false, 4, Base::U32, Base::U32, true},
      {"image3d_t", "read_only", "im6", 3, {4, 4, 8}, false, 4, Base::F32, Base::F32},
      {"image2d_t",
       "write_only",
       "im7",
       2,
       {OwnColumns, OwnPixels, 1},
       false,
       4,
       Base::I16,
       Base::I32},
      {"image2d_t",
       "write_only",
       "im8",
       2,
       {OwnColumns, OwnPixels, 1},
       false,
       4,
       Base::F32,
       Base::F32},
      {"image2d_t",
       "read_write",
       "im9",
       2,
       {OwnColumns, OwnPixels, 1},
       false,
       4,
       Base::U8,
       Base::U32},
  };
  return list[index];
}

unsigned texelBytes(const ImageShape &shape) {
  return shape.channels * Type{shape.stored, 1}.bits() / 8;
}

size_t texelCount(const ImageShape &shape) {
  return size_t(shape.size[0]) * shape.size[1] * shape.size[2];
}

const Sampler &sampler(unsigned index) {
  static const Sampler list[Samplers] = {
      {false, false, Sampler::None},    {false, false, Sampler::Edge},
      {false, false, Sampler::Border},  {false, true, Sampler::Edge},
      {false, true, Sampler::Border},   {true, false, Sampler::Edge},
      {true, false, Sampler::Border},   {true, false, Sampler::Repeat},
      {true, false, Sampler::Mirrored}, {true, true, Sampler::Edge},
      {true, true, Sampler::Border},    {true, true, Sampler::Repeat},
      {true, true, Sampler::Mirrored},  {false, false, Sampler::Edge},
  };
  return list[index];
}

std::string samplerText(unsigned index) {
  static const char *names[] = {"CLK_ADDRESS_NONE", "CLK_ADDRESS_CLAMP_TO_EDGE",
                                "CLK_ADDRESS_CLAMP", "CLK_ADDRESS_REPEAT",
                                "CLK_ADDRESS_MIRRORED_REPEAT"};
  const Sampler &s = sampler(index);
  return std::string(s.normalized ? "CLK_NORMALIZED_COORDS_TRUE" : "CLK_NORMALIZED_COORDS_FALSE") +
         " | " + names[s.addressing] + " | " +
         (s.linear ? "CLK_FILTER_LINEAR" : "CLK_FILTER_NEAREST");
}

bool suits(const ImageShape &shape, unsigned way) {
  if (way == NoSampler)
    return true;
  const Sampler &s = sampler(way);
  // A sampler without addressing is for coordinates inside, as none at all is.
  return !shape.buffer && s.addressing != Sampler::None &&
         !(s.linear && !Type{shape.result, 1}.isFloat());
}

double texel(uint64_t seed, unsigned image, size_t place, unsigned channel) {
  Random random(seed * 977 + image * 131071 + place * 4 + channel);
  const uint64_t bits = random.next();
  switch (imageShape(image).stored) {
  case Base::U8:
    return double(uint8_t(bits));
  case Base::I16:
    return double(int16_t(bits));
  case Base::U32:
    return double(uint32_t(bits));
  default:
    return (double(bits & 127) - 64) / 4;
  }
}

std::vector<uint8_t> texels(uint64_t seed, unsigned image) {
  const ImageShape &shape = imageShape(image);
  const unsigned size = texelBytes(shape) / shape.channels;
  std::vector<uint8_t> bytes;
  for (size_t place = 0; place < texelCount(shape); ++place)
    for (unsigned channel = 0; channel < shape.channels; ++channel) {
      const double number = texel(seed, image, place, channel);
      uint64_t bits = 0;
      if (Type{shape.stored, 1}.isFloat()) {
        Value value;
        value.type = {shape.stored, 1};
        value.setNumber(0, number);
        bits = value.bits[0];
      } else {
        bits = uint64_t(int64_t(number));
      }
      for (unsigned byte = 0; byte < size; ++byte)
        bytes.push_back(uint8_t(bits >> (8 * byte)));
    }
  return bytes;
}

int imageCoordinate(int64_t any) { return int(any & 1023) - 256; }

namespace {

// The texels that a coordinate falls on along one side, and the weight of the second.
struct Along {
  int first = 0, second = 0;
  double weight = 0;
};

Along along(const Sampler &s, double u, int size) {
  Along result;
  bool repeats = s.addressing == Sampler::Repeat, mirrors = s.addressing == Sampler::Mirrored;
  double at = u;
  if (repeats)
    at = (u - std::floor(u)) * size;
  else if (mirrors)
    at = std::fabs(u - 2 * std::nearbyint(0.5 * u)) * size;
  else if (s.normalized)
    at = u * size;
  if (s.linear) {
    result.first = int(std::floor(at - 0.5));
    result.second = result.first + 1;
    result.weight = at - 0.5 - std::floor(at - 0.5);
  } else {
    result.first = result.second = int(std::floor(at));
  }
  for (int *place : {&result.first, &result.second}) {
    if (repeats)
      *place = *place < 0 ? *place + size : *place > size - 1 ? *place - size : *place;
    else if (s.addressing == Sampler::Border)
      *place = std::clamp(*place, -1, size);
    else
      *place = std::clamp(*place, 0, size - 1);
  }
  return result;
}

} // namespace

void readImage(uint64_t seed, unsigned image, unsigned way, const int64_t any[3],
               double result[4]) {
  const ImageShape &shape = imageShape(image);
  static const Sampler whole{false, false, Sampler::Edge};
  const Sampler &s = way == NoSampler ? whole : sampler(way);
  Along sides[3];
  for (unsigned d = 0; d < 3; ++d) {
    const int size = int(shape.size[d]);
    if (way == NoSampler) {
      sides[d].first = sides[d].second = int(any[d] & (size - 1));
    } else if (d < shape.dims) {
      const double pixels = imageCoordinate(any[d]) / 8.0;
      sides[d] = along(s, s.normalized ? pixels / size : pixels, size);
    } else if (shape.layers && d == shape.dims) {
      const double at = imageCoordinate(any[d]) / 8.0;
      const double layer = way == WholeSampler ? std::floor(at) : std::nearbyint(at);
      sides[d].first = sides[d].second = int(std::clamp(layer, 0.0, size - 1.0));
    }
  }
  for (unsigned channel = 0; channel < 4; ++channel) {
    double sum = 0;
    for (unsigned corner = 0; corner < 8; ++corner) {
      double weight = 1;
      int place[3];
      bool inside = true;
      for (unsigned d = 0; d < 3; ++d) {
        const bool second = corner >> d & 1;
        place[d] = second ? sides[d].second : sides[d].first;
        weight *= second ? sides[d].weight : 1 - sides[d].weight;
        inside &= place[d] >= 0 && place[d] < int(shape.size[d]);
      }
      if (weight == 0)
        continue;
      const size_t at =
          (size_t(place[2]) * shape.size[1] + size_t(place[1])) * shape.size[0] + size_t(place[0]);
      double value = 0;
      if (channel >= shape.channels)
        value = channel == 3;
      else if (inside)
        value = texel(seed, image, at, channel);
      sum += weight * value;
    }
    result[channel] = sum;
  }
}

} // namespace weft::fuzz
