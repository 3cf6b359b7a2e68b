// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of CPUs, on machines that are folders.
#include "cpu/host/topology.h"

#include "unit/temporary_folder.h"

#include <gtest/gtest.h>

namespace weft {

using Groups = std::vector<std::vector<unsigned>>;

// Four CPUs: two nodes of two, each with a second-level cache of its own and a shared third one.
class Topology : public ::testing::Test {
protected:
  void SetUp() override {
    const char *const pairs[] = {"0-1", "0-1", "2-3", "2-3"};
    for (int cpu = 0; cpu < 4; ++cpu) {
      const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/";
      root.write(folder + "node" + std::to_string(cpu / 2) + "/cpulist", pairs[cpu]);
      cache(folder, 0, "1", "Data", std::to_string(cpu));
      cache(folder, 1, "1", "Instruction", "0-3");
      cache(folder, 2, "2", "Unified", std::to_string(cpu));
      cache(folder, 3, "3", "Unified", pairs[cpu]);
    }
  }
  void cache(const std::string &folder, int index, const char *level, const char *type,
             const std::string &shared) {
    const std::string at = folder + "cache/index" + std::to_string(index) + "/";
    root.write(at + "level", std::string(level) + "\n");
    root.write(at + "type", std::string(type) + "\n");
    root.write(at + "shared_cpu_list", shared + "\n");
  }
  TemporaryFolder root;
};

TEST_F(Topology, GroupsByNodeAndCache) {
  const std::vector<int> all = {0, 1, 2, 3};
  EXPECT_EQ(groupCpus(root.path, all, CL_DEVICE_AFFINITY_DOMAIN_NUMA), (Groups{{0, 1}, {2, 3}}));
  EXPECT_EQ(groupCpus(root.path, all, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE),
            (Groups{{0, 1}, {2, 3}}));
  const Groups each = {{0}, {1}, {2}, {3}};
  EXPECT_EQ(groupCpus(root.path, all, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE), each);
  EXPECT_EQ(groupCpus(root.path, all, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE), each)
      << "the instruction cache does not count";
}

TEST_F(Topology, GivesPositionsAmongTheCpusInUse) {
  EXPECT_EQ(groupCpus(root.path, {3, 1, 2}, CL_DEVICE_AFFINITY_DOMAIN_NUMA), (Groups{{0, 2}, {1}}));
}

TEST_F(Topology, KnowsNothingOfWhatIsNotThere) {
  EXPECT_EQ(groupCpus(root.path, {0, 1}, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE), Groups{});
  EXPECT_EQ(groupCpus(root.path, {0, 7}, CL_DEVICE_AFFINITY_DOMAIN_NUMA), Groups{});
}

} // namespace weft
