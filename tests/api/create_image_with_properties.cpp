// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateImageWithProperties.
#include "image_fixture.h"

namespace weft::test {

class ClCreateImageWithProperties : public ImageTest {
protected:
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D);
  std::vector<cl_mem_properties> propertiesOf(cl_mem memory) {
    return queryArray<cl_mem_properties>(
        [memory](cl_uint param, size_t size, void *value, size_t *size_ret) {
          return clGetMemObjectInfo(memory, param, size, value, size_ret);
        },
        CL_MEM_PROPERTIES);
  }
};

TEST_F(ClCreateImageWithProperties, GivesThePropertiesBack) {
  const cl_mem_properties empty[] = {0};
  cl_int code = 4711;
  Memory with(clCreateImageWithProperties(context, empty, 0, &Format, &desc, nullptr, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(propertiesOf(with), std::vector<cl_mem_properties>{0});
  Memory without(clCreateImageWithProperties(context, nullptr, 0, &Format, &desc, nullptr, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(propertiesOf(without).empty());
}

TEST_F(ClCreateImageWithProperties, RefusesUnknownProperties) {
  const cl_mem_properties unknown[] = {0x7777, 1, 0};
  cl_int code = 4711;
  EXPECT_EQ(clCreateImageWithProperties(context, unknown, 0, &Format, &desc, nullptr, &code),
            nullptr);
  EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

TEST_F(ClCreateImageWithProperties, ChecksAsClCreateImageDoes) {
  cl_int code = 4711;
  EXPECT_EQ(clCreateImageWithProperties(context, nullptr, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                        &Format, &desc, nullptr, &code),
            nullptr);
  EXPECT_EQ(code, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateImageWithProperties(context, nullptr, 0, nullptr, &desc, nullptr, &code),
            nullptr);
  EXPECT_EQ(code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(clCreateImageWithProperties(context, nullptr, 0, &Format, nullptr, nullptr, &code),
            nullptr);
  EXPECT_EQ(code, CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(clCreateImageWithProperties(nullptr, nullptr, 0, &Format, &desc, nullptr, &code),
            nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

} // namespace weft::test
