// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures of 8-bit RGBA pixels, and PNG files.
#ifndef WEFT_EXAMPLES_PICTURE_H
#define WEFT_EXAMPLES_PICTURE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace examples {

struct Pixel {
  uint8_t red, green, blue, alpha;
  bool operator==(const Pixel &) const = default;
};

struct Picture {
  size_t width = 0, height = 0;
  std::vector<Pixel> pixels; // rows from the top

  Picture() = default;
  Picture(size_t width, size_t height) : width(width), height(height), pixels(width * height) {}
  size_t bytes() const { return pixels.size() * sizeof(Pixel); }
};

// Both throw std::runtime_error that names the file and the reason.
Picture readPng(const std::string &path);
void writePng(const Picture &picture, const std::string &path);

} // namespace examples
#endif
