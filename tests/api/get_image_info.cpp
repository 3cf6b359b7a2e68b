// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetImageInfo.
#include "image_fixture.h"

namespace weft::test {

class ClGetImageInfo : public ImageTest {
protected:
  static Query of(cl_mem memory) {
    return [memory](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetImageInfo(memory, param, size, value, size_ret);
    };
  }
  static size_t size(cl_mem memory, cl_image_info what) {
    return queryValue<size_t>(of(memory), what);
  }
};

TEST_F(ClGetImageInfo, TellsTheDimensionsThatATypeHas) {
  for (cl_mem_object_type type : Types) {
    SCOPED_TRACE(testing::Message() << "type 0x" << std::hex << type);
    Memory image = makeImage(type);
    const bool rows = extent(type)[1] == 6;
    EXPECT_EQ(size(image, CL_IMAGE_ELEMENT_SIZE), 4u);
    EXPECT_EQ(size(image, CL_IMAGE_WIDTH), 8u);
    EXPECT_EQ(size(image, CL_IMAGE_HEIGHT), rows ? 6u : 0u);
    EXPECT_EQ(size(image, CL_IMAGE_DEPTH), type == CL_MEM_OBJECT_IMAGE3D ? 4u : 0u);
    EXPECT_EQ(size(image, CL_IMAGE_ARRAY_SIZE),
              hasSlices(type) && type != CL_MEM_OBJECT_IMAGE3D ? 4u : 0u);
    EXPECT_EQ(size(image, CL_IMAGE_ROW_PITCH), 32u);
    EXPECT_EQ(size(image, CL_IMAGE_SLICE_PITCH), !hasSlices(type) ? 0u : rows ? 192u : 32u);
    EXPECT_EQ(queryValue<cl_uint>(of(image), CL_IMAGE_NUM_MIP_LEVELS), 0u);
    EXPECT_EQ(queryValue<cl_uint>(of(image), CL_IMAGE_NUM_SAMPLES), 0u);
    EXPECT_EQ(queryValue<cl_mem>(of(image), CL_IMAGE_BUFFER) != nullptr,
              type == CL_MEM_OBJECT_IMAGE1D_BUFFER);
    const auto format = queryValue<cl_image_format>(of(image), CL_IMAGE_FORMAT);
    EXPECT_EQ(format.image_channel_order, Format.image_channel_order);
    EXPECT_EQ(format.image_channel_data_type, Format.image_channel_data_type);
  }
}

TEST_F(ClGetImageInfo, TellsThePixelsSize) {
  const struct {
    cl_image_format format;
    size_t bytes;
  } cases[] = {{{CL_R, CL_UNORM_INT8}, 1},         {{CL_RA, CL_UNORM_INT8}, 2},
               {{CL_RGB, CL_UNORM_SHORT_565}, 2},  {{CL_RGB, CL_UNORM_SHORT_555}, 2},
               {{CL_RGB, CL_UNORM_INT_101010}, 4}, {{CL_RGBA, CL_UNORM_INT_101010_2}, 4},
               {{CL_BGRA, CL_UNORM_INT8}, 4},      {{CL_RGBA, CL_HALF_FLOAT}, 8},
               {{CL_RGBA, CL_FLOAT}, 16},          {{CL_RG, CL_SIGNED_INT32}, 8},
               {{CL_DEPTH, CL_UNORM_INT16}, 2},    {{CL_LUMINANCE, CL_FLOAT}, 4}};
  for (const auto &expected : cases) {
    Memory image = create(describe(CL_MEM_OBJECT_IMAGE2D), expected.format);
    EXPECT_EQ(size(image, CL_IMAGE_ELEMENT_SIZE), expected.bytes);
    EXPECT_EQ(size(image, CL_IMAGE_ROW_PITCH), 8 * expected.bytes);
  }
}

TEST_F(ClGetImageInfo, RefusesUnknownParameters) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  refusesUnknownParameter(of(image));
}

