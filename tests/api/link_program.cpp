// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clLinkProgram.
#include "fixture.h"

namespace weft::test {

class ClLinkProgram : public ApiTest {
protected:
  Program compiled(const char *source) {
    Program made = makeProgram(source);
    EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << buildLog(made);
    return made;
  }
  Program link(const std::vector<cl_program> &inputs, cl_int &code, const char *options = "") {
    code = 4711;
    return Program(clLinkProgram(context, 0, nullptr, options, cl_uint(inputs.size()),
                                 inputs.data(), nullptr, nullptr, &code));
  }
  // No program comes back: the request itself was wrong.
  void refuses(cl_context in, cl_uint devices, const cl_device_id *list, cl_uint count,
               const cl_program *inputs, void *user_data, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clLinkProgram(in, devices, list, "", count, inputs, nullptr, user_data, &got),
              nullptr);
    EXPECT_EQ(got, code);
  }
  cl_program_binary_type typeOf(cl_program program) {
    cl_program_binary_type type = 4711;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type,
                                    nullptr),
              CL_SUCCESS);
    return type;
  }
  int run(cl_program program) {
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(program, "k", &code));
    EXPECT_EQ(code, CL_SUCCESS);
    Memory buffer = makeBuffer();
    const cl_mem argument = buffer;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
    return read(buffer)[0];
  }
  static constexpr const char *Caller = "int twice(int);\n"
                                        "__kernel void k(__global int *o) { o[0] = twice(21); }";
  static constexpr const char *Callee = "int twice(int x) { return 2 * x; }";
  const cl_device_id id = device();
};

TEST_F(ClLinkProgram, JoinsWhatWasCompiledApart) {
  Program caller = compiled(Caller), callee = compiled(Callee);
  cl_int code;
  Program linked = link({caller, callee}, code);
  ASSERT_EQ(code, CL_SUCCESS) << buildLog(linked);
  EXPECT_EQ(typeOf(linked), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(run(linked), 42);
}

TEST_F(ClLinkProgram, MakesLibraries) {
  Program caller = compiled(Caller), callee = compiled(Callee);
  cl_int code;
  Program library = link({callee}, code, "-create-library");
  ASSERT_EQ(code, CL_SUCCESS) << buildLog(library);
  EXPECT_EQ(typeOf(library), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  Program linked = link({caller, library}, code);
  ASSERT_EQ(code, CL_SUCCESS) << buildLog(linked);
  EXPECT_EQ(run(linked), 42);
}

TEST_F(ClLinkProgram, GivesAProgramWithALogForAFailure) {
  Program caller = compiled(Caller);
  cl_int code;
  Program linked = link({caller}, code);
  EXPECT_EQ(code, CL_LINK_PROGRAM_FAILURE);
  ASSERT_TRUE(linked);
  EXPECT_NE(buildLog(linked).find("twice"), std::string::npos) << buildLog(linked);
  EXPECT_EQ(clCreateKernel(linked, "k", nullptr), nullptr);
}

TEST_F(ClLinkProgram, ReportsWhatIsDefinedTwice) {
  Program a = compiled(Caller), b = compiled(Callee), c = compiled(Callee);
  cl_int code;
  Program linked = link({a, b, c}, code);
  EXPECT_EQ(code, CL_LINK_PROGRAM_FAILURE);
}

TEST_F(ClLinkProgram, TakesOneProgramTwice) {
  Program caller = compiled(Caller), callee = compiled(Callee);
  cl_int code;
  Program linked = link({caller, callee, callee}, code);
  // Defined twice or linked once; either way it returns and leaves the inputs usable.
  EXPECT_TRUE(code == CL_SUCCESS || code == CL_LINK_PROGRAM_FAILURE) << code;
  Program again = link({caller, callee}, code);
  EXPECT_EQ(code, CL_SUCCESS);
}

TEST_F(ClLinkProgram, RefusesUnknownOptions) {
  Program callee = compiled(Callee);
  cl_int code;
  Program linked = link({callee}, code, "--no-such-option");
  EXPECT_EQ(code, CL_INVALID_LINKER_OPTIONS);
  EXPECT_FALSE(linked);
}

TEST_F(ClLinkProgram, RefusesWhatIsNotCompiled) {
  Program source = makeProgram(Callee);
  cl_int code;
  Program linked = link({source}, code);
  EXPECT_EQ(code, CL_INVALID_OPERATION);
}

TEST_F(ClLinkProgram, RefusesNoInputs) {
  Program callee = compiled(Callee);
  const cl_program input = callee;
  refuses(context, 0, nullptr, 0, nullptr, nullptr, CL_INVALID_VALUE);
  refuses(context, 0, nullptr, 0, &input, nullptr, CL_INVALID_VALUE);
  refuses(context, 0, nullptr, 1, nullptr, nullptr, CL_INVALID_VALUE);
}

TEST_F(ClLinkProgram, RefusesACountOrAListOfDevicesAlone) {
  Program callee = compiled(Callee);
  const cl_program input = callee;
  refuses(context, 1, nullptr, 1, &input, nullptr, CL_INVALID_VALUE);
  refuses(context, 0, &id, 1, &input, nullptr, CL_INVALID_VALUE);
}

TEST_F(ClLinkProgram, RefusesUserDataWithoutACallback) {
  Program callee = compiled(Callee);
  const cl_program input = callee;
  int data = 0;
  refuses(context, 0, nullptr, 1, &input, &data, CL_INVALID_VALUE);
}

TEST_F(ClLinkProgram, RefusesInputsOfAnotherContext) {
  Program callee = compiled(Callee);
  const cl_program input = callee;
  refuses(otherContext(), 0, nullptr, 1, &input, nullptr, CL_INVALID_CONTEXT);
}

TEST_F(ClLinkProgram, RefusesNull) {
  Program callee = compiled(Callee);
  const cl_program inputs[] = {callee, nullptr};
  const cl_device_id none = nullptr;
  refuses(nullptr, 0, nullptr, 1, inputs, nullptr, CL_INVALID_CONTEXT);
  refuses(context, 0, nullptr, 2, inputs, nullptr, CL_INVALID_PROGRAM);
  refuses(context, 1, &none, 1, inputs, nullptr, CL_INVALID_DEVICE);
}

TEST_F(ClLinkProgram, RefusesHandlesOfOtherKinds) {
  Program callee = compiled(Callee);
  const cl_program inputs[] = {callee, as<cl_program>(device())};
  const cl_device_id wrong = as<cl_device_id>(cl_context(context));
  refuses(as<cl_context>(device()), 0, nullptr, 1, inputs, nullptr, CL_INVALID_CONTEXT);
  refuses(context, 0, nullptr, 2, inputs, nullptr, CL_INVALID_PROGRAM);
  refuses(context, 1, &wrong, 1, inputs, nullptr, CL_INVALID_DEVICE);
}

} // namespace weft::test
