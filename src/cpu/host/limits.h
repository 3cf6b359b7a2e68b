// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much of the machine the process may use. Every file is read under a root directory, so that
// tests can lay out machines and containers of their own.
#ifndef WEFT_CPU_HOST_LIMITS_H
#define WEFT_CPU_HOST_LIMITS_H

#include "cpu/host/host.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace weft {

constexpr uint64_t NoLimit = std::numeric_limits<uint64_t>::max();

// CPUs of the calling thread's affinity mask, ascending. Never empty.
std::vector<int> affinityCpus();

// CPU time that the cgroups of the process allow, in CPUs rounded up, at least 1; NoLimit if they
// do not say. The hierarchy's smallest quota counts; cgroup v2 (cpu.max) and v1 (cpu.cfs_*).
uint64_t cgroupCpus(const std::string &root);

// Bytes that the cgroups of the process allow: the smallest memory.max or memory.high (v2) or
// memory.limit_in_bytes (v1) from its own group up to the mount.
uint64_t cgroupMemory(const std::string &root);

// MemTotal of /proc/meminfo, or what sysconf says.
uint64_t physicalMemory(const std::string &root);

// The smaller of RLIMIT_AS and RLIMIT_DATA.
uint64_t resourceLimitMemory();

// Caches of the given CPU from sysfs; what that does not say is 0.
CacheSizes cachesFromSysfs(const std::string &root, int cpu);

// Of sysfs, or where that says nothing of CPUID.
CacheSizes detectCaches(const std::string &root, int cpu);

// Highest clock of the given CPU in MHz, from cpufreq or /proc/cpuinfo; 0 if unknown.
uint32_t clockMhz(const std::string &root, int cpu);

// All of the above for this process. `max_threads` is the user's limit, 0 for none.
struct Limits {
  std::vector<int> cpus; // of the affinity mask
  unsigned threads = 1;  // that may run at once
  uint64_t memory = 0;   // bytes
};
Limits detectLimits(const std::string &root, unsigned max_threads);

} // namespace weft
#endif
