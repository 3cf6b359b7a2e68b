// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Binaries of programs in all their kinds, saved and loaded, whole and damaged.
#include "fixture.h"

#include <algorithm>

namespace weft::test {

class ProgramBinaries : public ApiTest {
protected:
  using Bytes = std::vector<unsigned char>;
  Program load(const Bytes &bytes, cl_int *code) {
    const cl_device_id id = device();
    const size_t size = bytes.size();
    const unsigned char *data = bytes.data();
    cl_int status = 4711;
    Program made(clCreateProgramWithBinary(context, 1, &id, &size, &data, &status, code));
    EXPECT_EQ(status, *code);
    return made;
  }
  Program load(const Bytes &bytes) {
    cl_int code = 4711;
    Program made = load(bytes, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  cl_program_binary_type typeOf(cl_program program) {
    cl_program_binary_type type = 4711;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type,
                                    nullptr),
              CL_SUCCESS);
    return type;
  }
  cl_int build(cl_program program) {
    return clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  }
  Program compile(const char *source) {
    Program made = makeProgram(source);
    EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << buildLog(made);
    return made;
  }
  Program link(std::vector<cl_program> inputs, const char *options = "") {
    cl_int code = 4711;
    Program made(clLinkProgram(context, 0, nullptr, options, cl_uint(inputs.size()), inputs.data(),
                               nullptr, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS) << (made ? buildLog(made) : "");
    return made;
  }
  // What kernel "k" stores in its one int.
  int resultOf(cl_program program) {
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(program, "k", &code));
    EXPECT_EQ(code, CL_SUCCESS);
    Memory out = makeBuffer(CL_MEM_READ_WRITE, {-1});
    const cl_mem argument = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
    return read(out)[0];
  }
  static constexpr const char *Callee = "int seven(void) { return 7; }";
  static constexpr const char *Caller = "int seven(void);\n"
                                        "__kernel void k(__global int *o) { o[0] = seven(); }";
};

TEST_F(ProgramBinaries, AnExecutableComesBackAsOne) {
  Program made = buildProgram("__kernel void k(__global int *o) { o[0] = 31; }");
  EXPECT_EQ(typeOf(made), cl_uint(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  Program loaded = load(binaryOf(made));
  EXPECT_EQ(typeOf(loaded), cl_uint(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  ASSERT_EQ(build(loaded), CL_SUCCESS);
  EXPECT_EQ(resultOf(loaded), 31);
  // Again, of what was loaded.
  Program again = load(binaryOf(loaded));
  ASSERT_EQ(build(again), CL_SUCCESS);
  EXPECT_EQ(resultOf(again), 31);
}

TEST_F(ProgramBinaries, ACompiledObjectCanBeLinked) {
  Program callee = compile(Callee), caller = compile(Caller);
  EXPECT_EQ(typeOf(callee), cl_uint(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  Program loaded = load(binaryOf(callee));
  EXPECT_EQ(typeOf(loaded), cl_uint(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  Program linked = link({loaded, caller});
  EXPECT_EQ(typeOf(linked), cl_uint(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(resultOf(linked), 7);
}

TEST_F(ProgramBinaries, ALibraryCanBeLinked) {
  Program callee = compile(Callee), caller = compile(Caller);
  Program library = link({callee}, "-create-library");
  EXPECT_EQ(typeOf(library), cl_uint(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  Program loaded = load(binaryOf(library));
  EXPECT_EQ(typeOf(loaded), cl_uint(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  Program linked = link({caller, loaded});
  EXPECT_EQ(resultOf(linked), 7);
  Program saved = load(binaryOf(linked));
  ASSERT_EQ(build(saved), CL_SUCCESS);
  EXPECT_EQ(resultOf(saved), 7);
}

TEST_F(ProgramBinaries, ACompiledObjectCanBeBuilt) {
  Program made = compile("__kernel void k(__global int *o) { o[0] = 5; }");
  Program loaded = load(binaryOf(made));
  ASSERT_EQ(build(loaded), CL_SUCCESS) << buildLog(loaded);
  EXPECT_EQ(resultOf(loaded), 5);
}

TEST_F(ProgramBinaries, ABinaryNeedsABuildBeforeItsKernels) {
  Program loaded = load(binaryOf(program()));
  cl_int code = 4711;
  EXPECT_EQ(clCreateKernel(loaded, "store", &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(ProgramBinaries, ABinaryHasNoSourceAndCannotBeCompiled) {
  Program loaded = load(binaryOf(program()));
  size_t size = 4711;
  EXPECT_EQ(clGetProgramInfo(loaded, CL_PROGRAM_SOURCE, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_LE(size, 1u);
  EXPECT_EQ(clCompileProgram(loaded, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

TEST_F(ProgramBinaries, WhatIsNotBuiltHasNone) {
  Program made = makeProgram();
  EXPECT_TRUE(binaryOf(made).empty());
  EXPECT_EQ(typeOf(made), cl_uint(CL_PROGRAM_BINARY_TYPE_NONE));
  Program failing = makeProgram("__kernel void k( {");
  EXPECT_EQ(build(failing), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_TRUE(binaryOf(failing).empty());
  EXPECT_EQ(typeOf(failing), cl_uint(CL_PROGRAM_BINARY_TYPE_NONE));
}

TEST_F(ProgramBinaries, TruncatedOnesAreRefused) {
  const Bytes whole = binaryOf(program());
  std::vector<size_t> lengths;
  for (size_t length = 1; length < 64; ++length)
    lengths.push_back(length);
  for (size_t i = 0; i < 100; ++i)
    lengths.push_back(64 + (whole.size() - 65) * i / 100);
  lengths.push_back(whole.size() - 1);
  for (size_t length : lengths) {
    cl_int code = 4711;
    load(Bytes(whole.begin(), whole.begin() + long(length)), &code);
    EXPECT_EQ(code, CL_INVALID_BINARY) << length;
  }
}

TEST_F(ProgramBinaries, DamagedOnesAreRefused) {
  const Bytes whole = binaryOf(program());
  for (size_t i = 0; i < 300; ++i) {
    Bytes damaged = whole;
    damaged[i < 100 ? i : i * (whole.size() - 1) / 299] ^= 1u << (i % 8);
    cl_int code = 4711;
    load(damaged, &code);
    EXPECT_EQ(code, CL_INVALID_BINARY) << i;
  }
  Bytes longer = whole;
  longer.insert(longer.end(), 100, 0);
  cl_int code = 4711;
  load(longer, &code);
  EXPECT_EQ(code, CL_INVALID_BINARY);
}

TEST_F(ProgramBinaries, BinariesOfOtherKindsAreRefused) {
  const std::string texts[] = {
      std::string("\177ELF\2\1\1", 7) + std::string(200, '\0'), "BC\xc0\xde" + std::string(64, 'x'),
      "\x03\x02\x23\x07" + std::string(64, '\0'), "__kernel void k(__global int *o) { o[0] = 1; }",
      std::string(1 << 20, '\xff')};
  for (const std::string &text : texts) {
    cl_int code = 4711;
    load(Bytes(text.begin(), text.end()), &code);
    EXPECT_EQ(code, CL_INVALID_BINARY);
  }
}

} // namespace weft::test
