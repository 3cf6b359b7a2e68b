// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How launches are cut into shares, and what is learned from their cost.
#include "cpu/pool/pool_job.h"

#include <gtest/gtest.h>

using namespace weft;

namespace {

void kernelA(const weft_launch *, const void *, weft_thread *, uint64_t, uint64_t) {}

KernelLaunch launchOf(uint64_t groups) {
  KernelLaunch launch;
  launch.entry = kernelA;
  for (int i = 0; i < 3; ++i)
    launch.launch.global_size[i] = launch.launch.local_size[i] = launch.launch.num_groups[i] = 1;
  launch.launch.global_size[0] = launch.launch.num_groups[0] = groups;
  return launch;
}

} // namespace

TEST(PoolJob, SharesCoverEveryGroupOnceInFourToEightPerThread) {
  for (unsigned threads : {1u, 2u, 3u, 16u, 100u})
    for (uint64_t groups : {1u, 2u, 7u, 16u, 17u, 31u, 1000u, 12345u}) {
      Job job;
      KernelLaunch launch = launchOf(groups);
      job.setLaunch(launch, threads, -1);
      uint64_t covered = 0, shares = 0;
      for (GroupChunk share; !(share = job.ranges.claim(0)).empty(); ++shares) {
        EXPECT_EQ(share.first, covered);
        covered = share.end;
      }
      EXPECT_EQ(covered, groups);
      EXPECT_LE(shares, 8 * threads);
      if (groups >= 8 * threads)
        EXPECT_GE(shares, 4 * threads);
      else
        EXPECT_EQ(shares, groups);
      EXPECT_EQ(job.most_threads, std::min<uint64_t>(shares, threads));
    }
}

TEST(PoolJob, CostlyLaunchesHaveMoreShares) {
  const auto shares = [](double cost) {
    Job job;
    KernelLaunch launch = launchOf(100'000);
    job.setLaunch(launch, 4, cost);
    return (job.groups + job.chunk - 1) / job.chunk;
  };
  EXPECT_EQ(shares(0), 8u); // for one thread
  EXPECT_EQ(shares(4 * 10.0 * longest_share), 4u * 10);
  EXPECT_EQ(shares(1e30), 4u * 32);
}

TEST(PoolJob, CheapLaunchesWakeFewThreads) {
  Job job;
  KernelLaunch launch = launchOf(1000), short_launch = launchOf(2);
  job.setLaunch(launch, 8, 0);
  EXPECT_EQ(job.most_threads, 1u);
  job.setLaunch(launch, 8, 2.5 * worth_waking);
  EXPECT_EQ(job.most_threads, 3u);
  job.setLaunch(launch, 8, 1e30);
  EXPECT_EQ(job.most_threads, 8u);
  job.setLaunch(short_launch, 8, 1e30);
  EXPECT_EQ(job.most_threads, 2u);
}

TEST(PoolJob, ThreadsThatAreAwakeShareCheapLaunches) {
  Job job;
  KernelLaunch launch = launchOf(1000);
  job.setLaunch(launch, 8, 0.5 * worth_sharing, 7);
  EXPECT_EQ(job.most_threads, 1u);
  job.setLaunch(launch, 8, 2.5 * worth_sharing, 7);
  EXPECT_EQ(job.most_threads, 3u);
  job.setLaunch(launch, 8, 2.4 * worth_sharing, 1);
  EXPECT_EQ(job.most_threads, 2u);
  job.setLaunch(launch, 8, 3.5 * worth_waking, 1);
  EXPECT_EQ(job.most_threads, 4u);
}

TEST(PoolJob, WhereCpusAreContendedOnlyLongLaunchesWakeThreads) {
  Job job;
  KernelLaunch launch = launchOf(1000);
  job.setLaunch(launch, 8, 5 * worth_waking, 0, /*contended=*/true);
  EXPECT_EQ(job.most_threads, 1u);
  job.setLaunch(launch, 8, 5 * worth_waking, 2, /*contended=*/true);
  EXPECT_EQ(job.most_threads, 3u);
  job.setLaunch(launch, 8, 2.5 * worth_contending, 0, /*contended=*/true);
  EXPECT_EQ(job.most_threads, 3u);
  job.setLaunch(launch, 8, 1e30, 0, /*contended=*/true);
  EXPECT_EQ(job.most_threads, 8u);
}

TEST(PoolJob, ClaimsOfHugeLaunchesDoNotWrap) {
  Job job;
  KernelLaunch launch = launchOf(UINT64_MAX);
  job.setLaunch(launch, 64, -1);
  for (int i = 0; i < 2000; ++i)
    job.ranges.claim(unsigned(i) % job.ranges.size());
  EXPECT_TRUE(job.ranges.exhausted());
}

TEST(PoolJob, FailureLeavesNothingToClaim) {
  Job job;
  KernelLaunch launch = launchOf(1000);
  job.setLaunch(launch, 2, -1);
  job.ranges.claim(0);
  job.fail();
  EXPECT_TRUE(job.ranges.exhausted());
  EXPECT_TRUE(job.ranges.claim(0).empty());
  EXPECT_TRUE(job.ranges.claim(1).empty());
}

const int kernel_key = 0; // its address

TEST(PoolJob, HistoryTakesOneInterruptionForLittle) {
  LaunchHistory history;
  history.record(&kernel_key, 100, 1000);
  history.record(&kernel_key, 100, 4'000'000);
  EXPECT_LE(history.estimate(&kernel_key), 25);
  for (int i = 0; i < 20; ++i)
    history.record(&kernel_key, 100, 4'000'000);
  EXPECT_NEAR(history.estimate(&kernel_key), 40'000, 400);
}

TEST(PoolJob, HistoryCountsTheTimeOfOneThread) {
  LaunchHistory history;
  history.record(&kernel_key, 100, 1000);
  for (int i = 0; i < 20; ++i)
    history.record(&kernel_key, 100, 2000, /*shared=*/true);
  EXPECT_FLOAT_EQ(float(history.estimate(&kernel_key)), 10);
  for (int i = 0; i < 20; ++i)
    history.record(&kernel_key, 100, 500, /*shared=*/true);
  EXPECT_NEAR(history.estimate(&kernel_key), 5, 0.1);
  for (int i = 0; i < 20; ++i)
    history.record(&kernel_key, 100, 50'000, /*shared=*/true);
  EXPECT_GT(history.estimate(&kernel_key), 150);
}

TEST(PoolJob, HistoryLearnsAfterALaunchThatTookNoTime) {
  LaunchHistory history;
  history.record(&kernel_key, 100, 0);
  history.record(&kernel_key, 100, 1000);
  EXPECT_FLOAT_EQ(float(history.estimate(&kernel_key)), 10);
}

TEST(PoolJob, HistoryLearns) {
  LaunchHistory history;
  EXPECT_LT(history.estimate(&kernel_key), 0);
  history.record(&kernel_key, 100, 1000);
  EXPECT_FLOAT_EQ(float(history.estimate(&kernel_key)), 10);
  for (int i = 0; i < 30; ++i)
    history.record(&kernel_key, 100, 5000);
  EXPECT_NEAR(history.estimate(&kernel_key), 50, 0.1);
}
