// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateSampler, clRetainSampler, clReleaseSampler.
#include "image_fixture.h"

namespace weft::test {

class ClCreateSampler : public ImageTest {
protected:
  void refuses(cl_context in, cl_bool normalized, cl_addressing_mode addressing,
               cl_filter_mode filter, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateSampler(in, normalized, addressing, filter, &got), nullptr);
    EXPECT_EQ(got, code);
    EXPECT_EQ(clCreateSampler(in, normalized, addressing, filter, nullptr), nullptr);
  }
  cl_uint references(cl_sampler sampler) {
    cl_uint number = 4711;
    EXPECT_EQ(
        clGetSamplerInfo(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof number, &number, nullptr),
        CL_SUCCESS);
    return number;
  }
};

TEST_F(ClCreateSampler, TakesEveryCombination) {
  for (cl_bool normalized : {CL_FALSE, CL_TRUE})
    for (cl_addressing_mode addressing :
         {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
          CL_ADDRESS_MIRRORED_REPEAT})
      for (cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        cl_int code = 4711;
        Sampler made(clCreateSampler(context, normalized, addressing, filter, &code));
        ASSERT_EQ(code, CL_SUCCESS);
        cl_bool got_normalized = 4711;
        cl_addressing_mode got_addressing = 0;
        cl_filter_mode got_filter = 0;
        EXPECT_EQ(clGetSamplerInfo(made, CL_SAMPLER_NORMALIZED_COORDS, sizeof got_normalized,
                                   &got_normalized, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(clGetSamplerInfo(made, CL_SAMPLER_ADDRESSING_MODE, sizeof got_addressing,
                                   &got_addressing, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(
            clGetSamplerInfo(made, CL_SAMPLER_FILTER_MODE, sizeof got_filter, &got_filter, nullptr),
            CL_SUCCESS);
        EXPECT_EQ(got_normalized, normalized);
        EXPECT_EQ(got_addressing, addressing);
        EXPECT_EQ(got_filter, filter);
      }
}

TEST_F(ClCreateSampler, CountsReferences) {
  Sampler sampler(clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, nullptr));
  EXPECT_EQ(references(sampler), 1u);
  EXPECT_EQ(clRetainSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(references(sampler), 2u);
  EXPECT_EQ(clReleaseSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(references(sampler), 1u);
}

TEST_F(ClCreateSampler, RefusesBadValues) {
  refuses(context, 2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, CL_INVALID_VALUE);
  refuses(context, CL_TRUE, 0, CL_FILTER_NEAREST, CL_INVALID_VALUE);
  refuses(context, CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST, CL_INVALID_VALUE);
  refuses(context, CL_TRUE, CL_ADDRESS_CLAMP, 0, CL_INVALID_VALUE);
  refuses(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR + 1, CL_INVALID_VALUE);
}

TEST_F(ClCreateSampler, RefusesContextsThatAreNone) {
  refuses(nullptr, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, CL_INVALID_CONTEXT);
  refuses(as<cl_context>(device()), CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST,
          CL_INVALID_CONTEXT);
}

TEST_F(ClCreateSampler, RefusesSamplersThatAreNone) {
  for (cl_sampler none : {cl_sampler(nullptr), as<cl_sampler>(device())}) {
    EXPECT_EQ(clRetainSampler(none), CL_INVALID_SAMPLER);
    EXPECT_EQ(clReleaseSampler(none), CL_INVALID_SAMPLER);
  }
}

} // namespace weft::test
