// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCompileProgram.
#include "fixture.h"

namespace weft::test {

class ClCompileProgram : public ApiTest {
protected:
  cl_int compile(cl_program program, const char *options = "") {
    return clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
  }
  cl_program_binary_type typeOf(cl_program program) {
    cl_program_binary_type type = 4711;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type,
                                    nullptr),
              CL_SUCCESS);
    return type;
  }
  const cl_device_id id = device();
};

TEST_F(ClCompileProgram, MakesACompiledObject) {
  Program made = makeProgram();
  EXPECT_EQ(compile(made), CL_SUCCESS) << buildLog(made);
  EXPECT_EQ(typeOf(made), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  EXPECT_EQ(clCreateKernel(made, "copy", nullptr), nullptr) << "it is not linked";
}

TEST_F(ClCompileProgram, FindsHeadersByTheirNames) {
  Program made = makeProgram("#include \"values.h\"\n#include <sub/more.h>\n"
                             "__kernel void k(__global int *o) { o[0] = VALUE + MORE; }");
  Program values = makeProgram("#define VALUE 3\n"), more = makeProgram("#define MORE 4\n");
  const cl_program headers[] = {values, more};
  const char *names[] = {"values.h", "sub/more.h"};
  EXPECT_EQ(clCompileProgram(made, 1, &id, nullptr, 2, headers, names, nullptr, nullptr),
            CL_SUCCESS)
      << buildLog(made);
}

TEST_F(ClCompileProgram, ReportsAMissingHeader) {
  Program made = makeProgram("#include \"no_such_header.h\"\n__kernel void k(void) {}");
  EXPECT_EQ(compile(made), CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(made).find("no_such_header.h"), std::string::npos);
}

TEST_F(ClCompileProgram, ReportsErrors) {
  Program made = makeProgram("__kernel void k(__global int *o) { o[0] = missing; }");
  EXPECT_EQ(compile(made), CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(made).find("missing"), std::string::npos);
  EXPECT_EQ(typeOf(made), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
}

TEST_F(ClCompileProgram, RefusesUnknownOptions) {
  Program made = makeProgram();
  EXPECT_EQ(compile(made, "--no-such-option"), CL_INVALID_COMPILER_OPTIONS);
}

TEST_F(ClCompileProgram, RefusesHeadersWithoutNamesAndTheReverse) {
  Program made = makeProgram(), header = makeProgram("");
  const cl_program headers[] = {header};
  const char *names[] = {"h"};
  auto run = [&](cl_uint count, const cl_program *list, const char **include_names) {
    return clCompileProgram(made, 0, nullptr, "", count, list, include_names, nullptr, nullptr);
  };
  EXPECT_EQ(run(0, headers, names), CL_INVALID_VALUE);
  EXPECT_EQ(run(0, headers, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(run(0, nullptr, names), CL_INVALID_VALUE);
  EXPECT_EQ(run(1, nullptr, names), CL_INVALID_VALUE);
  EXPECT_EQ(run(1, headers, nullptr), CL_INVALID_VALUE);
  const cl_program null_header[] = {nullptr};
  EXPECT_EQ(run(1, null_header, names), CL_INVALID_PROGRAM);
}

TEST_F(ClCompileProgram, RefusesHeadersOfAnotherContext) {
  Program made = makeProgram();
  const char *text = "";
  Program header(clCreateProgramWithSource(otherContext(), 1, &text, nullptr, nullptr));
  const cl_program headers[] = {header};
  const char *names[] = {"h"};
  EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 1, headers, names, nullptr, nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(ClCompileProgram, RefusesACountOrAListOfDevicesAlone) {
  Program made = makeProgram();
  EXPECT_EQ(clCompileProgram(made, 1, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(made, 0, &id, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(ClCompileProgram, RefusesUserDataWithoutACallback) {
  Program made = makeProgram();
  int data = 0;
  EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 0, nullptr, nullptr, nullptr, &data),
            CL_INVALID_VALUE);
}

TEST_F(ClCompileProgram, RefusesWhileKernelsAreAttached) {
  Program made = buildProgram();
  Kernel kernel(clCreateKernel(made, "copy", nullptr));
  ASSERT_TRUE(kernel);
  EXPECT_EQ(compile(made), CL_INVALID_OPERATION);
}

TEST_F(ClCompileProgram, RefusesProgramsWithoutSource) {
  Program part = makeProgram();
  ASSERT_EQ(compile(part), CL_SUCCESS);
  const cl_program input = part;
  Program linked(clLinkProgram(context, 0, nullptr, "", 1, &input, nullptr, nullptr, nullptr));
  ASSERT_TRUE(linked);
  EXPECT_EQ(compile(linked), CL_INVALID_OPERATION);
}

TEST_F(ClCompileProgram, RefusesNull) {
  Program made = makeProgram();
  const cl_device_id none = nullptr;
  EXPECT_EQ(compile(nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clCompileProgram(made, 1, &none, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_DEVICE);
}

TEST_F(ClCompileProgram, RefusesHandlesOfOtherKinds) {
  Program made = makeProgram();
  const cl_device_id wrong = as<cl_device_id>(cl_context(context));
  const cl_program header = as<cl_program>(device());
  const char *name = "h";
  EXPECT_EQ(compile(as<cl_program>(device())), CL_INVALID_PROGRAM);
  EXPECT_EQ(clCompileProgram(made, 1, &wrong, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 1, &header, &name, nullptr, nullptr),
            CL_INVALID_PROGRAM);
}

} // namespace weft::test
