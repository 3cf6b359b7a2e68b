// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of many vectors under conditions, which begin anywhere in a line of the cache. What is
// stored tells how often a work-item ran.
#include "harness/corpus.h"

#include <string>

namespace weft::kernels {
namespace {

Shapes longRows() {
  return {shapes::line(64, 1000),          shapes::line(100, 900),
          shapes::line(1024, 2048, 3),     shapes::line(700, 1400),
          shapes::plane(16, 4, 1200, 4),   shapes::plane(250, 2, 500, 4),
          shapes::plane(1000, 1, 1000, 3), shapes::plane(7, 3, 903, 3)};
}

// Work-items before the first that stores, and by how much rows are longer than the range is.
struct Margins {
  I32 first, more;
};

Margins marginsOf(const Job &j) {
  const Margins all[] = {{0, 1}, {1, 0}, {5, 3}, {16, 17}, {33, 0}, {64, 5}, {3, 13}};
  return all[(j.shape().global[0] + j.shape().local[0] / 4 + j.shape().offset[0]) % 7];
}

template <typename T> void addLongRows(Corpus &c, const std::string &type) {
  const std::string name = "long_rows_" + type;
  c.add(name, "#define T " + type + "\nkernel void " + name + R"((global const T *in,
      global T *out, int first, int pitch, int end) {
  int x = get_global_id(0) + first, y = get_global_id(1);
  if (x < end)
    out[y * pitch + x] += in[y * pitch + x - first] + (T)x;
})",
        longRows(), [](Job &j) {
          const auto [first, more] = marginsOf(j);
          const I32 size = I32(j.shape().global[0] + j.shape().offset[0]);
          const size_t rows = j.shape().global[1];
          const size_t pitch = size_t(size + first + more);
          auto &in = j.random<T>(pitch * rows, 0, 50);
          auto &out = j.random<T>(pitch * rows, 0, 50);
          j.value<I32>(first);
          j.value<I32>(I32(pitch));
          const I32 end = j.value<I32>(size + first - 20);
          j.forEachItem([&](const Item &i) {
            const size_t x = i.gid[0] + size_t(first), y = i.gid[1];
            if (I32(x) < end)
              out[y * pitch + x] =
                  T(out[y * pitch + x] + T(in[y * pitch + x - size_t(first)] + T(x)));
          });
        });
}

} // namespace

void addLongRows(Corpus &c) {
  addLongRows<U8>(c, "uchar");
  addLongRows<uint16_t>(c, "ushort");
  addLongRows<I32>(c, "int");
  addLongRows<I64>(c, "long");
  addLongRows<float>(c, "float");
  addLongRows<double>(c, "double");

  // Only bits of its number tell where a work-item stores.
  c.add("long_rows_of_pairs", R"(
kernel void long_rows_of_pairs(global uint *out, global uint *pairs, uint first, uint end) {
  uint x = get_global_id(0);
  if (x < first || x >= end)
    return;
  out[x] += x;
  pairs[x ^ 1] += 1000000 * (x & 3);
})",
        {shapes::line(64, 1000), shapes::line(1024, 2048, 3), shapes::line(700, 1400)}, [](Job &j) {
          const size_t size = j.shape().global[0] + j.shape().offset[0];
          auto &out = j.random<U32>(size, 0, 50), &pairs = j.random<U32>(size + 2, 0, 50);
          const U32 first = j.value<U32>(2 * U32(marginsOf(j).first));
          const U32 end = j.value<U32>(U32(size) / 2 * 2 - 4);
          j.forEachItem([&](const Item &i) {
            const U32 x = U32(i.gid[0]);
            if (x < first || x >= end)
              return;
            out[x] += x;
            pairs[x ^ 1] += 1000000 * (x & 3);
          });
        });

  // Numbers go on at 0 in the middle of a row.
  c.add("long_rows_wrap", R"(
kernel void long_rows_wrap(global uint *out, uint first, uint end) {
  uint at = (uint)get_global_id(0) + first;
  if (at < end)
    out[at] += at + get_global_id(1) + 1;
})",
        {shapes::line(64, 1000), shapes::line(1024, 2048), shapes::plane(900, 1, 900, 1)},
        [](Job &j) {
          const U32 size = U32(j.shape().global[0]);
          auto &out = j.random<U32>(size, 0, 50);
          const U32 first = j.value<U32>(U32(0) - size / 3);
          const U32 end = j.value<U32>(size / 2);
          j.forEachItem([&](const Item &i) {
            const U32 at = U32(i.gid[0]) + first;
            if (at < end)
              out[at] += at + U32(i.gid[1]) + 1;
          });
        });
}

} // namespace weft::kernels
