// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateSamplerWithProperties, clGetSamplerInfo.
#include "image_fixture.h"

namespace weft::test {

class ClCreateSamplerWithProperties : public ImageTest {
protected:
  using List = std::vector<cl_sampler_properties>;
  Sampler makeSampler(const List &list, cl_int *code = nullptr) {
    return Sampler(
        clCreateSamplerWithProperties(context, list.empty() ? nullptr : list.data(), code));
  }
  static Query of(cl_sampler sampler) {
    return [sampler](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetSamplerInfo(sampler, param, size, value, size_ret);
    };
  }
  void refuses(const List &list) {
    cl_int code = 4711;
    EXPECT_FALSE(makeSampler(list, &code));
    EXPECT_EQ(code, CL_INVALID_VALUE);
    EXPECT_FALSE(makeSampler(list));
  }
};

TEST_F(ClCreateSamplerWithProperties, HasTheDefaultsOfTheSpecification) {
  for (const List &list : {List{}, List{0}}) {
    cl_int code = 4711;
    Sampler sampler = makeSampler(list, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(queryValue<cl_bool>(of(sampler), CL_SAMPLER_NORMALIZED_COORDS), cl_bool(CL_TRUE));
    EXPECT_EQ(queryValue<cl_addressing_mode>(of(sampler), CL_SAMPLER_ADDRESSING_MODE),
              cl_addressing_mode(CL_ADDRESS_CLAMP));
    EXPECT_EQ(queryValue<cl_filter_mode>(of(sampler), CL_SAMPLER_FILTER_MODE),
              cl_filter_mode(CL_FILTER_NEAREST));
    EXPECT_EQ(queryArray<cl_sampler_properties>(of(sampler), CL_SAMPLER_PROPERTIES), list);
  }
}

TEST_F(ClCreateSamplerWithProperties, TakesAndGivesBackItsProperties) {
  const List list = {CL_SAMPLER_FILTER_MODE,
                     CL_FILTER_LINEAR,
                     CL_SAMPLER_NORMALIZED_COORDS,
                     CL_FALSE,
                     CL_SAMPLER_ADDRESSING_MODE,
                     CL_ADDRESS_NONE,
                     0};
  cl_int code = 4711;
  Sampler sampler = makeSampler(list, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(queryValue<cl_bool>(of(sampler), CL_SAMPLER_NORMALIZED_COORDS), cl_bool(CL_FALSE));
  EXPECT_EQ(queryValue<cl_addressing_mode>(of(sampler), CL_SAMPLER_ADDRESSING_MODE),
            cl_addressing_mode(CL_ADDRESS_NONE));
  EXPECT_EQ(queryValue<cl_filter_mode>(of(sampler), CL_SAMPLER_FILTER_MODE),
            cl_filter_mode(CL_FILTER_LINEAR));
  EXPECT_EQ(queryArray<cl_sampler_properties>(of(sampler), CL_SAMPLER_PROPERTIES), list);
  EXPECT_EQ(queryValue<cl_context>(of(sampler), CL_SAMPLER_CONTEXT), cl_context(context));
  EXPECT_EQ(queryValue<cl_uint>(of(sampler), CL_SAMPLER_REFERENCE_COUNT), 1u);
}

TEST_F(ClCreateSamplerWithProperties, TellsOfNoPropertiesWhereNoneWereGiven) {
  Sampler sampler(clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, nullptr));
  EXPECT_TRUE(queryArray<cl_sampler_properties>(of(sampler), CL_SAMPLER_PROPERTIES).empty());
}

TEST_F(ClCreateSamplerWithProperties, RefusesBadProperties) {
  refuses({0x7777, 1, 0});
  refuses({CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0});
  refuses({CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0});
  refuses({CL_SAMPLER_NORMALIZED_COORDS, 2, 0});
  refuses({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0});
  // Of an extension that the device has not.
  refuses({0x1158, 0, 0});
}

TEST_F(ClCreateSamplerWithProperties, RefusesContextsThatAreNone) {
  for (cl_context none : {cl_context(nullptr), as<cl_context>(device())}) {
    cl_int code = 4711;
    EXPECT_EQ(clCreateSamplerWithProperties(none, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_CONTEXT);
  }
}

TEST_F(ClCreateSamplerWithProperties, IsAskedForNothingElse) {
  Sampler sampler = makeSampler({});
  refusesUnknownParameter(of(sampler));
  for (cl_sampler none : {cl_sampler(nullptr), as<cl_sampler>(device())}) {
    cl_uint number = 4711;
    EXPECT_EQ(clGetSamplerInfo(none, CL_SAMPLER_REFERENCE_COUNT, sizeof number, &number, nullptr),
              CL_INVALID_SAMPLER);
    EXPECT_EQ(number, 4711u);
  }
}

} // namespace weft::test
