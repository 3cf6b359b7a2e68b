// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images by a few words.
#ifndef WEFT_TESTS_UNIT_CORE_IMAGE_FIXTURE_H
#define WEFT_TESTS_UNIT_CORE_IMAGE_FIXTURE_H

#include "core_fixture.h"

#include "core/image.h"

namespace weft::test {

class ImageCoreTest : public CoreTest {
protected:
  static constexpr cl_image_format Rgba8 = {CL_RGBA, CL_UNORM_INT8};
  static constexpr cl_image_format R32 = {CL_R, CL_UNSIGNED_INT32};

  ImageCoreTest() { device->props.max_image_buffer = 1 << 20; }
  // Of 8 x 4 x 3 pixels or layers, as far as the type has the axes.
  static cl_image_desc describe(cl_mem_object_type type) {
    cl_image_desc desc = {};
    desc.image_type = type;
    desc.image_width = 8;
    desc.image_height = 4;
    desc.image_depth = 3;
    desc.image_array_size = 3;
    return desc;
  }
  Ref<Image> makeImage(const cl_image_desc &desc, const cl_image_format &format = Rgba8,
                       cl_mem_flags flags = 0, void *host_ptr = nullptr) {
    return Image::create(context, {}, flags, &format, &desc, host_ptr);
  }
  Ref<Image> makeImage(cl_mem_object_type type, const cl_image_format &format = Rgba8,
                       cl_mem_flags flags = 0) {
    return makeImage(describe(type), format, flags);
  }
};

} // namespace weft::test
#endif
