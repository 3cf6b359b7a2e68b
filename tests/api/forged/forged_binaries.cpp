// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Binaries that nobody's compiler made, with a valid checksum: what WEFT_BINARIES says is taken of
// them. Knows the form of a binary, so it is a program of its own.
#include "../fixture.h"
#include "support/artifact.h"

#include <cstdlib>
#include <random>

namespace weft::test {

class ForgedBinaries : public ApiTest {
protected:
  static bool recompiles() {
    const char *chosen = std::getenv("WEFT_BINARIES");
    return chosen && std::string(chosen) != "native";
  }
  Artifact artifactOf(const char *source) {
    Program made = buildProgram(source);
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(made, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::string bytes(size, '\0');
    char *to = bytes.data();
    EXPECT_EQ(clGetProgramInfo(made, CL_PROGRAM_BINARIES, sizeof to, &to, nullptr), CL_SUCCESS);
    std::optional<Artifact> artifact = deserialize(bytes);
    EXPECT_TRUE(artifact);
    return artifact.value_or(Artifact());
  }
  Program load(const Artifact &artifact) {
    const std::string bytes = serialize(artifact);
    const cl_device_id id = device();
    const size_t size = bytes.size();
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    cl_int status = 4711, code = 4711;
    Program made(clCreateProgramWithBinary(context, 1, &id, &size, &data, &status, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  cl_int build(cl_program program) {
    return clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  }
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
  static constexpr const char *Honest = "__kernel void k(__global int *o) { o[0] = 31; }";
  static constexpr const char *Forged = "__kernel void k(__global int *o) { o[0] = 666; }";
};

TEST_F(ForgedBinaries, NativeCodeIsRunOnlyWhereItIsTrusted) {
  Artifact artifact = artifactOf(Honest);
  artifact.code = artifactOf(Forged).code;
  Program made = load(artifact);
  ASSERT_EQ(build(made), CL_SUCCESS) << buildLog(made);
  EXPECT_EQ(resultOf(made), recompiles() ? 31 : 666);
}

TEST_F(ForgedBinaries, ConstructorsThatAreNotInTheCodeAreAnErrorWithALog) {
  Artifact artifact = artifactOf(Honest);
  artifact.constructors.emplace_back().symbol = "nowhere";
  Program made = load(artifact);
  if (recompiles()) {
    ASSERT_EQ(build(made), CL_SUCCESS) << buildLog(made);
    EXPECT_EQ(resultOf(made), 31);
  } else {
    EXPECT_EQ(build(made), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(buildLog(made).find("constructors"), std::string::npos) << buildLog(made);
  }
}

TEST_F(ForgedBinaries, TableOfKernelsIsMadeAnewFromTheBitcode) {
  if (!recompiles())
    GTEST_SKIP() << "the table of native code is believed";
  Artifact artifact = artifactOf(Honest);
  artifact.kernels[0].args.clear();
  artifact.kernels[0].args_size = 0;
  artifact.kernels.push_back(artifact.kernels[0]);
  artifact.kernels[1].name = "other";
  Program made = load(artifact);
  ASSERT_EQ(build(made), CL_SUCCESS) << buildLog(made);
  EXPECT_EQ(resultOf(made), 31);
  cl_int code = 4711;
  EXPECT_EQ(clCreateKernel(made, "other", &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_KERNEL_NAME);
}

TEST_F(ForgedBinaries, BinaryOfNativeCodeAloneIsAnError) {
  if (!recompiles())
    GTEST_SKIP() << "native code is believed";
  Artifact artifact = artifactOf(Honest);
  artifact.ir.clear();
  Program made = load(artifact);
  EXPECT_EQ(build(made), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(made).find("damaged program"), std::string::npos) << buildLog(made);
}

// Where the native code is not taken, or for another machine, so that the bitcode counts.
TEST_F(ForgedBinaries, DamagedBitcodeIsAnErrorWithALog) {
  Artifact artifact = artifactOf(Honest);
  artifact.target = "another machine";
  const std::string whole = artifact.ir;
  std::mt19937 random(1);
  for (unsigned i = 1; i < 40; ++i) {
    artifact.ir = whole.substr(0, whole.size() * i / 40);
    Program made = load(artifact);
    EXPECT_EQ(build(made), CL_BUILD_PROGRAM_FAILURE) << i;
    EXPECT_NE(buildLog(made).find("damaged program"), std::string::npos) << buildLog(made);
  }
  for (const std::string &text : {std::string(1000, '\0'), std::string("BC\xc0\xde") + whole,
                                  whole + std::string(100, 'x'), std::string("; LLVM assembly")}) {
    artifact.ir = text;
    Program made = load(artifact);
    EXPECT_EQ(build(made), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_FALSE(buildLog(made).empty());
  }
  // What a changed bit says may be valid, too.
  const char *rounds = std::getenv("WEFT_TEST_ROUNDS");
  for (int i = 0, last = rounds ? std::atoi(rounds) : 40; i < last; ++i) {
    artifact.ir = whole;
    artifact.ir[random() % whole.size()] ^= char(1 << random() % 8);
    Program made = load(artifact);
    if (build(made) != CL_SUCCESS)
      EXPECT_FALSE(buildLog(made).empty());
  }
}

} // namespace weft::test
