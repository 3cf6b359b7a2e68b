// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which CPUs share a part of the machine, as sysfs tells.
#ifndef WEFT_CPU_HOST_TOPOLOGY_H
#define WEFT_CPU_HOST_TOPOLOGY_H

#include <CL/cl.h>
#include <string>
#include <vector>

namespace weft {

// Positions in `cpus`, grouped by the NUMA node or cache that the CPUs share; empty if that is not
// known of each. `root` is "" but for tests.
std::vector<std::vector<unsigned>> groupCpus(const std::string &root, const std::vector<int> &cpus,
                                             cl_device_affinity_domain domain);

} // namespace weft
#endif
