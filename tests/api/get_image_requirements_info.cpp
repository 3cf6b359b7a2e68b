// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetImageRequirementsInfoEXT of cl_ext_image_requirements_info.
#include "image_fixture.h"

#include <CL/cl_ext.h>

namespace weft::test {

class ClGetImageRequirementsInfo : public ImageTest {
protected:
  void SetUp() override {
    ImageTest::SetUp();
    call = as<clGetImageRequirementsInfoEXT_fn>(
        clGetExtensionFunctionAddressForPlatform(platform(), "clGetImageRequirementsInfoEXT"));
    ASSERT_NE(call, nullptr);
  }
  Query query(const cl_image_format *format, const cl_image_desc *desc) {
    return [=, this](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return call(context, nullptr, CL_MEM_READ_WRITE, format, desc, param, size, value, size_ret);
    };
  }
  void refuses(const cl_image_format *format, const cl_image_desc *desc, cl_uint param,
               cl_int code) {
    size_t value = 4711;
    EXPECT_EQ(call(context, nullptr, 0, format, desc, param, sizeof value, &value, nullptr), code)
        << std::hex << param;
    EXPECT_EQ(value, 4711u);
  }
  clGetImageRequirementsInfoEXT_fn call = nullptr;
  static constexpr cl_uint Alignments[] = {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
                                           CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                                           CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT};
  static constexpr cl_uint Largest[] = {
      CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT,
      CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT};
};

// "The value returned is a power of two"; without a format it is enough for all of them.
TEST_F(ClGetImageRequirementsInfo, AlignmentsArePowersOfTwo) {
  for (cl_mem_object_type type : Types) {
    const cl_image_desc desc = describe(type);
    cl_uint count = 0;
    clGetSupportedImageFormats(context, 0, type, 0, nullptr, &count);
    std::vector<cl_image_format> formats(count);
    clGetSupportedImageFormats(context, 0, type, count, formats.data(), nullptr);
    for (cl_uint what : Alignments) {
      const size_t all = queryValue<size_t>(query(nullptr, nullptr), what);
      for (const cl_image_format &format : formats) {
        const size_t one = queryValue<size_t>(query(&format, &desc), what);
        EXPECT_TRUE(one && !(one & (one - 1)));
        EXPECT_LE(one, all);
      }
    }
  }
}

TEST_F(ClGetImageRequirementsInfo, SizeIsThatOfTheImageAndOfABufferThatTakesIt) {
  for (cl_mem_object_type type : Types) {
    cl_image_desc desc = describe(type);
    const size_t bytes = queryValue<size_t>(query(&Format, &desc), CL_IMAGE_REQUIREMENTS_SIZE_EXT);
    Memory buffer(clCreateBuffer(context, 0, bytes, nullptr, nullptr));
    desc.mem_object = buffer;
    Memory image = create(desc, Format, 0);
    size_t got = 0;
    EXPECT_EQ(clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof got, &got, nullptr), CL_SUCCESS);
    EXPECT_EQ(got, bytes);
  }
}

TEST_F(ClGetImageRequirementsInfo, LargestAreTheDevicesLimits) {
  auto limit = [](cl_device_info what) { return cl_uint(deviceInfo<size_t>(what)); };
  const struct {
    cl_mem_object_type type;
    cl_uint what;
    cl_device_info limit;
  } cases[] = {
      {CL_MEM_OBJECT_IMAGE1D, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, CL_DEVICE_IMAGE2D_MAX_WIDTH},
      {CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT,
       CL_DEVICE_IMAGE_MAX_BUFFER_SIZE},
      {CL_MEM_OBJECT_IMAGE2D, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, CL_DEVICE_IMAGE2D_MAX_HEIGHT},
      {CL_MEM_OBJECT_IMAGE3D, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, CL_DEVICE_IMAGE3D_MAX_WIDTH},
      {CL_MEM_OBJECT_IMAGE3D, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, CL_DEVICE_IMAGE3D_MAX_HEIGHT},
      {CL_MEM_OBJECT_IMAGE3D, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, CL_DEVICE_IMAGE3D_MAX_DEPTH},
      {CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT,
       CL_DEVICE_IMAGE_MAX_ARRAY_SIZE},
  };
  for (const auto &test : cases) {
    // The dimension itself is ignored; others may be 0.
    cl_image_desc desc = {};
    desc.image_type = test.type;
    desc.image_width = test.what == CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT ? ~size_t(0) : 1;
    EXPECT_EQ(queryValue<cl_uint>(query(nullptr, &desc), test.what), limit(test.limit));
  }
  // What holds for every type.
  for (cl_uint what : Largest) {
    const cl_uint any = queryValue<cl_uint>(query(nullptr, nullptr), what);
    const cl_image_desc none = {};
    EXPECT_EQ(queryValue<cl_uint>(query(&Format, &none), what), any);
    EXPECT_GT(any, 0u);
  }
  EXPECT_LE(queryValue<cl_uint>(query(nullptr, nullptr), CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT),
            limit(CL_DEVICE_IMAGE3D_MAX_WIDTH));
}

