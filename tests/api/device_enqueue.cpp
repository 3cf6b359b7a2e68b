// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that enqueue kernels (OpenCL C 3.0, 6.15.18). Run under each emitter.
#include "fixture.h"

namespace weft::test {

class DeviceEnqueue : public ApiTest {
protected:
  void SetUp() override {
    ApiTest::SetUp();
    on_device = makeDeviceQueue(deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE));
  }
  Queue makeDeviceQueue(cl_uint bytes, bool by_default = true) {
    const cl_queue_properties list[] = {
        CL_QUEUE_PROPERTIES,
        cl_queue_properties(CL_QUEUE_ON_DEVICE) | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
            CL_QUEUE_PROFILING_ENABLE |
            cl_queue_properties(by_default ? CL_QUEUE_ON_DEVICE_DEFAULT : 0),
        CL_QUEUE_SIZE, bytes, 0};
    cl_int code = 4711;
    Queue made(clCreateCommandQueueWithProperties(context, device(), list, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  // Runs the source's kernel "k" with a buffer of `count` ints, all -1, as its first argument;
  // returns what these are then.
  std::vector<int> run(const char *source, size_t global, size_t count, size_t local = 0,
                       const char *options = "-cl-std=CL3.0") {
    Program program = buildProgram(source, options);
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(program, "k", &code));
    EXPECT_EQ(code, CL_SUCCESS);
    std::vector<int> ints(count, -1);
    Memory buffer(
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof(int), ints.data(), nullptr));
    const cl_mem argument = buffer;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, local ? &local : nullptr,
                                     0, nullptr, last.out()),
              CL_SUCCESS);
    // Neither kernel nor program need be there any more.
    kernel.reset();
    program.reset();
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(int), ints.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return ints;
  }
  static std::vector<int> upTo(int end) {
    std::vector<int> all(size_t(end < 0 ? 0 : end));
    for (int i = 0; i < end; ++i)
      all[size_t(i)] = i;
    return all;
  }
  Queue on_device;
  Event last;
};

TEST_F(DeviceEnqueue, ABlockSeesWhatItCaptured) {
  EXPECT_EQ(run("struct s { int x; char y; };\n"
                "kernel void k(global int *o) {\n"
                "  int factor = 3; float4 v = (float4)(1, 2, 3, 4); struct s t = {5, 6};\n"
                "  void (^block)(void) = ^{\n"
                "    int i = (int)get_global_id(0);\n"
                "    o[i] = i * factor + (int)v.w + t.x + t.y; };\n"
                "  factor = 1000; t.x = 1000;\n"
                "  if (get_global_id(0) == 0)\n"
                "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,\n"
                "                   ndrange_1D(5), block); }",
                1, 5),
            (std::vector<int>{15, 18, 21, 24, 27}));
}

TEST_F(DeviceEnqueue, EachWorkItemEnqueuesItsOwn) {
  for (size_t items : {1u, 7u, 100u, 1000u})
    EXPECT_EQ(run("kernel void k(global int *o) {\n"
                  "  int i = (int)get_global_id(0);\n"
                  "  int r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,\n"
                  "                         ndrange_1D(1), ^{ o[i] = i; });\n"
                  "  if (r != CLK_SUCCESS) o[i] = r; }",
                  items, items),
              upTo(int(items)));
}

TEST_F(DeviceEnqueue, OnlySomeWorkItemsMayEnqueue) {
  std::vector<int> expected(300, -1);
  for (size_t i = 0; i < 300; i += 3)
    expected[i] = expected[i + 1] = int(i);
  EXPECT_EQ(run("kernel void k(global int *o) {\n"
                "  int i = (int)get_global_id(0);\n"
                "  if (i % 3 == 0)\n"
                "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,\n"
                "                   ndrange_1D(2), ^{ o[i + (int)get_global_id(0)] = i; }); }",
                300, 300),
            expected);
}

