// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_ext_image_raw10_raw12: pixels of 10 and 12 bits, of which some share bytes.
#include "image_fixture.h"

namespace weft::test {

class RawImages : public ImageTest {
protected:
  static constexpr cl_image_format Raw10 = {CL_R, 0x10E3}, Raw12 = {CL_R, 0x10E4};
  static constexpr size_t Width = 12, Height = 5;
  static constexpr size_t Region[3] = {Width, Height, 1}, Origin[3] = {0, 0, 0};

  static size_t rowBytes(const cl_image_format &format) {
    return format.image_channel_data_type == Raw10.image_channel_data_type ? Width / 4 * 5
                                                                           : Width / 2 * 3;
  }
  static cl_uint pixelAt(const cl_image_format &format, size_t x, size_t y) {
    const cl_uint number = cl_uint(y * Width + x) * 2654435761u;
    return number >> (format.image_channel_data_type == Raw10.image_channel_data_type ? 22 : 20);
  }
  // The picture with so many bytes from row to row.
  static std::vector<unsigned char> picture(const cl_image_format &format, size_t pitch) {
    std::vector<unsigned char> bytes(Height * pitch, 0xa5);
    for (size_t y = 0; y < Height; ++y) {
      unsigned char *row = bytes.data() + y * pitch;
      if (rowBytes(format) == Width / 4 * 5)
        for (size_t x = 0; x < Width; x += 4, row += 5) {
          row[4] = 0;
          for (size_t i = 0; i < 4; ++i) {
            row[i] = static_cast<unsigned char>(pixelAt(format, x + i, y) >> 2);
            row[4] |= (pixelAt(format, x + i, y) & 3) << 2 * i;
          }
        }
      else
        for (size_t x = 0; x < Width; x += 2, row += 3) {
          row[2] = 0;
          for (size_t i = 0; i < 2; ++i) {
            row[i] = static_cast<unsigned char>(pixelAt(format, x + i, y) >> 4);
            row[2] |= (pixelAt(format, x + i, y) & 15) << 4 * i;
          }
        }
    }
    return bytes;
  }
  static cl_image_desc flat(size_t pitch = 0) {
    cl_image_desc desc = {};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = Width;
    desc.image_height = Height;
    desc.image_row_pitch = pitch;
    return desc;
  }
  // What a kernel reads, with a border of one pixel around the image.
  std::vector<cl_uint> kernelReads(cl_mem image) {
    Program made = buildProgram(
        "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | "
        "CLK_FILTER_NEAREST;\n"
        "kernel void k(read_only image2d_t image, global uint *out) {\n"
        "  int x = get_global_id(0), y = get_global_id(1);\n"
        "  uint4 color = read_imageui(image, s, (int2)(x - 1, y - 1));\n"
        "  out[y * get_global_size(0) + x] = color.x | color.y << 16 | color.z << 16 |\n"
        "    (color.w - 1) << 20; }");
    Kernel kernel(clCreateKernel(made, "k", nullptr));
    const size_t global[] = {Width + 2, Height + 2}, count = global[0] * global[1];
    Memory out(clCreateBuffer(context, 0, count * sizeof(cl_uint), nullptr, nullptr));
    const cl_mem argument = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof image, &image), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof argument, &argument), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    std::vector<cl_uint> got(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, count * sizeof(cl_uint), got.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return got;
  }
  static std::vector<cl_uint> framed(const std::function<cl_uint(size_t, size_t)> &pixel) {
    std::vector<cl_uint> all;
    for (size_t y = 0; y < Height + 2; ++y)
      for (size_t x = 0; x < Width + 2; ++x)
        all.push_back(x && y && x <= Width && y <= Height ? pixel(x - 1, y - 1) : 0);
    return all;
  }
};

TEST_F(RawImages, KernelsReadThePixels) {
  for (const cl_image_format &format : {Raw10, Raw12})
    for (size_t more : {0, 7}) {
      const size_t pitch = rowBytes(format) + more;
      std::vector<unsigned char> bytes = picture(format, pitch);
      Memory image =
          create(flat(pitch), format, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes.data());
      EXPECT_EQ(kernelReads(image),
                framed([&](size_t x, size_t y) { return pixelAt(format, x, y); }));
    }
}

TEST_F(RawImages, AreCopiedInWholeGroups) {
  for (const cl_image_format &format : {Raw10, Raw12}) {
    Memory image = create(flat(), format, CL_MEM_READ_ONLY),
           copy = create(flat(), format, CL_MEM_READ_ONLY);
    const std::vector<unsigned char> bytes = picture(format, rowBytes(format));
    ASSERT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, Origin, Region, 0, 0, bytes.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyImage(queue, image, copy, Origin, Origin, Region, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> got(bytes.size());
    ASSERT_EQ(clEnqueueReadImage(queue, copy, CL_TRUE, Origin, Region, 0, 0, got.data(), 0, nullptr,
                                 nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got, bytes);
    const size_t inside[3] = {4, 1, 0}, four[3] = {4, 2, 1};
    const cl_uint color[4] = {0x155, 0, 0, 0};
    ASSERT_EQ(clEnqueueFillImage(queue, image, color, inside, four, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(kernelReads(image), framed([&](size_t x, size_t y) {
                return x >= 4 && x < 8 && y >= 1 && y < 3 ? 0x155 : pixelAt(format, x, y);
              }));
    // Regions begin and end with bytes.
    const size_t one[3] = {1, 0, 0}, three[3] = {3, 1, 1};
    EXPECT_EQ(
        clEnqueueReadImage(queue, image, CL_TRUE, one, four, 0, 0, got.data(), 0, nullptr, nullptr),
        CL_INVALID_VALUE);
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, Origin, three, 0, 0, got.data(), 0, nullptr,
                                 nullptr),
              CL_INVALID_VALUE);
  }
}

TEST_F(RawImages, AreListedForKernelsThatReadAlone) {
  for (cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE}) {
    cl_uint count = 0;
    clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
    std::vector<cl_image_format> formats(count);
    clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, count, formats.data(),
                               nullptr);
    int found = 0;
    for (const cl_image_format &format : formats)
      found += format.image_channel_data_type == Raw10.image_channel_data_type ||
               format.image_channel_data_type == Raw12.image_channel_data_type;
    EXPECT_EQ(found, flags == CL_MEM_READ_ONLY ? 2 : 0);
  }
}

TEST_F(RawImages, RefusesWhatPixelsThatShareBytesCannotBe) {
  auto refuses = [&](const cl_image_desc &desc, const cl_image_format &format, cl_mem_flags flags,
                     cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateImage(context, flags, &format, &desc, nullptr, &got), nullptr);
    EXPECT_EQ(got, code);
  };
  cl_image_desc odd = flat();
  odd.image_width = 10; // no multiple of 4
  refuses(odd, Raw10, CL_MEM_READ_ONLY, CL_INVALID_IMAGE_SIZE);
  odd.image_width = 11;
  refuses(odd, Raw12, CL_MEM_READ_ONLY, CL_INVALID_IMAGE_SIZE);
  refuses(flat(), Raw10, CL_MEM_READ_WRITE, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  refuses(flat(), Raw12, CL_MEM_WRITE_ONLY, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  refuses(describe(CL_MEM_OBJECT_IMAGE3D), Raw10, CL_MEM_READ_ONLY, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  refuses(flat(), {CL_RGBA, Raw10.image_channel_data_type}, CL_MEM_READ_ONLY,
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

} // namespace weft::test
