// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers of some of a work-group's sub-groups, which have one work-item here.
#include "producers.h"
#include "snippet.h"

#include <CL/cl_ext.h>
#include <cstdint>

namespace weft::spirv_test {
namespace {

constexpr size_t Items = 32, Group = 16;
const char *const Named = "OpCapability NamedBarrier\nOpCapability SubgroupDispatch";
const char *const Memory = "%barrier = OpTypeNamedBarrier\n%array = OpTypeArray %uint %uint_16\n"
                           "%local_array = OpTypePointer Workgroup %array\n"
                           "%places = OpVariable %local_array Workgroup\n"
                           "%fence = OpConstant %uint 264\n%all = OpConstant %uint 16";

std::vector<uint32_t> numbers() {
  std::vector<uint32_t> all;
  for (uint32_t i = 0; i < Items; ++i)
    all.push_back(100 + i * i);
  return all;
}

TEST(NamedBarriers, HalvesOfAGroupWaitForThemselves) {
  // The even work-items pass what they have to the next even one twice, the odd ones once.
  const Snippet snippet = {
      "%evens = OpNamedBarrierInitialize %barrier %uint_8\n"
      "%odds = OpNamedBarrierInitialize %barrier %uint_8\n"
      "%i32 = OpUConvert %uint %i\n%own = OpBitwiseAnd %uint %i32 %uint_15\n"
      "%after = OpIAdd %uint %own %uint_2\n%next = OpBitwiseAnd %uint %after %uint_15\n"
      "%at_own = OpInBoundsAccessChain %local_uint %places %own\n"
      "%at_next = OpInBoundsAccessChain %local_uint %places %next\n"
      "OpStore %at_next %x\n"
      "%bit = OpBitwiseAnd %uint %own %uint_1\n%is_even = OpIEqual %bool %bit %uint_0\n"
      "OpBranchConditional %is_even %even %odd\n"
      "%even = OpLabel\nOpMemoryNamedBarrier %evens %uint_2 %fence\n"
      "%e0 = OpLoad %uint %at_own\nOpMemoryNamedBarrier %evens %uint_2 %fence\n"
      "OpStore %at_next %e0\nOpMemoryNamedBarrier %evens %uint_2 %fence\n"
      "%e1 = OpLoad %uint %at_own\nOpBranch %done\n"
      "%odd = OpLabel\nOpMemoryNamedBarrier %odds %uint_2 %fence\n"
      "%o0 = OpLoad %uint %at_own\nOpBranch %done\n"
      "%done = OpLabel\n%r = OpPhi %uint %e1 %even %o0 %odd",
      "uint",
      "uint",
      Named,
      "",
      Memory};
  const std::vector<uint32_t> in = numbers();
  std::vector<uint32_t> want(Items);
  for (size_t i = 0; i < Items; ++i) {
    const size_t steps = i % 2 ? 2 : 4;
    want[i] = in[i / Group * Group + (i + Group - steps) % Group];
  }
  EXPECT_EQ(run<uint32_t>(snippet, in, {}, Group), want);
}

TEST(NamedBarriers, OthersDoNotArrive) {
  const Snippet snippet = {"%four = OpNamedBarrierInitialize %barrier %uint_4\n"
                           "%i32 = OpUConvert %uint %i\n%own = OpBitwiseAnd %uint %i32 %uint_15\n"
                           "%next = OpBitwiseXor %uint %own %uint_3\n"
                           "%at_own = OpInBoundsAccessChain %local_uint %places %own\n"
                           "%at_next = OpInBoundsAccessChain %local_uint %places %next\n"
                           "OpStore %at_own %x\n%few = OpULessThan %bool %own %uint_4\n"
                           "OpBranchConditional %few %wait %done\n"
                           "%wait = OpLabel\nOpMemoryNamedBarrier %four %uint_2 %fence\n"
                           "%other = OpLoad %uint %at_next\nOpBranch %done\n"
                           "%done = OpLabel\n%r = OpPhi %uint %other %wait %x %entry",
                           "uint",
                           "uint",
                           Named,
                           "",
                           Memory};
  const std::vector<uint32_t> in = numbers();
  std::vector<uint32_t> want = in;
  for (size_t i = 0; i < Items; ++i)
    if (i % Group < 4)
      want[i] = in[i ^ 3];
  EXPECT_EQ(run<uint32_t>(snippet, in, {}, Group), want);
}

TEST(NamedBarriers, SubGroupsOfSeveralWorkItemsAreRefused) {
  const std::string log =
      failure({"%one = OpNamedBarrierInitialize %barrier %uint_1\n"
               "OpMemoryNamedBarrier %one %uint_2 %fence\n"
               "%r = OpCopyObject %uint %x",
               "uint", "uint", Named, "OpExecutionMode %main SubgroupSize 8", Memory});
  EXPECT_NE(log.find("named barriers"), std::string::npos) << log;
}

TEST(NamedBarriers, ThereIsNoConstantOne) {
  const std::string log =
      failure({"OpMemoryNamedBarrier %none %uint_2 %fence\n%r = OpCopyObject %uint %x", "uint",
               "uint", Named, "", std::string(Memory) + "\n%none = OpConstantNull %barrier"});
  EXPECT_NE(log.find("no such constant"), std::string::npos) << log;
}

TEST(NamedBarriers, TheDeviceSaysHowManyThereAre) {
  cl_uint count = 0;
  EXPECT_EQ(clGetDeviceInfo(device(), CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR, sizeof count, &count,
                            nullptr),
            CL_SUCCESS);
  EXPECT_GE(count, 8u);
}

} // namespace
} // namespace weft::spirv_test
