// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the auxiliary vector and the registers that identify the CPU.
#include "cpu/arch/aarch64/capabilities.h"
#include "cpu/arch/features.h"

#include <cstdio>
#include <sys/auxv.h>

namespace weft {
namespace {

struct Feature : arch::FeatureName {
  uint64_t Capabilities::*word;
  uint64_t bits;
};

constexpr uint64_t Capabilities::*Hwcap = &Capabilities::hwcap;
constexpr uint64_t Capabilities::*Hwcap2 = &Capabilities::hwcap2;

constexpr Feature features[] = {
#define WEFT_FEATURE(name, word, bits, level, needs) {{name, level, needs}, word, bits},
#include "cpu/arch/aarch64/host_features.def"
};

constexpr std::string_view level_names[] = {"armv8-a", "armv8.1-a", "armv8.2-a", "armv8.3-a",
                                            "armv8.4-a"};

// LLVM's name of every level: what there is beside the base is said by features.
constexpr const char *CpuOfLevels = "generic";

arch::Names usableFeatures(const Capabilities &source) {
  arch::Names usable;
  for (const Feature &feature : features)
    if ((source.*feature.word & feature.bits) == feature.bits &&
        arch::containsAll(usable, feature.needs))
      usable.push_back(feature.name);
  return usable;
}

std::string featureString(const arch::Names &usable) {
  std::string text;
  for (std::string_view name : usable)
    text += (text.empty() ? "+" : ",+") + std::string(name);
  return text;
}

std::string hexadecimal(uint32_t number) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%02x", number);
  return text;
}

void identify(uint32_t main_id, Host &host) {
  const uint32_t implementer = main_id >> 24, part = main_id >> 4 & 0xfff;
  host.vendor = "unknown";
  if (main_id == 0) {
    host.name = "aarch64 CPU";
    return;
  }
  host.vendor = hexadecimal(implementer);
#define WEFT_VENDOR(number, vendor_name, pci)                                                      \
  if (implementer == (number)) {                                                                   \
    host.vendor = vendor_name;                                                                     \
    host.vendor_id = pci;                                                                          \
  }
#include "cpu/arch/aarch64/parts.def"
  host.name = "part " + hexadecimal(part);
#define WEFT_PART(of_implementer, number, part_name)                                               \
  if (implementer == (of_implementer) && part == (number))                                         \
    host.name = part_name;
#include "cpu/arch/aarch64/parts.def"
  host.name = host.vendor + " " + host.name;
}

// MIDR_EL1, which Linux reads for programs where it says so.
uint32_t mainId(uint64_t hwcap) {
  constexpr uint64_t IdRegistersReadable = 1ul << 11; // HWCAP_CPUID
  if (!(hwcap & IdRegistersReadable))
    return 0;
  uint64_t value;
  asm("mrs %0, midr_el1" : "=r"(value));
  return uint32_t(value);
}

} // namespace

Host detectHost(const Capabilities &source, std::string_view level_name, std::string &complaint) {
  Host host;
  identify(source.main_id, host);
  host.tune = "host " + host.vendor + " " + hexadecimal(source.main_id);

  arch::Names usable = usableFeatures(source);
  arch::setLevel(features, level_names, level_name, host, usable, complaint);
  host.cpu = CpuOfLevels;
  host.native_half = arch::contains(usable, "fullfp16");
  host.features = featureString(usable);
  return host;
}

std::optional<LevelTarget> targetOfLevel(std::string_view level_name) {
  if (const auto names = arch::namesOfLevel(features, level_names, level_name))
    return LevelTarget{CpuOfLevels, featureString(*names)};
  return std::nullopt;
}

Host detectHost(std::string_view level_name, std::string &complaint) {
  Capabilities source;
  source.hwcap = getauxval(AT_HWCAP);
  source.hwcap2 = getauxval(AT_HWCAP2);
  source.main_id = mainId(source.hwcap);
  return detectHost(source, level_name, complaint);
}

// Sizes are for the system alone to read. The line: the shortest of all data caches.
CacheSizes cachesOfCpu() {
  uint64_t type;
  asm("mrs %0, ctr_el0" : "=r"(type));
  CacheSizes sizes;
  sizes.line = 4u << (type >> 16 & 15);
  return sizes;
}

} // namespace weft