TEST_F(DeviceEnqueue, NdRangesOfAllForms) {
  // Global and local ids and the offset of each work-item, summed up by form.
  const std::vector<int> got =
      run("#define SUM_OF_IDS (int)(get_global_id(0) + 10 * get_global_id(1) + \\\n"
          "                         100 * get_global_id(2))\n"
          "#define ITEMS (int)(get_local_size(0) * get_local_size(1) * get_local_size(2))\n"
          "#define GO(N, ...) enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, __VA_ARGS__, ^{ \\\n"
          "  atomic_add(o + 2 * N, SUM_OF_IDS); \\\n"
          "  atomic_add(o + 2 * N + 1, (int)get_work_dim() + 10 * (int)get_global_offset(0) + \\\n"
          "                            (ask ? 100 * ITEMS : 0)); })\n"
          "kernel void k(global int *o) {\n"
          "  queue_t q = get_default_queue(); bool ask = true;\n"
          "  size_t g[3] = {4, 2, 2}, l[3] = {2, 1, 2}, f[3] = {1, 2, 3};\n"
          "  if (get_global_id(0)) return;\n"
          "  for (int i = 0; i < 18; ++i) o[i] = 0;\n"
          "  GO(0, ndrange_1D(4, 2)); GO(1, ndrange_1D(3, 4, 2));\n"
          "  GO(2, ndrange_2D(g, l)); GO(3, ndrange_2D(f, g, l));\n"
          "  GO(4, ndrange_3D(g, l)); GO(5, ndrange_3D(f, g, l));\n"
          "  ask = false;\n"
          "  GO(6, ndrange_1D(4)); GO(7, ndrange_2D(g)); GO(8, ndrange_3D(g)); }",
          1, 18);
  EXPECT_EQ(got, (std::vector<int>{6, 804, 18, 924, 52, 1616, 220, 1696, 904, 6448, 6040, 6608, 6,
                                   4, 52, 16, 904, 48}));
}

TEST_F(DeviceEnqueue, QueuesAreComparedWithNull) {
  for (const char *options : {"-cl-std=CL2.0", "-cl-std=CLC++"})
    EXPECT_EQ(run("kernel void k(global int *o) {\n"
                  "  queue_t q = get_default_queue(), none = 0;\n"
                  "  o[0] = q == 0; o[1] = 0 == q; o[2] = get_default_queue() != NULL;\n"
                  "  o[3] = none == 0; o[4] = NULL != none; }",
                  1, 5, 0, options),
              (std::vector<int>{0, 0, 1, 1, 0}))
        << options;
}

TEST_F(DeviceEnqueue, BlocksHaveLocalMemory) {
  EXPECT_EQ(run("kernel void k(global int *o) {\n"
                "  int n = 8;\n"
                "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,\n"
                "    ndrange_1D(64, 8), ^(local void *a, local void *b) {\n"
                "      local int *x = a; local char *y = b;\n"
                "      int l = (int)get_local_id(0);\n"
                "      x[l] = (int)get_global_id(0); y[7 - l] = (char)l;\n"
                "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                "      o[get_global_id(0)] = x[7 - l] * 10 + y[l]; },\n"
                "    (uint)(n * sizeof(int)), 8u); }",
                1, 64),
            [] {
              std::vector<int> all;
              for (int i = 0; i < 64; ++i)
                all.push_back((i / 8 * 8 + 7 - i % 8) * 10 + 7 - i % 8);
              return all;
            }());
}

TEST_F(DeviceEnqueue, BlocksMayBarrierAndUseProgramVariables) {
  EXPECT_EQ(
      run("global int total;\n"
          "kernel void k(global int *o) {\n"
          "  queue_t q = get_default_queue(); clk_event_t e;\n"
          "  total = 5;\n"
          "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(100, 50), 0, 0, &e,\n"
          "    ^{ int s = work_group_reduce_add(1);\n"
          "       if (get_local_id(0) == 0) atomic_add(&total, s); });\n"
          "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &e, 0,\n"
          "                 ^{ o[0] = total; });\n"
          "  release_event(e); }",
          1, 1)[0],
      105);
}

