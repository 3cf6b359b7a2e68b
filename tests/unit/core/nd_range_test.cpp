// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ND-ranges: error codes, the choice of a local size.
#include "core/nd_range.h"

#include "core_fixture.h"

namespace weft::test {
namespace {

class NdRangeTest : public testing::Test {
protected:
  NdRangeTest() {
    device.compute_units = 2;
    device.max_work_group_size = 4096;
    kernel.simd_width = 16;
  }
  weft_launch range(std::vector<size_t> global, std::vector<size_t> local = {},
                    std::vector<size_t> offset = {}, bool uniform = false) {
    return of({cl_uint(global.size()), offset.empty() ? nullptr : offset.data(), global.data(),
               local.empty() ? nullptr : local.data()},
              uniform);
  }
  weft_launch of(const NdRangeRequest &request, bool uniform = false) {
    weft_launch range;
    makeNdRange(request, kernel, uniform, device, range);
    return range;
  }
  cl_int error(std::vector<size_t> global, std::vector<size_t> local = {},
               std::vector<size_t> offset = {}, bool uniform = false) {
    return errorOf([&] { range(global, local, offset, uniform); });
  }
  static uint64_t items(const weft_launch &range) {
    return range.local_size[0] * range.local_size[1] * range.local_size[2];
  }

