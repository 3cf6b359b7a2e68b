// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the device says of images, tried.
#include "image_fixture.h"

#include <algorithm>

namespace weft::test {

class ImageLimitsOfDevice : public ImageTest {
protected:
  // An image of bytes whose first and last pixel can be written and read.
  void works(cl_mem_object_type type, size_t width, size_t height, size_t depth, size_t layers,
             cl_mem buffer = nullptr) {
    cl_image_desc desc = {};
    desc.image_type = type;
    desc.image_width = width;
    desc.image_height = height;
    desc.image_depth = depth;
    desc.image_array_size = layers;
    desc.mem_object = buffer;
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    Memory image = create(desc, format);
    Triple last = {width - 1, height - 1, std::max(depth, layers) - 1};
    if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
      last = {width - 1, layers - 1, 0};
    const Triple first = {0, 0, 0}, one = {1, 1, 1};
    cl_uchar byte = 0x5a, got = 0;
    for (const Triple &origin : {first, last}) {
      got = 0;
      EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), one.data(), 0, 0, &byte,
                                    0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), one.data(), 0, 0, &got, 0,
                                   nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(got, byte);
    }
  }
};

TEST_F(ImageLimitsOfDevice, AreThoseOfTheFullProfile) {
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS), 128u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_SAMPLERS), 16u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH), 16384u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT), 16384u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_WIDTH), 2048u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_HEIGHT), 2048u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH), 2048u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 65536u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), 2048u);
  for (cl_device_info what :
       {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT}) {
    const cl_uint pixels = deviceInfo<cl_uint>(what);
    EXPECT_NE(pixels, 0u);
    EXPECT_EQ(pixels & (pixels - 1), 0u) << "a power of two";
  }
}

TEST_F(ImageLimitsOfDevice, HoldForEveryDimension) {
  const size_t width = deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH),
               height = deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT),
               layers = deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  works(CL_MEM_OBJECT_IMAGE1D, width, 1, 1, 1);
  works(CL_MEM_OBJECT_IMAGE2D, width, height, 1, 1);
  works(CL_MEM_OBJECT_IMAGE1D_ARRAY, width, 1, 1, layers);
  works(CL_MEM_OBJECT_IMAGE2D_ARRAY, width, 1, 1, layers);
  works(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, height, 1, layers);
  const size_t wide = deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_WIDTH),
               high = deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_HEIGHT),
               deep = deviceInfo<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH);
  works(CL_MEM_OBJECT_IMAGE3D, wide, high, 1, 1);
  works(CL_MEM_OBJECT_IMAGE3D, wide, 1, deep, 1);
  works(CL_MEM_OBJECT_IMAGE3D, 1, high, deep, 1);
}

TEST_F(ImageLimitsOfDevice, HoldForTheLongestImageOfABuffer) {
  // Of the largest pixels, too: 16 bytes.
  const size_t pixels = deviceInfo<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
  EXPECT_LE(pixels * 16, deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  cl_int code = 4711;
  Memory buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, pixels, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  works(CL_MEM_OBJECT_IMAGE1D_BUFFER, pixels, 1, 1, 1, buffer);
}

TEST_F(ImageLimitsOfDevice, ComeWithTheirExtensions) {
  const std::string extensions = " " + deviceText(CL_DEVICE_EXTENSIONS) + " ";
  for (const char *name :
       {" cl_khr_3d_image_writes ", " cl_khr_depth_images ", " cl_khr_image2d_from_buffer "})
    EXPECT_NE(extensions.find(name), std::string::npos) << name;
}

} // namespace weft::test