TEST_F(DeviceEnqueue, ChildrenEnqueueChildren) {
  // 3 ^ 0 + ... + 3 ^ 6 work-items.
  EXPECT_EQ(run("void grow(global int *o, int level) {\n"
                "  atomic_inc(o);\n"
                "  if (level)\n"
                "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,\n"
                "                   ndrange_1D(3), ^{ grow(o, level - 1); }); }\n"
                "kernel void k(global int *o) { o[0] = 0; grow(o, 6); }",
                1, 1)[0],
            1093);
}

TEST_F(DeviceEnqueue, ALongChainEnds) {
  EXPECT_EQ(run("void step(global int *o, int left) {\n"
                "  o[0] = left;\n"
                "  if (left)\n"
                "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,\n"
                "                   ndrange_1D(1), ^{ step(o, left - 1); }); }\n"
                "kernel void k(global int *o) { step(o, 20000); }",
                1, 1)[0],
            0);
}

TEST_F(DeviceEnqueue, AKernelThatEnqueuesWithoutEndFillsTheQueue) {
  on_device = makeDeviceQueue(100'000, false);
  ASSERT_EQ(clSetDefaultDeviceCommandQueue(context, device(), on_device), CL_SUCCESS);
  const char *source = "void again(global int *o) {\n"
                       "  int n = atomic_inc(o);\n"
                       "  int r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,\n"
                       "                         ndrange_1D(1), ^{ again(o); });\n"
                       "  if (r) o[1] = r; }\n"
                       "kernel void k(global int *o) { o[0] = 0; again(o); }";
  const std::vector<int> plain = run(source, 1, 2);
  EXPECT_EQ(plain[1], -101); // CLK_ENQUEUE_FAILURE
  EXPECT_GT(plain[0], 50);
  EXPECT_LT(plain[0], 1000);
  // "If the -g compile option is specified"; and the queue is as empty as before.
  const std::vector<int> debug = run(source, 1, 2, 0, "-cl-std=CL3.0 -g");
  EXPECT_EQ(debug[1], -161); // CLK_DEVICE_QUEUE_FULL
  EXPECT_GT(debug[0], 50);
}

TEST_F(DeviceEnqueue, ErrorsAreToldWhereDebuggingIsAskedFor) {
  const char *source =
      "kernel void k(global int *o) {\n"
      "  queue_t q = get_default_queue(); clk_event_t none = CLK_NULL_EVENT, u, e;\n"
      "  size_t much[3] = {64, 64, 64};\n"
      "  kernel_enqueue_flags_t f = CLK_ENQUEUE_FLAGS_NO_WAIT;\n"
      "  ndrange_t one = ndrange_1D(1);\n"
      "  o[0] = enqueue_kernel(CLK_NULL_QUEUE, f, one, ^{ o[9] = 1; });\n"
      "  o[1] = enqueue_kernel(q, f, ndrange_1D(8, 0x10000), ^{ o[9] = 1; });\n"
      "  o[2] = enqueue_kernel(q, f, ndrange_3D(much, much), ^{ o[9] = 1; });\n"
      "  o[3] = enqueue_kernel(q, f, one, 1, 0, 0, ^{ o[9] = 1; });\n"
      "  o[4] = enqueue_kernel(q, f, one, 0, &none, 0, ^{ o[9] = 1; });\n"
      "  o[5] = enqueue_kernel(q, f, one, 1, &none, 0, ^{ o[9] = 1; });\n"
      "  o[6] = enqueue_kernel(q, f, one, ^(local void *p) { o[9] = 1; }, (uint)(o[9] + 1));\n"
      "  o[7] = enqueue_kernel(q, f, one, ^(local void *p) { o[9] = 1; }, 0x7fffffffu);\n"
      "  o[8] = enqueue_marker(q, 0, 0, &e); }";
  EXPECT_EQ(run(source, 1, 10, 0, "-cl-std=CL3.0 -g"),
            (std::vector<int>{-102, -160, -160, -57, -57, -57, -51, -5, -57, -1}));
  EXPECT_EQ(run(source, 1, 10),
            (std::vector<int>{-101, -101, -101, -101, -101, -101, -101, -101, -101, -1}));
}

TEST_F(DeviceEnqueue, UserEventsHoldBlocksBack) {
  EXPECT_EQ(run("kernel void k(global int *o) {\n"
                "  queue_t q = get_default_queue();\n"
                "  clk_event_t u = create_user_event(), a, m;\n"
                "  o[0] = is_valid_event(u) + 2 * is_valid_event(CLK_NULL_EVENT);\n"
                "  o[1] = 0;\n"
                "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), 1, &u, &a,\n"
                "                 ^{ atomic_add(o + 1, 10); });\n"
                "  enqueue_marker(q, 1, &a, &m);\n"
                "  clk_event_t both[2] = {m, u};\n"
                "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 2, both, 0,\n"
                "                 ^{ o[2] = o[1]; });\n"
                "  o[3] = o[1];\n"
                "  retain_event(a); release_event(a);\n"
                "  set_user_event_status(u, CL_COMPLETE);\n"
                "  release_event(u); release_event(a); release_event(m);\n"
                "  o[4] = is_valid_event(m); }",
                1, 5),
            (std::vector<int>{1, 40, 40, 0, 0}));
}

TEST_F(DeviceEnqueue, AFailedEventEndsWhatWaitsForIt) {
  EXPECT_EQ(run("kernel void k(global int *o) {\n"
                "  queue_t q = get_default_queue();\n"
                "  clk_event_t u = create_user_event();\n"
                "  o[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &u, 0,\n"
                "                        ^{ o[1] = 1; });\n"
                "  set_user_event_status(u, -5); release_event(u); }",
                1, 2),
            (std::vector<int>{0, -1}));
  // "The execution status of the kernel will be an error code [...] if it or any of its child
  // kernels encounter an error"
  cl_int status = 4711;
  EXPECT_EQ(
      clGetEventInfo(last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      CL_SUCCESS);
  EXPECT_LT(status, 0);
}

TEST_F(DeviceEnqueue, WaitingForTheParentIsWaitingForAllOfIt) {
  for (const char *flags : {"CLK_ENQUEUE_FLAGS_WAIT_KERNEL", "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP"}) {
    const std::string source = "kernel void k(global int *o) {\n"
                               "  int i = (int)get_global_id(0), first = i / 16 * 16;\n"
                               "  if (i % 16 == 0)\n"
                               "    enqueue_kernel(get_default_queue(), " +
                               std::string(flags) +
                               ", ndrange_1D(16), ^{\n"
                               "      int j = first + (int)get_global_id(0);\n"
                               "      o[j] = o[j] + 1; });\n"
                               "  o[i] = i * 2; }";
    const std::vector<int> got = run(source.c_str(), 512, 512, 16);
    for (int i = 0; i < 512; ++i)
      ASSERT_EQ(got[size_t(i)], 2 * i + 1);
  }
}

TEST_F(DeviceEnqueue, QueriesAboutBlocksAgreeWithTheHost) {
  const std::vector<int> got =
      run("kernel void k(global int *o) {\n"
          "  void (^b)(void) = ^{ o[9] = (int)get_sub_group_size(); };\n"
          "  o[0] = (int)get_kernel_work_group_size(b);\n"
          "  o[1] = (int)get_kernel_preferred_work_group_size_multiple(b);\n"
          "  o[2] = (int)get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(256, 64), b);\n"
          "  o[3] = (int)get_kernel_sub_group_count_for_ndrange(ndrange_1D(256, 64), b);\n"
          "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,\n"
          "                 ndrange_1D(256, 64), b); }",
          1, 10);
  EXPECT_EQ(got[0], int(deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE)));
  EXPECT_GT(got[1], 0);
  EXPECT_EQ(got[2], got[9]);
  EXPECT_EQ(got[3], (64 + got[2] - 1) / got[2]);
}

TEST_F(DeviceEnqueue, TimesAreCapturedBeforeAndAfterTheEnd) {
  EXPECT_EQ(run("global ulong times[4];\n"
                "kernel void k(global int *o) {\n"
                "  queue_t q = get_default_queue(); clk_event_t u = create_user_event(), e;\n"
                "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100), 1, &u, &e, ^{\n"
                "    atomic_inc(o + 1);\n"
                "    if (get_global_id(0) == 0)\n"
                "      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,\n"
                "                     ndrange_1D(100), ^{ atomic_inc(o + 1); }); });\n"
                "  capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, times);\n"
                "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &e, 0, ^{\n"
                "    capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, times + 2);\n"
                "    o[0] = times[0] > 0 && times[1] > times[0] && times[2] == times[0] &&\n"
                "           times[3] == times[1];\n"
                "    release_event(e); });\n"
                "  set_user_event_status(u, CL_COMPLETE); release_event(u); }",
                1, 2),
            (std::vector<int>{1, 199}));
}

TEST_F(DeviceEnqueue, TheParentIsCompleteAfterItsChildren) {
  queue = makeQueue(context, CL_QUEUE_PROFILING_ENABLE);
  EXPECT_EQ(run("kernel void k(global int *o) {\n"
                "  o[0] = 0;\n"
                "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,\n"
                "    ndrange_1D(1), ^{ for (int i = 0; i < 100000; ++i) atomic_inc(o); }); }",
                1, 1)[0],
            100000);
  cl_ulong start = 0, end = 0, complete = 0;
  for (auto [what, value] : {std::pair{CL_PROFILING_COMMAND_START, &start},
                             {CL_PROFILING_COMMAND_END, &end},
                             {CL_PROFILING_COMMAND_COMPLETE, &complete}})
    ASSERT_EQ(clGetEventProfilingInfo(last, cl_profiling_info(what), sizeof *value, value, nullptr),
              CL_SUCCESS);
  EXPECT_LE(start, end);
  EXPECT_LT(end, complete);
}

TEST_F(DeviceEnqueue, BlocksAreCalledAsFunctionsToo) {
  EXPECT_EQ(run("int (^constant twice)(int) = ^(int x) { return 2 * x; };\n"
                "kernel void k(global int *o) {\n"
                "  int i = (int)get_global_id(0), n = 3;\n"
                "  int (^outer)(int) = ^(int x) {\n"
                "    int (^inner)(int) = ^(int y) { return y * n + (int)get_global_id(0); };\n"
                "    return twice(inner(x)); };\n"
                "  o[i] = outer(i + 1); }",
                20, 20),
            [] {
              std::vector<int> all;
              for (int i = 0; i < 20; ++i)
                all.push_back(2 * ((i + 1) * 3 + i));
              return all;
            }());
}

TEST_F(DeviceEnqueue, BlocksOfTheProgramKnowTheirWorkItem) {
  EXPECT_EQ(run("int constant seven = 7;\n"
                "int (^constant block)(int) = ^int(int x) {\n"
                "  return seven * x + (int)get_global_id(0); };\n"
                "kernel void k(global int *o) { o[get_global_id(0)] = block(3); }",
                4, 4),
            (std::vector<int>{21, 22, 23, 24}));
}

TEST_F(DeviceEnqueue, QueuesAreArgumentsAndCaptured) {
  Program program = buildProgram(
      "kernel void k(queue_t a, queue_t b, global int *o) {\n"
      "  enqueue_kernel(a, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4), ^{\n"
      "    int i = (int)get_global_id(0);\n"
      "    enqueue_kernel(b, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ o[i] = 7 * i; });\n"
      "  }); }",
      "-cl-std=CL3.0");
  Kernel kernel(clCreateKernel(program, "k", nullptr));
  Queue a = makeDeviceQueue(10'000, false), b = makeDeviceQueue(10'000, false);
  Memory buffer = makeBuffer();
  const cl_command_queue first = a, second = b;
  const cl_mem out = buffer;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof first, &first), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof second, &second), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof out, &out), CL_SUCCESS);
  const size_t size = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  // The launch holds what it needs.
  kernel.reset();
  a.reset();
  b.reset();
  const std::vector<int> got = read(buffer);
  EXPECT_EQ((std::vector<int>{got[0], got[1], got[2], got[3]}), (std::vector<int>{0, 7, 14, 21}));
}

