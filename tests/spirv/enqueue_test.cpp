// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that enqueue functions. The kernel "k" has a buffer of numbers, which are 0, and a queue.
#include "producers.h"
#include "snippet.h"

#include <cstdint>

namespace weft::spirv_test {
namespace {

// A structure {numbers, factor}, which %child multiplies ids by: numbers[id] = id * factor. %both
// has local memory, too: numbers[id] = the id of the group's last work-item but as many * factor.
const char *const Functions =
    "%child = OpFunction %void None %child_type\n%c_p = OpFunctionParameter %generic_uchar\n"
    "%c0 = OpLabel\n%c_s = OpBitcast %generic_param %c_p\n"
    "%c_pn = OpInBoundsAccessChain %generic_global_uint %c_s %uint_0\n"
    "%c_pf = OpInBoundsAccessChain %generic_uint %c_s %uint_1\n"
    "%c_n = OpLoad %global_uint %c_pn\n%c_f = OpLoad %uint %c_pf\n"
    "%c_ids = OpLoad %v3ulong %gid\n%c_i = OpCompositeExtract %ulong %c_ids 0\n"
    "%c_i32 = OpUConvert %uint %c_i\n%c_v = OpIMul %uint %c_i32 %c_f\n"
    "%c_at = OpInBoundsPtrAccessChain %global_uint %c_n %c_i\nOpStore %c_at %c_v\n"
    "OpReturn\nOpFunctionEnd\n"
    "%both = OpFunction %void None %both_type\n%b_p = OpFunctionParameter %private_param\n"
    "%b_x = OpFunctionParameter %local_uint\n%b_y = OpFunctionParameter %local_uint\n"
    "%b0 = OpLabel\n"
    "%b_pn = OpInBoundsAccessChain %private_global_uint %b_p %uint_0\n"
    "%b_pf = OpInBoundsAccessChain %private_uint %b_p %uint_1\n"
    "%b_n = OpLoad %global_uint %b_pn\n%b_f = OpLoad %uint %b_pf\n"
    "%b_ids = OpLoad %v3ulong %gid\n%b_i = OpCompositeExtract %ulong %b_ids 0\n"
    "%b_lids = OpLoad %v3ulong %lid\n%b_l = OpCompositeExtract %ulong %b_lids 0\n"
    "%b_i32 = OpUConvert %uint %b_i\n%b_v = OpIMul %uint %b_i32 %b_f\n"
    "%b_to = OpInBoundsPtrAccessChain %local_uint %b_x %b_l\nOpStore %b_to %b_i32\n"
    "%b_to2 = OpInBoundsPtrAccessChain %local_uint %b_y %b_l\nOpStore %b_to2 %b_f\n"
    "OpControlBarrier %uint_2 %uint_2 %uint_272\n"
    "%b_o = OpISub %ulong %ulong_7 %b_l\n"
    "%b_from = OpInBoundsPtrAccessChain %local_uint %b_x %b_o\n%b_w = OpLoad %uint %b_from\n"
    "%b_from2 = OpInBoundsPtrAccessChain %local_uint %b_y %b_o\n%b_g = OpLoad %uint %b_from2\n"
    "%b_r = OpIMul %uint %b_w %b_g\n"
    "%b_at = OpInBoundsPtrAccessChain %global_uint %b_n %b_i\nOpStore %b_at %b_r\n"
    "OpReturn\nOpFunctionEnd\n"
    "%returns = OpFunction %uint None %returns_type\n%r_p = OpFunctionParameter %generic_uchar\n"
    "%r0 = OpLabel\nOpReturnValue %uint_1\nOpFunctionEnd\n"
    "%plain = OpFunction %void None %plain_type\n%p_p = OpFunctionParameter %uint\n"
    "%p0 = OpLabel\nOpReturn\nOpFunctionEnd\n"
    "%far = OpFunction %void None %far_type\n%f_p = OpFunctionParameter %generic_uchar\n"
    "%f_x = OpFunctionParameter %global_uint\n%f0 = OpLabel\nOpReturn\nOpFunctionEnd\n";

// In the body: %numbers and %queue, the arguments; %param, the structure with a factor of 3, and
// %bytes, its address as Generic; %range, of 8 work-items in groups of 8; %no_events, a null
// pointer; %event_a and %event_b, variables, and %events, of two.
std::string moduleText(const std::string &body, const std::string &entry_points = "") {
  std::string text;
  for (const char *name :
       {"Addresses", "Kernel", "Int64", "Int8", "GenericPointer", "Linkage", "SubgroupDispatch"})
    text += std::string("OpCapability ") + name + "\n";
  text += "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k \"k\" %gid %lid\n" +
          entry_points +
          "OpName %child \"child\"\nOpDecorate %gid BuiltIn GlobalInvocationId\n"
          "OpDecorate %lid BuiltIn LocalInvocationId\n"
          "%void = OpTypeVoid\n%bool = OpTypeBool\n%uchar = OpTypeInt 8 0\n"
          "%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n%v3ulong = OpTypeVector %ulong 3\n"
          "%input_v3ulong = OpTypePointer Input %v3ulong\n"
          "%q_type = OpTypeQueue\n%event = OpTypeDeviceEvent\n";
  for (const char *storage : {"CrossWorkgroup", "Function", "Workgroup", "Generic"})
    for (const char *type : {"uint", "uchar", "ulong", "event"}) {
      const std::string prefix = *storage == 'C'   ? "global_"
                                 : *storage == 'F' ? "private_"
                                 : *storage == 'W' ? "local_"
                                                   : "generic_";
      text += "%" + prefix + type + " = OpTypePointer " + storage + " %" + type + "\n";
    }
  for (int i : {0, 1, 2, 3, 4, 5, 7, 8, 12, 16, 32, 64, 128, 256, 272, 100000})
    text += "%uint_" + std::to_string(i) + " = OpConstant %uint " + std::to_string(i) + "\n";
  for (int i : {0, 1, 2, 4, 7, 8})
    text += "%ulong_" + std::to_string(i) + " = OpConstant %ulong " + std::to_string(i) + "\n";
  text += "%param_type = OpTypeStruct %global_uint %uint\n"
          "%private_param = OpTypePointer Function %param_type\n"
          "%generic_param = OpTypePointer Generic %param_type\n"
          "%private_global_uint = OpTypePointer Function %global_uint\n"
          "%generic_global_uint = OpTypePointer Generic %global_uint\n"
          "%three = OpTypeArray %ulong %uint_3\n%two = OpTypeArray %ulong %uint_2\n"
          "%range_type = OpTypeStruct %uint %three %three %three\n"
          "%private_range = OpTypePointer Function %range_type\n"
          "%two_events = OpTypeArray %event %uint_2\n"
          "%private_two_events = OpTypePointer Function %two_events\n"
          "%no_events = OpConstantNull %private_event\n%no_event = OpConstantNull %event\n"
          "%no_queue = OpConstantNull %q_type\n%minus_five = OpConstant %uint 4294967291\n"
          "%k_type = OpTypeFunction %void %global_uint %q_type\n"
          "%child_type = OpTypeFunction %void %generic_uchar\n"
          "%both_type = OpTypeFunction %void %private_param %local_uint %local_uint\n"
          "%returns_type = OpTypeFunction %uint %generic_uchar\n"
          "%plain_type = OpTypeFunction %void %uint\n"
          "%far_type = OpTypeFunction %void %generic_uchar %global_uint\n"
          "%gid = OpVariable %input_v3ulong Input\n%lid = OpVariable %input_v3ulong Input\n"
          "%k = OpFunction %void None %k_type\n%numbers = OpFunctionParameter %global_uint\n"
          "%queue = OpFunctionParameter %q_type\n%k0 = OpLabel\n"
          "%param = OpVariable %private_param Function\n"
          "%event_a = OpVariable %private_event Function\n"
          "%event_b = OpVariable %private_event Function\n"
          "%events = OpVariable %private_two_events Function\n"
          "%param_n = OpInBoundsAccessChain %private_global_uint %param %uint_0\n"
          "%param_f = OpInBoundsAccessChain %private_uint %param %uint_1\n"
          "OpStore %param_n %numbers\nOpStore %param_f %uint_3\n"
          "%bytes_param = OpPtrCastToGeneric %generic_param %param\n"
          "%bytes = OpBitcast %generic_uchar %bytes_param\n"
          "%first_event = OpInBoundsAccessChain %private_event %events %uint_0\n"
          "%second_event = OpInBoundsAccessChain %private_event %events %uint_1\n"
          "%range = OpBuildNDRange %range_type %ulong_8 %ulong_8 %ulong_0\n";
  return text + body + "\nOpReturn\nOpFunctionEnd\n" + Functions;
}

const std::string NoEvents = " %uint_0 %no_events %no_events ";
const std::string Child = " %child %bytes %uint_12 %uint_8";

// %sum_... is left in numbers[at].
std::string put(const std::string &value, int at) {
  const std::string n = std::to_string(at);
  return "%put_" + n + " = OpInBoundsPtrAccessChain %global_uint %numbers %uint_" + n +
         "\nOpStore %put_" + n + " " + value + "\n";
}
// Whether a bool holds, as a number.
std::string putBool(const std::string &value, int at) {
  const std::string number = value + "_number";
  return number + " = OpSelect %uint " + value + " %uint_1 %uint_0\n" + put(number, at);
}

class DeviceEnqueue : public ::testing::Test {
protected:
  void SetUp() override {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
                                        cl_queue_properties(CL_QUEUE_ON_DEVICE) |
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                            CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE_DEFAULT,
                                        0};
    cl_int code = 4711;
    on_device = clCreateCommandQueueWithProperties(context(), device(), list, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    queue = clCreateCommandQueueWithProperties(context(), device(), nullptr, nullptr);
  }
  void TearDown() override {
    clReleaseCommandQueue(queue);
    clReleaseCommandQueue(on_device);
  }
  std::vector<uint32_t> run(const std::string &body, size_t count = 8, const char *options = "",
                            const std::string &entry_points = "") {
    std::string log;
    const std::string module = assemble(moduleText(body, entry_points), log);
    cl_program program = module.empty() ? nullptr : build(module, log, options);
    if (program)
      return run(program, count);
    ADD_FAILURE() << log;
    return {};
  }
  std::vector<uint32_t> run(cl_program program, size_t count) {
    std::vector<uint32_t> numbers(count);
    size_t kernels = 0;
    clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, nullptr);
    EXPECT_EQ(kernels, 1u);
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    cl_mem buffer =
        clCreateBuffer(context(), CL_MEM_COPY_HOST_PTR, count * 4, numbers.data(), nullptr);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof on_device, &on_device), CL_SUCCESS);
    const size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * 4, numbers.data(), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return numbers;
  }
  static std::vector<uint32_t> times(uint32_t factor, uint32_t count = 8) {
    std::vector<uint32_t> all;
    for (uint32_t i = 0; i < count; ++i)
      all.push_back(i * factor);
    return all;
  }
  cl_command_queue queue = nullptr, on_device = nullptr;
};

