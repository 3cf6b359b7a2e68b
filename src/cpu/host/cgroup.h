// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The control groups that the process is in, of either version, wherever they are mounted.
#ifndef WEFT_CPU_HOST_CGROUP_H
#define WEFT_CPU_HOST_CGROUP_H

#include <string>
#include <vector>

namespace weft {

struct CgroupFolders {
  bool v2 = false;
  std::vector<std::string> folders; // from the process's own group up to the mount
};

// The hierarchies that may limit `controller` ("cpu" or "memory"): that of version 2, and that of
// version 1 which holds the controller. Each path starts with `root`. Empty without cgroups.
std::vector<CgroupFolders> cgroupFolders(const std::string &root, const std::string &controller);

} // namespace weft
#endif
