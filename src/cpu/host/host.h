// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the CPU under the process can run, as it reports and the OS lets programs use it. What
// code may do does not depend on a model's name, so an unknown or a virtual CPU gets the code it
// can run; what is fast on it the compiler knows by LLVM's name of the model.
#ifndef WEFT_CPU_HOST_HOST_H
#define WEFT_CPU_HOST_HOST_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

struct Host {
  std::string name;           // brand string, or "x86-64 CPU", "aarch64 CPU"
  std::string vendor;         // vendor string, such as "GenuineIntel" or "ARM"
  uint32_t vendor_id = 0;     // PCI vendor number, 0 if unknown
  unsigned level = 1;         // of x86-64: 1 to 4; of Armv8-A: 1 to 5
  std::string cpu;            // LLVM's name of the level
  std::string features;       // LLVM feature string: "+" each usable feature, then tuning
  std::string tune;           // weft_request::tune: "host", vendor, family and model; or empty
  unsigned vector_bytes = 16; // widest vector that all integer and float types can use
  bool native_half = false;   // instructions that compute with halves
  uint32_t base_mhz = 0;      // as the CPU says; 0 where it does not say
};

// `level_name` is what the user asked for: empty, or "x86-64", "x86-64-v2", "-v3", "-v4", or
// "armv8-a", "armv8.1-a" to "armv8.4-a". A level
// that is unknown or above the host's is ignored, and `complaint` says so.
Host detectHost(std::string_view level_name, std::string &complaint);

// What kernels are compiled for on a CPU that has just this level, as `level_name` names
// it; nothing for other names. The same as a host above the level gets that is told to keep to it.
struct LevelTarget {
  std::string cpu, features; // as in Host
};
std::optional<LevelTarget> targetOfLevel(std::string_view level_name);

struct CacheSizes {
  uint64_t level2 = 0; // bytes, of one core; 0 if unknown
  uint64_t last = 0;   // bytes, the last level; 0 if unknown
  uint32_t line = 0;   // bytes; 0 if unknown
};

// As the CPU itself tells.
CacheSizes cachesOfCpu();

} // namespace weft
#endif