TEST_F(DeviceEnqueue, AFunctionSeesItsParameters) {
  EXPECT_EQ(run("%r = OpEnqueueKernel %uint %queue %uint_1 %range" + NoEvents + Child +
                "\nOpStore %param_f %uint_5"),
            times(3));
}

TEST_F(DeviceEnqueue, ParametersAreAlignedAsTheyAre) {
  for (const char *align : {"1", "2", "4", "16", "32", "128"})
    EXPECT_EQ(run("%r = OpEnqueueKernel %uint %queue %uint_1 %range" + NoEvents +
                  " %child %bytes %uint_12 %uint_" + align),
              times(3))
        << align;
}

TEST_F(DeviceEnqueue, ParametersMayBeOfAComputedSize) {
  const std::string three = "%three_loaded = OpLoad %uint %param_f\n";
  EXPECT_EQ(run(three + "%computed = OpIMul %uint %three_loaded %uint_4\n" +
                "%r = OpEnqueueKernel %uint %queue %uint_1 %range" + NoEvents +
                " %child %bytes %computed %uint_16"),
            times(3));
  // More than any device queue holds: the instruction says so, and nothing is launched.
  EXPECT_EQ(run(three + "%computed = OpISub %uint %three_loaded %uint_5\n" +
                "%r = OpEnqueueKernel %uint %queue %uint_1 %range" + NoEvents +
                " %child %bytes %computed %uint_16\n%refused = OpINotEqual %bool %r %uint_0\n" +
                putBool("%refused", 2)),
            (std::vector<uint32_t>{0, 0, 1, 0, 0, 0, 0, 0}));
}

