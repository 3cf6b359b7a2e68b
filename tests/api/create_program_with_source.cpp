// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateProgramWithSource.
#include "fixture.h"

namespace weft::test {

class ClCreateProgramWithSource : public ApiTest {
protected:
  void refuses(cl_context in, cl_uint count, const char **strings, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateProgramWithSource(in, count, strings, nullptr, &got), nullptr);
    EXPECT_EQ(got, code);
    EXPECT_EQ(clCreateProgramWithSource(in, count, strings, nullptr, nullptr), nullptr);
  }
  std::string sourceOf(cl_program program) {
    return queryText(
        [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
          return clGetProgramInfo(program, param, size, value, size_ret);
        },
        CL_PROGRAM_SOURCE);
  }
};

TEST_F(ClCreateProgramWithSource, JoinsStringsWithAndWithoutLengths) {
  const char *strings[] = {"abc", "defXXX", "ghi"};
  const size_t lengths[] = {3, 3, 0};
  Program counted(clCreateProgramWithSource(context, 3, strings, lengths, nullptr));
  EXPECT_EQ(sourceOf(counted), "abcdefghi");
  Program terminated(clCreateProgramWithSource(context, 3, strings, nullptr, nullptr));
  EXPECT_EQ(sourceOf(terminated), "abcdefXXXghi");
}

TEST_F(ClCreateProgramWithSource, TakesAnEmptySource) {
  const char *empty = "";
  cl_int code = 4711;
  Program made(clCreateProgramWithSource(context, 1, &empty, nullptr, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(sourceOf(made), "");
}

TEST_F(ClCreateProgramWithSource, CopiesTheStrings) {
  std::string text = "first";
  const char *pointer = text.data();
  Program made(clCreateProgramWithSource(context, 1, &pointer, nullptr, nullptr));
  text = "later";
  EXPECT_EQ(sourceOf(made), "first");
}

TEST_F(ClCreateProgramWithSource, RefusesNoStrings) {
  const char *text = "text";
  refuses(context, 0, &text, CL_INVALID_VALUE);
  refuses(context, 1, nullptr, CL_INVALID_VALUE);
  refuses(context, 0, nullptr, CL_INVALID_VALUE);
}

TEST_F(ClCreateProgramWithSource, RefusesNullAmongTheStrings) {
  const char *strings[] = {"text", nullptr};
  refuses(context, 2, strings, CL_INVALID_VALUE);
}

TEST_F(ClCreateProgramWithSource, RefusesNull) {
  const char *text = "text";
  refuses(nullptr, 1, &text, CL_INVALID_CONTEXT);
}

TEST_F(ClCreateProgramWithSource, RefusesHandlesOfOtherKinds) {
  const char *text = "text";
  refuses(as<cl_context>(device()), 1, &text, CL_INVALID_CONTEXT);
}

} // namespace weft::test
