// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference filters.
#include "image_filter/host_filter.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace examples {

static const Pixel &at(const Picture &picture, ptrdiff_t x, ptrdiff_t y) {
  x = std::clamp<ptrdiff_t>(x, 0, ptrdiff_t(picture.width) - 1);
  y = std::clamp<ptrdiff_t>(y, 0, ptrdiff_t(picture.height) - 1);
  return picture.pixels[size_t(y) * picture.width + size_t(x)];
}

static uint8_t toByte(double value) {
  return uint8_t(std::clamp(std::nearbyint(value), 0.0, 255.0));
}

Picture hostBlur(const Picture &in, const std::vector<float> &weights) {
  Picture out(in.width, in.height);
  const ptrdiff_t radius = ptrdiff_t(weights.size() / 2);
  // In the plane, not row by row: a second way to the same numbers.
  std::vector<double> product(weights.size() * weights.size());
  for (size_t j = 0; j < weights.size(); ++j)
    for (size_t i = 0; i < weights.size(); ++i)
      product[j * weights.size() + i] = double(weights[j]) * weights[i];
  for (ptrdiff_t y = 0; y < ptrdiff_t(in.height); ++y)
    for (ptrdiff_t x = 0; x < ptrdiff_t(in.width); ++x) {
      double red = 0, green = 0, blue = 0;
      const double *weight = product.data();
      for (ptrdiff_t j = -radius; j <= radius; ++j)
        for (ptrdiff_t i = -radius; i <= radius; ++i, ++weight) {
          const Pixel &pixel = at(in, x + i, y + j);
          red += *weight * pixel.red;
          green += *weight * pixel.green;
          blue += *weight * pixel.blue;
        }
      out.pixels[size_t(y) * in.width + size_t(x)] = {toByte(red), toByte(green), toByte(blue),
                                                      at(in, x, y).alpha};
    }
  return out;
}

Picture hostSobel(const Picture &in) {
  Picture out(in.width, in.height);
  for (ptrdiff_t y = 0; y < ptrdiff_t(in.height); ++y)
    for (ptrdiff_t x = 0; x < ptrdiff_t(in.width); ++x) {
      auto light = [&](ptrdiff_t i, ptrdiff_t j) {
        const Pixel &pixel = at(in, x + i, y + j);
        return 0.299 * pixel.red + 0.587 * pixel.green + 0.114 * pixel.blue;
      };
      double dx = light(1, -1) + 2 * light(1, 0) + light(1, 1) - light(-1, -1) - 2 * light(-1, 0) -
                  light(-1, 1);
      double dy = light(-1, 1) + 2 * light(0, 1) + light(1, 1) - light(-1, -1) - 2 * light(0, -1) -
                  light(1, -1);
      uint8_t grey = toByte(std::sqrt(dx * dx + dy * dy));
      out.pixels[size_t(y) * in.width + size_t(x)] = {grey, grey, grey, 255};
    }
  return out;
}

int greatestDifference(const Picture &a, const Picture &b) {
  int greatest = 0;
  for (size_t i = 0; i < a.pixels.size(); ++i) {
    const Pixel &p = a.pixels[i], &q = b.pixels[i];
    greatest = std::max({greatest, std::abs(p.red - q.red), std::abs(p.green - q.green),
                         std::abs(p.blue - q.blue), std::abs(p.alpha - q.alpha)});
  }
  return greatest;
}

} // namespace examples
