// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelInfo.
#include "fixture.h"

namespace weft::test {

class ClGetKernelInfo : public ApiTest {
protected:
  static Query of(cl_kernel kernel) {
    return [kernel](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetKernelInfo(kernel, param, size, value, size_ret);
    };
  }
};

TEST_F(ClGetKernelInfo, TellsAboutTheKernel) {
  Kernel kernel = makeKernel("vectors");
  EXPECT_EQ(queryText(of(kernel), CL_KERNEL_FUNCTION_NAME), "vectors");
  EXPECT_EQ(queryValue<cl_uint>(of(kernel), CL_KERNEL_NUM_ARGS), 4u);
  EXPECT_EQ(queryValue<cl_uint>(of(kernel), CL_KERNEL_REFERENCE_COUNT), 1u);
  EXPECT_EQ(queryValue<cl_context>(of(kernel), CL_KERNEL_CONTEXT), cl_context(context));
  EXPECT_EQ(queryValue<cl_program>(of(kernel), CL_KERNEL_PROGRAM), program());
  EXPECT_EQ(queryText(of(kernel), CL_KERNEL_ATTRIBUTES), "");
}

TEST_F(ClGetKernelInfo, TellsTheAttributesOfTheSource) {
  Program made = buildProgram("__kernel __attribute__((reqd_work_group_size(4, 2, 1))) void "
                              "r(__global int *o) { *o = 1; }\n"
                              "__kernel __attribute__((work_group_size_hint(8, 1, 1))) "
                              "__attribute__((vec_type_hint(float4)))"
                              " void h(__global int *o) { *o = 1; }");
  Kernel required(clCreateKernel(made, "r", nullptr)), hinted(clCreateKernel(made, "h", nullptr));
  const std::string attributes = queryText(of(required), CL_KERNEL_ATTRIBUTES);
  EXPECT_EQ(attributes, "reqd_work_group_size(4,2,1)");
  made = buildProgram("__kernel __attribute__((intel_reqd_sub_group_size(16))) void "
                      "s(__global int *o) { *o = 1; }");
  Kernel sized(clCreateKernel(made, "s", nullptr));
  EXPECT_EQ(queryText(of(sized), CL_KERNEL_ATTRIBUTES), "intel_reqd_sub_group_size(16)");
  const std::string hints = queryText(of(hinted), CL_KERNEL_ATTRIBUTES);
  EXPECT_NE(hints.find("work_group_size_hint(8,1,1)"), std::string::npos) << hints;
  EXPECT_NE(hints.find("vec_type_hint(float4)"), std::string::npos) << hints;
}

TEST_F(ClGetKernelInfo, RefusesUnknownParameters) {
  Kernel kernel = makeKernel("copy");
  refusesUnknownParameter(of(kernel));
}

TEST_F(ClGetKernelInfo, RefusesNull) {
  cl_uint value = 0;
  EXPECT_EQ(of(nullptr)(CL_KERNEL_NUM_ARGS, sizeof value, &value, nullptr), CL_INVALID_KERNEL);
}

TEST_F(ClGetKernelInfo, RefusesHandlesOfOtherKinds) {
  cl_uint value = 0;
  EXPECT_EQ(of(as<cl_kernel>(device()))(CL_KERNEL_NUM_ARGS, sizeof value, &value, nullptr),
            CL_INVALID_KERNEL);
}

} // namespace weft::test
