// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arch/aarch64/capabilities.h"

#include <gtest/gtest.h>

#include <string>
#include <sys/auxv.h>

using namespace weft;

namespace {

// As Linux says them of CPUs of these levels.
constexpr uint64_t Base = 3, Crc = 1 << 7, Lse = 1 << 8, Rdm = 1 << 12;
constexpr uint64_t Armv81 = Base | Crc | Lse | Rdm;
constexpr uint64_t Armv83 = Armv81 | 1 << 13 | 1 << 14 | 1 << 15;
constexpr uint64_t Armv84 = Armv83 | 1 << 20 | 1 << 25 | 1 << 26 | 1 << 27;
constexpr uint64_t ScalarHalf = 1 << 9, VectorHalf = 1 << 10, Sve = 1 << 22;
constexpr uint32_t NeoverseN1 = 0x413fd0c1;

Host detect(const Capabilities &source, std::string_view level = "") {
  std::string complaint;
  Host host = detectHost(source, level, complaint);
  EXPECT_EQ(complaint, "");
  return host;
}

bool has(const Host &host, const std::string &item) {
  return ("," + host.features + ",").find("," + item + ",") != std::string::npos;
}

TEST(Host, CpuWithNothingButTheBaseRunsTheFirstLevel) {
  const Host host = detect({.hwcap = Base});
  EXPECT_EQ(host.level, 1u);
  EXPECT_EQ(host.cpu, "generic");
  EXPECT_EQ(host.features, "");
  EXPECT_EQ(host.vector_bytes, 16u);
  EXPECT_EQ(host.name, "aarch64 CPU");
  EXPECT_FALSE(host.native_half);
}

TEST(Host, LevelsFollowTheirFeatures) {
  EXPECT_EQ(detect({.hwcap = Armv81}).level, 3u); // Armv8.2 adds nothing that code could use
  EXPECT_EQ(detect({.hwcap = Armv81 & ~Lse}).level, 1u);
  EXPECT_EQ(detect({.hwcap = Armv83}).level, 4u);
  EXPECT_EQ(detect({.hwcap = Armv84}).level, 5u);
}

TEST(Host, HalvesAreNativeWhereScalarsAndVectorsAre) {
  EXPECT_TRUE(detect({.hwcap = Base | ScalarHalf | VectorHalf}).native_half);
  EXPECT_FALSE(detect({.hwcap = Base | ScalarHalf}).native_half);
}

TEST(Host, VectorsOfNoFixedSizeAreNotUsed) {
  EXPECT_EQ(detect({.hwcap = Base | Sve}).features, "");
}

TEST(Host, TargetOfALevelIsThatOfAHostKeptToIt) {
  for (std::string_view level : {"armv8-a", "armv8.1-a", "armv8.2-a", "armv8.3-a", "armv8.4-a"}) {
    const Host host = detect({.hwcap = Armv84 | ScalarHalf | VectorHalf}, level);
    const std::optional<LevelTarget> target = targetOfLevel(level);
    ASSERT_TRUE(target);
    EXPECT_EQ(target->cpu, host.cpu);
    EXPECT_EQ(target->features, host.features);
    EXPECT_FALSE(host.native_half);
  }
  EXPECT_FALSE(targetOfLevel("neoverse-n1"));
}

TEST(Host, LevelThatCannotBeIsRefusedWithAReason) {
  std::string complaint;
  EXPECT_EQ(detectHost({.hwcap = Base}, "armv8.1-a", complaint).features, "");
  EXPECT_EQ(complaint, "this CPU cannot run 'armv8.1-a', only 'armv8-a'");
  EXPECT_EQ(detectHost({.hwcap = Base}, "x86-64", complaint).features, "");
  EXPECT_NE(complaint.find("'x86-64' is not one of armv8-a, "), std::string::npos);
}

TEST(Host, NameIsThatOfTheCore) {
  const Host host = detect({.hwcap = Base, .main_id = NeoverseN1});
  EXPECT_EQ(host.name, "ARM Neoverse N1");
  EXPECT_EQ(host.vendor, "ARM");
  EXPECT_EQ(host.vendor_id, 0x13b5u);
  EXPECT_EQ(detect({.hwcap = Base, .main_id = 0x77001230}).name, "0x77 part 0x123");
}

TEST(Host, ThisMachineHasWhatItsSystemSays) {
  std::string complaint;
  const Host host = detectHost("", complaint);
  EXPECT_EQ(complaint, "");
  EXPECT_EQ(has(host, "+lse"), (getauxval(AT_HWCAP) & Lse) != 0);
  EXPECT_FALSE(host.name.empty());
  const uint32_t line = cachesOfCpu().line;
  EXPECT_GE(line, 4u);
  EXPECT_EQ(line & (line - 1), 0u);
}

} // namespace
