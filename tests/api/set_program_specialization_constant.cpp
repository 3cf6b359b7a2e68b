// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetProgramSpecializationConstant, on a module with a constant of each type.
#include "fixture.h"

namespace weft::test {

class ClSetProgramSpecializationConstant : public ApiTest {
protected:
  // SpecIds of the module.
  enum : cl_uint { Bool = 1, Char, Short, Int, Long, Half, Float, Double };

  Program made;
  void SetUp() override {
    ApiTest::SetUp();
    made = makeModule("constants");
  }
  template <typename T> cl_int set(cl_uint id, T value) {
    return clSetProgramSpecializationConstant(made, id, sizeof value, &value);
  }
  using Values = std::vector<cl_ulong>;
  // In the order of their ids, and last twice the int.
  Values run(cl_program program) {
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(program, "values", &code));
    EXPECT_EQ(code, CL_SUCCESS);
    Memory out = makeBuffer();
    cl_mem handle = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &handle), CL_SUCCESS);
    const size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    const std::vector<int> ints = read(out);
    Values values(9);
    std::memcpy(values.data(), ints.data(), values.size() * sizeof(cl_ulong));
    return values;
  }
  Values buildAndRun() {
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << buildLog(made);
    return run(made);
  }
};

static constexpr cl_ulong HalfOne = 0x3c00, FloatOne = 0x3f800000, DoubleOne = 0x3ff0000000000000;

TEST_F(ClSetProgramSpecializationConstant, ThoseNotSetKeepTheModulesValues) {
  EXPECT_EQ(buildAndRun(), (Values{1, 2, 3, 4, 5, HalfOne, FloatOne, DoubleOne, 8}));
}

TEST_F(ClSetProgramSpecializationConstant, SetsEachType) {
  EXPECT_EQ(set<cl_uchar>(Bool, 0), CL_SUCCESS);
  EXPECT_EQ(set<cl_uchar>(Char, 0xfe), CL_SUCCESS);
  EXPECT_EQ(set<cl_ushort>(Short, 0xfedc), CL_SUCCESS);
  EXPECT_EQ(set<cl_uint>(Int, 0xfedcba98), CL_SUCCESS);
  EXPECT_EQ(set<cl_ulong>(Long, 0xfedcba9876543210), CL_SUCCESS);
  EXPECT_EQ(set<cl_ushort>(Half, 0x4000), CL_SUCCESS);
  EXPECT_EQ(set(Float, 2.0f), CL_SUCCESS);
  EXPECT_EQ(set(Double, 2.0), CL_SUCCESS);
  EXPECT_EQ(buildAndRun(), (Values{0, 0xfe, 0xfedc, 0xfedcba98, 0xfedcba9876543210, 0x4000,
                                   0x40000000, 0x4000000000000000, cl_uint(2 * 0xfedcba98)}));
}

// "any other value will set it to true"
TEST_F(ClSetProgramSpecializationConstant, AnyNonZeroByteIsTrue) {
  EXPECT_EQ(set<cl_uchar>(Bool, 0), CL_SUCCESS);
  EXPECT_EQ(set<cl_uchar>(Bool, 0x80), CL_SUCCESS);
  EXPECT_EQ(buildAndRun()[0], 1u);
}

TEST_F(ClSetProgramSpecializationConstant, TheLastValueCounts) {
  EXPECT_EQ(set<cl_uint>(Int, 10), CL_SUCCESS);
  EXPECT_EQ(set<cl_uint>(Int, 11), CL_SUCCESS);
  EXPECT_EQ(buildAndRun()[3], 11u);
}

TEST_F(ClSetProgramSpecializationConstant, TakesEffectWhenTheProgramIsBuiltAgain) {
  EXPECT_EQ(set<cl_uint>(Int, 10), CL_SUCCESS);
  EXPECT_EQ(buildAndRun()[3], 10u);
  EXPECT_EQ(set<cl_uint>(Int, 20), CL_SUCCESS);
  EXPECT_EQ(run(made)[3], 10u) << "the program is as it was built";
  EXPECT_EQ(buildAndRun()[3], 20u);
  EXPECT_EQ(buildAndRun()[3], 20u);
}

TEST_F(ClSetProgramSpecializationConstant, TakesEffectWhenTheProgramIsCompiled) {
  EXPECT_EQ(set<cl_uint>(Int, 30), CL_SUCCESS);
  ASSERT_EQ(clCompileProgram(made, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(set<cl_uint>(Int, 31), CL_SUCCESS);
  cl_int code = 4711;
  const cl_program input = made;
  Program whole(clLinkProgram(context, 0, nullptr, "", 1, &input, nullptr, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(run(whole)[3], 30u);
}

TEST_F(ClSetProgramSpecializationConstant, RefusesUnknownIds) {
  EXPECT_EQ(set<cl_uint>(0, 1), CL_INVALID_SPEC_ID);
  EXPECT_EQ(set<cl_uint>(9, 1), CL_INVALID_SPEC_ID);
}

TEST_F(ClSetProgramSpecializationConstant, RefusesOtherSizes) {
  EXPECT_EQ(set<cl_uint>(Bool, 1), CL_INVALID_VALUE);
  EXPECT_EQ(set<cl_ushort>(Char, 1), CL_INVALID_VALUE);
  EXPECT_EQ(set<cl_ulong>(Int, 1), CL_INVALID_VALUE);
  EXPECT_EQ(set<cl_uint>(Long, 1), CL_INVALID_VALUE);
  EXPECT_EQ(set(Float, 1.0), CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramSpecializationConstant(made, Int, 0, "abcd"), CL_INVALID_VALUE);
}

TEST_F(ClSetProgramSpecializationConstant, RefusesNoValue) {
  EXPECT_EQ(clSetProgramSpecializationConstant(made, Int, 4, nullptr), CL_INVALID_VALUE);
}

TEST_F(ClSetProgramSpecializationConstant, RefusesProgramsThatAreNotOfIL) {
  const cl_uint value = 1;
  Program source = makeProgram();
  EXPECT_EQ(clSetProgramSpecializationConstant(source, Int, sizeof value, &value),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(clSetProgramSpecializationConstant(nullptr, Int, sizeof value, &value),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(clSetProgramSpecializationConstant(as<cl_program>(device()), Int, sizeof value, &value),
            CL_INVALID_PROGRAM);
}

} // namespace weft::test
