// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads sysfs.
#include "cpu/host/topology.h"

#include "cpu/host/text_file.h"

#include <unistd.h>

namespace weft {

static constexpr int most_nodes = 1024;

// What the CPUs of one group have in common, as a text; empty if unknown.
static std::string nodeOf(const std::string &folder) {
  for (int node = 0; node < most_nodes; ++node) {
    const std::string name = "node" + std::to_string(node);
    if (access((folder + name).c_str(), F_OK) == 0)
      return name;
  }
  return "";
}

static std::string cacheOf(const std::string &folder, uint64_t level) {
  for (int index = 0; index < 16; ++index) {
    const std::string cache = folder + "cache/index" + std::to_string(index) + "/";
    const auto found = parseNumber(firstLine(cache + "level"));
    if (!found)
      return "";
    if (*found == level && firstLine(cache + "type") != "Instruction")
      return firstLine(cache + "shared_cpu_list");
  }
  return "";
}

std::vector<std::vector<unsigned>> groupCpus(const std::string &root, const std::vector<int> &cpus,
                                             cl_device_affinity_domain domain) {
  std::vector<std::string> keys;
  std::vector<std::vector<unsigned>> groups;
  for (unsigned i = 0; i < cpus.size(); ++i) {
    const std::string folder = root + "/sys/devices/system/cpu/cpu" + std::to_string(cpus[i]) + "/";
    std::string key;
    switch (domain) {
    case CL_DEVICE_AFFINITY_DOMAIN_NUMA:
      key = nodeOf(folder);
      break;
    case CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE:
      key = cacheOf(folder, 4);
      break;
    case CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE:
      key = cacheOf(folder, 3);
      break;
    case CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE:
      key = cacheOf(folder, 2);
      break;
    case CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE:
      key = cacheOf(folder, 1);
      break;
    }
    if (key.empty())
      return {};
    size_t group = 0;
    while (group < keys.size() && keys[group] != key)
      ++group;
    if (group == keys.size()) {
      keys.push_back(key);
      groups.emplace_back();
    }
    groups[group].push_back(i);
  }
  return groups;
}

} // namespace weft
