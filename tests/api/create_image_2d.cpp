// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateImage2D.
#include "image_fixture.h"

namespace weft::test {

class ClCreateImage2D : public ImageTest {
protected:
  struct Call {
    size_t width = 8, height = 6, row_pitch = 0;
    cl_mem_flags flags = 0;
    void *host_ptr = nullptr;
    cl_image_format format = Format;
  };
  cl_int create(const Call &c, Memory *made = nullptr) {
    cl_int code = 4711;
    Memory image(clCreateImage2D(context, c.flags, &c.format, c.width, c.height, c.row_pitch,
                                 c.host_ptr, &code));
    EXPECT_EQ(image != nullptr, code == CL_SUCCESS);
    if (made)
      *made = std::move(image);
    return code;
  }
  char pixels[4096] = {};
};

TEST_F(ClCreateImage2D, MakesA2DImage) {
  Pixels data = count(CL_MEM_OBJECT_IMAGE2D);
  Memory image;
  ASSERT_EQ(create({8, 6, 32, CL_MEM_COPY_HOST_PTR, data.data()}, &image), CL_SUCCESS);
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D), data);
  cl_mem_object_type type = 0;
  EXPECT_EQ(clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type, cl_mem_object_type(CL_MEM_OBJECT_IMAGE2D));
}

TEST_F(ClCreateImage2D, SaysOfAllSizesAndPitchesThatTheSizeIsInvalid) {
  EXPECT_EQ(create({0, 6}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(create({8, 0}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(create({deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH) + 1, 6}),
            CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(create({8, deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT) + 1}),
            CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(create({8, 6, 32}), CL_INVALID_IMAGE_SIZE) << "a pitch without a host pointer";
  EXPECT_EQ(create({8, 6, 31, CL_MEM_USE_HOST_PTR, pixels}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(create({8, 6, 33, CL_MEM_USE_HOST_PTR, pixels}), CL_INVALID_IMAGE_SIZE);
}

TEST_F(ClCreateImage2D, ChecksTheOtherArguments) {
  EXPECT_EQ(create({8, 6, 0, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY}), CL_INVALID_VALUE);
  EXPECT_EQ(create({8, 6, 0, CL_MEM_USE_HOST_PTR}), CL_INVALID_HOST_PTR);
  EXPECT_EQ(create({8, 6, 0, 0, pixels}), CL_INVALID_HOST_PTR);
  EXPECT_EQ(create({8, 6, 0, 0, nullptr, {0, 0}}), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(create({8, 6, 0, 0, nullptr, {CL_BGRA, CL_FLOAT}}), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  cl_int code = 4711;
  EXPECT_EQ(clCreateImage2D(context, 0, nullptr, 8, 6, 0, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(clCreateImage2D(nullptr, 0, &Format, 8, 6, 0, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

} // namespace weft::test
