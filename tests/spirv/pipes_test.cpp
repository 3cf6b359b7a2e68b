// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes. Each module has a kernel that writes and one that reads a pipe of 32-bit numbers, which
// have a buffer of as many numbers as work-items, too.
#include "producers.h"
#include "snippet.h"

#include <algorithm>
#include <cstdint>

namespace weft::spirv_test {
namespace {

constexpr cl_uint Packets = 32;
constexpr size_t Items = 32, Group = 16, SubGroup = 8;

std::string kernel(const std::string &name, const std::string &body) {
  return "%" + name + " = OpFunction %void None %" + name + "_type\n%" + name +
         "_p = OpFunctionParameter %" + name + "_pipe\n%" + name +
         "_numbers = OpFunctionParameter %global_uint\n%" + name + "_entry = OpLabel\n%" + name +
         "_v = OpVariable %private_uint Function\n%" + name + "_ids = OpLoad %v3ulong %gid\n%" +
         name + "_i = OpCompositeExtract %ulong %" + name + "_ids 0\n%" + name +
         "_i32 = OpUConvert %uint %" + name + "_i\n%" + name +
         "_at = OpInBoundsPtrAccessChain %global_uint %" + name + "_numbers %" + name + "_i\n" +
         body + "\nOpReturn\nOpFunctionEnd\n";
}

// In the bodies: %put_p and %take_p, the pipes; %put_at and %take_at, where the work-item's number
// is; %put_i32 and %take_i32, its id; %put_v and %take_v, variables.
std::string moduleText(const std::string &put, const std::string &take) {
  std::string text;
  for (const char *name :
       {"Addresses", "Kernel", "Int64", "GenericPointer", "Pipes", "Groups", "SubgroupDispatch"})
    text += std::string("OpCapability ") + name + "\n";
  text += "OpMemoryModel Physical64 OpenCL\n"
          "OpEntryPoint Kernel %put \"put\" %gid\nOpEntryPoint Kernel %take \"take\" %gid\n"
          "OpExecutionMode %put SubgroupSize 8\nOpExecutionMode %take SubgroupSize 8\n"
          "OpName %put_p \"p\"\n"
          "OpDecorate %gid BuiltIn GlobalInvocationId\n"
          "%void = OpTypeVoid\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n"
          "%ulong = OpTypeInt 64 0\n%v3ulong = OpTypeVector %ulong 3\n"
          "%global_uint = OpTypePointer CrossWorkgroup %uint\n"
          "%private_uint = OpTypePointer Function %uint\n"
          "%generic_uint = OpTypePointer Generic %uint\n"
          "%constant_uint = OpTypePointer UniformConstant %uint\n"
          "%input_v3ulong = OpTypePointer Input %v3ulong\n"
          "%put_pipe = OpTypePipe WriteOnly\n%take_pipe = OpTypePipe ReadOnly\n"
          "%reservation = OpTypeReserveId\n%none = OpConstantNull %reservation\n"
          "%put_type = OpTypeFunction %void %put_pipe %global_uint\n"
          "%take_type = OpTypeFunction %void %take_pipe %global_uint\n";
  for (int i : {0, 1, 2, 3, 4, 5, 8, 16, 32, 100})
    text += "%uint_" + std::to_string(i) + " = OpConstant %uint " + std::to_string(i) + "\n";
  text += "%fixed = OpVariable %constant_uint UniformConstant %uint_5\n"
          "%gid = OpVariable %input_v3ulong Input\n";
  return text + kernel("put", put) + kernel("take", take);
}

const std::string PutOne = "%put_x = OpLoad %uint %put_at\nOpStore %put_v %put_x\n"
                           "%put_g = OpPtrCastToGeneric %generic_uint %put_v\n"
                           "%put_r = OpWritePipe %uint %put_p %put_g %uint_4 %uint_4";
const std::string TakeOne = "%take_r = OpReadPipe %uint %take_p %take_at %uint_4 %uint_4";

class Pipes : public ::testing::Test {
protected:
  void SetUp() override {
    cl_int code = 4711;
    pipe = clCreatePipe(context(), 0, 4, Packets, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    queue = clCreateCommandQueueWithProperties(context(), device(), nullptr, nullptr);
  }
  void TearDown() override {
    clReleaseMemObject(pipe);
    clReleaseCommandQueue(queue);
    if (program)
      clReleaseProgram(program);
  }
  void load(const std::string &put, const std::string &take) {
    std::string log;
    const std::string module = assemble(moduleText(put, take), log);
    program = module.empty() ? nullptr : build(module, log);
    ASSERT_NE(program, nullptr) << log;
  }
  std::vector<uint32_t> run(const char *name, std::vector<uint32_t> numbers, size_t local = Group) {
    cl_kernel made = clCreateKernel(program, name, nullptr);
    cl_mem buffer = clCreateBuffer(context(), CL_MEM_COPY_HOST_PTR, numbers.size() * 4,
                                   numbers.data(), nullptr);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof pipe, &pipe), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof buffer, &buffer), CL_SUCCESS);
    const size_t count = numbers.size();
    local = std::min(local, count);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, made, 1, nullptr, &count, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * 4, numbers.data(), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    clReleaseMemObject(buffer);
    clReleaseKernel(made);
    return numbers;
  }
  static std::vector<uint32_t> upTo(size_t end, uint32_t first = 0) {
    std::vector<uint32_t> all(end);
    for (size_t i = 0; i < end; ++i)
      all[i] = first + uint32_t(i);
    return all;
  }
  static std::vector<uint32_t> sorted(std::vector<uint32_t> numbers) {
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  }
  cl_mem pipe = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
};

