// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and scans of work-groups and sub-groups, votes, moves, and Intel's sub-groups. The
// work-groups have 16 work-items, the sub-groups 8.
#include "producers.h"
#include "snippet.h"

#include <cstdint>
#include <functional>
#include <limits>

namespace weft::spirv_test {
namespace {

constexpr size_t Items = 32, Group = 16, SubGroup = 8;

template <typename T> std::vector<T> values() {
  std::vector<T> all;
  for (size_t i = 0; i < Items; ++i)
    all.push_back(T(int(i * 7 % 5) - 2)); // of either sign, some equal, and 0
  return all;
}

// `kind` of SPIR-V: 0 to 2 for a reduction, an inclusive and an exclusive scan.
template <typename T>
std::vector<T> expected(const std::vector<T> &in, size_t size, int kind, T none,
                        const std::function<T(T, T)> &op) {
  std::vector<T> out(in.size());
  for (size_t first = 0; first < in.size(); first += size) {
    T sum = none;
    for (size_t i = first; i < first + size; ++i) {
      out[i] = sum;
      sum = op(sum, in[i]);
      if (kind == 1)
        out[i] = sum;
    }
    for (size_t i = first; kind == 0 && i < first + size; ++i)
      out[i] = sum;
  }
  return out;
}

const char *const Kinds[] = {"Reduce", "InclusiveScan", "ExclusiveScan"};
const char *const EightWide = "OpExecutionMode %main SubgroupSize 8";
const std::string Dispatch = "OpCapability SubgroupDispatch\n";
const std::string Uniform = Dispatch + "OpCapability GroupUniformArithmeticKHR\n"
                                       "OpExtension \"SPV_KHR_uniform_group_instructions\"";
const std::string NonUniform = Dispatch + "OpCapability GroupNonUniform\n"
                                          "OpCapability GroupNonUniformArithmetic\n"
                                          "OpCapability GroupNonUniformClustered";

// `scope` is a constant's name: uint_2 is a work-group, uint_3 a sub-group.
template <typename T>
void check(const std::string &op, const std::string &type, T none, std::function<T(T, T)> how,
           const std::string &capabilities, std::initializer_list<int> scopes) {
  for (int scope : scopes)
    for (int kind = 0; kind < 3; ++kind) {
      const Snippet snippet = {"%r = " + op + " %" + type + " %uint_" + std::to_string(scope) +
                                   " " + Kinds[kind] + " %x",
                               type, type, capabilities, EightWide};
      EXPECT_EQ(run<T>(snippet, values<T>(), {}, Group),
                expected<T>(values<T>(), scope == 2 ? Group : SubGroup, kind, none, how))
          << op << " " << type << " " << scope << " " << Kinds[kind];
    }
}

template <typename T> T least() {
  return std::numeric_limits<T>::has_infinity ? T(-std::numeric_limits<T>::infinity())
                                              : std::numeric_limits<T>::min();
}
template <typename T> T most() {
  return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                              : std::numeric_limits<T>::max();
}

TEST(UniformArithmetic, OfIntegers) {
  auto both = {2, 3};
  check<uint32_t>("OpGroupIMulKHR", "uint", 1, std::multiplies<uint32_t>(), Uniform, both);
  check<uint64_t>("OpGroupIMulKHR", "ulong", 1, std::multiplies<uint64_t>(), Uniform, both);
  check<uint32_t>("OpGroupBitwiseAndKHR", "uint", ~0u, std::bit_and<uint32_t>(), Uniform, both);
  check<uint64_t>("OpGroupBitwiseOrKHR", "ulong", 0, std::bit_or<uint64_t>(), Uniform, both);
  check<uint32_t>("OpGroupBitwiseXorKHR", "uint", 0, std::bit_xor<uint32_t>(), Uniform, both);
}

TEST(UniformArithmetic, OfFloats) {
  auto both = {2, 3};
  check<float>("OpGroupFMulKHR", "float", 1, std::multiplies<float>(), Uniform, both);
  check<double>("OpGroupFMulKHR", "double", 1, std::multiplies<double>(), Uniform, both);
  check<float>("OpGroupFAdd", "float", 0, std::plus<float>(), Dispatch, both);
}

// Bools are made of the numbers, and numbers of the bools.
void checkBools(const std::string &op, const std::string &capabilities,
                std::initializer_list<int> scopes, bool none, std::function<bool(bool, bool)> how) {
  std::vector<uint32_t> in = values<uint32_t>();
  for (uint32_t &value : in)
    value = value != 0;
  for (int scope : scopes)
    for (int kind = 0; kind < 3; ++kind) {
      const Snippet snippet = {"%p = OpINotEqual %bool %x %uint_0\n%q = " + op + " %bool %uint_" +
                                   std::to_string(scope) + " " + Kinds[kind] +
                                   " %p\n%r = OpSelect %uint %q %uint_1 %uint_0",
                               "uint", "uint", capabilities, EightWide};
      EXPECT_EQ(run<uint32_t>(snippet, in, {}, Group),
                expected<uint32_t>(in, scope == 2 ? Group : SubGroup, kind, none, how))
          << op << " " << scope << " " << Kinds[kind];
    }
}

TEST(UniformArithmetic, OfBools) {
  auto both = {2, 3};
  checkBools("OpGroupLogicalAndKHR", Uniform, both, true, std::logical_and<bool>());
  checkBools("OpGroupLogicalOrKHR", Uniform, both, false, std::logical_or<bool>());
  checkBools("OpGroupLogicalXorKHR", Uniform, both, false, std::not_equal_to<bool>());
}

template <typename T> void checkNonUniform(const std::string &type, bool is_float) {
  auto min = [](T a, T b) { return std::min(a, b); };
  auto max = [](T a, T b) { return std::max(a, b); };
  const std::string prefix = "OpGroupNonUniform";
  const std::string arithmetic = is_float ? "F" : "I";
  const std::string order = is_float ? "F" : std::is_signed_v<T> ? "S" : "U";
  check<T>(prefix + arithmetic + "Add", type, 0, std::plus<T>(), NonUniform, {3});
  check<T>(prefix + arithmetic + "Mul", type, 1, std::multiplies<T>(), NonUniform, {3});
  check<T>(prefix + order + "Min", type, most<T>(), min, NonUniform, {3});
  check<T>(prefix + order + "Max", type, least<T>(), max, NonUniform, {3});
}

TEST(NonUniformArithmetic, OfNumbers) {
  checkNonUniform<uint8_t>("uchar", false);
  checkNonUniform<int16_t>("ushort", false);
  checkNonUniform<int32_t>("uint", false);
  checkNonUniform<uint32_t>("uint", false);
  checkNonUniform<int64_t>("ulong", false);
  checkNonUniform<float>("float", true);
  checkNonUniform<double>("double", true);
}

TEST(NonUniformArithmetic, OfBits) {
  check<uint8_t>("OpGroupNonUniformBitwiseAnd", "uchar", 0xff, std::bit_and<uint8_t>(), NonUniform,
                 {3});
  check<uint16_t>("OpGroupNonUniformBitwiseOr", "ushort", 0, std::bit_or<uint16_t>(), NonUniform,
                  {3});
  check<uint64_t>("OpGroupNonUniformBitwiseXor", "ulong", 0, std::bit_xor<uint64_t>(), NonUniform,
                  {3});
}

TEST(NonUniformArithmetic, OfBools) {
  checkBools("OpGroupNonUniformLogicalAnd", NonUniform, {3}, true, std::logical_and<bool>());
  checkBools("OpGroupNonUniformLogicalOr", NonUniform, {3}, false, std::logical_or<bool>());
  checkBools("OpGroupNonUniformLogicalXor", NonUniform, {3}, false, std::not_equal_to<bool>());
}

TEST(NonUniformArithmetic, OfClusters) {
  struct {
    const char *op;
    uint32_t none;
    std::function<uint32_t(uint32_t, uint32_t)> how;
  } const all[] = {
      {"IAdd", 0, std::plus<uint32_t>()},
      {"IMul", 1, std::multiplies<uint32_t>()},
      {"UMax", 0, [](uint32_t a, uint32_t b) { return std::max(a, b); }},
      {"BitwiseAnd", ~0u, std::bit_and<uint32_t>()},
      {"BitwiseXor", 0, std::bit_xor<uint32_t>()},
  };
  for (const auto &[op, none, how] : all) {
    const Snippet snippet = {std::string("%r = OpGroupNonUniform") + op +
                                 " %uint %uint_3 ClusteredReduce %x %uint_4",
                             "uint", "uint", NonUniform, EightWide};
    EXPECT_EQ(run<uint32_t>(snippet, values<uint32_t>(), {}, Group),
              expected<uint32_t>(values<uint32_t>(), 4, 0, none, how))
        << op;
  }
}

// Only the work-items that are there: of each sub-group those with an odd value.
TEST(NonUniformArithmetic, InDivergentControlFlow) {
  const Snippet snippet = {"%odd = OpBitwiseAnd %uint %x %uint_1\n"
                           "%p = OpINotEqual %bool %odd %uint_0\n"
                           "OpSelectionMerge %join None\nOpBranchConditional %p %then %join\n"
                           "%then = OpLabel\n"
                           "%sum = OpGroupNonUniformIAdd %uint %uint_3 Reduce %x\n"
                           "OpBranch %join\n%join = OpLabel\n"
                           "%r = OpPhi %uint %uint_0 %entry %sum %then",
                           "uint", "uint", NonUniform, EightWide};
  std::vector<uint32_t> in = values<uint32_t>(), want(in.size());
  for (size_t first = 0; first < in.size(); first += SubGroup) {
    uint32_t sum = 0;
    for (size_t i = first; i < first + SubGroup; ++i)
      sum += in[i] & 1 ? in[i] : 0;
    for (size_t i = first; i < first + SubGroup; ++i)
      want[i] = in[i] & 1 ? sum : 0;
  }
  EXPECT_EQ(run<uint32_t>(snippet, in, {}, Group), want);
}

std::vector<uint32_t> numbers() {
  std::vector<uint32_t> all;
  for (uint32_t i = 0; i < Items; ++i)
    all.push_back(100 + i);
  return all;
}

// From which work-item of its sub-group each has its number.
void checkMove(const Snippet &snippet, const std::function<size_t(size_t lane)> &from) {
  std::vector<uint32_t> want;
  for (size_t i = 0; i < Items; ++i)
    want.push_back(uint32_t(100 + i - i % SubGroup + from(i % SubGroup)));
  EXPECT_EQ(run<uint32_t>(snippet, numbers(), {}, Group), want) << snippet.body;
}

TEST(Rotation, OfSubGroupsAndClusters) {
  const std::string rotate = Dispatch + "OpCapability GroupNonUniformRotateKHR\n"
                                        "OpExtension \"SPV_KHR_subgroup_rotate\"";
  checkMove({"%r = OpGroupNonUniformRotateKHR %uint %uint_3 %x %uint_3", "uint", "uint", rotate,
             EightWide},
            [](size_t lane) { return (lane + 3) % SubGroup; });
  checkMove({"%r = OpGroupNonUniformRotateKHR %uint %uint_3 %x %uint_3 %uint_4", "uint", "uint",
             rotate, EightWide},
            [](size_t lane) { return lane / 4 * 4 + (lane + 3) % 4; });
}

TEST(ShaderBallot, MovesAndVotes) {
  const std::string ballot = Dispatch + "OpCapability SubgroupBallotKHR\n"
                                        "OpCapability SubgroupVoteKHR\n"
                                        "OpExtension \"SPV_KHR_shader_ballot\"\n"
                                        "OpExtension \"SPV_KHR_subgroup_vote\"";
  checkMove({"%r = OpSubgroupFirstInvocationKHR %uint %x", "uint", "uint", ballot, EightWide},
            [](size_t) { return 0; });
  checkMove(
      {"%r = OpSubgroupReadInvocationKHR %uint %x %uint_5", "uint", "uint", ballot, EightWide},
      [](size_t) { return 5; });
  // Odd ones, and whether all, any, and all the same are.
  const Snippet votes = {"%odd = OpBitwiseAnd %uint %x %uint_1\n"
                         "%p = OpINotEqual %bool %odd %uint_0\n"
                         "%mask = OpSubgroupBallotKHR %v4uint %p\n"
                         "%bits = OpCompositeExtract %uint %mask 0\n"
                         "%all = OpSubgroupAllKHR %bool %p\n%any = OpSubgroupAnyKHR %bool %p\n"
                         "%same = OpSubgroupAllEqualKHR %bool %p\n"
                         "%n0 = OpSelect %uint %all %uint_1 %uint_0\n"
                         "%n1 = OpSelect %uint %any %uint_2 %uint_0\n"
                         "%n2 = OpSelect %uint %same %uint_4 %uint_0\n"
                         "%n3 = OpShiftLeftLogical %uint %bits %uint_4\n"
                         "%o0 = OpBitwiseOr %uint %n0 %n1\n%o1 = OpBitwiseOr %uint %o0 %n2\n"
                         "%r = OpBitwiseOr %uint %o1 %n3",
                         "uint", "uint", ballot, EightWide};
  EXPECT_EQ(run<uint32_t>(votes, numbers(), {}, Group), std::vector<uint32_t>(Items, 0xaa2));
  EXPECT_EQ(run<uint32_t>(votes, std::vector<uint32_t>(Items, 1), {}, Group),
            std::vector<uint32_t>(Items, 0xff7));
}

TEST(IntelSubGroups, Shuffle) {
  const std::string shuffles = Dispatch + "OpCapability SubgroupShuffleINTEL\n"
                                          "OpExtension \"SPV_INTEL_subgroups\"";
  auto snippet = [&](const std::string &body) {
    return Snippet{body, "uint", "uint", shuffles, EightWide};
  };
  checkMove(snippet("%r = OpSubgroupShuffleINTEL %uint %x %uint_2"), [](size_t) { return 2; });
  checkMove(snippet("%r = OpSubgroupShuffleXorINTEL %uint %x %uint_6"),
            [](size_t lane) { return lane ^ 6; });
  checkMove(snippet("%r = OpSubgroupShuffleDownINTEL %uint %x %x %uint_3"),
            [](size_t lane) { return (lane + 3) % SubGroup; });
  checkMove(snippet("%r = OpSubgroupShuffleUpINTEL %uint %x %x %uint_3"),
            [](size_t lane) { return (lane + SubGroup - 3) % SubGroup; });
  // Of vectors, each element.
  checkMove(snippet("%v = OpCompositeConstruct %v2uint %x %y\n"
                    "%s = OpSubgroupShuffleXorINTEL %v2uint %v %uint_1\n"
                    "%r = OpCompositeExtract %uint %s 0"),
            [](size_t lane) { return lane ^ 1; });
}

TEST(IntelSubGroups, ReadAndWriteBlocks) {
  // Element j of lane l is p[8 j + l]; read from the first 16, and written to the other end.
  const Snippet snippet = {
      "%lane = OpLoad %uint %lane_variable\n"
      "%i32 = OpUConvert %uint %i\n"
      "%first = OpUDiv %uint %i32 %uint_16\n%at = OpIMul %uint %first %uint_16\n"
      "%from = OpInBoundsPtrAccessChain %global_uint %a %at\n"
      "%block = OpSubgroupBlockReadINTEL %v2uint %from\n"
      "%one = OpCompositeExtract %uint %block 0\n"
      "%other = OpCompositeExtract %uint %block 1\n"
      "%turned = OpCompositeConstruct %v2uint %other %one\n"
      "%to = OpInBoundsPtrAccessChain %global_uint %b %at\n"
      "OpSubgroupBlockWriteINTEL %to %turned\n"
      "%r = OpLoad %uint %at_b",
      "uint",
      "uint",
      Dispatch + "OpCapability SubgroupBufferBlockIOINTEL\n"
                 "OpExtension \"SPV_INTEL_subgroups\"",
      std::string(EightWide) + "\nOpDecorate %lane_variable BuiltIn SubgroupLocalInvocationId",
      "%input_uint = OpTypePointer Input %uint\n"
      "%lane_variable = OpVariable %input_uint Input"};
  std::vector<uint32_t> got = run<uint32_t>(snippet, numbers(), {}, SubGroup);
  ASSERT_EQ(got.size(), Items);
  // Sub-groups of one block write the same, so whichever reads has it in its own half.
  for (size_t i = 0; i < SubGroup; ++i)
    EXPECT_EQ(got[i], 100 + i + SubGroup);
}

TEST(SplitBarrier, WaitsForAll) {
  const Snippet snippet = {
      "%i32 = OpUConvert %uint %i\n%local = OpUMod %uint %i32 %uint_16\n"
      "%mine = OpInBoundsAccessChain %local_uint %shared %local\n"
      "OpStore %mine %x\n"
      "OpControlBarrierArriveINTEL %uint_2 %uint_2 %release\n"
      "%sum = OpIAdd %uint %x %y\n"
      "OpControlBarrierWaitINTEL %uint_2 %uint_2 %acquire\n"
      "%other = OpISub %uint %fifteen %local\n"
      "%theirs = OpInBoundsAccessChain %local_uint %shared %other\n"
      "%r = OpLoad %uint %theirs",
      "uint",
      "uint",
      "OpCapability SplitBarrierINTEL\nOpExtension \"SPV_INTEL_split_barrier\"",
      "",
      "%array = OpTypeArray %uint %uint_16\n%local_array = OpTypePointer Workgroup %array\n"
      "%shared = OpVariable %local_array Workgroup\n%fifteen = OpConstant %uint 15\n"
      "%release = OpConstant %uint 260\n%acquire = OpConstant %uint 258"};
  std::vector<uint32_t> want;
  for (size_t i = 0; i < Items; ++i)
    want.push_back(uint32_t(100 + i - i % Group + (Group - 1 - i % Group)));
  EXPECT_EQ(run<uint32_t>(snippet, numbers(), {}, Group), want);
}

TEST(Clock, OfEachScopeGoesForward) {
  for (const char *scope : {"1", "2", "3"}) {
    const Snippet snippet = {std::string("%t = OpReadClockKHR %ulong %uint_") + scope +
                                 "\n%pair = OpReadClockKHR %v2uint %uint_" + scope +
                                 "\n%u = OpBitcast %ulong %pair\n"
                                 "%later = OpUGreaterThanEqual %bool %u %t\n"
                                 "%r = OpSelect %uint %later %uint_1 %uint_0",
                             "uint", "uint",
                             "OpCapability ShaderClockKHR\nOpExtension \"SPV_KHR_shader_clock\""};
    EXPECT_EQ(run<uint32_t>(snippet, std::vector<uint32_t>(1)), std::vector<uint32_t>{1}) << scope;
  }
}

TEST(SubGroups, AKernelMayDemandTheirNumber) {
  const Snippet snippet = {"%r = OpIAdd %uint %x %uint_1", "uint", "uint", Dispatch,
                           "OpExecutionMode %main SubgroupSize 8\n"
                           "OpExecutionMode %main SubgroupsPerWorkgroup 2"};
  std::vector<uint32_t> in = values<uint32_t>(), want = in;
  for (uint32_t &value : want)
    ++value;
  EXPECT_EQ(run<uint32_t>(snippet, in, {}, Group), want);
  EXPECT_EQ(run<uint32_t>(snippet, in), want); // the driver's choice

  std::string log;
  cl_program program = build(assemble(snippet.text(), log), log, "-cl-uniform-work-group-size");
  ASSERT_TRUE(program) << log;
  cl_kernel kernel = clCreateKernel(program, "main", nullptr);
  size_t number = 0, one = 1, two = 2, size = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device(), CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, nullptr,
                                    sizeof number, &number, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(number, 2u);
  const auto local_size = [&](size_t count) {
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                      sizeof count, &count, sizeof size, &size, nullptr),
              CL_SUCCESS);
    return size;
  };
  EXPECT_EQ(local_size(two), Group);
  EXPECT_EQ(local_size(one), 0u);
  cl_command_queue queue =
      clCreateCommandQueueWithProperties(context(), device(), nullptr, nullptr);
  cl_mem buffer = clCreateBuffer(context(), 0, Items * 4, nullptr, nullptr);
  for (cl_uint i = 0; i < 3; ++i)
    EXPECT_EQ(clSetKernelArg(kernel, i, sizeof buffer, &buffer), CL_SUCCESS);
  const size_t global = Items, local = SubGroup;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
  // Two groups of 15: a whole sub-group and one of 7. There is none for a prime.
  const size_t divisible = 30, prime = 31;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &divisible, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &prime, nullptr, 0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
  clFinish(queue);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

} // namespace
} // namespace weft::spirv_test
