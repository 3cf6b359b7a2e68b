// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images: geometry, views, regions, lifetime.
#include "image_fixture.h"

#include "core/image_region.h"

#include <cstring>
#include <numeric>

namespace weft::test {
namespace {

using Triple = std::array<size_t, 3>;

class ImageTest : public ImageCoreTest {
protected:
  cl_int regionError(const Ref<Image> &image, Triple origin, Triple region) {
    return errorOf([&] { imageRegion(*image, origin.data(), region.data()); });
  }
  static Region regionOf(const Ref<Image> &image, Triple origin, Triple region) {
    return imageRegion(*image, origin.data(), region.data());
  }
  cl_int createError(const cl_image_desc &desc, const cl_image_format &format = Rgba8,
                     cl_mem_flags flags = 0, void *host_ptr = nullptr) {
    return errorOf([&] { makeImage(desc, format, flags, host_ptr); });
  }
};

TEST_F(ImageTest, DescriptorTellsTheGeometry) {
  const struct {
    cl_mem_object_type type;
    uint32_t height, depth, array_size;
    uint64_t slice_pitch, bytes;
  } cases[] = {
      {CL_MEM_OBJECT_IMAGE1D, 1, 1, 1, 32, 32},   {CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 1, 3, 32, 96},
      {CL_MEM_OBJECT_IMAGE2D, 4, 1, 1, 128, 128}, {CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 1, 3, 128, 384},
      {CL_MEM_OBJECT_IMAGE3D, 4, 3, 1, 128, 384},
  };
  for (const auto &expected : cases) {
    Ref<Image> image = makeImage(expected.type);
    const weft_image &view = image->descriptor();
    EXPECT_EQ(view.data, image->hostPointer());
    EXPECT_EQ(view.width, 8u);
    EXPECT_EQ(view.height, expected.height);
    EXPECT_EQ(view.depth, expected.depth);
    EXPECT_EQ(view.array_size, expected.array_size);
    EXPECT_EQ(view.row_pitch, 32u);
    EXPECT_EQ(view.slice_pitch, expected.slice_pitch);
    EXPECT_EQ(view.element_bytes, 4u);
    EXPECT_EQ(view.channel_order, cl_uint(CL_RGBA));
    EXPECT_EQ(view.channel_data_type, cl_uint(CL_UNORM_INT8));
    EXPECT_EQ(image->size(), expected.bytes);
    EXPECT_EQ(device->allocatedBytes(), expected.bytes);
  }
  EXPECT_EQ(device->allocatedBytes(), 0u);
}

TEST_F(ImageTest, KeepsThePitchesOfTheHost) {
  std::vector<char> pixels(48 * 5 * 3);
  std::iota(pixels.begin(), pixels.end(), 0);
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE3D);
  desc.image_row_pitch = 48;
  desc.image_slice_pitch = 48 * 5;
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    Ref<Image> image = makeImage(desc, Rgba8, flags, pixels.data());
    EXPECT_EQ(image->descriptor().row_pitch, 48u);
    EXPECT_EQ(image->descriptor().slice_pitch, 240u);
    EXPECT_EQ(image->hostPointer() == pixels.data(), flags == CL_MEM_USE_HOST_PTR);
    EXPECT_EQ(
        std::memcmp(image->hostPointer() + 2 * 240 + 3 * 48, pixels.data() + 2 * 240 + 3 * 48, 32),
        0);
  }
}

TEST_F(ImageTest, CopyingReadsNothingBehindTheLastPixel) {
  // On the heap, where AddressSanitizer sees what is read behind the end.
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE3D);
  desc.image_row_pitch = 48;
  desc.image_slice_pitch = 48 * 5;
  std::vector<char> pixels(2 * 240 + 3 * 48 + 32, 7);
  Ref<Image> image = makeImage(desc, Rgba8, CL_MEM_COPY_HOST_PTR, pixels.data());
  EXPECT_EQ(std::memcmp(image->hostPointer(), pixels.data(), pixels.size()), 0);
}

