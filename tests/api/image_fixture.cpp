// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See image_fixture.h.
#include "image_fixture.h"

#include <numeric>

namespace weft::test {

void ImageTest::SetUp() {
  ApiTest::SetUp();
  ASSERT_TRUE(deviceInfo<cl_bool>(CL_DEVICE_IMAGE_SUPPORT));
}

cl_image_desc ImageTest::describe(cl_mem_object_type type) {
  cl_image_desc desc = {};
  desc.image_type = type;
  desc.image_width = 8;
  desc.image_height = 6;
  desc.image_depth = 4;
  desc.image_array_size = 4;
  return desc;
}

Triple ImageTest::extent(cl_mem_object_type type) {
  switch (type) {
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    return {8, 4, 1};
  case CL_MEM_OBJECT_IMAGE2D:
    return {8, 6, 1};
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
  case CL_MEM_OBJECT_IMAGE3D:
    return {8, 6, 4};
  default:
    return {8, 1, 1};
  }
}

bool ImageTest::hasSlices(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
         type == CL_MEM_OBJECT_IMAGE3D;
}

std::pair<Triple, Triple> ImageTest::inside(cl_mem_object_type type) {
  const Triple size = extent(type);
  std::pair<Triple, Triple> result;
  for (size_t axis = 0; axis < 3; ++axis) {
    result.first[axis] = size[axis] > 1 ? 1 : 0;
    result.second[axis] = size[axis] > 1 ? size[axis] - 2 : 1;
  }
  return result;
}

ImageTest::Pixels ImageTest::count(cl_mem_object_type type) {
  const Triple size = extent(type);
  Pixels pixels(size[0] * size[1] * size[2]);
  std::iota(pixels.begin(), pixels.end(), 0);
  return pixels;
}

Memory ImageTest::create(const cl_image_desc &desc, const cl_image_format &format,
                         cl_mem_flags flags, void *host_ptr) {
  cl_int code = 4711;
  Memory made(clCreateImage(context, flags, &format, &desc, host_ptr, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(made);
  return made;
}

Memory ImageTest::makeImage(cl_mem_object_type type, cl_mem_flags flags) {
  cl_image_desc desc = describe(type);
  Pixels pixels = count(type);
  if (type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
    return create(desc, Format, flags | CL_MEM_COPY_HOST_PTR, pixels.data());
  buffers.push_back(makeBuffer(flags, std::vector<int>(pixels.begin(), pixels.end())));
  desc.mem_object = buffers.back();
  return create(desc, Format, flags);
}

cl_mem ImageTest::otherImage() {
  if (!other_image) {
    const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
    cl_int code = 4711;
    other_image =
        Memory(clCreateImage(otherContext(), CL_MEM_READ_WRITE, &Format, &desc, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
  }
  return other_image;
}

ImageTest::Pixels ImageTest::readImage(cl_mem image, cl_mem_object_type type) {
  const Triple origin = {0, 0, 0}, region = extent(type);
  Pixels pixels(region[0] * region[1] * region[2], 4711);
  EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), region.data(), 0, 0,
                               pixels.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  return pixels;
}

void ImageTest::forEach(cl_mem_object_type type, const Triple &origin, const Triple &region,
                        const std::function<void(size_t)> &fn) {
  const Triple size = extent(type);
  for (size_t z = origin[2]; z < origin[2] + region[2]; ++z)
    for (size_t y = origin[1]; y < origin[1] + region[1]; ++y)
      for (size_t x = origin[0]; x < origin[0] + region[0]; ++x)
        fn((z * size[1] + y) * size[0] + x);
}

void ImageTest::refusesBadRegions(const RegionCall &call) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
    Memory image = makeImage(type);
    const Triple none = {0, 0, 0}, size = extent(type);
    auto refuses = [&](const Triple &origin, const Triple &region) {
      EXPECT_EQ(call(image, origin.data(), region.data()), CL_INVALID_VALUE)
          << "origin " << origin[0] << ' ' << origin[1] << ' ' << origin[2] << " region "
          << region[0] << ' ' << region[1] << ' ' << region[2];
    };
    EXPECT_EQ(call(image, nullptr, size.data()), CL_INVALID_VALUE);
    EXPECT_EQ(call(image, none.data(), nullptr), CL_INVALID_VALUE);
    for (size_t axis = 0; axis < 3; ++axis) {
      // Too far by one, empty, and sums that wrap around; for an axis that the image does not have,
      // these are the rules that origin is 0 and region 1.
      Triple origin = none, region = size;
      region[axis] = size[axis] + 1;
      refuses(origin, region);
      region[axis] = 0;
      refuses(origin, region);
      region[axis] = ~size_t(0);
      refuses(origin, region);
      origin[axis] = 1;
      refuses(origin, region);
      origin[axis] = size[axis];
      region[axis] = 1;
      refuses(origin, region);
      origin[axis] = ~size_t(0);
      refuses(origin, region);
      origin[axis] = 1;
      region[axis] = size[axis];
      refuses(origin, region);
    }
  }
}

} // namespace weft::test
