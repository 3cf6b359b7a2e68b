// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cpu_device.h"
#include "cpu/properties.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace weft {
namespace {

constexpr uint64_t KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

// The least that the specification's table of device queries allows for a full-profile device.
void expectSpecMinima(const DeviceProperties &properties) {
  EXPECT_GE(properties.compute_units, 1u);
  EXPECT_GE(properties.max_work_group_size, 1u);
  EXPECT_GE(properties.max_parameter_size, 1024u);
  EXPECT_GE(properties.local_memory, 32 * KiB);
  EXPECT_GE(properties.max_constant, 64 * KiB);
  EXPECT_GE(properties.printf_buffer, 1 * MiB);
  EXPECT_GE(properties.max_allocation, std::max(std::min(1 * GiB, properties.global_memory / 4),
                                                std::min(32 * MiB, properties.global_memory)));
  EXPECT_LE(properties.max_allocation, properties.global_memory);
}

TEST(Properties, WithinTheSpecificationOnMachinesOfAnySize) {
  for (uint64_t memory : {40 * MiB, 100 * MiB, 2 * GiB, 4096 * GiB})
    for (uint64_t level2 : {uint64_t(0), 128 * KiB, 1 * MiB, 64 * MiB}) {
      Host host;
      host.name = "some CPU";
      Limits limits;
      limits.memory = memory;
      DeviceProperties properties = describeDevice(host, limits, {level2, 4 * level2, 64});
      expectSpecMinima(properties);
      EXPECT_GE(properties.local_memory, 256 * KiB);
      EXPECT_EQ(properties.global_memory, memory);
    }
}

TEST(CpuDevice, DescribesThisMachine) {
  Ref<Device> device = createCpuDevice();
  ASSERT_TRUE(device);
  const DeviceProperties &properties = device->properties();
  expectSpecMinima(properties);
  EXPECT_FALSE(properties.name.empty());
  EXPECT_FALSE(properties.vendor.empty());
  EXPECT_LE(properties.compute_units, affinityCpus().size());
  EXPECT_LE(properties.global_memory, physicalMemory(""));
#ifdef __x86_64__
  EXPECT_TRUE(device->target().starts_with("x86-64")) << device->target();
#else
  EXPECT_FALSE(device->target().empty());
#endif
}

TEST(CpuDevice, MemoryEndsWhereTheDeviceSays) {
  Ref<Device> device = createCpuDevice();
  EXPECT_FALSE(device->allocate(device->properties().global_memory + 1, 0));
  void *memory = device->allocate(100, 0);
  ASSERT_TRUE(memory);
  device->free(memory, 100);
}

TEST(CpuDevice, ClockOnlyGoesForward) {
  Ref<Device> device = createCpuDevice();
  uint64_t first = device->now();
  EXPECT_GE(device->now(), first);
}

TEST(CpuDevice, CodeForAnotherMachineIsRefused) {
  Ref<Device> device = createCpuDevice();
  Artifact artifact;
  artifact.target = "another|machine|loops";
  std::string error;
  EXPECT_FALSE(device->load(artifact, error));
  EXPECT_NE(error.find("another|machine|loops"), std::string::npos);
  artifact.target = device->target();
  artifact.code = "garbage";
  EXPECT_FALSE(device->load(artifact, error));
  EXPECT_NE(error, "");
}

} // namespace
} // namespace weft
