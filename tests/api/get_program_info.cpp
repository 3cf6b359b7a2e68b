// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetProgramInfo.
#include "fixture.h"

namespace weft::test {

class ClGetProgramInfo : public ApiTest {
protected:
  static Query of(cl_program program) {
    return [program](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetProgramInfo(program, param, size, value, size_ret);
    };
  }
};

TEST_F(ClGetProgramInfo, TellsWhatTheProgramWasMadeOf) {
  Program made = makeProgram();
  EXPECT_EQ(queryValue<cl_uint>(of(made), CL_PROGRAM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(queryValue<cl_context>(of(made), CL_PROGRAM_CONTEXT), cl_context(context));
  EXPECT_EQ(queryValue<cl_uint>(of(made), CL_PROGRAM_NUM_DEVICES), 1u);
  EXPECT_EQ(queryArray<cl_device_id>(of(made), CL_PROGRAM_DEVICES),
            std::vector<cl_device_id>{device()});
  EXPECT_EQ(queryText(of(made), CL_PROGRAM_SOURCE), kernel_source);
  EXPECT_TRUE(queryBytes(of(made), CL_PROGRAM_IL).empty());
  EXPECT_EQ(queryArray<size_t>(of(made), CL_PROGRAM_BINARY_SIZES), std::vector<size_t>{0});
}

// "If program is created using clCreateProgramWithIL [...] a null string or the appropriate program
// source code is returned".
TEST_F(ClGetProgramInfo, OfAModuleGivesTheModuleAndNoSource) {
  Program made = makeModule("store");
  const std::vector<unsigned char> bytes = queryBytes(of(made), CL_PROGRAM_IL);
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), moduleBytes("store"));
  EXPECT_EQ(queryText(of(made), CL_PROGRAM_SOURCE), "");
  EXPECT_EQ(queryArray<cl_device_id>(of(made), CL_PROGRAM_DEVICES),
            std::vector<cl_device_id>{device()});
}

TEST_F(ClGetProgramInfo, NamesTheKernels) {
  EXPECT_EQ(queryValue<size_t>(of(program()), CL_PROGRAM_NUM_KERNELS), 8u);
  std::string names = ";" + queryText(of(program()), CL_PROGRAM_KERNEL_NAMES) + ";";
  for (const char *name :
       {"copy", "add", "store", "reverse", "constants", "fixed", "vectors", "nothing"})
    EXPECT_NE(names.find(";" + std::string(name) + ";"), std::string::npos) << names;
}

TEST_F(ClGetProgramInfo, HasNoGlobalConstructors) {
  EXPECT_EQ(queryValue<cl_bool>(of(program()), CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT),
            cl_bool(CL_FALSE));
  EXPECT_EQ(queryValue<cl_bool>(of(program()), CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT),
            cl_bool(CL_FALSE));
}

TEST_F(ClGetProgramInfo, GivesBinariesForTheDevicesThatAreAskedFor) {
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(program(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  ASSERT_GT(size, 0u);
  std::vector<unsigned char> bytes(size + 1, 0xa5);
  unsigned char *pointer = bytes.data();
  size_t returned = 0;
  EXPECT_EQ(clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof pointer, &pointer, &returned),
            CL_SUCCESS);
  EXPECT_EQ(returned, sizeof pointer);
  EXPECT_EQ(bytes[size], 0xa5);
  unsigned char *none = nullptr;
  EXPECT_EQ(clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof none, &none, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof none - 1, &none, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(ClGetProgramInfo, RefusesKernelsOfAProgramThatIsNotBuilt) {
  Program made = makeProgram();
  for (cl_program_info what : {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES}) {
    size_t size = 4711;
    EXPECT_EQ(clGetProgramInfo(made, what, 0, nullptr, &size), CL_INVALID_PROGRAM_EXECUTABLE)
        << what;
    EXPECT_EQ(size, 4711u);
  }
}

TEST_F(ClGetProgramInfo, RefusesUnknownParameters) { refusesUnknownParameter(of(program())); }

TEST_F(ClGetProgramInfo, RefusesNull) {
  size_t size = 0;
  EXPECT_EQ(of(nullptr)(CL_PROGRAM_NUM_DEVICES, 0, nullptr, &size), CL_INVALID_PROGRAM);
}

TEST_F(ClGetProgramInfo, RefusesHandlesOfOtherKinds) {
  size_t size = 0;
  EXPECT_EQ(of(as<cl_program>(device()))(CL_PROGRAM_NUM_DEVICES, 0, nullptr, &size),
            CL_INVALID_PROGRAM);
}

} // namespace weft::test
