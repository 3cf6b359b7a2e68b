// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads CPUID.
#include "cpu/arch/features.h"
#include "cpu/arch/x86_64/cpuid.h"

#include <cpuid.h>
#include <cstring>

namespace weft {
namespace {

enum class HostState : uint64_t {
  None = 0,
  Ymm = 0x6,  // XMM and the upper halves of YMM
  Zmm = 0xe6, // also mask registers, upper halves of ZMM0-15, and ZMM16-31
};

struct Feature : arch::FeatureName {
  uint32_t leaf, subleaf;
  uint32_t CpuidRegisters::*reg;
  unsigned bit;
  HostState state;
};

constexpr Feature features[] = {
#define WEFT_FEATURE(name, leaf, subleaf, reg, bit, state, level, needs)                           \
  {{name, level, needs}, leaf, subleaf, &CpuidRegisters::reg, bit, HostState::state},
#include "cpu/arch/x86_64/host_features.def"
};

constexpr std::string_view level_names[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

using arch::contains;
using arch::containsAll;
using arch::Names;

class Leaves {
public:
  explicit Leaves(const CpuidSource &source)
      : source(source), basic(source.leaf(0, 0).eax), extended(source.leaf(0x80000000, 0).eax) {
    // Without the extended range a CPU answers with data of its last basic leaf.
    if (extended < 0x80000000 || extended > 0x8000ffff)
      extended = 0;
  }

  bool has(uint32_t leaf) const { return leaf & 0x80000000 ? leaf <= extended : leaf <= basic; }

  // All zero for a leaf that the CPU does not have.
  CpuidRegisters get(uint32_t leaf, uint32_t subleaf = 0) const {
    if (!has(leaf) || (leaf == 7 && subleaf > source.leaf(7, 0).eax))
      return {};
    return source.leaf(leaf, subleaf);
  }

private:
  const CpuidSource &source;
  uint32_t basic, extended;
};

Names usableFeatures(const CpuidSource &source, const Leaves &leaves) {
  constexpr uint32_t Osxsave = 1u << 27;
  uint64_t saved = leaves.get(1).ecx & Osxsave ? source.enabledState() : 0;
  Names usable;
  for (const Feature &feature : features) {
    uint64_t state = uint64_t(feature.state);
    if ((leaves.get(feature.leaf, feature.subleaf).*feature.reg >> feature.bit & 1) &&
        (saved & state) == state && containsAll(usable, feature.needs))
      usable.push_back(feature.name);
  }
  return usable;
}

unsigned vectorBytes(const Names &usable) {
  if (containsAll(usable, "avx512f avx512bw avx512dq avx512vl"))
    return 64;
  return contains(usable, "avx2") ? 32 : 16;
}

// As LLVM takes it.
std::string featureString(const Names &usable) {
  std::string text;
  for (std::string_view name : usable)
    text += (text.empty() ? "+" : ",+") + std::string(name);
  // LLVM tunes the fourth level for CPUs that slowed down under 512-bit code.
  if (vectorBytes(usable) == 64)
    text += ",-prefer-256-bit";
  return text;
}

std::string trimmed(std::string_view text) {
  text = text.substr(0, text.find('\0'));
  std::string out;
  for (char c : text) {
    bool space = c == ' ';
    if (!space || (!out.empty() && out.back() != ' '))
      out += c >= ' ' && c < 0x7f ? c : '?';
  }
  while (!out.empty() && out.back() == ' ')
    out.pop_back();
  return out;
}

std::string brand(const Leaves &leaves) {
  char text[48] = {};
  if (!leaves.has(0x80000004))
    return {};
  for (uint32_t i = 0; i < 3; ++i) {
    CpuidRegisters part = leaves.get(0x80000002 + i);
    std::memcpy(text + 16 * i, &part, sizeof(part));
  }
  return trimmed(std::string_view(text, sizeof(text)));
}

std::string vendorString(const CpuidSource &source) {
  CpuidRegisters registers = source.leaf(0, 0);
  uint32_t parts[3] = {registers.ebx, registers.edx, registers.ecx};
  char text[12];
  std::memcpy(text, parts, sizeof(text));
  return trimmed(std::string_view(text, sizeof(text)));
}

// Family and model, each with the part that came to be added to it.
std::string modelNumbers(uint32_t signature) {
  uint32_t family = signature >> 8 & 15, model = signature >> 4 & 15;
  if (family == 6 || family == 15)
    model += (signature >> 16 & 15) << 4;
  if (family == 15)
    family += signature >> 20 & 255;
  return " " + std::to_string(family) + " " + std::to_string(model);
}

// The number that the PCI consortium gave to the maker.
uint32_t vendorNumber(std::string_view vendor) {
  if (vendor == "GenuineIntel")
    return 0x8086;
  if (vendor == "AuthenticAMD")
    return 0x1022;
  if (vendor == "HygonGenuine")
    return 0x1d94;
  if (vendor == "CentaurHauls")
    return 0x1106;
  if (vendor == "Shanghai")
    return 0x1d17;
  return 0;
}

} // namespace

CpuidRegisters RealCpuid::leaf(uint32_t leaf, uint32_t subleaf) const {
  CpuidRegisters registers;
  __cpuid_count(leaf, subleaf, registers.eax, registers.ebx, registers.ecx, registers.edx);
  return registers;
}

uint64_t RealCpuid::enabledState() const {
  // XGETBV, spelled so that no -mxsave is needed to compile it.
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

Host detectHost(const CpuidSource &source, std::string_view level_name, std::string &complaint) {
  Leaves leaves(source);
  Host host;
  host.vendor = vendorString(source);
  host.vendor_id = vendorNumber(host.vendor);
  host.name = brand(leaves);
  if (host.name.empty())
    host.name = "x86-64 CPU";
  if (host.vendor.empty())
    host.vendor = "unknown";
  host.base_mhz = leaves.get(0x16).eax & 0xffff;
  host.tune = "host " + host.vendor + modelNumbers(leaves.get(1).eax);

  Names usable = usableFeatures(source, leaves);
  arch::setLevel(features, level_names, level_name, host, usable, complaint);
  host.cpu = level_names[host.level - 1];
  host.vector_bytes = vectorBytes(usable);
  host.native_half = contains(usable, "avx512fp16");
  host.features = featureString(usable);
  return host;
}

std::optional<LevelTarget> targetOfLevel(std::string_view level_name) {
  if (const auto names = arch::namesOfLevel(features, level_names, level_name))
    return LevelTarget{std::string(level_name), featureString(*names)};
  return std::nullopt;
}

CacheSizes cachesFromCpuid(const CpuidSource &source) {
  Leaves leaves(source);
  // Leaf 4, or AMD's leaf of the same layout; AMD says by a feature bit whether it is there.
  constexpr uint32_t TopologyExtensions = 1u << 22;
  uint32_t leaf = 4;
  if (leaves.get(0x80000001).ecx & TopologyExtensions && leaves.has(0x8000001d))
    leaf = 0x8000001d;
  CacheSizes sizes;
  unsigned deepest = 0;
  for (uint32_t i = 0; i < 16; ++i) {
    CpuidRegisters cache = leaves.get(leaf, i);
    unsigned type = cache.eax & 31, level = cache.eax >> 5 & 7;
    if (type == 0)
      break;
    if (type == 2) // instructions
      continue;
    uint64_t line = (cache.ebx & 0xfff) + 1;
    uint64_t bytes = line * ((cache.ebx >> 12 & 0x3ff) + 1) * ((cache.ebx >> 22) + 1) *
                     (uint64_t(cache.ecx) + 1);
    sizes.line = uint32_t(line);
    if (level == 2)
      sizes.level2 = bytes;
    if (level >= deepest) {
      deepest = level;
      sizes.last = bytes;
    }
  }
  return sizes;
}

Host detectHost(std::string_view level_name, std::string &complaint) {
  return detectHost(RealCpuid(), level_name, complaint);
}

CacheSizes cachesOfCpu() { return cachesFromCpuid(RealCpuid()); }

} // namespace weft
