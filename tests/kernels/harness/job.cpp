// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
#include "harness/job.h"

#include <algorithm>

namespace weft::kernels {

std::string differenceText(size_t index, const std::string &expected, const std::string &actual,
                           size_t count, size_t size) {
  return "element " + std::to_string(index) + " is " + actual + ", expected " + expected + "; " +
         std::to_string(count) + " of " + std::to_string(size) + " elements differ";
}

Extent Job::groupCount() const {
  Extent count;
  // A range whose groups the driver chooses is walked as one group.
  for (unsigned d = 0; d < 3; ++d)
    count[d] =
        Range.local_chosen_by_driver ? 1 : (Range.global[d] + Range.local[d] - 1) / Range.local[d];
  return count;
}

size_t Job::groups() const {
  Extent count = groupCount();
  return count[0] * count[1] * count[2];
}

Group Job::group(const Extent &id, size_t linear) const {
  Group g;
  g.id = id;
  g.linear = linear;
  g.offset = Range.offset[0];
  for (unsigned d = 0; d < 3; ++d) {
    size_t full = Range.local_chosen_by_driver ? Range.global[d] : Range.local[d];
    g.first[d] = id[d] * full;
    g.size[d] = std::min(full, Range.global[d] - g.first[d]);
  }
  return g;
}

Item Job::item(const Group &g, const Extent &lid, size_t local) const {
  Item i;
  i.lid = lid;
  i.local = local;
  for (unsigned d = 0; d < 3; ++d)
    i.gid[d] = Range.offset[d] + g.first[d] + lid[d];
  i.linear = (g.first[2] + lid[2]) * Range.global[1] * Range.global[0] +
             (g.first[1] + lid[1]) * Range.global[0] + g.first[0] + lid[0];
  return i;
}

} // namespace weft::kernels