TEST_F(DeviceEnqueue, TwoCallsHaveTheirOwnParameters) {
  EXPECT_EQ(run("%q = OpGetDefaultQueue %q_type\n"
                "%r = OpEnqueueKernel %uint %q %uint_1 %range" +
                    NoEvents + Child +
                    "\n%part = OpInBoundsPtrAccessChain %global_uint %numbers %uint_8\n"
                    "OpStore %param_n %part\nOpStore %param_f %uint_5\n"
                    "%s = OpEnqueueKernel %uint %q %uint_2 %range" +
                    NoEvents + "%child %bytes %uint_12 %uint_16",
                16),
            (std::vector<uint32_t>{0, 3, 6, 9, 12, 15, 18, 21, 0, 5, 10, 15, 20, 25, 30, 35}));
}

TEST_F(DeviceEnqueue, LocalMemoryIsOfTheSizesGiven) {
  const std::string call = "%r = OpEnqueueKernel %uint %queue %uint_1 %range";
  const std::vector<uint32_t> want = {21, 18, 15, 12, 9, 6, 3, 0};
  const std::string rest = " %both %param %uint_12 %uint_8 %uint_32 %uint_64";
  EXPECT_EQ(run(call + NoEvents + rest), want);
  EXPECT_EQ(run(call + " %uint_0 %no_events %event_a " + rest +
                "\n%e = OpLoad %event %event_a\nOpReleaseEvent %e"),
            want);
}