TEST_F(DeviceEnqueue, KernelsOfBlocksAreNotTheApplications) {
  Program program = buildProgram("kernel void k(global int *o) {\n"
                                 "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(1),\n"
                                 "                 ^{ o[0] = 1; }); }\n"
                                 "kernel void z(global int *o) {}",
                                 "-cl-std=CL3.0");
  auto query = [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
    return clGetProgramInfo(program, param, size, value, size_ret);
  };
  EXPECT_EQ(queryValue<size_t>(query, CL_PROGRAM_NUM_KERNELS), 2u);
  EXPECT_EQ(queryText(query, CL_PROGRAM_KERNEL_NAMES), "k;z");
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 2u);
  cl_int code = 4711;
  EXPECT_EQ(clCreateKernel(program, "__k_block_invoke_kernel", &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_KERNEL_NAME);
}

TEST_F(DeviceEnqueue, ProgramsThatAreLinkedKeepTheirBlocksApart) {
  auto compiled = [&](const char *value, const char *name) {
    const std::string source =
        "static void go(global int *o, int at) {\n"
        "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),\n"
        "                 ^{ o[at] = " +
        std::string(value) + "; }); }\nvoid " + name + "(global int *o, int at) { go(o, at); }";
    const char *text = source.c_str();
    Program made(clCreateProgramWithSource(context, 1, &text, nullptr, nullptr));
    EXPECT_EQ(
        clCompileProgram(made, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
        CL_SUCCESS);
    return made;
  };
  Program one = compiled("11", "one"), two = compiled("22", "two");
  const char *text = "void one(global int *, int); void two(global int *, int);\n"
                     "kernel void k(global int *o) { one(o, 0); two(o, 1); one(o, 2); }";
  Program main(clCreateProgramWithSource(context, 1, &text, nullptr, nullptr));
  ASSERT_EQ(
      clCompileProgram(main, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
      CL_SUCCESS);
  const cl_program parts[] = {one, two, main};
  cl_int code = 4711;
  Program linked(clLinkProgram(context, 0, nullptr, nullptr, 3, parts, nullptr, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  Kernel kernel(clCreateKernel(linked, "k", nullptr));
  Memory buffer = makeBuffer();
  const cl_mem out = buffer;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
  const size_t size = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  const std::vector<int> got = read(buffer);
  EXPECT_EQ((std::vector<int>{got[0], got[1], got[2]}), (std::vector<int>{11, 22, 11}));
}

TEST_F(DeviceEnqueue, ThereMayBeNoDefaultQueue) {
  on_device.reset();
  EXPECT_EQ(run("kernel void k(global int *o) {\n"
                "  o[0] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ o[1] = 1; }); }",
                1, 2, 0, "-cl-std=CL3.0 -g"),
            (std::vector<int>{-102, -1}));
}

TEST_F(DeviceEnqueue, UnreleasedEventsAreBounded) {
  const std::vector<int> got = run("kernel void k(global int *o) {\n"
                                   "  int n = 0;\n"
                                   "  while (n < 1000000 && is_valid_event(create_user_event()))\n"
                                   "    ++n;\n"
                                   "  o[0] = n; }",
                                   1, 1);
  EXPECT_EQ(got[0], int(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS)));
}

} // namespace weft::test
