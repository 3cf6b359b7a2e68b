// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partition schemes.
#include "core/partition.h"

#include <numeric>

namespace weft {

// From the outermost inwards: the order that CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE takes.
static constexpr cl_device_affinity_domain domains[] = {
    CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE};

cl_device_affinity_domain affinityDomains(const Device &device) {
  cl_device_affinity_domain found = 0;
  for (cl_device_affinity_domain domain : domains)
    if (device.unitsBy(domain).size() > 1)
      found |= domain;
  return found ? found | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE : 0;
}

std::vector<cl_device_partition_property> partitionSchemes(const Device &device) {
  if (!device.divisible() || device.properties().compute_units < 2)
    return {};
  std::vector<cl_device_partition_property> schemes = {CL_DEVICE_PARTITION_EQUALLY,
                                                       CL_DEVICE_PARTITION_BY_COUNTS};
  if (affinityDomains(device))
    schemes.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  return schemes;
}

// Consecutive compute units, `counts` of them for each part.
static std::vector<std::vector<unsigned>> consecutive(const std::vector<unsigned> &counts) {
  std::vector<std::vector<unsigned>> parts;
  unsigned next = 0;
  for (unsigned count : counts) {
    parts.emplace_back(count);
    std::iota(parts.back().begin(), parts.back().end(), next);
    next += count;
  }
  return parts;
}

static Partition equally(unsigned units, const cl_device_partition_property *properties) {
  const cl_device_partition_property size = properties[1];
  require(size > 0 && properties[2] == 0, CL_INVALID_VALUE, "not a number of compute units");
  // "CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but
  // in_device could not be further partitioned": one part, the device again, is no partition.
  require(units > 1 && size != cl_device_partition_property(units), CL_DEVICE_PARTITION_FAILED,
          "there would be one part only");
  // "CL_INVALID_DEVICE_PARTITION_COUNT if the total number of compute units requested exceeds
  // CL_DEVICE_MAX_COMPUTE_UNITS for in_device"
  require(size < cl_device_partition_property(units), CL_INVALID_DEVICE_PARTITION_COUNT,
          "more compute units in each than there are");
  return {consecutive(std::vector<unsigned>(units / size, unsigned(size))),
          {properties, properties + 3}};
}

static Partition byCounts(unsigned units, const cl_device_partition_property *properties) {
  std::vector<unsigned> counts;
  cl_device_partition_property total = 0;
  const cl_device_partition_property *p = properties + 1;
  for (; *p != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++p) {
    // "CL_INVALID_DEVICE_PARTITION_COUNT if [...] the number of sub-devices requested exceeds
    // CL_DEVICE_PARTITION_MAX_SUB_DEVICES [, if] the total number of compute units requested
    // exceeds CL_DEVICE_MAX_COMPUTE_UNITS [or if a count] is less than zero".
    require(*p > 0 && *p <= cl_device_partition_property(units) - total,
            CL_INVALID_DEVICE_PARTITION_COUNT, "more compute units than there are");
    total += *p;
    counts.push_back(unsigned(*p));
  }
  require(p[1] == 0, CL_INVALID_VALUE, "something follows the list of counts");
  require(!counts.empty(), CL_INVALID_VALUE, "an empty list of counts");
  return {consecutive(counts), {properties, p + 2}};
}

static Partition byDomain(const Device &device, const cl_device_partition_property *properties) {
  auto wanted = cl_device_affinity_domain(properties[1]);
  require(properties[2] == 0, CL_INVALID_VALUE, "more than one domain");
  const cl_device_affinity_domain possible = affinityDomains(device);
  for (cl_device_affinity_domain domain : domains) {
    if (wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE && possible & domain)
      wanted = domain; // "[sub-devices report] the domain that was used"
    if (wanted != domain)
      continue;
    std::vector<std::vector<unsigned>> parts = device.unitsBy(domain);
    require(parts.size() > 1, CL_DEVICE_PARTITION_FAILED, "the domain does not divide the device");
    return {std::move(parts), {properties[0], cl_device_partition_property(domain), 0}};
  }
  require(wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, CL_INVALID_VALUE,
          "not an affinity domain");
  throw Error{CL_DEVICE_PARTITION_FAILED, "no domain divides the device"};
}

Partition planPartition(const Device &device, const cl_device_partition_property *properties) {
  // "CL_INVALID_VALUE if values specified in properties are not valid".
  require(properties, CL_INVALID_VALUE, "no properties");
  const unsigned units = device.properties().compute_units;
  switch (properties[0]) {
  case CL_DEVICE_PARTITION_EQUALLY:
  case CL_DEVICE_PARTITION_BY_COUNTS:
  case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
    break;
  default:
    throw Error{CL_INVALID_VALUE, "unknown partition scheme"};
  }
  require(device.divisible(), CL_INVALID_VALUE, "the device cannot be partitioned");
  if (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS)
    return byCounts(units, properties);
  if (properties[0] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN)
    return byDomain(device, properties);
  return equally(units, properties);
}

} // namespace weft
