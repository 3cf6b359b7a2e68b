// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a color to the pixel that stores it.
#ifndef WEFT_CORE_IMAGE_COLOR_H
#define WEFT_CORE_IMAGE_COLOR_H

#include "core/image_format.h"

#include <array>

namespace weft {

// The first pixelGroup().bytes are those of a group of equal pixels.
using Pixel = std::array<unsigned char, 16>;

// `color` as clEnqueueFillImage takes it for this format of the table: four floats, four cl_int or
// four cl_uint; one float for CL_DEPTH. Converted by the rules of OpenCL C, section "Conversion
// Rules", in their preferred form: to nearest even, saturated.
Pixel packColor(const cl_image_format &format, const void *color);

// The half nearest to `value`, the even one of two; infinite beyond the largest.
uint16_t toHalf(float value);

} // namespace weft
#endif
