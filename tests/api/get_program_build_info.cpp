// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetProgramBuildInfo.
#include "fixture.h"

namespace weft::test {

class ClGetProgramBuildInfo : public ApiTest {
protected:
  static Query of(cl_program program, cl_device_id on = device()) {
    return [program, on](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetProgramBuildInfo(program, on, param, size, value, size_ret);
    };
  }
};

TEST_F(ClGetProgramBuildInfo, TellsAboutABuild) {
  Program made = buildProgram(kernel_source, "-D UNUSED=1 -cl-mad-enable");
  EXPECT_EQ(queryValue<cl_build_status>(of(made), CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(queryText(of(made), CL_PROGRAM_BUILD_OPTIONS), "-D UNUSED=1 -cl-mad-enable");
  queryText(of(made), CL_PROGRAM_BUILD_LOG);
  EXPECT_EQ(queryValue<cl_program_binary_type>(of(made), CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(queryValue<size_t>(of(made), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 0u);
}

TEST_F(ClGetProgramBuildInfo, TellsThatNothingWasBuilt) {
  Program made = makeProgram();
  EXPECT_EQ(queryValue<cl_build_status>(of(made), CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(queryText(of(made), CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(queryText(of(made), CL_PROGRAM_BUILD_LOG), "");
  EXPECT_EQ(queryValue<cl_program_binary_type>(of(made), CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
}

static const char *const explained_source = R"(kernel void straight(global int *o) {
  o[get_global_id(0)] = 1;
}
kernel void crooked(global int *o, global const int *table) {
  size_t i = get_global_id(0);
  for (int j = 0; j < table[i]; ++j)
    if (table[i + j] > 3)
      o[i] += table[table[i + j]];
  barrier(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(o + table[i], 5);
})";

// As the next test's log, of kernels whose memory lies along one dimension or the other.
TEST_F(ClGetProgramBuildInfo, TheLogSaysAlongWhichDimensionVectorsAre) {
  const auto explained = [&](const std::string &index) {
    const std::string source = "kernel void f(global int *o, int n) {\n"
                               "  size_t x = get_global_id(0), y = get_global_id(1);\n  o[" +
                               index + "] += 1;\n}";
    return queryText(of(buildProgram(source.c_str(), "-weft-explain")), CL_PROGRAM_BUILD_LOG);
  };
  const std::string along_y = explained("x * n + y"), along_x = explained("y * n + x");
  EXPECT_EQ(along_x.find("along y"), std::string::npos) << along_x;
  if (along_x.find("side by side") != std::string::npos) {
    EXPECT_NE(along_y.find("work-items side by side, along y"), std::string::npos) << along_y;
  }
}

// -weft-explain: docs/building-programs.md.
TEST_F(ClGetProgramBuildInfo, TheLogExplainsKernelsWhereAsked) {
  EXPECT_EQ(queryText(of(buildProgram(explained_source)), CL_PROGRAM_BUILD_LOG), "");
  Program made = buildProgram(explained_source, "-weft-explain");
  const std::string log = queryText(of(made), CL_PROGRAM_BUILD_LOG);
  const size_t crooked = log.find("kernel crooked:\n");
  ASSERT_NE(crooked, std::string::npos) << log;
  EXPECT_EQ(log.find("kernel straight:\n"), 0u) << log;
  EXPECT_EQ(log.find("diverges"), log.find("diverges", crooked)) << log;
  EXPECT_NE(log.find("2 regions", crooked), std::string::npos) << log;
  // With WEFT_SIMD=1 and other emitters there are no vectors to tell of.
  if (log.find("one work-item at a time") == std::string::npos &&
      log.find("a stack per work-item") == std::string::npos) {
    EXPECT_NE(log.find(" work-items side by side", crooked), std::string::npos) << log;
    EXPECT_NE(log.find(":6: loop runs until the last lane leaves it", crooked), std::string::npos)
        << log;
    EXPECT_NE(log.find(":7: branch diverges", crooked), std::string::npos) << log;
    EXPECT_NE(log.find(":8: load gathers", crooked), std::string::npos) << log;
    EXPECT_NE(log.find(":10: atomic operation runs lane by lane", crooked), std::string::npos)
        << log;
  }
  // From the cache, where there is one.
  EXPECT_EQ(queryText(of(buildProgram(explained_source, "-weft-explain")), CL_PROGRAM_BUILD_LOG),
            log);
  EXPECT_EQ(queryText(of(buildProgram(explained_source)), CL_PROGRAM_BUILD_LOG), "");
}

// -Wcheck: docs/checks-build.md.
constexpr const char wrong_source[] = R"(
kernel void wrong(global int *o) {
  local int tile[8];
  for (int i = 0; i <= 8; ++i)
    tile[i] = i;
  o[get_global_id(0)] = tile[get_local_id(0) & 7];
})";

TEST_F(ClGetProgramBuildInfo, TheLogSaysWhatIsWrongWhereAsked) {
  const auto log = [&](const char *options) {
    return queryText(of(buildProgram(wrong_source, options)), CL_PROGRAM_BUILD_LOG);
  };
  EXPECT_EQ(log(""), "");
  EXPECT_EQ(log("-Wcheck"),
            "program.cl:5:13: warning: write behind the end of 'tile' [memory]\n"
            "  5 |     tile[i] = i;\n"
            "    |             ^\n"
            "  write of 4 bytes at offset 32 of local variable 'tile' of 32 bytes\n");
  EXPECT_EQ(log("-Wcheck -w"), "");
  Program failing = makeProgram(wrong_source);
  const cl_device_id device_id = device();
  EXPECT_EQ(clBuildProgram(failing, 1, &device_id, "-Wcheck -Werror", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(queryText(of(failing), CL_PROGRAM_BUILD_LOG)
                .find("program.cl:5:13: error: write behind the end of 'tile' [memory]"),
            std::string::npos);
}

// What calls what is known when all is there.
TEST_F(ClGetProgramBuildInfo, TheLogSaysWhatIsWrongWhenObjectsAreLinked) {
  const cl_device_id device_id = device();
  Program object = makeProgram(wrong_source);
  ASSERT_EQ(
      clCompileProgram(object, 1, &device_id, "-Wcheck", 0, nullptr, nullptr, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(queryText(of(object), CL_PROGRAM_BUILD_LOG), "");
  const cl_program handle = object;
  cl_int code;
  Program linked(
      clLinkProgram(context, 1, &device_id, "-Wcheck", 1, &handle, nullptr, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_NE(queryText(of(linked), CL_PROGRAM_BUILD_LOG)
                .find("program.cl:5:13: warning: write behind the end of 'tile' [memory]"),
            std::string::npos);
}

TEST_F(ClGetProgramBuildInfo, TheLogSaysWhatRunsOneByOne) {
  Program made = buildProgram(explained_source, "-weft-explain -cl-opt-disable");
  EXPECT_NE(queryText(of(made), CL_PROGRAM_BUILD_LOG).find("optimisation is disabled"),
            std::string::npos);
}

// -weft-disable: docs/building-programs.md.
TEST_F(ClGetProgramBuildInfo, TheLogNamesTheStepsThatCanBeLeftOut) {
  const char *const source = "kernel void f(global int *o) { o[get_global_id(0)] += 1; }";
  Program made = makeProgram(source);
  ASSERT_EQ(
      clBuildProgram(made, 0, nullptr, "-weft-disable=weft-join-rows,nothing", nullptr, nullptr),
      CL_INVALID_BUILD_OPTIONS);
  const std::string log = queryText(of(made), CL_PROGRAM_BUILD_LOG);
  EXPECT_NE(log.find("there is no 'nothing'; there are: "), std::string::npos) << log;
  EXPECT_NE(log.find("weft-bound-rows, "), std::string::npos) << log;
  EXPECT_EQ(queryText(of(buildProgram(source, "-weft-disable=weft-join-rows,weft-bound-rows")),
                      CL_PROGRAM_BUILD_LOG),
            "");
}

TEST_F(ClGetProgramBuildInfo, RefusesUnknownParameters) { refusesUnknownParameter(of(program())); }

TEST_F(ClGetProgramBuildInfo, RefusesNull) {
  cl_build_status status = 4711;
  EXPECT_EQ(of(nullptr)(CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(of(program(), nullptr)(CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(status, 4711);
}

TEST_F(ClGetProgramBuildInfo, RefusesHandlesOfOtherKinds) {
  cl_build_status status = 4711;
  EXPECT_EQ(of(as<cl_program>(device()))(CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(of(program(), as<cl_device_id>(cl_context(context)))(CL_PROGRAM_BUILD_STATUS,
                                                                 sizeof status, &status, nullptr),
            CL_INVALID_DEVICE);
}

} // namespace weft::test
