// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arch/x86_64/cpuid.h"

#include <cstring>
#include <gtest/gtest.h>
#include <map>

namespace weft {
namespace {

constexpr uint64_t SaveSse = 0x3, SaveAvx = 0x7, SaveAvx512 = 0xe7;

// Bits of CPUID by leaf; the sets are those of the x86-64 levels.
class FakeCpu : public CpuidSource {
public:
  FakeCpu() {
    at(0).eax = 0x16;
    std::memcpy(&at(0).ebx, "Genu", 4);
    std::memcpy(&at(0).edx, "ineI", 4);
    std::memcpy(&at(0).ecx, "ntel", 4);
    at(0x80000000).eax = 0x80000008;
    at(7).eax = 1;
  }
  FakeCpu &v2() {
    at(1).ecx |= 1u << 0 | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23;
    at(0x80000001).ecx |= 1u << 0;
    return *this;
  }
  FakeCpu &v3() {
    v2();
    at(1).ecx |= 1u << 12 | 1u << 22 | 1u << 26 | 1u << 27 | 1u << 28 | 1u << 29;
    at(0x80000001).ecx |= 1u << 5;
    at(7).ebx |= 1u << 3 | 1u << 5 | 1u << 8;
    saved = SaveAvx;
    return *this;
  }
  FakeCpu &v4() {
    v3();
    at(7).ebx |= 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31;
    saved = SaveAvx512;
    return *this;
  }
  FakeCpu &brand(const char (&text)[49]) {
    for (unsigned i = 0; i < 3; ++i)
      std::memcpy(&at(0x80000002 + i), text + 16 * i, 16);
    return *this;
  }
  CpuidRegisters &at(uint32_t leaf, uint32_t subleaf = 0) { return leaves[{leaf, subleaf}]; }

  CpuidRegisters leaf(uint32_t leaf, uint32_t subleaf) const override {
    auto found = leaves.find({leaf, subleaf});
    return found == leaves.end() ? CpuidRegisters() : found->second;
  }
  uint64_t enabledState() const override { return saved; }

