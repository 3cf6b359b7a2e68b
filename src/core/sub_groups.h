// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is said of a kernel's sub-groups, to the host and to kernels.
#ifndef WEFT_CORE_SUB_GROUPS_H
#define WEFT_CORE_SUB_GROUPS_H

#include "core/device.h"

#include <array>

namespace weft {

// A kernel that demands a size but does not ask for sub-groups may run otherwise without its
// knowing.
inline size_t subGroupSize(const KernelInfo &info) {
  return info.reqd_sub_group_size ? info.reqd_sub_group_size : info.simd_width;
}

// Sub-groups are runs of work-items in the order of their linear ids, whatever the group's shape.
inline size_t subGroupCount(const KernelInfo &info, const std::array<uint64_t, 3> &local) {
  const size_t size = subGroupSize(info);
  return size_t((local[0] * local[1] * local[2] + size - 1) / size);
}

// The one-dimensional local size of `count` whole sub-groups, or 0.
inline size_t localSizeOf(size_t count, const KernelInfo &info, const DeviceProperties &device) {
  if (count == 0 || count > device.max_work_group_size / subGroupSize(info))
    return 0;
  const size_t size = count * subGroupSize(info);
  const auto &required = info.reqd_work_group_size;
  const bool other = (required[0] && (required[0] != size || required[1] * required[2] != 1)) ||
                     (info.reqd_num_sub_groups && info.reqd_num_sub_groups != count);
  return other ? 0 : size;
}

inline size_t maxNumSubGroups(const KernelInfo &info, const DeviceProperties &device) {
  return device.max_work_group_size / subGroupSize(info);
}

// Programs make groups of so many. Where no more than one work-item runs at a time, groups of one
// would cost more than their work-item does.
inline size_t preferredMultiple(const KernelInfo &info, const DeviceProperties &device) {
  return info.simd_width > 1 ? info.simd_width : device.preferredWorkGroupSizeMultiple();
}

} // namespace weft
#endif
