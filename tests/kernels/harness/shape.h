// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ND-ranges that kernels are run with. A shape says how many work-items there are and how they
// are grouped; sets of shapes suit kinds of kernels.
#ifndef WEFT_TESTS_KERNELS_SHAPE_H
#define WEFT_TESTS_KERNELS_SHAPE_H

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace weft::kernels {

using Extent = std::array<size_t, 3>;

struct Shape {
  unsigned dims = 1;
  Extent global = {1, 1, 1};
  Extent local = {1, 1, 1};
  Extent offset = {0, 0, 0};
  bool local_chosen_by_driver = false; // NULL local size; `local` is meaningless
  // local[0] is to be the largest size the kernel may run with, and global[0] is in such groups.
  bool largest_group = false;

  bool uniform() const;      // do the groups divide the range?
  size_t items() const;      // in the whole range
  size_t groupItems() const; // in a full group
  std::string name() const;  // an identifier, such as "l4x2_g8x6"
};

using Shapes = std::vector<Shape>;

namespace shapes {
Shape line(size_t local, size_t global, size_t offset = 0);
Shape plane(size_t lx, size_t ly, size_t gx, size_t gy);
Shape cube(Extent local, Extent global);

// One dimension; the kernel's result depends on the groups: 1, odd, SIMD-like, largest, remainders.
Shapes grouped();
// As grouped(), for kernels that hold at most `most` work-items per group.
Shapes groupedUpTo(size_t most);
// As grouped(), but whole groups only.
Shapes uniform(size_t most = ~size_t(0));
// One dimension, each group a power of two of at most `most` work-items.
Shapes powersOfTwo(size_t most = ~size_t(0));
// One dimension; the result does not depend on the groups, so the driver may choose them.
Shapes flat();
// Two and three dimensions, whole groups.
Shapes planes();
Shapes cubes();
// Two and three dimensions with remainders in each.
Shapes remainders();
// Exactly this local size, for reqd_work_group_size.
Shapes exactly(size_t local);
Shapes join(Shapes a, const Shapes &b);
} // namespace shapes

} // namespace weft::kernels
#endif
