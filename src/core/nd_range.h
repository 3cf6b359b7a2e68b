// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What clEnqueueNDRangeKernel is given, checked, and how it is cut into work-groups.
#ifndef WEFT_CORE_ND_RANGE_H
#define WEFT_CORE_ND_RANGE_H

#include "core/device.h"

#include <array>

namespace weft {

// As the application passes it: arrays of `work_dim` elements or null.
struct NdRangeRequest {
  cl_uint work_dim = 0;
  const size_t *global_offset = nullptr; // null: zeros
  const size_t *global_size = nullptr;
  const size_t *local_size = nullptr; // null: the driver chooses
};

// With every check of clEnqueueNDRangeKernel that is about sizes. With `uniform` the local size
// divides the global size. A range without work-items has num_groups of 0 in some dimension.
// Written to where it stays: a copy costs as much as the rest.
void makeNdRange(const NdRangeRequest &request, const KernelInfo &kernel, bool uniform,
                 const DeviceProperties &device, weft_launch &range);

// Of a range that is not empty, the groups that suit code which came to be chosen for it, where
// those asked for do not matter to that code.
void regroup(weft_launch &range, const KernelInfo &code, const DeviceProperties &device);

inline bool isEmpty(const weft_launch &range) {
  return !range.num_groups[0] || !range.num_groups[1] || !range.num_groups[2];
}

// The local size for a launch that leaves it to the driver; `global` has no zero. Never larger than
// the device allows, nor than `global` in any dimension.
std::array<uint64_t, 3> chooseLocalSize(const std::array<uint64_t, 3> &global,
                                        const KernelInfo &kernel, bool uniform,
                                        const DeviceProperties &device);

} // namespace weft
#endif