TEST_F(DeviceEnqueue, NdRangesHaveUpToThreeDimensions) {
  // The first dimension is of 2, as %child looks at no other.
  for (const char *dimensions : {"two", "three"}) {
    const std::string size = std::string("OpCompositeConstruct %") + dimensions;
    const bool three = std::string(dimensions) == "three";
    EXPECT_EQ(run("%g = " + size + " %ulong_2 %ulong_4 " + (three ? "%ulong_2" : "") +
                  "\n%l = " + size + " %ulong_1 %ulong_2 " + (three ? "%ulong_1" : "") +
                  "\n%o = " + size + " %ulong_4 %ulong_0 " + (three ? "%ulong_0" : "") +
                  "\n%other = OpBuildNDRange %range_type %g %l %o\n"
                  "%r = OpEnqueueKernel %uint %queue %uint_1 %other" +
                  NoEvents + Child),
              (std::vector<uint32_t>{0, 0, 0, 0, 12, 15, 0, 0}))
        << dimensions;
  }
  // A local size of zero is the driver's choice; the address of the range will do.
  EXPECT_EQ(run("%any = OpBuildNDRange %range_type %ulong_7 %ulong_0 %ulong_1\n"
                "%r = OpEnqueueKernel %uint %queue %uint_1 %any" +
                NoEvents + Child),
            (std::vector<uint32_t>{0, 3, 6, 9, 12, 15, 18, 21}));
}

