// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
#include "harness/shape.h"

#include <algorithm>

namespace weft::kernels {

bool Shape::uniform() const {
  if (local_chosen_by_driver || largest_group)
    return true;
  for (unsigned d = 0; d < dims; ++d)
    if (global[d] % local[d] != 0)
      return false;
  return true;
}

size_t Shape::items() const { return global[0] * global[1] * global[2]; }

size_t Shape::groupItems() const { return local[0] * local[1] * local[2]; }

static std::string join(const Extent &e, unsigned dims) {
  std::string text = std::to_string(e[0]);
  for (unsigned d = 1; d < dims; ++d)
    text += "x" + std::to_string(e[d]);
  return text;
}

std::string Shape::name() const {
  std::string text = largest_group            ? std::string("largest")
                     : local_chosen_by_driver ? std::string("any")
                                              : "l" + join(local, dims);
  text += "_g" + (largest_group ? std::string("x") : "") + join(global, dims);
  if (offset != Extent{0, 0, 0})
    text += "_o" + join(offset, dims);
  return text;
}

namespace shapes {

Shape line(size_t local, size_t global, size_t offset) {
  Shape s;
  s.global[0] = global;
  s.local[0] = local;
  s.offset[0] = offset;
  return s;
}

Shape plane(size_t lx, size_t ly, size_t gx, size_t gy) {
  Shape s;
  s.dims = 2;
  s.global = {gx, gy, 1};
  s.local = {lx, ly, 1};
  return s;
}

Shape cube(Extent local, Extent global) {
  Shape s;
  s.dims = 3;
  s.global = global;
  s.local = local;
  return s;
}

// `groups` groups of the largest size.
static Shape largest(size_t groups) {
  Shape s;
  s.largest_group = true;
  s.global[0] = groups;
  return s;
}

Shapes grouped() {
  return {line(1, 5),     line(7, 21),  line(16, 48),  line(33, 99),   line(64, 192),
          line(100, 300), line(16, 53), line(64, 130), line(8, 24, 3), largest(2)};
}

Shapes groupedUpTo(size_t most) {
  Shapes set = grouped();
  std::erase_if(set, [&](const Shape &s) { return s.largest_group || s.groupItems() > most; });
  if (most > 1 &&
      std::none_of(set.begin(), set.end(), [&](const Shape &s) { return s.local[0] == most; }))
    set.push_back(line(most, 2 * most));
  return set;
}

Shapes uniform(size_t most) {
  Shapes set = most == ~size_t(0) ? grouped() : groupedUpTo(most);
  std::erase_if(set, [](const Shape &s) { return !s.uniform(); });
  return set;
}

Shapes powersOfTwo(size_t most) {
  Shapes set = {line(1, 3),   line(2, 6),     line(4, 12),    line(16, 48),
                line(64, 64), line(128, 256), line(256, 768), line(1024, 2048)};
  std::erase_if(set, [&](const Shape &s) { return s.groupItems() > most; });
  return set;
}

Shapes flat() {
  Shape any = line(1, 77);
  any.local_chosen_by_driver = true;
  Shape many = line(1, 1024);
  many.local_chosen_by_driver = true;
  return {any,           many,         line(1, 7),    line(3, 9),     line(16, 64),
          line(37, 111), line(16, 50), line(64, 200), line(8, 40, 5), largest(1)};
}

Shapes planes() {
  return {plane(1, 1, 3, 2),   plane(4, 4, 8, 12), plane(16, 1, 32, 3),
          plane(1, 16, 2, 32), plane(5, 3, 15, 6), plane(16, 16, 32, 32)};
}

Shapes cubes() {
  return {cube({1, 1, 1}, {2, 3, 2}), cube({2, 2, 2}, {4, 4, 6}), cube({4, 1, 3}, {8, 2, 6}),
          cube({3, 5, 2}, {9, 5, 4}), cube({8, 4, 4}, {16, 4, 8})};
}

Shapes remainders() {
  return {plane(4, 4, 10, 7), plane(16, 2, 17, 5), cube({4, 2, 2}, {7, 5, 3}),
          cube({3, 3, 3}, {5, 8, 4})};
}

Shapes exactly(size_t local) { return {line(local, local), line(local, 3 * local)}; }

Shapes join(Shapes a, const Shapes &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

} // namespace shapes
} // namespace weft::kernels