TEST_F(ClGetImageRequirementsInfo, RefusesDimensionsThatTheTypeHasNot) {
  for (cl_mem_object_type type : Types) {
    const cl_image_desc desc = describe(type);
    const bool rows = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
                      type == CL_MEM_OBJECT_IMAGE3D;
    if (!rows)
      refuses(&Format, &desc, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, CL_INVALID_IMAGE_DESCRIPTOR);
    if (type != CL_MEM_OBJECT_IMAGE3D)
      refuses(&Format, &desc, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, CL_INVALID_IMAGE_DESCRIPTOR);
    if (type != CL_MEM_OBJECT_IMAGE1D_ARRAY && type != CL_MEM_OBJECT_IMAGE2D_ARRAY)
      refuses(&Format, &desc, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT,
              CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

TEST_F(ClGetImageRequirementsInfo, RefusesDescriptorsThatAreNone) {
  const cl_uint what = CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT;
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.image_type = CL_MEM_OBJECT_BUFFER;
  refuses(&Format, &desc, what, CL_INVALID_IMAGE_DESCRIPTOR);
  desc.image_type = 0;
  refuses(&Format, &desc, what, CL_INVALID_IMAGE_DESCRIPTOR);
  desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.image_width = 0;
  refuses(&Format, &desc, what, CL_INVALID_IMAGE_DESCRIPTOR);
  desc.image_width = deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH) + 1;
  refuses(&Format, &desc, what, CL_INVALID_IMAGE_DESCRIPTOR);
  desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.num_samples = 4;
  refuses(&Format, &desc, what, CL_INVALID_IMAGE_DESCRIPTOR);
  desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.mem_object = as<cl_mem>(device());
  refuses(&Format, &desc, what, CL_INVALID_IMAGE_DESCRIPTOR);
  desc = describe(CL_MEM_OBJECT_IMAGE2D);
  desc.image_row_pitch = 28;
  refuses(&Format, &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(ClGetImageRequirementsInfo, RefusesFormatsThatAreNone) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  const cl_image_format none = {CL_INTENSITY, CL_UNORM_SHORT_555}, rare = {CL_Rx, CL_UNORM_INT8};
  refuses(&none, &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  refuses(&rare, &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

TEST_F(ClGetImageRequirementsInfo, RefusesTheSizeOfWhatIsNotSaid) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  refuses(nullptr, &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, CL_INVALID_VALUE);
  refuses(&Format, nullptr, CL_IMAGE_REQUIREMENTS_SIZE_EXT, CL_INVALID_VALUE);
}

TEST_F(ClGetImageRequirementsInfo, RefusesUnknownParametersFlagsAndProperties) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  refusesUnknownParameter(query(&Format, &desc));
  size_t value = 0;
  const cl_uint what = CL_IMAGE_REQUIREMENTS_SIZE_EXT;
  EXPECT_EQ(
      call(context, nullptr, ~cl_mem_flags(0), &Format, &desc, what, sizeof value, &value, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(call(context, nullptr, CL_MEM_KERNEL_READ_AND_WRITE, &Format, &desc, what, sizeof value,
                 &value, nullptr),
            CL_SUCCESS);
  const cl_mem_properties empty[] = {0}, unknown[] = {0x1234, 1, 0};
  EXPECT_EQ(call(context, empty, 0, &Format, &desc, what, sizeof value, &value, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(call(context, unknown, 0, &Format, &desc, what, sizeof value, &value, nullptr),
            CL_INVALID_PROPERTY);
}

TEST_F(ClGetImageRequirementsInfo, RefusesWhatIsNoContext) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  size_t value = 0;
  for (cl_context none : {cl_context(nullptr), as<cl_context>(device())})
    EXPECT_EQ(call(none, nullptr, 0, &Format, &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, sizeof value,
                   &value, nullptr),
              CL_INVALID_CONTEXT);
}

} // namespace weft::test
