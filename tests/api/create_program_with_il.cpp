// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateProgramWithIL, and what programs made by it do in other calls.
#include "fixture.h"

#include <CL/cl_ext.h>

namespace weft::test {

class ClCreateProgramWithIL : public ApiTest {
protected:
  void refuses(cl_context in, const void *il, size_t length, cl_int expected) {
    cl_int code = 4711;
    EXPECT_EQ(clCreateProgramWithIL(in, il, length, &code), nullptr);
    EXPECT_EQ(code, expected);
    EXPECT_EQ(clCreateProgramWithIL(in, il, length, nullptr), nullptr);
  }
  void refuses(const std::string &module) {
    refuses(context, module.data(), module.size(), CL_INVALID_VALUE);
  }
  void build(cl_program made) {
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << buildLog(made);
  }
  void compile(cl_program made) {
    EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << buildLog(made);
  }
  Program link(const std::vector<cl_program> &inputs, const char *options = "") {
    cl_int code = 4711;
    Program made(clLinkProgram(context, 0, nullptr, options, cl_uint(inputs.size()), inputs.data(),
                               nullptr, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS) << buildLog(made);
    return made;
  }
  Program fromBinaryOf(cl_program made) { return programFromBinary(context, binaryOf(made)); }
  // Runs a kernel of (global int *out, int value); the first elements of the buffer.
  std::vector<int> run(cl_program made, const char *name, int value, size_t items) {
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(made, name, &code));
    EXPECT_EQ(code, CL_SUCCESS) << name;
    Memory out = makeBuffer();
    cl_mem handle = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    std::vector<int> all = read(out);
    all.resize(items + 1);
    return all;
  }
};

TEST_F(ClCreateProgramWithIL, BuildsAndRuns) {
  Program made = makeModule("store");
  EXPECT_EQ(clCreateKernel(made, "store", nullptr), nullptr) << "it is not built";
  build(made);
  EXPECT_EQ(run(made, "store", 7, 3), (std::vector<int>{7, 7, 7, 3}));
}

TEST_F(ClCreateProgramWithIL, CopiesTheModule) {
  std::string bytes = moduleBytes("store");
  Program made(clCreateProgramWithIL(context, bytes.data(), bytes.size(), nullptr));
  bytes.assign(bytes.size(), 0);
  build(made);
}

TEST_F(ClCreateProgramWithIL, TakesEitherByteOrder) {
  std::string bytes = moduleBytes("store");
  for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::swap(bytes[i], bytes[i + 3]);
    std::swap(bytes[i + 1], bytes[i + 2]);
  }
  cl_int code = 4711;
  Program made(clCreateProgramWithIL(context, bytes.data(), bytes.size(), &code));
  EXPECT_EQ(code, CL_SUCCESS);
  build(made);
  EXPECT_EQ(run(made, "store", 5, 1), (std::vector<int>{5, 1}));
}

TEST_F(ClCreateProgramWithIL, IsThereByTheNameOfTheExtension) {
  auto create = reinterpret_cast<clCreateProgramWithILKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clCreateProgramWithILKHR"));
  ASSERT_NE(create, nullptr);
  const std::string bytes = moduleBytes("store");
  cl_int code = 4711;
  Program made(create(context, bytes.data(), bytes.size(), &code));
  EXPECT_EQ(code, CL_SUCCESS);
  build(made);
  EXPECT_EQ(create(context, nullptr, 0, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_VALUE);
}

TEST_F(ClCreateProgramWithIL, RefusesNothing) {
  const std::string bytes = moduleBytes("store");
  refuses(context, nullptr, bytes.size(), CL_INVALID_VALUE);
  refuses(context, bytes.data(), 0, CL_INVALID_VALUE);
  refuses(context, nullptr, 0, CL_INVALID_VALUE);
}

TEST_F(ClCreateProgramWithIL, RefusesWhatIsNoModule) {
  const std::string good = moduleBytes("store");
  refuses("__kernel void k() {}");
  refuses(good.substr(0, 4));
  refuses(good.substr(0, 20)); // the header alone
  refuses(good.substr(0, good.size() - 1));
  refuses(good + "abc");
  std::string cut = good.substr(0, good.size() - 4); // its last instruction has one word
  const Program whole(clCreateProgramWithIL(context, cut.data(), cut.size(), nullptr));
  EXPECT_NE(cl_program(whole), nullptr);
  cut = good.substr(0, good.size() - 8) + std::string("\x3e\x00\x03\x00", 4);
  refuses(cut); // an instruction of three words, where one is left
}

TEST_F(ClCreateProgramWithIL, RefusesVersionsThatAreNotListed) {
  std::string bytes = moduleBytes("store"); // byte 5 is the minor version, 6 the major one
  for (char minor = 0; minor <= 6; ++minor) {
    bytes[5] = minor;
    Program made(clCreateProgramWithIL(context, bytes.data(), bytes.size(), nullptr));
    EXPECT_NE(cl_program(made), nullptr) << int(minor);
  }
  bytes[5] = 7;
  refuses(bytes);
  bytes[5] = 0;
  bytes[6] = 2;
  refuses(bytes);
}

TEST_F(ClCreateProgramWithIL, RefusesNull) {
  const std::string bytes = moduleBytes("store");
  refuses(nullptr, bytes.data(), bytes.size(), CL_INVALID_CONTEXT);
}

TEST_F(ClCreateProgramWithIL, RefusesHandlesOfOtherKinds) {
  const std::string bytes = moduleBytes("store");
  refuses(as<cl_context>(device()), bytes.data(), bytes.size(), CL_INVALID_CONTEXT);
}

TEST_F(ClCreateProgramWithIL, WhatIsNotSupportedIsInTheLog) {
  Program made = makeModule("shader");
  EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(made).find("Shader"), std::string::npos) << buildLog(made);
  EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_COMPILE_PROGRAM_FAILURE);
}