TEST_F(ClGetImageInfo, RefusesWhatIsNoImage) {
  Memory buffer = makeBuffer();
  for (cl_mem none : {cl_mem(buffer), cl_mem(nullptr), as<cl_mem>(device())}) {
    size_t value = 4711;
    EXPECT_EQ(clGetImageInfo(none, CL_IMAGE_WIDTH, sizeof value, &value, nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(value, 4711u);
  }
}

// What clGetMemObjectInfo tells of images.
class ImageAsMemObject : public ImageTest {
protected:
  template <typename T> T info(cl_mem memory, cl_mem_info what) {
    return queryValue<T>(
        [memory](cl_uint param, size_t size, void *value, size_t *size_ret) {
          return clGetMemObjectInfo(memory, param, size, value, size_ret);
        },
        what);
  }
};

TEST_F(ImageAsMemObject, TellsTypeAndSize) {
  for (cl_mem_object_type type : Types) {
    Memory image = makeImage(type);
    EXPECT_EQ(info<cl_mem_object_type>(image, CL_MEM_TYPE), type);
    EXPECT_EQ(info<size_t>(image, CL_MEM_SIZE), count(type).size() * 4);
    EXPECT_EQ(info<void *>(image, CL_MEM_HOST_PTR), nullptr);
    EXPECT_EQ(info<size_t>(image, CL_MEM_OFFSET), 0u);
    EXPECT_EQ(info<cl_uint>(image, CL_MEM_REFERENCE_COUNT), 1u);
    EXPECT_EQ(info<cl_context>(image, CL_MEM_CONTEXT), cl_context(context));
    EXPECT_EQ(info<cl_bool>(image, CL_MEM_USES_SVM_POINTER), cl_bool(CL_FALSE));
  }
}

TEST_F(ImageAsMemObject, TellsWhatItIsMadeOf) {
  Memory buffer = makeBuffer();
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.mem_object = buffer;
  Memory image = create(desc, Rgba8);
  EXPECT_EQ(info<cl_mem>(image, CL_MEM_ASSOCIATED_MEMOBJECT), cl_mem(buffer));
  desc.mem_object = image;
  Memory view = create(desc, {CL_sRGBA, CL_UNORM_INT8});
  EXPECT_EQ(info<cl_mem>(view, CL_MEM_ASSOCIATED_MEMOBJECT), cl_mem(image));
  Memory own = makeImage(CL_MEM_OBJECT_IMAGE2D);
  EXPECT_EQ(info<cl_mem>(own, CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
}

TEST_F(ImageAsMemObject, TellsTheHostPointer) {
  Pixels data = count(CL_MEM_OBJECT_IMAGE2D);
  Memory used = create(describe(CL_MEM_OBJECT_IMAGE2D), Format, CL_MEM_USE_HOST_PTR, data.data());
  EXPECT_EQ(info<void *>(used, CL_MEM_HOST_PTR), data.data());
}

TEST_F(ImageAsMemObject, IsNoBuffer) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  cl_int code = 4711;
  const cl_buffer_region region = {0, 4};
  EXPECT_EQ(clCreateSubBuffer(image, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_MEM_OBJECT);
  int word = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, image, CL_TRUE, 0, 4, &word, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueFillBuffer(queue, image, &word, 4, 0, 4, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  Kernel kernel = makeKernel("store");
  const cl_mem argument = image;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_INVALID_MEM_OBJECT);
}

TEST_F(ImageAsMemObject, CallsBackWhenItEnds) {
  static int calls;
  calls = 0;
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  ASSERT_EQ(clSetMemObjectDestructorCallback(
                image, [](cl_mem, void *) { ++calls; }, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clRetainMemObject(image), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(image), CL_SUCCESS);
  EXPECT_EQ(calls, 0);
  image.reset();
  EXPECT_EQ(calls, 1);
}

TEST_F(ImageAsMemObject, IsKeptByWhatIsPending) {
  static int calls;
  calls = 0;
  Event gate = makeUserEvent(), done;
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  ASSERT_EQ(clSetMemObjectDestructorCallback(
                image, [](cl_mem, void *) { ++calls; }, nullptr),
            CL_SUCCESS);
  const Triple origin = {0, 0, 0}, region = extent(CL_MEM_OBJECT_IMAGE2D);
  Pixels pixels(8 * 6);
  ASSERT_EQ(clEnqueueReadImage(queue, image, CL_FALSE, origin.data(), region.data(), 0, 0,
                               pixels.data(), 1, gate.list(), done.out()),
            CL_SUCCESS);
  image.reset();
  EXPECT_EQ(calls, 0);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.list()), CL_SUCCESS);
  EXPECT_EQ(pixels, count(CL_MEM_OBJECT_IMAGE2D));
  EXPECT_EQ(calls, 1);
}

TEST_F(ImageAsMemObject, IsMigrated) {
  Memory image = makeImage(CL_MEM_OBJECT_IMAGE2D);
  const cl_mem list[] = {image};
  EXPECT_EQ(
      clEnqueueMigrateMemObjects(queue, 1, list, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(readImage(image, CL_MEM_OBJECT_IMAGE2D), count(CL_MEM_OBJECT_IMAGE2D));
}

} // namespace weft::test
