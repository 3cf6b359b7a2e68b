// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/host/cgroup.h"
#include "cpu/host/limits.h"
#include "unit/temporary_folder.h"

#include <gtest/gtest.h>
#include <sched.h>

namespace weft {
namespace {

constexpr char MountV2[] =
    "30 25 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr char MountsV1[] =
    "25 1 0:20 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
    "31 25 0:27 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "32 25 0:28 / /sys/fs/cgroup/memory rw shared:10 - cgroup cgroup rw,memory\n";

TEST(Limits, MachineWithoutCgroupsSetsNone) {
  TemporaryFolder root;
  EXPECT_EQ(cgroupCpus(root.path), NoLimit);
  EXPECT_EQ(cgroupMemory(root.path), NoLimit);
  root.write("/proc/self/cgroup", "0::/\n");
  root.write("/proc/self/mountinfo", MountV2);
  EXPECT_EQ(cgroupCpus(root.path), NoLimit);
  EXPECT_EQ(cgroupMemory(root.path), NoLimit);
}

TEST(Limits, SmallestLimitOfTheHierarchyCounts) {
  TemporaryFolder root;
  root.write("/proc/self/cgroup", "0::/user.slice/app.scope\n");
  root.write("/proc/self/mountinfo", MountV2);
  root.write("/sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n");
  root.write("/sys/fs/cgroup/user.slice/app.scope/cpu.max", "max 100000\n");
  root.write("/sys/fs/cgroup/user.slice/memory.max", "4294967296\n");
  root.write("/sys/fs/cgroup/user.slice/app.scope/memory.max", "max\n");
  root.write("/sys/fs/cgroup/user.slice/app.scope/memory.high", "2147483648\n");
  EXPECT_EQ(cgroupCpus(root.path), 2u);
  EXPECT_EQ(cgroupMemory(root.path), 2147483648u);
}

TEST(Limits, QuotaIsRoundedUpAndNeverZero) {
  TemporaryFolder root;
  root.write("/proc/self/cgroup", "0::/a\n");
  root.write("/proc/self/mountinfo", MountV2);
  root.write("/sys/fs/cgroup/a/cpu.max", "1000 100000\n");
  EXPECT_EQ(cgroupCpus(root.path), 1u);
  root.write("/sys/fs/cgroup/a/cpu.max", "300000 100000\n");
  EXPECT_EQ(cgroupCpus(root.path), 3u);
  root.write("/sys/fs/cgroup/a/cpu.max", "300001 100000\n");
  EXPECT_EQ(cgroupCpus(root.path), 4u);
}

TEST(Limits, VersionOneKeepsControllersApart) {
  TemporaryFolder root;
  root.write("/proc/self/cgroup", "4:memory:/jobs/m\n3:cpu,cpuacct:/jobs/c\n");
  root.write("/proc/self/mountinfo", MountsV1);
  root.write("/sys/fs/cgroup/cpu,cpuacct/jobs/c/cpu.cfs_quota_us", "250000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/jobs/c/cpu.cfs_period_us", "100000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  root.write("/sys/fs/cgroup/memory/jobs/m/memory.limit_in_bytes", "1073741824\n");
  root.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(cgroupCpus(root.path), 3u);
  EXPECT_EQ(cgroupMemory(root.path), 1073741824u);
}

TEST(Limits, BothVersionsAtOnce) {
  TemporaryFolder root;
  root.write("/proc/self/cgroup", "4:memory:/m\n0::/u\n");
  root.write("/proc/self/mountinfo",
             std::string(MountsV1) +
                 "40 25 0:40 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
  root.write("/sys/fs/cgroup/memory/m/memory.limit_in_bytes", "3000000000\n");
  root.write("/sys/fs/cgroup/unified/u/cpu.max", "100000 100000\n");
  EXPECT_EQ(cgroupMemory(root.path), 3000000000u);
  EXPECT_EQ(cgroupCpus(root.path), 1u);
}

TEST(Limits, ContainerSeesItsGroupAsTheRoot) {
  TemporaryFolder root;
  root.write("/proc/self/cgroup", "0::/docker/0123/inner\n");
  root.write("/proc/self/mountinfo",
             "30 25 0:26 /docker/0123 /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  root.write("/sys/fs/cgroup/memory.max", "500000000\n");
  root.write("/sys/fs/cgroup/inner/memory.max", "400000000\n");
  EXPECT_EQ(cgroupMemory(root.path), 400000000u);
}

TEST(Limits, GroupOutsideTheNamespaceFallsBackToTheMount) {
  for (const char *group : {"0::/../../other\n", "0::/dockerised\n", "0::/docker\n", ""}) {
    TemporaryFolder root;
    root.write("/proc/self/cgroup", group);
    root.write("/proc/self/mountinfo",
               "30 25 0:26 /docker /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
    root.write("/sys/fs/cgroup/memory.max", "500000000\n");
    EXPECT_EQ(cgroupMemory(root.path), 500000000u) << group;
  }
}

TEST(Limits, MountPointWithABlank) {
  TemporaryFolder root;
  root.write("/proc/self/cgroup", "0::/\n");
  root.write("/proc/self/mountinfo", "30 25 0:26 / /my\\040groups rw - cgroup2 cgroup rw\n");
  root.write("/my groups/memory.max", "77000000\n");
  EXPECT_EQ(cgroupMemory(root.path), 77000000u);
}

TEST(Limits, NonsenseIsNoLimit) {
  for (const char *text : {"", "\n", "-1", "0", "12x", "99999999999999999999999", "max", "\0\1"}) {
    TemporaryFolder root;
    root.write("/proc/self/cgroup", ":\n::\nx\n0::/\n");
    root.write("/proc/self/mountinfo", std::string("\n - \n1 - cgroup2\n") + MountV2);
    root.write("/sys/fs/cgroup/memory.max", text);
    root.write("/sys/fs/cgroup/cpu.max", text);
    EXPECT_EQ(cgroupMemory(root.path), NoLimit) << text;
    EXPECT_EQ(cgroupCpus(root.path), NoLimit) << text;
    root.write("/sys/fs/cgroup/cpu.max", std::string("100000 ") + text);
    EXPECT_EQ(cgroupCpus(root.path), NoLimit) << text;
  }
}

TEST(Limits, PhysicalMemory) {
  TemporaryFolder root;
  root.write("/proc/meminfo", "MemFree: 12 kB\nMemTotal:       16384000 kB\n");
  EXPECT_EQ(physicalMemory(root.path), 16384000u * 1024ull);
  TemporaryFolder without;
  EXPECT_GT(physicalMemory(without.path), 0u);
}

TEST(Limits, CachesFromSysfs) {
  TemporaryFolder root;
  auto cache = [&](int index, const char *level, const char *type, const char *size) {
    std::string folder = "/sys/devices/system/cpu/cpu3/cache/index" + std::to_string(index);
    root.write(folder + "/level", level);
    root.write(folder + "/type", type);
    root.write(folder + "/size", size);
    root.write(folder + "/coherency_line_size", "64\n");
  };
  cache(0, "1\n", "Data\n", "32K\n");
  cache(1, "1\n", "Instruction\n", "64K\n");
  cache(2, "2\n", "Unified\n", "1M\n");
  cache(3, "3\n", "Unified\n", "30720K\n");
  CacheSizes sizes = cachesFromSysfs(root.path, 3);
  EXPECT_EQ(sizes.line, 64u);
  EXPECT_EQ(sizes.level2, 1u << 20);
  EXPECT_EQ(sizes.last, 30u << 20);
  EXPECT_EQ(cachesFromSysfs(root.path, 0).last, 0u);
}

TEST(Limits, ClockFromSysfsElseFromCpuinfo) {
  TemporaryFolder root;
  EXPECT_EQ(clockMhz(root.path, 0), 0u);
  root.write("/proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2596.124\n");
  EXPECT_EQ(clockMhz(root.path, 0), 2596u);
  root.write("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "4100000\n");
  EXPECT_EQ(clockMhz(root.path, 0), 4100u);
}

TEST(Limits, AffinityMaskAndUserLimitThreads) {
  std::vector<int> all = affinityCpus();
  ASSERT_FALSE(all.empty());
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  CPU_ZERO(&one);
  CPU_SET(all.back(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  std::vector<int> bound = affinityCpus();
  TemporaryFolder root;
  unsigned threads = detectLimits(root.path, 0).threads;
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(bound, std::vector<int>{all.back()});
  EXPECT_EQ(threads, 1u);
  EXPECT_EQ(detectLimits(root.path, 0).threads, all.size());
  EXPECT_EQ(detectLimits(root.path, 1).threads, 1u);
  EXPECT_EQ(detectLimits(root.path, 100000).threads, all.size());
}

} // namespace
} // namespace weft