TEST_F(ClCreateProgramWithIL, RefusesUnknownOptions) {
  Program made = makeModule("store");
  EXPECT_EQ(clBuildProgram(made, 0, nullptr, "--no-such-option", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
}

// "num_input_headers, input_headers, and header_include_names are ignored."
TEST_F(ClCreateProgramWithIL, HeadersAreIgnoredWhenItIsCompiled) {
  Program made = makeModule("store");
  const char *name = nullptr;
  EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 3, nullptr, &name, nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(ClCreateProgramWithIL, LinksWithModules) {
  Program caller = makeModule("caller"), callee = makeModule("callee");
  compile(caller);
  compile(callee);
  Program whole = link({caller, callee});
  EXPECT_EQ(run(whole, "call_it", 21, 1), (std::vector<int>{42, 1}));
}

TEST_F(ClCreateProgramWithIL, LinksWithSource) {
  Program caller = makeModule("caller"), callee = makeModule("callee");
  Program source_callee = makeProgram("int twice(int v) { return 10 * v; }");
  Program source_caller =
      makeProgram("int twice(int v);\n"
                  "__kernel void k(__global int *out, int v) { *out = 1 + twice(v); }");
  for (cl_program part : {cl_program(caller), cl_program(callee), cl_program(source_callee),
                          cl_program(source_caller)})
    compile(part);
  EXPECT_EQ(run(link({caller, source_callee}), "call_it", 4, 1), (std::vector<int>{40, 1}));
  EXPECT_EQ(run(link({source_caller, callee}), "k", 4, 1), (std::vector<int>{9, 1}));
}

TEST_F(ClCreateProgramWithIL, LinksAsALibraryAndFromBinaries) {
  Program caller = makeModule("caller"), callee = makeModule("callee");
  compile(caller);
  compile(callee);
  Program library = link({callee}, "-create-library");
  EXPECT_EQ(run(link({caller, library}), "call_it", 3, 1), (std::vector<int>{6, 1}));
  Program saved_caller = fromBinaryOf(caller), saved_library = fromBinaryOf(library);
  EXPECT_EQ(run(link({saved_caller, saved_library}), "call_it", 5, 1), (std::vector<int>{10, 1}));
}

TEST_F(ClCreateProgramWithIL, ASymbolThatIsMissingIsNamed) {
  Program caller = makeModule("caller");
  EXPECT_EQ(clBuildProgram(caller, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(caller).find("twice"), std::string::npos) << buildLog(caller);
}

TEST_F(ClCreateProgramWithIL, HasABinary) {
  Program made = makeModule("store");
  build(made);
  Program again = fromBinaryOf(made);
  build(again);
  EXPECT_EQ(run(again, "store", 9, 2), (std::vector<int>{9, 9, 2}));
}

TEST_F(ClCreateProgramWithIL, KeepsNamesOfArguments) {
  Program made = makeModule("store");
  build(made);
  Kernel kernel(clCreateKernel(made, "store", nullptr));
  auto text = [&](cl_uint index, cl_kernel_arg_info what) {
    return queryText(
        [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
          return clGetKernelArgInfo(kernel, index, param, size, value, size_ret);
        },
        what);
  };
  EXPECT_EQ(text(0, CL_KERNEL_ARG_NAME), "out");
  EXPECT_EQ(text(1, CL_KERNEL_ARG_NAME), "value");
  EXPECT_EQ(text(0, CL_KERNEL_ARG_TYPE_NAME), "int*");
}

// What begins like a module is source all the same, where it is given as source.
TEST_F(ClCreateProgramWithIL, AModuleGivenAsSourceIsNotReadAsOne) {
  const std::string bytes = moduleBytes("store");
  const char *text = bytes.data();
  const size_t length = bytes.size();
  Program made(clCreateProgramWithSource(context, 1, &text, &length, nullptr));
  EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(clSetProgramSpecializationConstant(made, 1, 1, "x"), CL_INVALID_PROGRAM);
}

// A module is no header.
TEST_F(ClCreateProgramWithIL, RefusesAModuleAsHeader) {
  Program source = makeProgram(), module = makeModule("store");
  const cl_program headers[] = {module};
  const char *names[] = {"h"};
  EXPECT_EQ(clCompileProgram(source, 0, nullptr, "", 1, headers, names, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

} // namespace weft::test