  DeviceProperties device;
  KernelInfo kernel;
};

TEST_F(NdRangeTest, FillsWhatWasNotGiven) {
  const weft_launch r = range({100, 6}, {10, 4}, {3, 5});
  EXPECT_EQ(r.work_dim, 2u);
  EXPECT_EQ(r.global_size[0], 100u);
  EXPECT_EQ(r.global_size[2], 1u);
  EXPECT_EQ(r.global_offset[0], 3u);
  EXPECT_EQ(r.global_offset[1], 5u);
  EXPECT_EQ(r.global_offset[2], 0u);
  EXPECT_EQ(r.local_size[2], 1u);
  EXPECT_EQ(r.num_groups[0], 10u);
  EXPECT_EQ(r.num_groups[1], 2u); // 4 and 2 rows
  EXPECT_EQ(r.num_groups[2], 1u);
}

TEST_F(NdRangeTest, WorkDimensionIsOneToThree) {
  const size_t sizes[4] = {1, 1, 1, 1};
  for (cl_uint dim : {0u, 4u, ~0u})
    EXPECT_EQ(errorOf([&] { of({dim, nullptr, sizes, sizes}); }), CL_INVALID_WORK_DIMENSION);
}

TEST_F(NdRangeTest, NoWorkItemsIsAnEmptyRange) {
  EXPECT_TRUE(isEmpty(range({0})));
  EXPECT_TRUE(isEmpty(range({16, 0, 16})));
  EXPECT_TRUE(isEmpty(range({16, 0}, {4, 4}, {}, true)));
  EXPECT_TRUE(isEmpty(of({2, nullptr, nullptr, nullptr})));
  EXPECT_FALSE(isEmpty(range({1})));
}

TEST_F(NdRangeTest, OffsetPlusSizeMustNotOverflow) {
  EXPECT_EQ(error({2}, {1}, {SIZE_MAX - 1}), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(error({1}, {1}, {SIZE_MAX - 1}), CL_SUCCESS);
}

TEST_F(NdRangeTest, LocalSizeIsChecked) {
  EXPECT_EQ(error({16}, {0}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(error({8192}, {4097}), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(error({8192}, {SIZE_MAX}), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(error({128, 128}, {128, 64}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(error({4096}, {4096}), CL_SUCCESS);
}

TEST_F(NdRangeTest, UniformProgramsNeedLocalSizesThatDivide) {
  EXPECT_EQ(error({100}, {16}, {}, true), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(error({100}, {16}, {}, false), CL_SUCCESS);
  EXPECT_EQ(error({100, 10}, {10, 3}, {}, true), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(error({100, 10}, {10, 5}, {}, true), CL_SUCCESS);
}

TEST_F(NdRangeTest, RequiredSizeIsTheOnlyOne) {
  kernel.reqd_work_group_size[0] = 8;
  kernel.reqd_work_group_size[1] = 4;
  kernel.reqd_work_group_size[2] = 1;
  EXPECT_EQ(error({64, 64}, {4, 8}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(error({64}, {8}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(error({64, 64}, {8, 4}), CL_SUCCESS);
  const weft_launch chosen = range({64, 64});
  EXPECT_EQ(chosen.local_size[0], 8u);
  EXPECT_EQ(chosen.local_size[1], 4u);
  EXPECT_EQ(error({63, 64}, {}, {}, true), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(NdRangeTest, GroupsMustBeCountable) {
  EXPECT_EQ(error({size_t(1) << 40, size_t(1) << 40}, {1, 1}), CL_INVALID_GLOBAL_WORK_SIZE);
}

TEST_F(NdRangeTest, ChoiceFillsVectors) {
  for (size_t n : {1024u, 4096u, 100000u, 1u << 20, 48u * 1000u}) {
    const weft_launch r = range({n}, {}, {}, true);
    EXPECT_EQ(r.local_size[0] % 16, 0u) << n;
    EXPECT_GE(r.local_size[0], 16u) << n;
    EXPECT_EQ(n % r.local_size[0], 0u) << n;
  }
}

TEST_F(NdRangeTest, ChoiceAlwaysDividesInUniformPrograms) {
  for (bool barriers : {false, true}) {
    kernel.uses_barriers = barriers;
    for (size_t x = 1; x < 3000; x += 7)
      for (size_t y : {1, 3, 17, 64}) {
        const weft_launch r = range({x, y}, {}, {}, true);
        EXPECT_EQ(x % r.local_size[0], 0u) << x << "x" << y;
        EXPECT_EQ(y % r.local_size[1], 0u) << x << "x" << y;
        EXPECT_LE(items(r), device.max_work_group_size);
      }
  }
}

TEST_F(NdRangeTest, ChoiceStaysWithinTheDevice) {
  device.max_work_group_size = 8;
  for (bool uniform : {false, true})
    for (size_t x : {1, 5, 8, 13, 1000}) {
      const weft_launch r = range({x, 33, 7}, {}, {}, uniform);
      EXPECT_LE(items(r), 8u);
      EXPECT_GE(items(r), 1u);
    }
}

TEST_F(NdRangeTest, ChoiceLeavesGroupsForEveryComputeUnit) {
  device.compute_units = 16;
  const weft_launch r = range({16384});
  EXPECT_GE(r.num_groups[0], 64u);
}

TEST_F(NdRangeTest, RaggedRangesKeepLargeGroupsWhereAllowed) {
  const weft_launch r = range({1000003}); // a prime
  EXPECT_GE(r.local_size[0], 64u);
  EXPECT_EQ(r.local_size[0] % 16, 0u);
}

TEST_F(NdRangeTest, GroupsThatNoWorkItemSeesAreMadeToFillVectors) {
  kernel.hints.grouping = Grouping::Free;
  kernel.simd_width = 16;
  EXPECT_GE(range({4096}, {1}).local_size[0], 64u);
  EXPECT_EQ(range({4096}, {100}).local_size[0], 112u);
  const weft_launch tile = range({64, 64}, {8, 8});
  EXPECT_EQ(tile.local_size[0], 16u);
  EXPECT_EQ(tile.local_size[1], 8u);
  EXPECT_EQ(range({20, 64}, {20, 8}).local_size[0], 20u);
  EXPECT_EQ(range({4096}, {device.max_work_group_size - 1}).local_size[0],
            device.max_work_group_size);
}

TEST_F(NdRangeTest, RowsGetLongWhereWorkItemsTouchLittle) {
  kernel.hints.grouping = Grouping::Free;
  kernel.simd_width = 16;
  EXPECT_EQ(range({4096, 4096}, {16, 16}).local_size[0], 16u);
  kernel.hints.has_loops = false;
  const weft_launch tile = range({4096, 4096}, {16, 16});
  EXPECT_EQ(tile.local_size[0], 256u); // 4096 work-items at most
  EXPECT_EQ(tile.local_size[1], 16u);
  EXPECT_EQ(range({100, 4096}, {16, 16}).local_size[0], 100u);
  // Groups for all compute units, and never shorter rows than asked for.
  EXPECT_EQ(range({4096, 16}, {16, 16}).local_size[0], 256u);
  EXPECT_EQ(range({512, 16}, {16, 16}).local_size[0], 32u);
  EXPECT_EQ(range({64, 16}, {32, 16}).local_size[0], 32u);
}

TEST_F(NdRangeTest, FewRowsWhereNeighboursAccessNeighbours) {
  kernel.hints.grouping = Grouping::Free;
  kernel.hints.has_loops = kernel.hints.has_gathers = false;
  kernel.simd_width = 16;
  const weft_launch tile = range({4096, 4096}, {16, 16});
  EXPECT_EQ(tile.local_size[0], 1024u);
  EXPECT_EQ(tile.local_size[1], 4u);
  EXPECT_EQ(tile.num_groups[1], 1024u);
  const weft_launch low = range({4096, 4096}, {64, 2});
  EXPECT_EQ(low.local_size[0], 2048u);
  EXPECT_EQ(low.local_size[1], 2u);
  const weft_launch block = range({1024, 64, 64}, {16, 4, 4});
  EXPECT_EQ(block.local_size[0], 1024u);
  EXPECT_EQ(block.local_size[2], 1u);
  // Rows too short to make up for starting a group.
  const weft_launch narrow = range({100, 4096}, {16, 16});
  EXPECT_EQ(narrow.local_size[0], 100u);
  EXPECT_EQ(narrow.local_size[1], 16u);
}

TEST_F(NdRangeTest, GroupsHaveRowsThatRunTogether) {
  kernel.simd_width = 16;
  kernel.hints.rows_together = 4;
  const weft_launch chosen = range({512, 512});
  EXPECT_EQ(chosen.local_size[0], 256u);
  EXPECT_EQ(chosen.local_size[1], 4u);
  EXPECT_EQ(range({64, 512}).local_size[1] % 4, 0u);
  EXPECT_EQ(range({100, 7}).local_size[1] % 4, 0u) << "the last group is smaller";
  EXPECT_EQ(range({512}).local_size[1], 1u);
  EXPECT_EQ(range({512, 3}).local_size[1], 1u) << "there are not as many";
  // Groups that divide, where they have to.
  const weft_launch uniform = range({500, 508}, {}, {}, true);
  EXPECT_EQ(500 % uniform.local_size[0], 0u);
  EXPECT_EQ(508 % uniform.local_size[1], 0u);
  EXPECT_EQ(uniform.local_size[1] % 4, 0u);
  EXPECT_EQ(range({512, 502}, {}, {}, true).local_size[1], 2u);
  // Groups that no work-item sees.
  kernel.hints.grouping = Grouping::Free;
  EXPECT_EQ(range({512, 512}, {64, 1}).local_size[1], 4u);
  EXPECT_EQ(range({512, 512}, {32, 6}).local_size[1], 8u);
  EXPECT_EQ(range({512, 512}, {16, 16}).local_size[1], 16u);
  EXPECT_EQ(range({64, 8}, {64, 1}).local_size[1], 1u) << "threads would have nothing to share";
  kernel.hints.grouping = Grouping::AsAsked;
  EXPECT_EQ(range({512, 512}, {64, 1}).local_size[1], 1u);
}

TEST_F(NdRangeTest, RowsThatShareLinesAreTiles) {
  kernel.simd_width = 16;
  kernel.hints.rows_of_tile = 16;
  const weft_launch chosen = range({4096, 4096});
  EXPECT_EQ(chosen.local_size[0], 16u);
  EXPECT_EQ(chosen.local_size[1], 64u);
  EXPECT_EQ(range({4096, 4001}).local_size[1], 64u) << "the last group is smaller";
  EXPECT_EQ(range({4096, 8}).local_size[0], 1024u) << "there are not as many";
  EXPECT_EQ(range({1 << 20}).local_size[0], 1024u);
  // Groups that divide, where they have to.
  const weft_launch uniform = range({4000, 4002}, {}, {}, true);
  EXPECT_EQ(4000 % uniform.local_size[0], 0u);
  EXPECT_EQ(4002 % uniform.local_size[1], 0u);
  // Groups that no work-item sees: as high as asked for, if that is enough, and not longer.
  kernel.hints.grouping = Grouping::Free;
  kernel.hints.has_loops = false;
  EXPECT_EQ(range({4096, 4096}, {64, 1}).local_size[1], 64u);
  EXPECT_EQ(range({4096, 4096}, {16, 8}).local_size[1], 64u);
  const weft_launch asked = range({4096, 4096}, {32, 32});
  EXPECT_EQ(asked.local_size[0], 32u);
  EXPECT_EQ(asked.local_size[1], 32u);
  EXPECT_EQ(range({4096, 4096}, {8, 32}).local_size[0], 16u) << "a vector";
  EXPECT_EQ(range({32, 64}, {16, 8}).local_size[1], 8u) << "threads would have less to share";
  // As high as there is room for beside a vector.
  kernel.hints.rows_of_tile = 64;
  kernel.simd_width = 64;
  const weft_launch bytes = range({4096, 4096}, {16, 4});
  EXPECT_EQ(bytes.local_size[0], 64u);
  EXPECT_EQ(bytes.local_size[1], 16u);
}

TEST_F(NdRangeTest, TransposedKernelsHaveTheirRowsAlongY) {
  kernel.transposed = true;
  kernel.simd_width = 16;
  const weft_launch chosen = range({3, 1024});
  EXPECT_EQ(chosen.local_size[1] % 16, 0u);
  EXPECT_EQ(chosen.num_groups[1] * chosen.local_size[1], 1024u);
  EXPECT_EQ(range({64, 90}, {1, 90}).local_size[1], 90u);
  kernel.hints.grouping = Grouping::Free;
  EXPECT_EQ(range({64, 4096}, {1, 100}).local_size[1], 112u);
}

TEST_F(NdRangeTest, GroupsWhoseSizesWorkItemsMayCompareAreOfOneSize) {
  kernel.hints.grouping = Grouping::Even;
  kernel.simd_width = 16;
  EXPECT_GE(range({4096}, {1}).local_size[0], 64u);
  const weft_launch divided = range({12000}, {100});
  EXPECT_GT(divided.local_size[0], 100u);
  EXPECT_EQ(12000 % divided.local_size[0], 0u);
  EXPECT_EQ(range({4099}, {1}).local_size[0], 1u) << "a prime";
  EXPECT_EQ(range({4098}, {1366}).local_size[0], 1366u) << "there are none but smaller ones";
  // Where those asked for are not, their sizes are what was asked for.
  EXPECT_EQ(range({4096}, {100}).local_size[0], 100u);
  EXPECT_EQ(range({4096, 10}, {8, 4}).local_size[0], 8u);
  EXPECT_EQ(range({uint64_t(1) << 31}, {1}).local_size[0], 1u) << "numbers are narrow";
  // Chosen for the application.
  EXPECT_EQ(4098 % range({4098}).local_size[0], 0u);
}

TEST_F(NdRangeTest, GroupsThatWorkItemsSeeStayAsAskedFor) {
  kernel.simd_width = 16;
  EXPECT_EQ(range({4096}, {1}).local_size[0], 1u);
  EXPECT_EQ(range({64, 64}, {8, 8}).local_size[0], 8u);
}

} // namespace
} // namespace weft::test
