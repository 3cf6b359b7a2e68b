// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points of images and samplers on a device without images: the codes that the specification
// gives for it.
#include "fixture.h"

namespace weft::test {

class AbsentImages : public ApiTest {
protected:
  void SetUp() override {
    ApiTest::SetUp();
    if (deviceInfo<cl_bool>(CL_DEVICE_IMAGE_SUPPORT))
      GTEST_SKIP() << "the device has images";
    buffer = makeBuffer();
  }
  // `call(code)` creates, and must say CL_INVALID_OPERATION.
  template <typename Call> void refusesToCreate(Call call, cl_int expected) {
    cl_int code = 4711;
    EXPECT_EQ(call(&code), nullptr);
    EXPECT_EQ(code, expected);
    EXPECT_EQ(call(nullptr), nullptr);
  }
  static constexpr cl_image_format Format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description() {
    cl_image_desc result = {};
    result.image_type = CL_MEM_OBJECT_IMAGE2D;
    result.image_width = result.image_height = 4;
    return result;
  }
  const size_t origin[3] = {0, 0, 0}, region[3] = {1, 1, 1};
  Memory buffer;
};

TEST_F(AbsentImages, NoneIsCreated) {
  const cl_image_desc desc = description();
  for (cl_context in : {cl_context(context), cl_context(nullptr)}) {
    const cl_int code = in ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
    refusesToCreate([&](cl_int *c) { return clCreateImage(in, 0, &Format, &desc, nullptr, c); },
                    code);
    refusesToCreate(
        [&](cl_int *c) {
          return clCreateImageWithProperties(in, nullptr, 0, &Format, &desc, nullptr, c);
        },
        code);
    refusesToCreate([&](cl_int *c) { return clCreateImage2D(in, 0, &Format, 4, 4, 0, nullptr, c); },
                    code);
    refusesToCreate(
        [&](cl_int *c) { return clCreateImage3D(in, 0, &Format, 4, 4, 4, 0, 0, nullptr, c); },
        code);
  }
}

TEST_F(AbsentImages, NoSamplerIsCreated) {
  refusesToCreate(
      [&](cl_int *c) {
        return clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, c);
      },
      CL_INVALID_OPERATION);
  refusesToCreate([&](cl_int *c) { return clCreateSamplerWithProperties(context, nullptr, c); },
                  CL_INVALID_OPERATION);
  refusesToCreate([&](cl_int *c) { return clCreateSamplerWithProperties(nullptr, nullptr, c); },
                  CL_INVALID_CONTEXT);
  for (cl_sampler none : {cl_sampler(nullptr), as<cl_sampler>(device())}) {
    cl_uint count = 4711;
    EXPECT_EQ(clRetainSampler(none), CL_INVALID_SAMPLER);
    EXPECT_EQ(clReleaseSampler(none), CL_INVALID_SAMPLER);
    EXPECT_EQ(clGetSamplerInfo(none, CL_SAMPLER_REFERENCE_COUNT, sizeof count, &count, nullptr),
              CL_INVALID_SAMPLER);
    EXPECT_EQ(count, 4711u);
  }
}

TEST_F(AbsentImages, NoFormatIsSupported) {
  for (cl_mem_object_type type :
       {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D,
        CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE1D_BUFFER}) {
    cl_uint count = 4711;
    EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, type, 0, nullptr, &count),
              CL_SUCCESS);
    EXPECT_EQ(count, 0u);
  }
  cl_uint count = 4711;
  cl_image_format format;
  EXPECT_EQ(clGetSupportedImageFormats(nullptr, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context, cl_mem_flags(1) << 40, CL_MEM_OBJECT_IMAGE2D, 0,
                                       nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(count, 4711u);
}

TEST_F(AbsentImages, ABufferIsNoImage) {
  cl_image_format format;
  size_t size = 4711;
  EXPECT_EQ(clGetImageInfo(buffer, CL_IMAGE_FORMAT, sizeof format, &format, &size),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetImageInfo(nullptr, CL_IMAGE_FORMAT, sizeof format, &format, &size),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(size, 4711u);
}

TEST_F(AbsentImages, CommandsAreRefused) {
  char pixels[64] = {};
  using Call = std::function<cl_int(cl_command_queue, cl_event *)>;
  const Call calls[] = {
      [&](cl_command_queue q, cl_event *e) {
        return clEnqueueReadImage(q, buffer, CL_TRUE, origin, region, 0, 0, pixels, 0, nullptr, e);
      },
      [&](cl_command_queue q, cl_event *e) {
        return clEnqueueWriteImage(q, buffer, CL_TRUE, origin, region, 0, 0, pixels, 0, nullptr, e);
      },
      [&](cl_command_queue q, cl_event *e) {
        return clEnqueueFillImage(q, buffer, pixels, origin, region, 0, nullptr, e);
      },
      [&](cl_command_queue q, cl_event *e) {
        return clEnqueueCopyImage(q, buffer, buffer, origin, origin, region, 0, nullptr, e);
      },
      [&](cl_command_queue q, cl_event *e) {
        return clEnqueueCopyImageToBuffer(q, buffer, buffer, origin, region, 0, 0, nullptr, e);
      },
      [&](cl_command_queue q, cl_event *e) {
        return clEnqueueCopyBufferToImage(q, buffer, buffer, 0, origin, region, 0, nullptr, e);
      },
      [&](cl_command_queue q, cl_event *e) {
        size_t pitch = 4711;
        cl_int code = 4711;
        EXPECT_EQ(clEnqueueMapImage(q, buffer, CL_TRUE, CL_MAP_READ, origin, region, &pitch,
                                    nullptr, 0, nullptr, e, &code),
                  nullptr);
        EXPECT_EQ(pitch, 4711u);
        return code;
      },
  };
  for (const Call &call : calls) {
    cl_event event = untouched<cl_event>();
    // A buffer is no image, and the device has none: either may be said.
    const cl_int code = call(queue, &event);
    EXPECT_TRUE(code == CL_INVALID_OPERATION || code == CL_INVALID_MEM_OBJECT) << code;
    EXPECT_EQ(call(nullptr, &event), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(as<cl_command_queue>(device()), &event), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(event, untouched<cl_event>());
  }
  EXPECT_EQ(read(buffer), numbers());
}

} // namespace weft::test
