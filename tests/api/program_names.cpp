// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_global_variable_access, and pointers to functions: what of a program the host has by its
// name.
#include "extension_functions.h"
#include "fixture.h"

namespace weft::test {

class ProgramNames : public ApiTest {
protected:
  static constexpr const char *Source =
      "global int count = 40; static global int hidden = 3; constant int fixed = 4;\n"
      "const global int table[300] = {1, 2, 3}; global int never_used[2] = {8, 9};\n"
      "global struct { char c; long l; } record = {'x', 5};\n"
      "kernel void next(global int *o) { o[0] = ++count; o[1] = hidden++ + fixed; }\n"
      "kernel void now(global int *o) { o[0] = count; o[1] = (int)record.l + table[1]; }\n";
  Program build(const char *source = Source, const char *options = "-cl-std=CL3.0") {
    return buildProgram(source, options);
  }
  Program buildNames() {
    Program made = makeModule("host_names");
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << buildLog(made);
    return made;
  }
  std::vector<int> run(cl_program program, const char *kernel, size_t items = 1,
                       const cl_ulong *second = nullptr) {
    cl_int code = 4711;
    Kernel made(clCreateKernel(program, kernel, &code));
    EXPECT_EQ(code, CL_SUCCESS) << kernel;
    Memory out = makeBuffer(CL_MEM_READ_WRITE);
    const cl_mem argument = out;
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof argument, &argument), CL_SUCCESS);
    if (second) {
      EXPECT_EQ(clSetKernelArg(made, 1, sizeof *second, second), CL_SUCCESS);
    }
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, made, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    return read(out);
  }
  cl_int find(cl_program program, const char *name, size_t *size, void **pointer) {
    return cl.clGetDeviceGlobalVariablePointerINTEL(device(), program, name, size, pointer);
  }
  int *findInt(cl_program program, const char *name) {
    size_t size = 4711;
    void *pointer = nullptr;
    EXPECT_EQ(find(program, name, &size, &pointer), CL_SUCCESS) << name;
    EXPECT_EQ(size, sizeof(int)) << name;
    return static_cast<int *>(pointer);
  }
  cl_int write(cl_program program, const char *name, size_t size, size_t offset, const void *from,
               cl_uint num_events = 0, const cl_event *list = nullptr, cl_event *event = nullptr) {
    return cl.clEnqueueWriteGlobalVariableINTEL(queue, program, name, CL_TRUE, size, offset, from,
                                                num_events, list, event);
  }
  cl_int readVariable(cl_program program, const char *name, size_t size, size_t offset, void *to) {
    return cl.clEnqueueReadGlobalVariableINTEL(queue, program, name, CL_TRUE, size, offset, to, 0,
                                               nullptr, nullptr);
  }
  const ExtensionFunctions cl;
};

TEST_F(ProgramNames, AreReported) {
  EXPECT_NE(
      (" " + deviceText(CL_DEVICE_EXTENSIONS) + " ").find(" cl_intel_global_variable_access "),
      std::string::npos);
}

TEST_F(ProgramNames, GiveTheAddressThatKernelsUse) {
  Program made = build();
  int *count = findInt(made, "count");
  ASSERT_NE(count, nullptr);
  EXPECT_EQ(*count, 40);
  EXPECT_EQ(run(made, "next")[0], 41);
  EXPECT_EQ(*count, 41);
  *count = 7;
  EXPECT_EQ(run(made, "now")[0], 7);
  // What no kernel of the program uses is still there, and so is what is constant.
  size_t size = 0;
  void *pointer = nullptr;
  ASSERT_EQ(find(made, "never_used", &size, &pointer), CL_SUCCESS);
  EXPECT_EQ(size, 2 * sizeof(int));
  EXPECT_EQ(static_cast<int *>(pointer)[1], 9);
  ASSERT_EQ(find(made, "table", nullptr, &pointer), CL_SUCCESS);
  EXPECT_EQ(static_cast<int *>(pointer)[2], 3);
}

// No kernel writes it, so a compiler that does not count on the host would know its value.
TEST_F(ProgramNames, OfVariablesThatOnlyTheHostWrites) {
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
    Program made = build("global int scale = 3;\n"
                         "kernel void k(global int *o) { o[get_global_id(0)] *= scale; }\n",
                         options);
    EXPECT_EQ(run(made, "k", Count)[5], 15);
    const int five = 5;
    ASSERT_EQ(write(made, "scale", sizeof five, 0, &five), CL_SUCCESS);
    EXPECT_EQ(run(made, "k", Count)[5], 25);
  }
}