TEST_F(ImageTest, RegionsAreBoxesOfBytes) {
  auto expect = [](const Box &box, size_t first, Triple region, size_t row, size_t slice) {
    EXPECT_EQ(box.first, first);
    EXPECT_EQ(box.region, region);
    EXPECT_EQ(box.row_pitch, row);
    EXPECT_EQ(box.slice_pitch, slice);
    EXPECT_EQ(box.end, first + (region[2] - 1) * slice + (region[1] - 1) * row + region[0]);
  };
  Ref<Image> solid = makeImage(CL_MEM_OBJECT_IMAGE3D);
  Region region = regionOf(solid, {1, 2, 1}, {5, 2, 2});
  expect(imageBox(*solid, region), 128 + 64 + 4, {20, 2, 2}, 32, 128);
  expect(packedBox(*solid, region), 0, {20, 2, 2}, 20, 40);
  expect(packedBox(*solid, region, 7, 24, 50), 7, {20, 2, 2}, 24, 50);

  // The layers of a 1D array are rows, a slice pitch apart.
  Ref<Image> lines = makeImage(CL_MEM_OBJECT_IMAGE1D_ARRAY);
  region = regionOf(lines, {1, 1, 0}, {5, 2, 1});
  expect(imageBox(*lines, region), 32 + 4, {20, 2, 1}, 32, 32);
  expect(packedBox(*lines, region), 0, {20, 2, 1}, 20, 20);
  expect(packedBox(*lines, region, 0, 24, 100), 0, {20, 2, 1}, 100, 100);
}