TEST_F(DeviceEnqueue, EventsHoldFunctionsBack) {
  const std::string release =
      "%e0 = OpLoad %event %first_event\n%m0 = OpLoad %event %second_event\n"
      "OpRetainEvent %e0\nOpReleaseEvent %e0\nOpReleaseEvent %e0\n"
      "OpSetUserEventStatus %user %uint_0\nOpReleaseEvent %user\n"
      "OpReleaseEvent %m0\n";
  // A child that waits for the user event; a marker for both; a child behind the marker, which
  // overwrites what the first one wrote.
  const std::vector<uint32_t> got =
      run("%user = OpCreateUserEvent %event\nOpStore %event_a %user\n"
          "%r = OpEnqueueKernel %uint %queue %uint_0 %range %uint_1 %event_a %first_event" +
              Child +
              "\n%e1 = OpLoad %event %first_event\nOpStore %event_b %e1\n"
              "%m = OpEnqueueMarker %uint %queue %uint_1 %event_b %second_event\n"
              "OpStore %param_f %uint_5\n"
              "%s = OpEnqueueKernel %uint %queue %uint_0 %range %uint_2 %first_event %no_events" +
              Child + "\n%sum0 = OpBitwiseOr %uint %r %m\n%sum1 = OpBitwiseOr %uint %sum0 %s\n" +
              put("%sum1", 8) + release,
          9);
  std::vector<uint32_t> want = times(5);
  want.push_back(0);
  EXPECT_EQ(got, want);
}