TEST_F(Pipes, WhatIsWrittenIsRead) {
  load(PutOne, TakeOne);
  run("put", upTo(Items, 100));
  EXPECT_EQ(sorted(run("take", std::vector<uint32_t>(Items))), upTo(Items, 100));
}

TEST_F(Pipes, ReadingTellsWhetherThereWasAPacket) {
  load(PutOne, TakeOne + "\nOpStore %take_at %take_r");
  run("put", upTo(4));
  const std::vector<uint32_t> results = run("take", std::vector<uint32_t>(6, 7));
  EXPECT_EQ(std::count(results.begin(), results.end(), 0u), 4);
  EXPECT_EQ(std::count(results.begin(), results.end(), ~0u), 2);
}

TEST_F(Pipes, PacketsAreCounted) {
  const std::string counts = "%n = OpGetNumPipePackets %uint %take_p %uint_4 %uint_4\n"
                             "%m = OpGetMaxPipePackets %uint %take_p %uint_4 %uint_4\n"
                             "%h = OpIMul %uint %m %uint_100\n%s = OpIAdd %uint %h %n\n"
                             "OpStore %take_at %s";
  load(PutOne + "\n%n0 = OpGetNumPipePackets %uint %put_p %uint_4 %uint_4\n"
                "%m0 = OpGetMaxPipePackets %uint %put_p %uint_4 %uint_4\n"
                "%h0 = OpIMul %uint %m0 %uint_100\n%s0 = OpIAdd %uint %h0 %n0\n"
                "OpStore %put_at %s0",
       counts);
  EXPECT_EQ(run("put", {5}), std::vector<uint32_t>{3201});
  EXPECT_EQ(run("take", {0}), std::vector<uint32_t>{3201});
}

// Two packets for each work-item, which are written in the other order.
TEST_F(Pipes, ReservationsOfWorkItems) {
  load("%put_res = OpReserveWritePipePackets %reservation %put_p %uint_2 %uint_4 %uint_4\n"
       "%twice = OpIMul %uint %put_i32 %uint_2\n%next = OpIAdd %uint %twice %uint_1\n"
       "OpStore %put_v %next\n"
       "%w1 = OpReservedWritePipe %uint %put_p %put_res %uint_1 %put_v %uint_4 %uint_4\n"
       "OpStore %put_v %twice\n"
       "%w0 = OpReservedWritePipe %uint %put_p %put_res %uint_0 %put_v %uint_4 %uint_4\n"
       "%w2 = OpReservedWritePipe %uint %put_p %put_res %uint_2 %put_v %uint_4 %uint_4\n"
       "OpCommitWritePipe %put_p %put_res %uint_4 %uint_4\nOpStore %put_at %w2",
       "%take_res = OpReserveReadPipePackets %reservation %take_p %uint_2 %uint_4 %uint_4\n"
       "%r1 = OpReservedReadPipe %uint %take_p %take_res %uint_1 %take_v %uint_4 %uint_4\n"
       "%second = OpLoad %uint %take_v\n"
       "%r0 = OpReservedReadPipe %uint %take_p %take_res %uint_0 %take_v %uint_4 %uint_4\n"
       "%first = OpLoad %uint %take_v\n"
       "OpCommitReadPipe %take_p %take_res %uint_4 %uint_4\n"
       "%hundred = OpIMul %uint %second %uint_100\n%both = OpIAdd %uint %hundred %first\n"
       "OpStore %take_at %both");
  EXPECT_EQ(run("put", std::vector<uint32_t>(8)), std::vector<uint32_t>(8, ~0u)); // none has three
  std::vector<uint32_t> want;
  for (uint32_t i = 0; i < 8; ++i)
    want.push_back((2 * i + 1) * 100 + 2 * i);
  EXPECT_EQ(sorted(run("take", std::vector<uint32_t>(8))), want);
}

