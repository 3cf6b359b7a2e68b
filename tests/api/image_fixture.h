// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of images and samplers share: images of every type, and checks that apply to many
// calls.
#ifndef WEFT_TESTS_API_IMAGE_FIXTURE_H
#define WEFT_TESTS_API_IMAGE_FIXTURE_H

#include "fixture.h"

#include <array>

namespace weft::test {

using Triple = std::array<size_t, 3>;

class ImageTest : public ApiTest {
protected:
  static constexpr cl_image_format Format = {CL_R, CL_UNSIGNED_INT32};
  static constexpr cl_image_format Rgba8 = {CL_RGBA, CL_UNORM_INT8};
  static constexpr cl_mem_object_type Types[] = {
      CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
      CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D};
  using Pixels = std::vector<cl_uint>;

  void SetUp() override;

  // 8 pixels wide, 6 high, 4 deep or of 4 layers, as far as the type has these.
  static cl_image_desc describe(cl_mem_object_type type);
  // The same as origin and region have it: 1 where there is no axis.
  static Triple extent(cl_mem_object_type type);
  static bool hasSlices(cl_mem_object_type type);
  // Origin and extent of the region one pixel inside the image, where there is so much.
  static std::pair<Triple, Triple> inside(cl_mem_object_type type);

  // Of the described size and `Format`, every pixel its number in the order of memory.
  Memory makeImage(cl_mem_object_type type, cl_mem_flags flags = CL_MEM_READ_WRITE);
  Memory create(const cl_image_desc &desc, const cl_image_format &format = Format,
                cl_mem_flags flags = CL_MEM_READ_WRITE, void *host_ptr = nullptr);
  // In another context.
  cl_mem otherImage();
  // 0, 1, 2, ...: what makeImage's image holds.
  static Pixels count(cl_mem_object_type type);
  // All pixels, without gaps.
  Pixels readImage(cl_mem image, cl_mem_object_type type);
  // Calls `fn(i)` with the number of each pixel of the region, in the order of memory.
  static void forEach(cl_mem_object_type type, const Triple &origin, const Triple &region,
                      const std::function<void(size_t)> &fn);

  // `call(image, origin, region)` must be CL_INVALID_VALUE where these are null, empty, out of
  // bounds or not of the image's axes, whatever its type.
  using RegionCall = std::function<cl_int(cl_mem, const size_t *, const size_t *)>;
  void refusesBadRegions(const RegionCall &call);

private:
  Memory other_image;
  std::vector<Memory> buffers; // of image buffers
};

} // namespace weft::test
#endif
