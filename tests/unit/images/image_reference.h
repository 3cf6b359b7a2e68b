// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images as the specification of OpenCL C describes them, on the host: "Image Addressing and
// Filtering". Coordinates are computed in float, as the specification writes them; colours in
// double.
#ifndef WEFT_TESTS_IMAGE_REFERENCE_H
#define WEFT_TESTS_IMAGE_REFERENCE_H

#include "weft/image_abi.h"

#include <CL/cl.h>
#include <array>
#include <string>
#include <vector>

namespace weft::test {

using Color = std::array<double, 4>;
using Position = std::array<float, 4>;

struct Format {
  cl_channel_order order;
  cl_channel_type type;
};
std::string name(const Format &format);
// What read_imagef and write_imagef are defined for, and read_image{i|ui} and write_image{i|ui}.
std::vector<Format> realFormats();
std::vector<Format> integerFormats();
std::vector<Format> depthFormats();
bool isSigned(const Format &format);
bool isSrgb(const Format &format);

// Which coordinates find a pixel.
struct Shape {
  const char *name; // as in image2d_t
  unsigned dimensions;
  bool array;
  bool depth = false;
};
constexpr Shape Shapes[] = {{"1d", 1, false},
                            {"1d_array", 1, true},
                            {"2d", 2, false},
                            {"2d_array", 2, true},
                            {"3d", 3, false},
                            {"2d_depth", 2, false, true},
                            {"2d_array_depth", 2, true, true}};

// An image whose pixels lie between pages that cannot be accessed, directly before the one behind
// them or directly behind the one before them. What is not a pixel is filled with 0xa5.
class GuardedImage {
public:
  enum class Place { AtStart, AtEnd };
  GuardedImage(const Shape &shape, const Format &format, Place place);
  ~GuardedImage();
  GuardedImage(const GuardedImage &) = delete;
  GuardedImage &operator=(const GuardedImage &) = delete;

  weft_image descriptor = {};
  const Shape shape;
  const Format format;
  // Of an image without such a dimension, y is 0, and z, which is also the layer, is 0.
  unsigned char *pixel(unsigned x, unsigned y, unsigned z) const;
  bool holds(long x, long y, long z) const;
  size_t bytes() const { return num_bytes; } // from descriptor.data
  void fillRandomly(unsigned seed);

private:
  void *mapping = nullptr;
  size_t mapped = 0, num_bytes = 0;
};

// The colour of a pixel, or of the border if there is none.
Color colorAt(const GuardedImage &image, long x, long y, long z);
// The layer is position[1] or position[2], as in the kernel.
Color readNearest(const GuardedImage &image, unsigned sampler, const Position &position);
// `magnitude` is what the rounding errors of each component are relative to.
Color readLinear(const GuardedImage &image, unsigned sampler, const Position &position,
                 Color &magnitude);

// The bytes that writing `color` leaves, and which of their bits the format defines.
struct Stored {
  std::array<unsigned char, 16> bytes = {}, defined = {};
};
Stored encodeReal(const Format &format, const std::array<float, 4> &color);
Stored encodeInteger(const Format &format, const std::array<unsigned, 4> &color);
// sRGB's code, unrounded, and what a code of [0, 1] stands for.
double srgbCode(double linear);
double srgbLinear(double code);

} // namespace weft::test
#endif
