// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_ext_image_from_buffer: images of every type over the bytes of a buffer.
#include "image_fixture.h"

namespace weft::test {

class ImageFromBuffer : public ImageTest {
protected:
  static cl_image_desc of(cl_mem buffer, cl_mem_object_type type) {
    cl_image_desc desc = describe(type);
    desc.mem_object = buffer;
    return desc;
  }
  void refuses(const cl_image_desc &desc, cl_int code, const cl_image_format &format = Format) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateImage(context, 0, &format, &desc, nullptr, &got), nullptr);
    EXPECT_EQ(got, code) << desc.image_type;
  }
  template <typename T> T info(cl_mem image, cl_image_info what) {
    T value{};
    EXPECT_EQ(clGetImageInfo(image, what, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
};

TEST_F(ImageFromBuffer, SharesThePixelsWhateverItsType) {
  for (cl_mem_object_type type : Types) {
    Memory buffer = makeBuffer();
    Memory image = create(of(buffer, type));
    EXPECT_EQ(readImage(image, type), count(type)) << type;
    EXPECT_EQ(info<cl_mem>(image, CL_IMAGE_BUFFER), cl_mem(buffer));
    cl_mem whole = nullptr;
    EXPECT_EQ(clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(whole, cl_mem(buffer));
    const Triple origin = {1, 0, 0}, one = {1, 1, 1};
    const cl_uint seven = 7;
    ASSERT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), one.data(), 0, 0, &seven, 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(read(buffer)[1], 7);
  }
}

// Rows of 40 bytes, of which 32 are pixels; slices of 7 rows, of which 6 are.
TEST_F(ImageFromBuffer, KeepsThePitchesItIsGiven) {
  Memory buffer = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(4 * 70));
  std::vector<int> numbers(4 * 70);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = int(i);
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, numbers.size() * sizeof(int),
                                 numbers.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  for (cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D}) {
    cl_image_desc desc = of(buffer, type);
    desc.image_row_pitch = 40;
    desc.image_slice_pitch = 280;
    Memory image = create(desc);
    EXPECT_EQ(info<size_t>(image, CL_IMAGE_ROW_PITCH), 40u);
    EXPECT_EQ(info<size_t>(image, CL_IMAGE_SLICE_PITCH), 280u);
    Pixels expected;
    for (cl_uint z = 0; z < 4; ++z)
      for (cl_uint y = 0; y < 6; ++y)
        for (cl_uint x = 0; x < 8; ++x)
          expected.push_back(70 * z + 10 * y + x);
    EXPECT_EQ(readImage(image, type), expected);
  }
  cl_image_desc layers = of(buffer, CL_MEM_OBJECT_IMAGE1D_ARRAY);
  layers.image_row_pitch = 40;
  Memory image = create(layers);
  Pixels expected;
  for (cl_uint y = 0; y < 4; ++y)
    for (cl_uint x = 0; x < 8; ++x)
      expected.push_back(10 * y + x);
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE1D_ARRAY), expected);
}

// "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if an image is created from a buffer and the row pitch, or
// slice pitch [...], or base address alignment do not follow the rules".
TEST_F(ImageFromBuffer, RefusesWhatIsNotAligned) {
  Memory buffer = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(1024));
  alignas(256) static char memory[4096];
  Memory misaligned(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4000, memory + 1, nullptr));
  for (cl_mem_object_type type : Types) {
    refuses(of(misaligned, type), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    cl_image_desc desc = of(buffer, type);
    if (type != CL_MEM_OBJECT_IMAGE1D_BUFFER) {
      desc.image_row_pitch = 33;
      refuses(desc, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
      desc.image_row_pitch = 28; // less than the pixels
      refuses(desc, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
      desc.image_row_pitch = 0;
    }
    if (hasSlices(type)) {
      desc.image_slice_pitch = 6 * 32 + 1;
      refuses(desc, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
      desc.image_slice_pitch = 6 * 32 + 4; // of pixels, but not of rows
      refuses(desc, CL_INVALID_IMAGE_DESCRIPTOR);
    } else {
      desc.image_slice_pitch = 32;
      refuses(desc, CL_INVALID_IMAGE_DESCRIPTOR);
    }
  }
}

// The buffer need not be larger than the image.
TEST_F(ImageFromBuffer, RefusesABufferThatIsTooSmall) {
  for (cl_mem_object_type type : Types) {
    const size_t bytes = count(type).size() * sizeof(cl_uint);
    Memory exact(clCreateBuffer(context, 0, bytes, nullptr, nullptr));
    EXPECT_TRUE(create(of(exact, type)));
    Memory small(clCreateBuffer(context, 0, bytes - 1, nullptr, nullptr));
    refuses(of(small, type), CL_INVALID_IMAGE_SIZE);
  }
}

} // namespace weft::test
