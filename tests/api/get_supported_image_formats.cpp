// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetSupportedImageFormats.
#include "image_fixture.h"

#include <algorithm>

namespace weft::test {

class ClGetSupportedImageFormats : public ImageTest {
protected:
  std::vector<cl_image_format> list(cl_mem_flags flags, cl_mem_object_type type) {
    cl_uint number = 4711;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &number), CL_SUCCESS);
    std::vector<cl_image_format> formats(number);
    cl_uint again = 4711;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, number, formats.data(), &again),
              CL_SUCCESS);
    EXPECT_EQ(again, number);
    return formats;
  }
  static bool has(const std::vector<cl_image_format> &formats, cl_channel_order order,
                  cl_channel_type type) {
    return std::any_of(formats.begin(), formats.end(), [&](const cl_image_format &f) {
      return f.image_channel_order == order && f.image_channel_data_type == type;
    });
  }
  void refuses(cl_context in, cl_mem_flags flags, cl_mem_object_type type, cl_uint entries,
               cl_image_format *formats, cl_int code) {
    cl_uint number = 4711;
    EXPECT_EQ(clGetSupportedImageFormats(in, flags, type, entries, formats, &number), code);
    EXPECT_EQ(number, 4711u);
  }
};

TEST_F(ClGetSupportedImageFormats, ListsWhatIsRequired) {
  for (cl_mem_object_type image_type : Types) {
    for (cl_mem_flags flags : {cl_mem_flags(0), cl_mem_flags(CL_MEM_READ_ONLY),
                               cl_mem_flags(CL_MEM_WRITE_ONLY), cl_mem_flags(CL_MEM_READ_WRITE)}) {
      const auto formats = list(flags, image_type);
      for (cl_channel_type type :
           {CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
            CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT})
        EXPECT_TRUE(has(formats, CL_RGBA, type)) << type;
      EXPECT_TRUE(has(formats, CL_BGRA, CL_UNORM_INT8));
    }
    if (!deviceInfo<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS))
      continue;
    const auto formats = list(CL_MEM_KERNEL_READ_AND_WRITE, image_type);
    for (cl_channel_order order : {CL_R, CL_RGBA})
      for (cl_channel_type type :
           {CL_UNORM_INT8, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8,
            CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT})
        EXPECT_TRUE(has(formats, order, type)) << order << ' ' << type;
  }
}

// cl_khr_depth_images
TEST_F(ClGetSupportedImageFormats, ListsDepthForTwoDimensions) {
  for (cl_mem_object_type image_type : {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY})
    for (cl_channel_type type : {CL_UNORM_INT16, CL_FLOAT})
      EXPECT_TRUE(has(list(CL_MEM_READ_WRITE, image_type), CL_DEPTH, type));
  EXPECT_FALSE(has(list(CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE3D), CL_DEPTH, CL_FLOAT));
}

// cl_khr_srgb_image_writes
TEST_F(ClGetSupportedImageFormats, ListsSrgbForWritingAsTheExtensionSays) {
  const bool srgb_writes =
      (" " + deviceText(CL_DEVICE_EXTENSIONS) + " ").find(" cl_khr_srgb_image_writes ") !=
      std::string::npos;
  for (cl_mem_object_type image_type : Types) {
    EXPECT_TRUE(has(list(CL_MEM_READ_ONLY, image_type), CL_sRGBA, CL_UNORM_INT8));
    for (cl_mem_flags flags : {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE})
      for (cl_channel_order order : {CL_sRGBA, CL_sBGRA})
        EXPECT_EQ(has(list(flags, image_type), order, CL_UNORM_INT8), srgb_writes);
  }
}

TEST_F(ClGetSupportedImageFormats, FillsNoMoreThanTheEntriesGiven) {
  cl_image_format formats[3] = {{1, 1}, {1, 1}, {1, 1}};
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 2, formats, nullptr),
            CL_SUCCESS);
  EXPECT_NE(formats[1].image_channel_order, 1u);
  EXPECT_EQ(formats[2].image_channel_order, 1u);
}

TEST_F(ClGetSupportedImageFormats, RefusesBadArguments) {
  cl_image_format format;
  refuses(context, cl_mem_flags(1) << 40, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, CL_INVALID_VALUE);
  refuses(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
          CL_INVALID_VALUE);
  refuses(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, CL_INVALID_VALUE);
  refuses(context, 0, CL_MEM_OBJECT_PIPE, 0, nullptr, CL_INVALID_VALUE);
  refuses(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &format, CL_INVALID_VALUE);
  refuses(nullptr, 0, CL_MEM_OBJECT_IMAGE2D, 1, &format, CL_INVALID_CONTEXT);
  refuses(as<cl_context>(device()), 0, CL_MEM_OBJECT_IMAGE2D, 1, &format, CL_INVALID_CONTEXT);
}

} // namespace weft::test
