// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The images that kernels read and write, the samplers they read with, and what they read, by the
// specification's section on image addressing and filtering.
//
// Everything can be compared exactly: sides are powers of two, coordinates are eighths of pixels,
// and texels of floating point have few bits, so each weighted sum is exact in any order.
#ifndef WEFT_TESTS_FUZZ_IMAGES_H
#define WEFT_TESTS_FUZZ_IMAGES_H

#include "program.h"

#include <cstddef>

namespace weft::fuzz {

struct ImageShape {
  const char *type;   // "image2d_t"
  const char *access; // "read_only"
  const char *name;
  unsigned dims;    // without the layers
  unsigned size[3]; // of dims sides, and layers behind
  bool layers;
  unsigned channels; // 1: red only
  Base stored, result;
  bool buffer = false;
};

// Those from ReadImages on are written: a column for each work-item, OwnPixels high.
constexpr unsigned Images = 10, ReadImages = 7, ReadWriteImage = 9, OwnPixels = 2, OwnColumns = 128;
const ImageShape &imageShape(unsigned index);
unsigned texelBytes(const ImageShape &shape);
size_t texelCount(const ImageShape &shape);

struct Sampler {
  bool normalized, linear;
  enum Addressing { None, Edge, Border, Repeat, Mirrored } addressing;
};
constexpr unsigned Samplers = 14, WholeSampler = Samplers - 1; // that is given integers
const Sampler &sampler(unsigned index);
std::string samplerText(unsigned index); // as OpenCL C

// Whether what this sampler reads is defined for all coordinates, and in a form that is compared.
bool suits(const ImageShape &shape, unsigned sampler);
// Of ways to read: the samplers of the program, the one that is an argument, or none at all.
constexpr unsigned ArgumentSampler = Samplers, NoSampler = Samplers + 1;

// A texel that kernels read, by its place in a row of all.
double texel(uint64_t seed, unsigned image, size_t place, unsigned channel);

// All texels of an image that kernels read, as the host gives them.
std::vector<uint8_t> texels(uint64_t seed, unsigned image);

// A coordinate as it is made of any integer, in eighths of a pixel: within a few sides of the
// image.
int imageCoordinate(int64_t any);

// Four elements. `way`: of sampler(), or NoSampler, which takes whole coordinates of the inside.
void readImage(uint64_t seed, unsigned image, unsigned way, const int64_t any[3], double result[4]);

} // namespace weft::fuzz
#endif