  uint64_t saved = SaveSse;

private:
  std::map<std::pair<uint32_t, uint32_t>, CpuidRegisters> leaves;
};

Host detect(const CpuidSource &cpu, std::string_view level = "") {
  std::string complaint;
  Host host = detectHost(cpu, level, complaint);
  EXPECT_EQ(complaint, "");
  return host;
}

bool has(const Host &host, const std::string &item) {
  return ("," + host.features + ",").find("," + item + ",") != std::string::npos;
}

TEST(Host, CpuWithNothingButTheBaseRunsTheFirstLevel) {
  FakeCpu cpu;
  cpu.at(0).eax = 1;
  cpu.at(0x80000000).eax = 0;
  Host host = detect(cpu);
  EXPECT_EQ(host.cpu, "x86-64");
  EXPECT_EQ(host.features, "");
  EXPECT_EQ(host.vector_bytes, 16u);
  EXPECT_EQ(host.name, "x86-64 CPU");
  EXPECT_EQ(host.vendor, "GenuineIntel");
}

TEST(Host, TargetOfALevelIsThatOfAHostKeptToIt) {
  for (std::string_view level : {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"}) {
    FakeCpu cpu;
    cpu.v4();
    std::string complaint;
    const Host host = detectHost(cpu, level, complaint);
    const std::optional<LevelTarget> target = targetOfLevel(level);
    ASSERT_TRUE(target);
    EXPECT_EQ(target->cpu, host.cpu);
    EXPECT_EQ(target->features, host.features);
  }
  EXPECT_FALSE(targetOfLevel("znver4"));
  EXPECT_FALSE(targetOfLevel("native"));
}

TEST(Host, LevelsFollowTheirFeatures) {
  EXPECT_EQ(detect(FakeCpu().v2()).cpu, "x86-64-v2");
  EXPECT_EQ(detect(FakeCpu().v3()).cpu, "x86-64-v3");
  EXPECT_EQ(detect(FakeCpu().v3()).vector_bytes, 32u);
  EXPECT_EQ(detect(FakeCpu().v4()).cpu, "x86-64-v4");
  EXPECT_EQ(detect(FakeCpu().v4()).vector_bytes, 64u);
  EXPECT_FALSE(detect(FakeCpu().v4()).native_half);
}

TEST(Host, FullVectorsArePreferredWhereTheyAreWhole) {
  EXPECT_TRUE(has(detect(FakeCpu().v4()), "-prefer-256-bit"));
  EXPECT_FALSE(has(detect(FakeCpu().v3()), "-prefer-256-bit"));
}

TEST(Host, MissingFeatureLowersTheLevelButNotTheFeatures) {
  FakeCpu cpu;
  cpu.v4();
  cpu.at(1).ecx &= ~(1u << 22); // MOVBE, as some hypervisors hide it
  Host host = detect(cpu);
  EXPECT_EQ(host.cpu, "x86-64-v2");
  EXPECT_TRUE(has(host, "+avx512bw"));
  EXPECT_EQ(host.vector_bytes, 64u);
}

TEST(Host, StateThatTheSystemDoesNotSaveIsNotUsed) {
  FakeCpu cpu;
  cpu.v4().saved = SaveAvx;
  EXPECT_EQ(detect(cpu).cpu, "x86-64-v3");
  EXPECT_FALSE(has(detect(cpu), "+avx512f"));
  cpu.saved = SaveSse;
  EXPECT_EQ(detect(cpu).cpu, "x86-64-v2");
  EXPECT_FALSE(has(detect(cpu), "+avx"));
  cpu.saved = SaveAvx512;
  cpu.at(1).ecx &= ~(1u << 27); // XGETBV would fault
  EXPECT_EQ(detect(cpu).cpu, "x86-64-v2");
}

TEST(Host, FeatureWithoutWhatItNeedsIsNotUsed) {
  FakeCpu cpu;
  cpu.v4();
  cpu.at(7).ecx |= 1u << 1; // VBMI, which to LLVM means BW
  EXPECT_TRUE(has(detect(cpu), "+avx512vbmi"));
  cpu.at(7).ebx &= ~(1u << 30);
  EXPECT_FALSE(has(detect(cpu), "+avx512vbmi"));
  EXPECT_FALSE(has(detect(cpu), "+avx512bw"));
  EXPECT_EQ(detect(cpu).vector_bytes, 32u);
  EXPECT_EQ(detect(cpu).cpu, "x86-64-v3");
}

TEST(Host, SubleafThatDoesNotExistIsNotRead) {
  FakeCpu cpu;
  cpu.v4();
  cpu.at(7, 1).eax = 1u << 4 | 1u << 5;
  EXPECT_TRUE(has(detect(cpu), "+avxvnni"));
  cpu.at(7).eax = 0;
  EXPECT_FALSE(has(detect(cpu), "+avxvnni"));
}

TEST(Host, LevelCanBeLowered) {
  FakeCpu cpu;
  cpu.v4();
  cpu.at(1).ecx |= 1u << 25; // AES
  EXPECT_TRUE(has(detect(cpu), "+aes"));
  Host host = detect(cpu, "x86-64-v3");
  EXPECT_EQ(host.cpu, "x86-64-v3");
  EXPECT_EQ(host.vector_bytes, 32u);
  EXPECT_TRUE(has(host, "+fma"));
  EXPECT_FALSE(has(host, "+avx512f"));
  EXPECT_FALSE(has(host, "+aes"));
  EXPECT_EQ(detect(cpu, "x86-64").features, "");
}

TEST(Host, LevelThatCannotBeIsRefusedWithAReason) {
  FakeCpu cpu;
  cpu.v3();
  std::string complaint;
  EXPECT_EQ(detectHost(cpu, "x86-64-v4", complaint).cpu, "x86-64-v3");
  EXPECT_NE(complaint.find("cannot run 'x86-64-v4'"), std::string::npos);
  EXPECT_EQ(detectHost(cpu, "skylake", complaint).cpu, "x86-64-v3");
  EXPECT_NE(complaint.find("'skylake' is not one of"), std::string::npos);
}

TEST(Host, NameIsTheBrandWithoutPadding) {
  EXPECT_EQ(detect(FakeCpu().brand("  Some(R) CPU  X7   @ 2.00GHz                   ")).name,
            "Some(R) CPU X7 @ 2.00GHz");
}

TEST(Host, CacheSizesFromCpuid) {
  FakeCpu cpu;
  auto cache = [](unsigned type, unsigned level, unsigned ways, unsigned sets) {
    return CpuidRegisters{type | level << 5, 63u | (ways - 1) << 22, sets - 1, 0};
  };
  cpu.at(4, 0) = cache(1, 1, 8, 64);
  cpu.at(4, 1) = cache(2, 1, 8, 64);
  cpu.at(4, 2) = cache(3, 2, 16, 1024);
  cpu.at(4, 3) = cache(3, 3, 16, 32768);
  CacheSizes sizes = cachesFromCpuid(cpu);
  EXPECT_EQ(sizes.line, 64u);
  EXPECT_EQ(sizes.level2, 1u << 20);
  EXPECT_EQ(sizes.last, 32u << 20);
  EXPECT_EQ(cachesFromCpuid(FakeCpu()).last, 0u);
}

TEST(Host, ThisMachineHasWhatTheTestItselfIsCompiledFor) {
  Host host = detect(RealCpuid());
  EXPECT_GE(host.level, 1u);
  EXPECT_FALSE(host.name.empty());
  EXPECT_EQ(__builtin_cpu_supports("avx2") != 0, has(host, "+avx2"));
  EXPECT_EQ(__builtin_cpu_supports("avx512f") != 0, has(host, "+avx512f"));
  EXPECT_EQ(__builtin_cpu_supports("sse4.2") != 0, has(host, "+sse4.2"));
  EXPECT_EQ(__builtin_cpu_supports("x86-64-v3") != 0, host.level >= 3);
  EXPECT_EQ(__builtin_cpu_supports("x86-64-v4") != 0, host.level >= 4);
}

} // namespace
} // namespace weft