// Of 16 packets, each work-item uses that of its number in the group.
std::string groupWrite(const char *scope, const char *packets) {
  const std::string all = std::string(" %uint_") + packets + " %uint_4 %uint_4\n";
  return std::string("%put_res = OpGroupReserveWritePipePackets %reservation %uint_") + scope +
         " %put_p" + all + "%lane = OpUMod %uint %put_i32 %uint_" + packets +
         "\nOpStore %put_v %put_i32\n"
         "%w = OpReservedWritePipe %uint %put_p %put_res %lane %put_v %uint_4 %uint_4\n"
         "OpGroupCommitWritePipe %uint_" +
         scope + " %put_p %put_res %uint_4 %uint_4";
}
std::string groupRead(const char *scope, const char *packets) {
  const std::string all = std::string(" %uint_") + packets + " %uint_4 %uint_4\n";
  return std::string("%take_res = OpGroupReserveReadPipePackets %reservation %uint_") + scope +
         " %take_p" + all + "%take_lane = OpUMod %uint %take_i32 %uint_" + packets +
         "\n%r = OpReservedReadPipe %uint %take_p %take_res %take_lane %take_at %uint_4 %uint_4\n"
         "OpGroupCommitReadPipe %uint_" +
         scope + " %take_p %take_res %uint_4 %uint_4";
}

// Whole runs of `size` numbers.
void expectRuns(const std::vector<uint32_t> &numbers, uint32_t size) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(numbers[i] % size, i % size);
    EXPECT_EQ(numbers[i] / size, numbers[i - i % size] / size);
  }
}

TEST_F(Pipes, ReservationsOfWorkGroups) {
  load(groupWrite("2", "16"), groupRead("2", "16"));
  run("put", std::vector<uint32_t>(Items));
  const std::vector<uint32_t> got = run("take", std::vector<uint32_t>(Items, 99));
  EXPECT_EQ(sorted(got), upTo(Items));
  expectRuns(got, Group);
}

TEST_F(Pipes, ReservationsOfSubGroups) {
  load(groupWrite("3", "8"), groupRead("3", "8"));
  run("put", std::vector<uint32_t>(Items));
  const std::vector<uint32_t> got = run("take", std::vector<uint32_t>(Items, 99));
  EXPECT_EQ(sorted(got), upTo(Items));
  expectRuns(got, SubGroup);
}

// The null one, one of more packets than the pipe holds, one of no packets, and by a phi.
TEST_F(Pipes, ReservationsAreValidOrNot) {
  load("%many = OpReserveWritePipePackets %reservation %put_p %uint_100 %uint_4 %uint_4\n"
       "%few = OpReserveWritePipePackets %reservation %put_p %uint_0 %uint_4 %uint_4\n"
       "%is_first = OpIEqual %bool %put_i32 %uint_0\n"
       "OpBranchConditional %is_first %middle %end\n%middle = OpLabel\nOpBranch %end\n"
       "%end = OpLabel\n%either = OpPhi %reservation %none %put_entry %few %middle\n"
       "%a = OpIsValidReserveId %bool %none\n%b = OpIsValidReserveId %bool %many\n"
       "%c = OpIsValidReserveId %bool %few\n%d = OpIsValidReserveId %bool %either\n"
       "%na = OpSelect %uint %a %uint_1 %uint_0\n%nb = OpSelect %uint %b %uint_2 %uint_0\n"
       "%nc = OpSelect %uint %c %uint_4 %uint_0\n%nd = OpSelect %uint %d %uint_8 %uint_0\n"
       "%s0 = OpIAdd %uint %na %nb\n%s1 = OpIAdd %uint %s0 %nc\n%s2 = OpIAdd %uint %s1 %nd\n"
       "OpStore %put_at %s2",
       TakeOne);
  EXPECT_EQ(run("put", {0, 0}), (std::vector<uint32_t>{12, 4}));
}

