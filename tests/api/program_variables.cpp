// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of programs in global memory: what they hold first, who shares them, and how long.
#include "fixture.h"

namespace weft::test {

class ProgramVariables : public ApiTest {
protected:
  void SetUp() override {
    ApiTest::SetUp();
    if (!deviceInfo<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE))
      GTEST_SKIP() << "no program-scope variables";
  }
  Program build(const std::string &source) { return buildProgram(source.c_str(), "-cl-std=CL3.0"); }
  // What `kernel` stores into its argument, run with `items` work-items in groups of up to 16.
  std::vector<int> run(cl_program program, const char *kernel, size_t items = 1) {
    cl_int code = 4711;
    Kernel made(clCreateKernel(program, kernel, &code));
    EXPECT_EQ(code, CL_SUCCESS) << kernel;
    Memory out = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, -1));
    const cl_mem argument = out;
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof argument, &argument), CL_SUCCESS);
    const size_t local = std::min<size_t>(items, 16);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, made, 1, nullptr, &items, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    return read(out);
  }
  size_t totalSize(cl_program program) {
    size_t size = 4711;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                    sizeof size, &size, nullptr),
              CL_SUCCESS);
    return size;
  }
  static constexpr const char *Counter = "global int count = 40;\n"
                                         "kernel void next(global int *o) { o[0] = ++count; }\n"
                                         "kernel void now(global int *o) { o[0] = count; }\n";
};

TEST_F(ProgramVariables, HoldWhatTheyAreInitialisedWith) {
  Program made = build("typedef struct { char c; double d; int a[3]; } S;\n"
                       "int plain = 3;\n"
                       "global int zero;\n"
                       "global int4 vector = (int4)(4, 5, 6, 7);\n"
                       "global S record = {'x', 2.5, {1, 2}};\n"
                       "global short table[2][3] = {{1, 2, 3}, {4, 5}};\n"
                       "const global int fixed[600] = {[599] = 9};\n"
                       "global int *global pointer = &plain;\n"
                       "global short *constant row = table[1] + 1;\n"
                       "global atomic_int counter = ATOMIC_VAR_INIT(11);\n"
                       "global atomic_flag flag = ATOMIC_FLAG_INIT;\n"
                       "kernel void k(global int *o) {\n"
                       "  static int inner = 8;\n"
                       "  o[0] = plain; o[1] = zero; o[2] = vector.z; o[3] = record.c;\n"
                       "  o[4] = (int)(record.d * 2); o[5] = record.a[1] * 10 + record.a[2];\n"
                       "  o[6] = table[1][1] * 10 + table[1][2]; o[7] = fixed[599] + fixed[3];\n"
                       "  o[8] = *pointer; o[9] = *row; o[10] = atomic_load(&counter);\n"
                       "  o[11] = atomic_flag_test_and_set(&flag); o[12] = inner;\n"
                       "}\n");
  const std::vector<int> got = run(made, "k"), want = {3, 0, 6, 'x', 5, 20, 50, 9, 3, 5, 11, 0, 8};
  EXPECT_EQ(std::vector<int>(got.begin(), got.begin() + long(want.size())), want);
}

TEST_F(ProgramVariables, LastFromLaunchToLaunch) {
  Program made = build(Counter);
  for (int i = 41; i < 50; ++i)
    EXPECT_EQ(run(made, "next")[0], i);
  EXPECT_EQ(run(made, "now")[0], 49);
}

// Kernels are compiled in several parts at the same time; a variable is still there once.
TEST_F(ProgramVariables, AreSharedByAllKernels) {
  std::string source =
      "global int sum = 1; global int *global where = &sum; global int table[1000];\n"
      "int *slot(int i) { static int slots[8] = {5, 5, 5, 5, 5, 5, 5, 5};\n"
      "  return slots + i; }\n"
      "kernel void result(global int *o) { o[0] = sum; o[1] = *where;\n"
      "  for (int i = 0; i < 8; ++i) o[2 + i] = *slot(i) + table[i * 100]; }\n";
  for (int i = 0; i < 8; ++i) {
    const std::string n = std::to_string(i);
    source += "kernel void add" + n + "(global int *o) { *where += " + n + " + 1; *slot(" + n +
              ") += 10 * " + n + "; table[" + n + " * 100] = 1000 * " + n + "; o[0] = sum; }\n";
  }
  Program made = build(source);
  int sum = 1;
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(run(made, ("add" + std::to_string(i)).c_str())[0], sum += i + 1);
  const std::vector<int> got = run(made, "result");
  EXPECT_EQ(got[0], 37);
  EXPECT_EQ(got[1], 37);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(got[2 + i], 5 + 1010 * i) << i;
}

TEST_F(ProgramVariables, AreSharedByAllWorkItems) {
  Program made = build("global atomic_int count; global int seen[256];\n"
                       "kernel void k(global int *o) {\n"
                       "  int mine = atomic_fetch_add(&count, 1);\n"
                       "  seen[mine] = 1; o[get_global_id(0)] = mine; }\n"
                       "kernel void all(global int *o) { o[get_global_id(0)] =\n"
                       "  seen[get_global_id(0)] + atomic_load(&count) * 2; }\n");
  std::vector<int> got = run(made, "k", Count);
  std::sort(got.begin(), got.end());
  EXPECT_EQ(got, numbers());
  EXPECT_EQ(run(made, "all", Count), std::vector<int>(Count, int(1 + Count * 2)));
}

