// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_split_work_group_barrier: barriers in two halves, between which work-items go on.
#include "fixture.h"

namespace weft::test {

class SplitBarriers : public ApiTest {};

TEST_F(SplitBarriers, MakeWhatCameBeforeTheFirstHalfVisibleAfterTheSecond) {
  const char *source = R"(
kernel void k(global int *p) {
  local int all[64];
  size_t l = get_local_id(0);
  all[l] = p[get_global_id(0)];
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
  int own = p[get_global_id(0)] * 1000;
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = own + all[63 - l];
})";
  for (const char *options : {"", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
    const std::vector<int> got = runInGroups(source, options);
    for (int i = 0; i < int(Count); ++i)
      EXPECT_EQ(got[size_t(i)], i * 1000 + i / 64 * 64 + 63 - i % 64) << options;
  }
}

TEST_F(SplitBarriers, MeetInLoopsAndUniformBranches) {
  const char *source = R"(
kernel void k(global int *p) {
  local int all[64];
  size_t l = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < 8; ++i) {
    all[l] = (int)l + i;
    intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    if (get_group_id(0) & 1) {
      sum += 1;
      intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    } else {
      intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_device);
    }
    sum += all[(l + 1) & 63];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  p[get_global_id(0)] = sum;
})";
  const std::vector<int> got = runInGroups(source, "-cl-std=CL3.0");
  for (int i = 0; i < int(Count); ++i)
    EXPECT_EQ(got[size_t(i)], 8 * ((i + 1) % 64) + 28 + (i / 64 % 2) * 8);
}

TEST_F(SplitBarriers, HaveNoScopeBeforeVersion2) {
  const char *source = "kernel void k(global int *p) { intel_work_group_barrier_arrive(1, 1); }";
  Program program(clCreateProgramWithSource(context, 1, &source, nullptr, nullptr));
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL1.2", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
}

} // namespace weft::test
