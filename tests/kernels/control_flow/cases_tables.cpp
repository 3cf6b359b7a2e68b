// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Switches that choose between numbers, and constant tables as small as a vector or two.
#include "harness/corpus.h"

#include <string>

namespace weft::kernels {
namespace {

// A table of `count` elements, from some of which on the kernel counts.
template <typename T> void addTable(Corpus &c, const std::string &type, unsigned count) {
  const std::string name = "table_of_" + std::to_string(count) + "_" + type;
  std::string elements;
  for (unsigned i = 0; i < count; ++i)
    elements += (i ? ", " : "") + std::to_string(int(i * i * 7 % 101));
  const unsigned first = count / 3;
  c.add(name,
        "constant " + type + " entries[] = {" + elements + "};\nkernel void " + name +
            "(global const uint *in, global " + type + " *out) {\n" +
            "  size_t g = get_global_id(0);\n" + "  uint at = in[g];\n  " + type +
            " sum = entries[g % " + std::to_string(count) + "];\n" +
            "  if (at & 1) sum += entries[at % " + std::to_string(count - first) + " + " +
            std::to_string(first) + "];\n" + "  else sum -= entries[at % " + std::to_string(count) +
            "];\n  out[g] = sum;\n}",
        shapes::flat(), [count, first](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<T>(j.n());
          auto entry = [](uint64_t i) { return T(i * i * 7 % 101); };
          j.forEachItem([&](const Item &i) {
            const U32 at = in[i.gid[0]];
            T sum = entry(i.gid[0] % count);
            if (at & 1)
              sum = T(sum + entry(at % (count - first) + first));
            else
              sum = T(sum - entry(at % count));
            out[i.gid[0]] = sum;
          });
        });
}

} // namespace

void addTables(Corpus &c) {
  for (unsigned count : {3u, 8u, 16u, 17u, 32u, 33u}) {
    addTable<U8>(c, "uchar", count);
    addTable<uint16_t>(c, "ushort", count);
    addTable<I32>(c, "int", count);
    addTable<float>(c, "float", count);
    addTable<I64>(c, "long", count);
  }

  c.add("switch_of_steps", R"(
kernel void switch_of_steps(global const uint *in, global int *out) {
  size_t g = get_global_id(0);
  uint random = in[g];
  int x = 5, y = (int)g;
  for (int i = 0; i < 20; ++i) {
    random = random * 1664525u + 1013904223u;
    switch (random >> 30) {
    case 0: ++x; break;
    case 1: x -= 3; break;
    case 2: ++y; break;
    default: --y; break;
    }
  }
  out[g] = x * 1000 + y;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &item) {
            U32 random = in[item.gid[0]];
            I32 x = 5, y = I32(item.gid[0]);
            for (int i = 0; i < 20; ++i) {
              random = random * 1664525u + 1013904223u;
              const I32 dx[] = {1, -3, 0, 0}, dy[] = {0, 0, 1, -1};
              x += dx[random >> 30];
              y += dy[random >> 30];
            }
            out[item.gid[0]] = x * 1000 + y;
          });
        });

  c.add("switch_of_constants", R"(
kernel void switch_of_constants(global const uint *in, global float *out, global long *numbers) {
  size_t g = get_global_id(0);
  float weight;
  long number = g;
  switch (in[g] & 7) {
  case 1: weight = 0.5f; break;
  case 4: weight = -2.0f; number = 1L << 40; break;
  case 6: weight = 3.25f; number = g - 4; break;
  case 9: weight = 7.0f; break;
  default: weight = 1.0f; number = 17; break;
  }
  out[g] = weight;
  numbers[g] = number;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<float>(j.n());
          auto &numbers = j.output<I64>(j.n());
          j.forEachItem([&](const Item &item) {
            const I64 g = I64(item.gid[0]);
            const float weights[] = {1, 0.5f, 1, 1, -2, 1, 3.25f, 1};
            const I64 chosen[] = {17, g, 17, 17, I64(1) << 40, 17, g - 4, 17};
            out[item.gid[0]] = weights[in[item.gid[0]] & 7];
            numbers[item.gid[0]] = chosen[in[item.gid[0]] & 7];
          });
        });

  // Nothing says that there are no other cases.
  c.add("switch_with_all_others", R"(
kernel void switch_with_all_others(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int v = in[g];
  switch (v) {
  case 0: v += 10; break;
  case 1: v += 20; break;
  case 2: v -= 5; break;
  }
  out[g] = v;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -4, 5);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &item) {
            const I32 v = in[item.gid[0]];
            out[item.gid[0]] = v == 0 ? 10 : v == 1 ? 21 : v == 2 ? -3 : v;
          });
        });
}

} // namespace weft::kernels
