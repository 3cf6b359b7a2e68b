// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PNG files through libpng's simplified interface.
#include "common/picture.h"

#include <cstring>
#include <png.h>
#include <stdexcept>

namespace examples {

static png_image makeImage() {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  return image;
}

[[noreturn]] static void fail(const std::string &path, png_image &image) {
  std::string reason = image.message;
  png_image_free(&image);
  throw std::runtime_error(path + ": " + reason);
}

Picture readPng(const std::string &path) {
  png_image image = makeImage();
  if (!png_image_begin_read_from_file(&image, path.c_str()))
    fail(path, image);
  image.format = PNG_FORMAT_RGBA;
  Picture picture(image.width, image.height);
  if (!png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr))
    fail(path, image);
  return picture;
}

void writePng(const Picture &picture, const std::string &path) {
  png_image image = makeImage();
  image.width = png_uint_32(picture.width);
  image.height = png_uint_32(picture.height);
  image.format = PNG_FORMAT_RGBA;
  if (!png_image_write_to_file(&image, path.c_str(), 0, picture.pixels.data(), 0, nullptr))
    fail(path, image);
}

} // namespace examples
