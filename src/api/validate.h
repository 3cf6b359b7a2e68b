// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that many entry points share.
#ifndef WEFT_API_VALIDATE_H
#define WEFT_API_VALIDATE_H

#include "api/api_boundary.h"
#include "api/entry_points.h"
#include "core/context.h"
#include "core/device.h"
#include "core/info_writer.h"
#include "core/object.h"

#include <bit>
#include <vector>
#include <weft/kernel_abi.h>

namespace weft::api {

// The devices of a (count, list) pair: CL_INVALID_VALUE if one is zero and the other not, or if
// both are unless `optional`; CL_INVALID_DEVICE for one that is not valid. Doubles are dropped.
std::vector<Ref<Device>> getDevices(cl_uint count, const cl_device_id *list, bool optional = false);

// For calls that create or change: "Only queries, retain and release operations can be performed
// on" a terminated context.
inline Context &activeContext(cl_context handle) {
  Context &context = get<Context>(handle);
  context.requireActive();
  return context;
}

// A list of names and values as it was given, terminating 0 included; empty if there is none.
template <typename T> std::vector<T> propertyList(const T *properties) {
  const T *end = properties;
  while (end && *end)
    end += 2;
  return end ? std::vector<T>(properties, end + 1) : std::vector<T>();
}

// CL_INVALID_VALUE for bits outside `allowed`.
inline void requireFlags(cl_bitfield flags, cl_bitfield allowed) {
  require(!(flags & ~allowed), CL_INVALID_VALUE, "unknown flag");
}

// Of memory that is given out by its address: "a power of two [...] smaller than or equal to the
// size of the largest data type supported by the OpenCL device", which is long16, unless `most` is
// more; 0 stands for that size. All such memory has the alignment of that type at least.
constexpr bool isValidAlignment(cl_uint alignment, size_t most = WEFT_ABI_ALIGNMENT) {
  return !alignment || (std::has_single_bit(alignment) && alignment <= most);
}

} // namespace weft::api
#endif