TEST_F(Pipes, ArgumentsAreDescribed) {
  load(PutOne, TakeOne);
  struct {
    const char *kernel;
    cl_kernel_arg_access_qualifier access;
  } const rows[] = {{"put", CL_KERNEL_ARG_ACCESS_WRITE_ONLY},
                    {"take", CL_KERNEL_ARG_ACCESS_READ_ONLY}};
  for (const auto &row : rows) {
    cl_kernel made = clCreateKernel(program, row.kernel, nullptr);
    cl_kernel_arg_access_qualifier access = 0;
    cl_kernel_arg_type_qualifier type = 0;
    cl_kernel_arg_address_qualifier space = 0;
    clGetKernelArgInfo(made, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, nullptr);
    clGetKernelArgInfo(made, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, nullptr);
    clGetKernelArgInfo(made, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, nullptr);
    EXPECT_EQ(access, row.access);
    EXPECT_EQ(type, cl_kernel_arg_type_qualifier(CL_KERNEL_ARG_TYPE_PIPE));
    EXPECT_EQ(space, cl_kernel_arg_address_qualifier(CL_KERNEL_ARG_ADDRESS_GLOBAL));
    clReleaseKernel(made);
  }
}

TEST_F(Pipes, OperandsThatDoNotFitAreNamed) {
  const std::string four = " %uint_4 %uint_4";
  struct {
    std::string put;
    const char *instruction, *why;
  } const rows[] = {
      {"%r = OpReadPipe %uint %put_p %put_v" + four, "OpReadPipe", "is written"},
      {"%r = OpWritePipe %uint %put_i32 %put_v" + four, "OpWritePipe", "spirv.Pipe"},
      {"%r = OpWritePipe %uint %put_p %put_i32" + four, "OpWritePipe", "not a pointer"},
      {"%r = OpWritePipe %uint %put_p %fixed" + four, "OpWritePipe", "constant memory"},
      {"%r = OpWritePipe %ulong %put_p %put_v" + four, "OpWritePipe", "result"},
      {"%r = OpWritePipe %uint %put_p %put_v %uint_4 %uint_3", "OpWritePipe", "alignment of 3"},
      {"%r = OpWritePipe %uint %put_p %put_v %uint_5 %uint_4", "OpWritePipe", "5 bytes"},
      {"%r = OpWritePipe %uint %put_p %put_v %uint_0 %uint_4", "OpWritePipe", "0 bytes"},
      {"%r = OpWritePipe %uint %put_p %put_v %put_i %uint_4", "OpWritePipe", "32 bits"},
      {"%r = OpReserveWritePipePackets %reservation %put_p %put_i" + four,
       "OpReserveWritePipePackets", "32 bits"},
      {"%r = OpReserveWritePipePackets %uint %put_p %uint_1" + four, "OpReserveWritePipePackets",
       "result"},
      {"OpCommitWritePipe %put_p %uint_1" + four, "OpCommitWritePipe", "spirv.ReserveId"},
      {"%r = OpIsValidReserveId %bool %uint_1", "OpIsValidReserveId", "spirv.ReserveId"},
      {"%r = OpIsValidReserveId %uint %none", "OpIsValidReserveId", "result"},
      {"%r = OpGetNumPipePackets %ulong %put_p" + four, "OpGetNumPipePackets", "result"},
      {"OpGroupCommitWritePipe %uint_1 %put_p %none" + four, "OpGroupCommitWritePipe", "scope"},
      {"OpGroupCommitWritePipe %put_i32 %put_p %none" + four, "OpGroupCommitWritePipe",
       "constant"}};
  for (const auto &row : rows) {
    std::string log;
    const std::string module = assemble(moduleText(row.put, TakeOne), log);
    ASSERT_FALSE(module.empty()) << log;
    ASSERT_EQ(build(module, log), nullptr) << row.put;
    for (const char *word : {row.instruction, row.why})
      EXPECT_NE(log.find(word), std::string::npos) << "'" << word << "' is not in: " << log;
  }
}

// All zeros is a reservation of no packets, which is valid.
TEST_F(Pipes, NullReservationsWithinCompositesAreRefused) {
  std::string log, text = moduleText(PutOne, TakeOne);
  const std::string before = "%put_type =";
  text.insert(text.find(before), "%pair = OpTypeStruct %uint %reservation\n"
                                 "%nulls = OpConstantNull %pair\n");
  const std::string module = assemble(text, log);
  ASSERT_FALSE(module.empty()) << log;
  EXPECT_EQ(build(module, log), nullptr);
  EXPECT_NE(log.find("OpConstantNull"), std::string::npos) << log;
}

} // namespace
} // namespace weft::spirv_test