TEST_F(ProgramNames, ReadAndWriteParts) {
  Program made = build();
  const int new_count = 99;
  ASSERT_EQ(write(made, "count", sizeof new_count, 0, &new_count), CL_SUCCESS);
  EXPECT_EQ(run(made, "next")[0], 100);
  int seen = 0;
  ASSERT_EQ(readVariable(made, "count", sizeof seen, 0, &seen), CL_SUCCESS);
  EXPECT_EQ(seen, 100);
  const cl_long nine = 9;
  ASSERT_EQ(write(made, "record", sizeof nine, 8, &nine), CL_SUCCESS);
  EXPECT_EQ(run(made, "now")[1], 9 + 2);
  int pair[2] = {};
  ASSERT_EQ(readVariable(made, "table", sizeof pair, sizeof(int), pair), CL_SUCCESS);
  EXPECT_EQ(pair[0] * 10 + pair[1], 23);
}

TEST_F(ProgramNames, ObeyWaitLists) {
  Program made = build();
  const int value = 5;
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return cl.clEnqueueWriteGlobalVariableINTEL(queue, made, "count", CL_FALSE, sizeof value, 0,
                                                    &value, count, list, event);
      },
      CL_COMMAND_MEMCPY_INTEL);
  reportsFailedWaitList([&](cl_uint count, const cl_event *list, cl_event *event) {
    return write(made, "count", sizeof value, 0, &value, count, list, event);
  });
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return write(made, "count", sizeof value, 0, &value, count, list, event);
  });
}

// A command that still waits keeps the code that has the variable.
TEST_F(ProgramNames, LastAsLongAsCommandsNeedThem) {
  Event gate = makeUserEvent();
  int seen = 0;
  Event done;
  {
    Program made = build();
    cl_event event = nullptr;
    ASSERT_EQ(cl.clEnqueueReadGlobalVariableINTEL(queue, made, "count", CL_FALSE, sizeof seen, 0,
                                                  &seen, 1, gate.list(), &event),
              CL_SUCCESS);
    done = Event(event);
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.list()), CL_SUCCESS);
  EXPECT_EQ(seen, 40);
}