TEST_F(ProgramVariables, EachProgramHasItsOwn) {
  Program first = build(Counter), second = build(Counter);
  EXPECT_EQ(run(first, "next")[0], 41);
  EXPECT_EQ(run(first, "next")[0], 42);
  EXPECT_EQ(run(second, "next")[0], 41);
  EXPECT_EQ(run(first, "now")[0], 42);
  Program third = build(Counter);
  EXPECT_EQ(run(third, "now")[0], 40);
}

TEST_F(ProgramVariables, StartAgainWhenTheProgramIsBuiltAgain) {
  Program made = build(Counter);
  EXPECT_EQ(run(made, "next")[0], 41);
  ASSERT_EQ(clBuildProgram(made, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(made, "next")[0], 41);
}

TEST_F(ProgramVariables, EachDeviceHasItsOwn) {
  if (deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    GTEST_SKIP() << "one compute unit";
  const cl_device_partition_property scheme[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id parts[2];
  ASSERT_EQ(clCreateSubDevices(device(), scheme, 2, parts, nullptr), CL_SUCCESS);
  {
    Context both(clCreateContext(nullptr, 2, parts, nullptr, nullptr, nullptr));
    Program made(
        clCreateProgramWithSource(both, 1, const_cast<const char **>(&Counter), nullptr, nullptr));
    ASSERT_EQ(clBuildProgram(made, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
    for (int times : {3, 1}) {
      Queue on(clCreateCommandQueueWithProperties(both, parts[times == 1], nullptr, nullptr));
      Kernel kernel(clCreateKernel(made, "next", nullptr));
      Memory out(clCreateBuffer(both, CL_MEM_READ_WRITE, sizeof(int), nullptr, nullptr));
      const cl_mem argument = out;
      ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
      for (int i = 0; i < times; ++i)
        ASSERT_EQ(clEnqueueTask(on, kernel, 0, nullptr, nullptr), CL_SUCCESS);
      int got = 0;
      ASSERT_EQ(clEnqueueReadBuffer(on, out, CL_TRUE, 0, sizeof got, &got, 0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(got, 40 + times);
    }
  }
  for (cl_device_id part : parts)
    EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
}

TEST_F(ProgramVariables, LinkedProgramsShareThem) {
  auto compiled = [&](const char *source) {
    Program made = makeProgram(source);
    EXPECT_EQ(
        clCompileProgram(made, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
        CL_SUCCESS)
        << buildLog(made);
    return made;
  };
  Program uses = compiled("extern global int shared; static global int own = 1;\n"
                          "kernel void k(global int *o) { o[0] = shared++ + own; }\n");
  Program defines = compiled("global int shared = 20; static global int own = 300;\n"
                             "kernel void l(global int *o) { o[0] = shared + own; }\n");
  const cl_program both[] = {uses, defines};
  cl_int code = 4711;
  Program linked(clLinkProgram(context, 0, nullptr, "", 2, both, nullptr, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS) << buildLog(linked);
  EXPECT_EQ(run(linked, "k")[0], 21);
  EXPECT_EQ(run(linked, "l")[0], 321);
  EXPECT_EQ(totalSize(linked), 3 * sizeof(int));
  // One that nobody defines is an error with its name.
  const cl_program alone[] = {uses};
  Program failed(clLinkProgram(context, 0, nullptr, "", 1, alone, nullptr, nullptr, &code));
  EXPECT_EQ(code, CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(failed).find("shared"), std::string::npos) << buildLog(failed);
}

TEST_F(ProgramVariables, ComeWithABinary) {
  Program made = build(Counter);
  EXPECT_EQ(run(made, "next")[0], 41);
  Program again = programFromBinary(context, binaryOf(made));
  ASSERT_EQ(clBuildProgram(again, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(again, "next")[0], 41);
  EXPECT_EQ(run(made, "next")[0], 42);
  EXPECT_EQ(totalSize(again), sizeof(int));
}

TEST_F(ProgramVariables, TheirSizeIsTold) {
  EXPECT_EQ(totalSize(build("kernel void k(global int *o) { o[0] = 1; }\n")), 0u);
  EXPECT_EQ(totalSize(build("global int a[10]; constant int c[5] = {1}; global double d = 1;\n"
                            "kernel void k(global int *o) { static long s = 4;\n"
                            "  o[0] = a[0] + c[1] + (int)d + (int)s++; }\n")),
            10 * sizeof(int) + 2 * 8);
}

TEST_F(ProgramVariables, TheLargestIsUsableAndALargerOneIsAnError) {
  const size_t most = deviceInfo<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
  // "The minimum value is 64 KB if the device supports program scope global variables".
  EXPECT_GE(most, size_t(65536));
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE), most);
  auto source = [](size_t bytes) {
    return "global char v[" + std::to_string(bytes) +
           "UL];\n"
           "kernel void k(global int *o) { v[sizeof v - 1] = 5; v[0] = 2;\n"
           "  o[0] = v[sizeof v - 1] + v[0] + v[sizeof v / 2]; }\n";
  };
  Program made = build(source(most));
  EXPECT_EQ(run(made, "k")[0], 7);
  EXPECT_EQ(totalSize(made), most);
  Program larger = makeProgram(source(most * 2).c_str());
  EXPECT_EQ(clBuildProgram(larger, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(larger).find("'v'"), std::string::npos) << buildLog(larger);
}

} // namespace weft::test