TEST_F(ImageTest, RegionsLieInside) {
  Ref<Image> flat = makeImage(CL_MEM_OBJECT_IMAGE2D);
  EXPECT_EQ(regionError(flat, {0, 0, 0}, {8, 4, 1}), CL_SUCCESS);
  EXPECT_EQ(regionError(flat, {7, 3, 0}, {1, 1, 1}), CL_SUCCESS);
  EXPECT_EQ(regionError(flat, {0, 0, 0}, {9, 4, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(flat, {0, 1, 0}, {8, 4, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(flat, {0, 0, 1}, {1, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(flat, {0, 0, 0}, {1, 1, 2}), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(flat, {0, 0, 0}, {1, 0, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(flat, {SIZE_MAX, 0, 0}, {2, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(flat, {1, 0, 0}, {SIZE_MAX, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(makeImage(CL_MEM_OBJECT_IMAGE1D), {0, 0, 0}, {8, 2, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(regionError(makeImage(CL_MEM_OBJECT_IMAGE1D_ARRAY), {0, 0, 0}, {8, 3, 1}), CL_SUCCESS);
  EXPECT_EQ(regionError(makeImage(CL_MEM_OBJECT_IMAGE1D_ARRAY), {0, 0, 0}, {8, 3, 2}),
            CL_INVALID_VALUE);
  EXPECT_EQ(regionError(makeImage(CL_MEM_OBJECT_IMAGE2D_ARRAY), {0, 0, 0}, {8, 4, 3}), CL_SUCCESS);
}

TEST_F(ImageTest, HostPitchesFit) {
  Ref<Image> solid = makeImage(CL_MEM_OBJECT_IMAGE3D), flat = makeImage(CL_MEM_OBJECT_IMAGE2D);
  auto error = [&](const Ref<Image> &image, size_t row, size_t slice) {
    const Region region = regionOf(image, {0, 0, 0}, {4, 2, 1});
    return errorOf([&] { packedBox(*image, region, 0, row, slice); });
  };
  EXPECT_EQ(error(solid, 15, 0), CL_INVALID_VALUE);
  EXPECT_EQ(error(solid, 16, 31), CL_INVALID_VALUE);
  EXPECT_EQ(error(solid, 0, 31), CL_INVALID_VALUE);
  EXPECT_EQ(error(solid, 17, 34), CL_SUCCESS);
  EXPECT_EQ(error(solid, SIZE_MAX, 0), CL_INVALID_VALUE);
  EXPECT_EQ(error(flat, 16, 32), CL_INVALID_VALUE);
  EXPECT_EQ(error(flat, 17, 0), CL_SUCCESS);
}

TEST_F(ImageTest, RowsMappedForWritingMayInterleave) {
  Ref<Image> image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  auto map = [&](Triple origin, Triple size, bool writing) {
    const Region region = {origin, size};
    char *address = image->hostPointer() + imageBox(*image, region).first;
    return errorOf([&] { image->map(address, region, writing); });
  };
  EXPECT_EQ(map({0, 0, 0}, {4, 4, 1}, true), CL_SUCCESS);
  EXPECT_EQ(map({4, 0, 0}, {4, 4, 1}, true), CL_SUCCESS) << "the other half of each row";
  EXPECT_EQ(map({3, 3, 0}, {1, 1, 1}, true), CL_INVALID_OPERATION);
  EXPECT_EQ(map({3, 3, 0}, {1, 1, 1}, false), CL_SUCCESS);
}

TEST_F(ImageTest, IsAViewOfABuffer) {
  Ref<Buffer> buffer = makeBuffer(1024);
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.image_row_pitch = 40;
  desc.mem_object = buffer->handle();
  Ref<Image> flat = makeImage(desc);
  EXPECT_EQ(flat->hostPointer(), buffer->hostPointer());
  EXPECT_EQ(flat->descriptor().row_pitch, 40u);
  desc = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER);
  desc.mem_object = buffer->handle();
  Ref<Image> line = makeImage(desc);
  EXPECT_EQ(line->hostPointer(), buffer->hostPointer());
  EXPECT_EQ(line->descriptor().height, 1u);
  buffer = nullptr;
  flat = nullptr;
  EXPECT_EQ(device->allocatedBytes(), 1024u);
  line = nullptr;
  EXPECT_EQ(device->allocatedBytes(), 0u);
}

TEST_F(ImageTest, IsAViewOfAnImageInAnotherOrder) {
  Ref<Image> image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.mem_object = image->handle();
  Ref<Image> view = makeImage(desc, {CL_sRGBA, CL_UNORM_INT8});
  EXPECT_EQ(view->hostPointer(), image->hostPointer());
  EXPECT_EQ(view->descriptor().channel_order, cl_uint(CL_sRGBA));
  EXPECT_EQ(image->descriptor().channel_order, cl_uint(CL_RGBA));
  EXPECT_EQ(view->flags(), cl_mem_flags(CL_MEM_READ_WRITE));
}

TEST_F(ImageTest, FailedAllocationIsReported) {
  device->failAllocations(true);
  EXPECT_EQ(createError(describe(CL_MEM_OBJECT_IMAGE2D)), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(ImageTest, DoesNotExceedTheAddressSpace) {
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE3D);
  char pixel[4];
  desc.image_row_pitch = SIZE_MAX / 4 + 1;
  EXPECT_EQ(createError(desc, Rgba8, CL_MEM_USE_HOST_PTR, pixel), CL_INVALID_IMAGE_SIZE);
  desc.image_row_pitch = SIZE_MAX / 8 + 1;
  EXPECT_EQ(createError(desc, Rgba8, CL_MEM_USE_HOST_PTR, pixel), CL_INVALID_IMAGE_SIZE);
}

TEST_F(ImageTest, CopiesAndFillsBoxes) {
  Ref<Queue> queue = makeQueue();
  auto run = [&](const Ref<Command> &command) {
    queue->submit(*command, {});
    command->wait();
    EXPECT_EQ(command->status(), CL_COMPLETE);
  };
  // Each shape of what can be merged to fewer copies: all, whole slices, rows, parts of rows.
  for (Triple size : {Triple{8, 4, 3}, Triple{8, 2, 3}, Triple{8, 4, 1}, Triple{3, 4, 3},
                      Triple{8, 1, 3}, Triple{1, 1, 1}}) {
    Ref<Image> image = makeImage(CL_MEM_OBJECT_IMAGE3D, R32);
    std::vector<uint32_t> expected(8 * 4 * 3, 1), got(expected.size());
    std::memset(image->hostPointer(), 0, image->size());
    const Side whole = {image->hostPointer(), image};
    const Region all = {{0, 0, 0}, {8, 4, 3}}, part = {{0, 0, 0}, size};
    const uint32_t one = 1, two = 2;
    run(makeTransfer(*queue, CL_COMMAND_FILL_IMAGE,
                     BoxFill{whole, imageBox(*image, all), Pattern(&one, sizeof one)}));
    run(makeTransfer(*queue, CL_COMMAND_FILL_IMAGE,
                     BoxFill{whole, imageBox(*image, part), Pattern(&two, sizeof two)}));
    for (size_t z = 0; z < size[2]; ++z)
      for (size_t y = 0; y < size[1]; ++y)
        for (size_t x = 0; x < size[0]; ++x)
          expected[(z * 4 + y) * 8 + x] = 2;
    run(makeTransfer(*queue, CL_COMMAND_READ_IMAGE,
                     BoxCopy{whole, imageBox(*image, all),
                             Side{reinterpret_cast<char *>(got.data()), nullptr},
                             packedBox(*image, all)}));
    EXPECT_EQ(got, expected);
    std::vector<uint32_t> packed(size[0] * size[1] * size[2]);
    run(makeTransfer(*queue, CL_COMMAND_READ_IMAGE,
                     BoxCopy{whole, imageBox(*image, part),
                             Side{reinterpret_cast<char *>(packed.data()), nullptr},
                             packedBox(*image, part)}));
    EXPECT_EQ(packed, std::vector<uint32_t>(packed.size(), 2));
  }
}

} // namespace
} // namespace weft::test