TEST_F(DeviceEnqueue, EventsAreValidOrNot) {
  EXPECT_EQ(run("%user = OpCreateUserEvent %event\n%a = OpIsValidEvent %bool %user\n"
                "%b = OpIsValidEvent %bool %no_event\n"
                "OpSetUserEventStatus %user %uint_0\nOpReleaseEvent %user\n"
                "%c = OpIsValidEvent %bool %user\n" +
                putBool("%a", 0) + putBool("%b", 1) + putBool("%c", 2)),
            (std::vector<uint32_t>{1, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_F(DeviceEnqueue, TimesAreCaptured) {
  const std::vector<uint32_t> got =
      run("%r = OpEnqueueKernel %uint %queue %uint_1 %range %uint_0 %no_events %event_a" + Child +
              "\n%e = OpLoad %event %event_a\n"
              "%there = OpInBoundsPtrAccessChain %global_uint %numbers %uint_8\n"
              "%to = OpBitcast %global_uchar %there\n"
              "OpCaptureEventProfilingInfo %e %uint_1 %to\nOpReleaseEvent %e",
          12);
  uint64_t times_of[2];
  std::memcpy(times_of, &got[8], sizeof times_of);
  EXPECT_GT(times_of[0], 0u);
  EXPECT_GE(times_of[1], times_of[0]);
}

TEST_F(DeviceEnqueue, QueriesAgreeWithTheHost) {
  const std::vector<uint32_t> got =
      run("%a = OpGetKernelWorkGroupSize %uint" + Child +
          "\n%b = OpGetKernelPreferredWorkGroupSizeMultiple %uint" + Child +
          "\n%c = OpGetKernelNDrangeMaxSubGroupSize %uint %range" + Child +
          "\n%d = OpGetKernelNDrangeSubGroupCount %uint %range %both %param %uint_12 %uint_8\n" +
          put("%a", 0) + put("%b", 1) + put("%c", 2) + put("%d", 3));
  size_t largest = 0;
  clGetDeviceInfo(device(), CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof largest, &largest, nullptr);
  EXPECT_EQ(got[0], largest);
  EXPECT_GT(got[1], 0u);
  EXPECT_GT(got[2], 0u);
  EXPECT_GT(got[3], 0u);
  EXPECT_LE(got[3], 8u);
}

TEST_F(DeviceEnqueue, LocalSizesAreOfWholeSubGroups) {
  const std::vector<uint32_t> got =
      run("%a = OpGetKernelMaxNumSubgroups %uint" + Child +
          "\n%b = OpGetKernelLocalSizeForSubgroupCount %uint %uint_3" + Child +
          "\n%c = OpGetKernelLocalSizeForSubgroupCount %uint %uint_0" + Child +
          "\n%d = OpGetKernelLocalSizeForSubgroupCount %uint %uint_100000" + Child +
          "\n%e = OpGetKernelNDrangeMaxSubGroupSize %uint %range" + Child + "\n" + put("%a", 0) +
          put("%b", 1) + put("%c", 2) + put("%d", 3) + put("%e", 4));
  size_t largest = 0;
  clGetDeviceInfo(device(), CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof largest, &largest, nullptr);
  ASSERT_GT(got[4], 0u);
  EXPECT_EQ(got,
            (std::vector<uint32_t>{uint32_t(largest) / got[4], 3 * got[4], 0, 0, got[4], 0, 0, 0}));
}

TEST_F(DeviceEnqueue, ErrorsAreThoseOfOpenClC) {
  const std::string body =
      "%a = OpEnqueueKernel %uint %no_queue %uint_0 %range" + NoEvents + Child +
      "\n%b = OpEnqueueKernel %uint %queue %uint_0 %range %uint_1 %no_events %no_events" + Child +
      "\nOpStore %event_a %no_event\n"
      "%c = OpEnqueueKernel %uint %queue %uint_0 %range %uint_1 %event_a %no_events" +
      Child + "\n%d = OpEnqueueMarker %uint %queue %uint_0 %no_events %event_b\n" + put("%a", 0) +
      put("%b", 1) + put("%c", 2) + put("%d", 3);
  const auto code = [](int number) { return uint32_t(number); };
  EXPECT_EQ(run(body, 4), (std::vector<uint32_t>(4, code(-101))));
  EXPECT_EQ(run(body, 4, "-g"),
            (std::vector<uint32_t>{code(-102), code(-57), code(-57), code(-57)}));
}

TEST_F(DeviceEnqueue, TheFunctionMayBeOfAnotherProgram) {
  std::string text =
      moduleText("%r = OpEnqueueKernel %uint %queue %uint_1 %range" + NoEvents + Child,
                 "OpDecorate %child LinkageAttributes \"child\" Import\n");
  const size_t body = text.find("%c0 = OpLabel"), end = text.find("OpFunctionEnd", body);
  text.erase(body, end - body);
  std::string log;
  const std::string module = assemble(text, log);
  ASSERT_FALSE(module.empty()) << log;
  const char *source = "struct param { global uint *numbers; uint factor; };\n"
                       "void child(void *p) {\n"
                       "  struct param *of = p; size_t i = get_global_id(0);\n"
                       "  of->numbers[i] = of->factor * (uint)i; }";
  cl_program parts[] = {clCreateProgramWithIL(context(), module.data(), module.size(), nullptr),
                        clCreateProgramWithSource(context(), 1, &source, nullptr, nullptr)};
  for (cl_program part : parts)
    ASSERT_EQ(
        clCompileProgram(part, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
        CL_SUCCESS);
  cl_int code = 4711;
  cl_program whole = clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(run(whole, 8), times(3));
  for (cl_program part : parts)
    clReleaseProgram(part);
}

// Translators of what Clang makes of blocks write them so.
TEST_F(DeviceEnqueue, AnEntryPointThatIsEnqueuedIsNoKernelOfTheApplication) {
  EXPECT_EQ(run("%r = OpEnqueueKernel %uint %queue %uint_1 %range" + NoEvents + Child, 8, "",
                "OpEntryPoint Kernel %child \"child\"\n"),
            times(3));
}

TEST_F(DeviceEnqueue, OperandsThatDoNotFitAreNamed) {
  const std::string enqueue = "%r = OpEnqueueKernel %uint ";
  const std::string start = enqueue + "%queue %uint_0 %range" + NoEvents;
  struct {
    std::string body;
    const char *instruction, *why;
  } const rows[] = {
      {enqueue + "%no_event %uint_0 %range" + NoEvents + Child, "OpEnqueueKernel", "spirv.Queue"},
      {enqueue + "%queue %no_events %range" + NoEvents + Child, "OpEnqueueKernel", "flags"},
      {enqueue + "%queue %uint_0 %uint_1" + NoEvents + Child, "OpEnqueueKernel", "ND-range"},
      {enqueue + "%queue %uint_0 %param" + NoEvents + Child, "OpEnqueueKernel", "ND-range"},
      {enqueue + "%queue %uint_0 %range %ulong_0 %no_events %no_events" + Child, "OpEnqueueKernel",
       "32 bits"},
      {enqueue + "%queue %uint_0 %range %uint_0 %uint_0 %no_events" + Child, "OpEnqueueKernel",
       "not a pointer"},
      {"%r = OpEnqueueKernel %ulong %queue %uint_0 %range" + NoEvents + Child, "OpEnqueueKernel",
       "result"},
      {start + "%uint_1 %bytes %uint_12 %uint_8", "OpEnqueueKernel", "not a function"},
      {start + "%returns %bytes %uint_12 %uint_8", "OpEnqueueKernel", "cannot be enqueued"},
      {start + "%plain %bytes %uint_12 %uint_8", "OpEnqueueKernel", "cannot be enqueued"},
      {start + "%far %bytes %uint_12 %uint_8 %uint_4", "OpEnqueueKernel", "cannot be enqueued"},
      {start + "%k %bytes %uint_12 %uint_8", "OpEnqueueKernel", "cannot be enqueued"},
      {start + "%child %uint_1 %uint_12 %uint_8", "OpEnqueueKernel", "not a pointer"},
      {start + "%child %bytes %ulong_8 %uint_8", "OpEnqueueKernel", "32 bits"},
      {start + "%child %bytes %uint_100000 %uint_8", "OpEnqueueKernel", "100000 bytes"},
      {start + "%child %bytes %uint_12 %uint_0", "OpEnqueueKernel", "aligned to 0"},
      {start + "%child %bytes %uint_12 %uint_3", "OpEnqueueKernel", "aligned to 3"},
      {start + "%child %bytes %uint_12 %uint_256", "OpEnqueueKernel", "aligned to 256"},
      {"%n = OpLoad %uint %numbers\n" + start + "%child %bytes %uint_12 %n", "OpEnqueueKernel",
       "constant"},
      {start + "%child %bytes %uint_12 %uint_8 %uint_4", "OpEnqueueKernel", "1 local"},
      {start + "%both %param %uint_12 %uint_8 %uint_4", "OpEnqueueKernel", "takes 2"},
      {start + "%both %param %uint_12 %uint_8 %uint_4 %no_events", "OpEnqueueKernel",
       "size of local memory"},
      {"%r = OpEnqueueMarker %uint %uint_0 %uint_0 %no_events %event_a", "OpEnqueueMarker",
       "spirv.Queue"},
      {"%r = OpEnqueueMarker %uint %queue %uint_0 %no_events %uint_1", "OpEnqueueMarker",
       "not a pointer"},
      {"%r = OpBuildNDRange %range_type %uint_8 %uint_8 %uint_0", "OpBuildNDRange", "64 bits"},
      {"%r = OpBuildNDRange %range_type %ulong_8 %uint_8 %ulong_0", "OpBuildNDRange", "differ"},
      {"%r = OpBuildNDRange %param_type %ulong_8 %ulong_8 %ulong_0", "OpBuildNDRange", "result"},
      {"%r = OpGetKernelWorkGroupSize %ulong" + Child, "OpGetKernelWorkGroupSize", "result"},
      {"%r = OpGetKernelNDrangeSubGroupCount %uint %uint_1" + Child,
       "OpGetKernelNDrangeSubGroupCount", "ND-range"},
      {"OpRetainEvent %queue", "OpRetainEvent", "spirv.DeviceEvent"},
      {"OpReleaseEvent %uint_1", "OpReleaseEvent", "spirv.DeviceEvent"},
      {"OpSetUserEventStatus %no_event %ulong_0", "OpSetUserEventStatus", "32 bits"},
      {"OpCaptureEventProfilingInfo %no_event %uint_1 %param", "OpCaptureEventProfilingInfo",
       "types"},
      {"%r = OpIsValidEvent %uint %no_event", "OpIsValidEvent", "result"},
      {"%r = OpCreateUserEvent %q_type", "OpCreateUserEvent", "result"},
      {"%r = OpGetDefaultQueue %event", "OpGetDefaultQueue", "result"}};
  for (const auto &row : rows) {
    std::string log;
    const std::string module = assemble(moduleText(row.body), log);
    ASSERT_FALSE(module.empty()) << log;
    ASSERT_EQ(build(module, log), nullptr) << row.body;
    for (const char *word : {row.instruction, row.why})
      EXPECT_NE(log.find(word), std::string::npos) << "'" << word << "' is not in: " << log;
  }
}

} // namespace
} // namespace weft::spirv_test
