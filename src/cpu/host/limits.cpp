// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the affinity mask, cgroups, resource limits, /proc and /sys.
#include "cpu/host/limits.h"

#include "cpu/host/cgroup.h"
#include "cpu/host/text_file.h"

#include <algorithm>
#include <memory>
#include <sched.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace weft {

std::vector<int> affinityCpus() {
  // The kernel refuses a mask that is smaller than its own.
  for (int count = 1024; count <= 1 << 20; count *= 4) {
    std::unique_ptr<cpu_set_t, void (*)(cpu_set_t *)> mask(CPU_ALLOC(size_t(count)),
                                                           [](cpu_set_t *set) { CPU_FREE(set); });
    size_t bytes = CPU_ALLOC_SIZE(count);
    if (!mask)
      break;
    CPU_ZERO_S(bytes, mask.get());
    if (sched_getaffinity(0, bytes, mask.get()) != 0)
      continue;
    std::vector<int> cpus;
    for (int cpu = 0; cpu < count; ++cpu)
      if (CPU_ISSET_S(size_t(cpu), bytes, mask.get()))
        cpus.push_back(cpu);
    if (!cpus.empty())
      return cpus;
    break;
  }
  // A sandbox that forbids the question.
  std::vector<int> all;
  for (unsigned cpu = 0; cpu < std::max(1u, std::thread::hardware_concurrency()); ++cpu)
    all.push_back(int(cpu));
  return all;
}

uint64_t physicalMemory(const std::string &root) {
  for (std::string_view line : Lines(readTextFile(root + "/proc/meminfo")))
    if (std::string_view word = nextWord(line); word == "MemTotal:")
      if (auto kib = parseNumber(nextWord(line)); kib && *kib > 0 && *kib < NoLimit / 1024)
        return *kib * 1024;
  long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? uint64_t(pages) * uint64_t(bytes) : uint64_t(1) << 30;
}

uint64_t resourceLimitMemory() {
  uint64_t least = NoLimit;
  for (auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit;
    if (getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
      least = std::min<uint64_t>(least, limit.rlim_cur);
  }
  return least;
}

// "32K", "2M", "1G"; nothing else is written there.
static uint64_t parseCacheSize(std::string_view text) {
  unsigned shift = 0;
  if (!text.empty()) {
    constexpr std::string_view Units = "KMG";
    if (size_t unit = Units.find(text.back()); unit != Units.npos) {
      shift = 10 * unsigned(unit + 1);
      text.remove_suffix(1);
    }
  }
  auto number = parseNumber(text);
  return number && *number <= NoLimit >> shift ? *number << shift : 0;
}

CacheSizes cachesFromSysfs(const std::string &root, int cpu) {
  CacheSizes sizes;
  uint64_t deepest = 0;
  for (int index = 0; index < 16; ++index) {
    std::string folder = root + "/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                         "/cache/index" + std::to_string(index) + "/";
    auto level = parseNumber(firstLine(folder + "level"));
    if (!level)
      break;
    if (firstLine(folder + "type") == "Instruction")
      continue;
    uint64_t bytes = parseCacheSize(firstLine(folder + "size"));
    if (auto line = parseNumber(firstLine(folder + "coherency_line_size"));
        line && *line >= 16 && *line <= 4096)
      sizes.line = uint32_t(*line);
    if (*level == 2)
      sizes.level2 = bytes;
    if (bytes && *level >= deepest) {
      deepest = *level;
      sizes.last = bytes;
    }
  }
  return sizes;
}

CacheSizes detectCaches(const std::string &root, int cpu) {
  CacheSizes sizes = cachesFromSysfs(root, cpu);
  return sizes.last ? sizes : cachesOfCpu();
}

uint32_t clockMhz(const std::string &root, int cpu) {
  std::string cpufreq =
      root + "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq/cpuinfo_max_freq";
  if (auto khz = parseNumber(firstLine(cpufreq)); khz && *khz >= 1000 && *khz < 100'000'000)
    return uint32_t(*khz / 1000);
  // "cpu MHz		: 2596.124", of the first CPU listed.
  for (std::string_view line : Lines(readTextFile(root + "/proc/cpuinfo"))) {
    if (!line.starts_with("cpu MHz"))
      continue;
    line.remove_prefix(std::min(line.size(), line.find(':') + 1));
    std::string_view number = nextWord(line);
    if (auto mhz = parseNumber(number.substr(0, number.find('.'))); mhz && *mhz < 100'000)
      return uint32_t(*mhz);
  }
  return 0;
}

Limits detectLimits(const std::string &root, unsigned max_threads) {
  Limits limits;
  limits.cpus = affinityCpus();
  uint64_t threads = std::min<uint64_t>(limits.cpus.size(), cgroupCpus(root));
  if (max_threads)
    threads = std::min<uint64_t>(threads, max_threads);
  limits.threads = unsigned(std::max<uint64_t>(threads, 1));
  limits.memory = std::min({physicalMemory(root), cgroupMemory(root), resourceLimitMemory()});
  return limits;
}

} // namespace weft