TEST_F(ProgramNames, ComeWithABinaryAndWithLinking) {
  Program made = build();
  Program again = programFromBinary(context, binaryOf(made));
  ASSERT_EQ(clBuildProgram(again, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_NE(findInt(again, "count"), findInt(made, "count"));
  EXPECT_EQ(*findInt(again, "count"), 40);
  Program part = makeProgram(Source);
  ASSERT_EQ(
      clCompileProgram(part, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
      CL_SUCCESS);
  void *pointer = untouched<void *>();
  EXPECT_EQ(find(part, "count", nullptr, &pointer), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(pointer, untouched<void *>());
  const cl_program parts[] = {part};
  Program linked(clLinkProgram(context, 0, nullptr, "", 1, parts, nullptr, nullptr, nullptr));
  ASSERT_TRUE(linked);
  EXPECT_EQ(run(linked, "next")[0], 41);
  EXPECT_EQ(*findInt(linked, "count"), 41);
}

TEST_F(ProgramNames, OfModulesAreThoseOfTheHostAndOfLinkage) {
  Program made = buildNames();
  int *counter = findInt(made, "host_counter");
  ASSERT_NE(counter, nullptr);
  EXPECT_EQ(findInt(made, "count"), findInt(made, "host_count"));
  EXPECT_EQ(run(made, "next")[0], 2);
  EXPECT_EQ(*counter, 2);
  const int values[] = {50, 60};
  ASSERT_EQ(write(made, "host_counter", sizeof(int), 0, values), CL_SUCCESS);
  ASSERT_EQ(write(made, "host_count", sizeof(int), 0, values + 1), CL_SUCCESS);
  const std::vector<int> got = run(made, "now");
  EXPECT_EQ(got[0], 50);
  EXPECT_EQ(got[1], 60);
  // Another module's variables are others, of a name within the module, or of none for the host.
  void *pointer = nullptr;
  for (const char *none : {"counter", "silent", "", "next", "spirv.counter", "weft.shared.count"})
    EXPECT_EQ(find(made, none, nullptr, &pointer), CL_INVALID_ARG_VALUE) << none;
}

TEST_F(ProgramNames, AreRefusedWithTheirReasons) {
  Program made = build();
  Program unbuilt = makeProgram(Source);
  size_t size = 4711;
  void *pointer = untouched<void *>();
  int value = 0;
  // Not variables in global memory that other modules can refer to.
  for (const char *none : {"hidden", "fixed", "next", "nothing", "", "weft.shared.count"}) {
    EXPECT_EQ(find(made, none, &size, &pointer), CL_INVALID_ARG_VALUE) << none;
    EXPECT_EQ(readVariable(made, none, 4, 0, &value), CL_INVALID_ARG_VALUE) << none;
    EXPECT_EQ(write(made, none, 4, 0, &value), CL_INVALID_ARG_VALUE) << none;
  }
  EXPECT_EQ(find(unbuilt, "count", &size, &pointer), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(find(nullptr, "count", &size, &pointer), CL_INVALID_PROGRAM);
  EXPECT_EQ(find(made, nullptr, &size, &pointer), CL_INVALID_VALUE);
  EXPECT_EQ(find(made, "count", &size, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(cl.clGetDeviceGlobalVariablePointerINTEL(nullptr, made, "count", &size, &pointer),
            CL_INVALID_DEVICE);
  EXPECT_EQ(size, 4711u);
  EXPECT_EQ(pointer, untouched<void *>());

  EXPECT_EQ(readVariable(made, "count", 4, 1, &value), CL_INVALID_VALUE);
  EXPECT_EQ(readVariable(made, "count", 5, 0, &value), CL_INVALID_VALUE);
  EXPECT_EQ(readVariable(made, "count", 1, SIZE_MAX, &value), CL_INVALID_VALUE);
  EXPECT_EQ(readVariable(made, "count", 4, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(write(made, "table", 4, 0, &value), CL_INVALID_OPERATION);
  EXPECT_EQ(readVariable(unbuilt, "count", 4, 0, &value), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(readVariable(nullptr, "count", 4, 0, &value), CL_INVALID_PROGRAM);
  EXPECT_EQ(cl.clEnqueueReadGlobalVariableINTEL(nullptr, made, "count", CL_TRUE, 4, 0, &value, 0,
                                                nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(cl.clEnqueueReadGlobalVariableINTEL(otherQueue(), made, "count", CL_TRUE, 4, 0, &value,
                                                0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(ProgramNames, OfFunctionsArePointersThatKernelsCallThrough) {
  Program made = buildNames();
  cl_ulong twice = 0, place = 0;
  ASSERT_EQ(cl.clGetDeviceFunctionPointerINTEL(device(), made, "twice", &twice), CL_SUCCESS);
  ASSERT_EQ(cl.clGetDeviceFunctionPointerINTEL(device(), made, "place", &place), CL_SUCCESS);
  EXPECT_NE(twice, 0u);
  EXPECT_NE(twice, place);
  const std::vector<int> doubled = run(made, "apply", Count, &twice);
  const std::vector<int> squares = run(made, "apply", Count, &place);
  for (int i = 0; i < int(Count); ++i) {
    EXPECT_EQ(doubled[size_t(i)], 2 * i);
    EXPECT_EQ(squares[size_t(i)], i * i);
  }
  // A binary has the same pointers.
  Program again = programFromBinary(context, binaryOf(made));
  ASSERT_EQ(clBuildProgram(again, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  cl_ulong pointer = 0;
  ASSERT_EQ(cl.clGetDeviceFunctionPointerINTEL(device(), again, "twice", &pointer), CL_SUCCESS);
  EXPECT_EQ(run(again, "apply", Count, &pointer), doubled);
}

// One kernel keeps it, another one calls through it, and they are compiled apart.
TEST_F(ProgramNames, OfFunctionsMayBeNoneWhereAKernelHasThePointer) {
  Program made = buildNames();
  cl_ulong pointer = 4711;
  EXPECT_EQ(cl.clGetDeviceFunctionPointerINTEL(device(), made, "taken", &pointer),
            CL_INVALID_ARG_VALUE);
  const std::vector<int> kept = run(made, "keep");
  std::memcpy(&pointer, kept.data(), sizeof pointer);
  const std::vector<int> got = run(made, "apply", Count, &pointer);
  for (int i = 0; i < int(Count); ++i)
    EXPECT_EQ(got[size_t(i)], i + 7);
}

TEST_F(ProgramNames, OfFunctionsAreOnlyThoseThatAreSaidToBeReferencedIndirectly) {
  Program made = buildNames();
  cl_ulong pointer = 4711;
  for (const char *none : {"plain", "apply", "count", "nothing", ""})
    EXPECT_EQ(cl.clGetDeviceFunctionPointerINTEL(device(), made, none, &pointer),
              CL_INVALID_ARG_VALUE)
        << none;
  EXPECT_EQ(cl.clGetDeviceFunctionPointerINTEL(nullptr, made, "twice", &pointer),
            CL_INVALID_DEVICE);
  EXPECT_EQ(cl.clGetDeviceFunctionPointerINTEL(device(), nullptr, "twice", &pointer),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(cl.clGetDeviceFunctionPointerINTEL(device(), made, nullptr, &pointer),
            CL_INVALID_VALUE);
  EXPECT_EQ(cl.clGetDeviceFunctionPointerINTEL(device(), made, "twice", nullptr), CL_INVALID_VALUE);
  Program unbuilt = makeModule("host_names");
  EXPECT_EQ(cl.clGetDeviceFunctionPointerINTEL(device(), unbuilt, "twice", &pointer),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(pointer, 4711u);
}

} // namespace weft::test
