// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clBuildProgram.
#include "fixture.h"

#include <condition_variable>
#include <mutex>

namespace weft::test {

class ClBuildProgram : public ApiTest {
protected:
  // Counts calls, and lets a test wait for one.
  struct Notified {
    std::mutex mutex;
    std::condition_variable changed;
    int calls = 0;
    cl_program program = nullptr;
    static void CL_CALLBACK call(cl_program program, void *data) {
      auto *self = static_cast<Notified *>(data);
      std::lock_guard lock(self->mutex);
      ++self->calls;
      self->program = program;
      self->changed.notify_all();
    }
    void wait() {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return calls > 0; });
    }
  };
  cl_int build(cl_program program, const char *options = "") {
    return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  }
  cl_build_status statusOf(cl_program program) {
    cl_build_status status = 4711;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, nullptr),
              CL_SUCCESS);
    return status;
  }
  const cl_device_id id = device();
};

TEST_F(ClBuildProgram, BuildsForListedAndForAllDevices) {
  Program made = makeProgram();
  EXPECT_EQ(statusOf(made), CL_BUILD_NONE);
  EXPECT_EQ(clBuildProgram(made, 1, &id, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(statusOf(made), CL_BUILD_SUCCESS);
  EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(statusOf(made), CL_BUILD_SUCCESS);
}

TEST_F(ClBuildProgram, TakesTheOptionsOfTheSpecification) {
  Program made = makeProgram("#ifndef A\n#error A\n#endif\n#if B != 7\n#error B\n#endif\n"
                             "__kernel void k(__global float *o) { o[0] = A; }");
  EXPECT_EQ(build(made, "-D A=1.0f -DB=7"), CL_SUCCESS) << buildLog(made);
  Program plain = makeProgram("__kernel void k(__global float *o) { o[0] = sqrt(o[1]); }");
  for (const char *option :
       {"-I .", "-cl-single-precision-constant", "-cl-denorms-are-zero",
        "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-opt-disable", "-cl-mad-enable",
        "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
        "-cl-fast-relaxed-math", "-cl-uniform-work-group-size", "-w", "-cl-std=CL1.1",
        "-cl-std=CL1.2", "-cl-std=CL3.0", "-cl-kernel-arg-info",
        "-cl-no-subgroup-ifp -cl-std=CL3.0", "-g"})
    EXPECT_EQ(build(plain, option), CL_SUCCESS) << option << "\n" << buildLog(plain);
}

TEST_F(ClBuildProgram, KeepsAMacroWithSpacesInQuotes) {
  Program made = makeProgram("__kernel void k(__global int *o) { o[0] = SUM; }");
  EXPECT_EQ(build(made, "-D \"SUM=1 + 2\""), CL_SUCCESS) << buildLog(made);
}

TEST_F(ClBuildProgram, TurnsWarningsIntoErrorsOnRequest) {
  const char *source = "#warning careful\n__kernel void k(__global int *o) { o[0] = 1; }";
  Program lax = makeProgram(source), strict = makeProgram(source);
  EXPECT_EQ(build(lax), CL_SUCCESS);
  EXPECT_EQ(build(strict, "-Werror"), CL_BUILD_PROGRAM_FAILURE);
}

TEST_F(ClBuildProgram, CallsBackOnce) {
  Program made = makeProgram();
  Notified notified;
  ASSERT_EQ(clBuildProgram(made, 0, nullptr, "", Notified::call, &notified), CL_SUCCESS);
  notified.wait();
  EXPECT_EQ(statusOf(made), CL_BUILD_SUCCESS);
  EXPECT_EQ(notified.calls, 1);
  EXPECT_EQ(notified.program, cl_program(made));
}

TEST_F(ClBuildProgram, CallsBackForAFailureToo) {
  Program made = makeProgram("__kernel void k(");
  Notified notified;
  const cl_int code = clBuildProgram(made, 0, nullptr, "", Notified::call, &notified);
  EXPECT_TRUE(code == CL_SUCCESS || code == CL_BUILD_PROGRAM_FAILURE) << code;
  notified.wait();
  EXPECT_EQ(statusOf(made), CL_BUILD_ERROR);
}

TEST_F(ClBuildProgram, TakesZerosForTheEventsOfAnArray) {
  for (const char *zeros : {"{0, 0}", "{0}", "{(0)}"}) {
    const std::string source = std::string("kernel void k(global int *o, local int *t) {\n"
                                           "  event_t e[2] = ") +
                               zeros +
                               ";\n"
                               "  e[1] = async_work_group_copy(t, o, 4, e[0]);\n"
                               "  wait_group_events(1, e + 1);\n"
                               "  o[get_global_id(0)] = t[0];\n"
                               "}";
    EXPECT_EQ(build(makeProgram(source.c_str())), CL_SUCCESS) << zeros;
  }
}

TEST_F(ClBuildProgram, ReportsErrorsWithTheLine) {
  Program made = makeProgram("__kernel void k(__global int *o) {\n  o[0] = undeclared_name;\n}\n");
  EXPECT_EQ(build(made), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(statusOf(made), CL_BUILD_ERROR);
  const std::string log = buildLog(made);
  EXPECT_NE(log.find("undeclared_name"), std::string::npos) << log;
  EXPECT_NE(log.find(":2:"), std::string::npos) << log;
}

TEST_F(ClBuildProgram, ReportsAFunctionThatIsNowhereDefined) {
  Program made = makeProgram("int elsewhere(int);\n"
                             "__kernel void k(__global int *o) { o[0] = elsewhere(o[1]); }");
  EXPECT_EQ(build(made), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(made).find("elsewhere"), std::string::npos) << buildLog(made);
}

TEST_F(ClBuildProgram, CanBeRepeatedAfterAFailure) {
  Program made = makeProgram("__kernel void k(__global int *o) { o[0] = VALUE; }");
  EXPECT_EQ(build(made), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(build(made, "-DVALUE=1"), CL_SUCCESS);
  EXPECT_EQ(statusOf(made), CL_BUILD_SUCCESS);
  EXPECT_EQ(build(made), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(clCreateKernel(made, "k", nullptr), nullptr);
}

TEST_F(ClBuildProgram, RefusesUnknownOptions) {
  Program made = makeProgram();
  EXPECT_EQ(build(made, "--no-such-option"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(build(made, "-cl-std=CL9.9"), CL_INVALID_BUILD_OPTIONS);
}

TEST_F(ClBuildProgram, RefusesACountOrAListOfDevicesAlone) {
  Program made = makeProgram();
  EXPECT_EQ(clBuildProgram(made, 1, nullptr, "", nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(made, 0, &id, "", nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(statusOf(made), CL_BUILD_NONE);
}

// The call may return before the build has ended. Programs that go on as if it had find what they
// are building.
TEST_F(ClBuildProgram, IsWaitedForByWhatNeedsTheKernels) {
  Program made = makeProgram("kernel void k(global float *o) { o[0] = sin(o[1]); }");
  Notified notified;
  ASSERT_EQ(clBuildProgram(made, 0, nullptr, "", Notified::call, &notified), CL_SUCCESS);
  cl_int code = 4711;
  Kernel kernel(clCreateKernel(made, "k", &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(statusOf(made), CL_BUILD_SUCCESS);
  notified.wait();

  Program other = makeProgram("kernel void k(global float *o) { o[0] = cos(o[1]); }");
  Notified second;
  ASSERT_EQ(clBuildProgram(other, 0, nullptr, "", Notified::call, &second), CL_SUCCESS);
  size_t kernels = 0, bytes = 0;
  EXPECT_EQ(clGetProgramInfo(other, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(kernels, 1u);
  EXPECT_EQ(clGetProgramInfo(other, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr),
            CL_SUCCESS);
  EXPECT_GT(bytes, 0u);
  second.wait();

  Program bad = makeProgram("kernel void k(global float *o) { o[0] = nothing; }");
  Notified third;
  ASSERT_EQ(clBuildProgram(bad, 0, nullptr, "", Notified::call, &third), CL_SUCCESS);
  EXPECT_EQ(clCreateKernel(bad, "k", &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(statusOf(bad), CL_BUILD_ERROR);
  third.wait();
}

TEST_F(ClBuildProgram, RefusesUserDataWithoutACallback) {
  Program made = makeProgram();
  int data = 0;
  EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, &data), CL_INVALID_VALUE);
  EXPECT_EQ(statusOf(made), CL_BUILD_NONE);
}

TEST_F(ClBuildProgram, RefusesWhileKernelsAreAttached) {
  Program made = buildProgram();
  Kernel kernel(clCreateKernel(made, "copy", nullptr));
  ASSERT_TRUE(kernel);
  EXPECT_EQ(build(made), CL_INVALID_OPERATION);
  EXPECT_EQ(statusOf(made), CL_BUILD_SUCCESS);
  kernel.reset();
  EXPECT_EQ(build(made), CL_SUCCESS);
}

TEST_F(ClBuildProgram, RefusesLinkedPrograms) {
  Program part = makeProgram();
  ASSERT_EQ(clCompileProgram(part, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  const cl_program input = part;
  Program linked(clLinkProgram(context, 0, nullptr, "", 1, &input, nullptr, nullptr, nullptr));
  ASSERT_TRUE(linked);
  EXPECT_EQ(build(linked), CL_INVALID_OPERATION);
}

TEST_F(ClBuildProgram, RefusesNull) {
  Program made = makeProgram();
  const cl_device_id none = nullptr;
  EXPECT_EQ(build(nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clBuildProgram(made, 1, &none, "", nullptr, nullptr), CL_INVALID_DEVICE);
}

TEST_F(ClBuildProgram, RefusesHandlesOfOtherKinds) {
  Program made = makeProgram();
  const cl_device_id wrong = as<cl_device_id>(cl_context(context));
  EXPECT_EQ(build(as<cl_program>(device())), CL_INVALID_PROGRAM);
  EXPECT_EQ(clBuildProgram(made, 1, &wrong, "", nullptr, nullptr), CL_INVALID_DEVICE);
}

// "This option causes the preprocessor macro __FAST_RELAXED_MATH__ to be defined": that and what
// else of the options a program can see.
TEST_F(ClBuildProgram, ProgramsSeeTheOptionsForMath) {
  Memory out = makeBuffer();
  auto seen = [&](const char *options) {
    Program made = buildProgram("__kernel void k(__global int *o) {\n"
                                "#ifdef __FAST_RELAXED_MATH__\n"
                                "  o[0] = __FAST_RELAXED_MATH__;\n#else\n  o[0] = 0;\n#endif\n"
                                "  o[1] = sizeof(0.1);\n"
                                "  float least = as_float(3) * o[2];\n"
                                "  o[2] = as_int(least) == 3;\n}",
                                options);
    Kernel kernel(clCreateKernel(made, "k", nullptr));
    const cl_mem memory = out;
    const size_t one = 1;
    int ones[3] = {1, 1, 1};
    EXPECT_EQ(clEnqueueWriteBuffer(queue, out, CL_TRUE, 0, sizeof ones, ones, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::vector<int> got = read(out);
    got.resize(3);
    return got;
  };
  EXPECT_EQ(seen(""), (std::vector<int>{0, 8, 1}));
  EXPECT_EQ(seen("-cl-fast-relaxed-math"), (std::vector<int>{1, 8, 1}));
  EXPECT_EQ(seen("-cl-unsafe-math-optimizations"), (std::vector<int>{0, 8, 1}));
  EXPECT_EQ(seen("-cl-single-precision-constant"), (std::vector<int>{0, 4, 1}));
  // "intended to be a performance hint": subnormal numbers stay what they are.
  EXPECT_EQ(seen("-cl-denorms-are-zero"), (std::vector<int>{0, 8, 1}));
}

} // namespace weft::test
