// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that do nothing but under conditions on the place of a work-item.
#include "harness/corpus.h"

#include <map>

namespace weft::kernels {
namespace {

template <typename T> bool compare(const std::string &op, T a, T b) {
  return op == "<"    ? a < b
         : op == "<=" ? a <= b
         : op == ">"  ? a > b
         : op == ">=" ? a >= b
         : op == "==" ? a == b
                      : a != b;
}

// Numbers from `first` on, compared with `bound`, both of which differ from row to row.
template <typename T> struct Numbers {
  T first, first_step, bound, bound_step;
};

// Such that wrap around within a row, or bound nothing, all, or a part of it.
template <typename T> std::vector<Numbers<T>> numbers() {
  using Limits = std::numeric_limits<T>;
  return {
      {0, 0, 19, 1},
      {T(Limits::max() - 9), T(-3), T(Limits::max() - 2), 0},
      {T(Limits::max() - 9), 0, T(Limits::min() + 4), 2},
      {T(-5), 1, 3, T(-1)},
      {T(-7), T(-1), 0, 0},
      {T(Limits::max() / 2 - 11), 0, T(Limits::max() / 2 + 3), T(-2)},
      {3, 0, Limits::max(), 0},
      {3, 0, Limits::min(), 0},
  };
}

template <typename T>
void addComparisons(Corpus &c, const std::string &type, const std::string &unsigned_type) {
  using U = std::make_unsigned_t<T>;
  const std::pair<std::string, std::string> ops[] = {{"below", "<"},  {"up_to", "<="},
                                                     {"above", ">"},  {"from", ">="},
                                                     {"equal", "=="}, {"unequal", "!="}};
  for (const auto &[word, op] : ops) {
    const std::string name = "guard_" + word + "_" + type;
    std::string source = "#define T " + type + "\n#define U " + unsigned_type + "\nkernel void " +
                         name +
                         R"((global uint *out, T first, T first_step, T bound, T bound_step) {
  U y = get_global_id(1);
  T value = (T)((U)get_global_id(0) + (U)first + y * (U)first_step);
  T limit = (T)((U)bound + y * (U)bound_step);
  if (value )" + op + R"( limit)
    out[get_global_linear_id()] = (uint)value + 1;
})";
    // Each shape takes other numbers.
    std::map<std::string, size_t> turns;
    const Shapes all = shapes::join(shapes::remainders(), shapes::planes());
    for (const Shape &shape : all)
      turns.emplace(shape.name(), turns.size());
    c.add(name, source, all, [op = op, turns](Job &j) {
      auto &out = j.output<U32>(j.n());
      const auto sets = numbers<T>();
      const auto &set = sets[turns.at(j.shape().name()) % sets.size()];
      const T first = j.value<T>(set.first), first_step = j.value<T>(set.first_step);
      const T bound = j.value<T>(set.bound), bound_step = j.value<T>(set.bound_step);
      j.forEachItem([&](const Item &i) {
        const U y = U(i.gid[1]);
        const T value = T(U(i.gid[0]) + U(first) + y * U(first_step));
        const T limit = T(U(bound) + y * U(bound_step));
        if (compare(op, value, limit))
          out[i.linear] = U32(value) + 1;
      });
    });
  }
}

// Two comparisons with constants, or what is outside of them, which LLVM makes one of.
template <typename T> void addIntervals(Corpus &c, const std::string &type) {
  using U = std::make_unsigned_t<T>;
  struct Interval {
    std::string name;
    T low, high; // from `low` to before `high`
  };
  const Interval intervals[] = {
      {"few", 1, 6}, {"usual", 3, 29}, {"high", T(T(0) - T(12)), T(T(0) - T(2))}};
  for (const auto &[word, low, high] : intervals)
    for (bool inside : {true, false}) {
      const std::string name =
          "guard_" + std::string(inside ? "within_" : "outside_") + word + "_" + type;
      const std::string u = "u" + type.substr(type[0] == 'u');
      std::string source = "kernel void " + name + "(global uint *out, " + type + R"( first) {
  )" + type + " value = (" +
                           type + ")((" + u + ")get_global_id(0) + (" + u + ")first);\n  if (" +
                           (inside ? "" : "!") + "(value >= (" + type + ")" + std::to_string(low) +
                           " && value < (" + type + ")" + std::to_string(high) +
                           "))\n    out[get_global_linear_id()] = (uint)value + 1;\n}";
      c.add(name, source, shapes::join(shapes::remainders(), shapes::planes()),
            [low = low, high = high, inside](Job &j) {
              auto &out = j.output<U32>(j.n());
              const T first = j.value<T>(T(U(j.shape().global[0] % 5) - U(j.n() % 9)));
              j.forEachItem([&](const Item &i) {
                const T value = T(U(i.gid[0]) + U(first));
                if ((value >= low && value < high) == inside)
                  out[i.linear] = U32(value) + 1;
              });
            });
    }
}

} // namespace

void addGuards(Corpus &c) {
  addIntervals<I32>(c, "int");
  addIntervals<U32>(c, "uint");
  addIntervals<I64>(c, "long");
  addIntervals<U64>(c, "ulong");
  addComparisons<I32>(c, "int", "uint");
  addComparisons<U32>(c, "uint", "uint");
  addComparisons<I64>(c, "long", "ulong");
  addComparisons<U64>(c, "ulong", "ulong");

  c.add("border_stays", R"(
kernel void border_stays(global const int *in, global int *out, int width, int height, int depth) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x == 0 || x >= width - 1 || y < 1 || y >= height - 1 || z > depth)
    return;
  int at = (z * height + y) * width + x;
  out[at] = in[at - 1] + in[at + 1] * 3 - in[at - width] + in[at + width] * 5;
})",
        shapes::join(shapes::planes(), shapes::join(shapes::cubes(), shapes::remainders())),
        [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          const I32 width = j.value<I32>(I32(j.shape().global[0]));
          const I32 height = j.value<I32>(I32(j.shape().global[1]));
          const I32 depth = j.value<I32>(I32(j.shape().global[2]) - 2);
          j.forEachItem([&](const Item &i) {
            const I32 x = I32(i.gid[0]), y = I32(i.gid[1]), z = I32(i.gid[2]);
            if (x == 0 || x >= width - 1 || y < 1 || y >= height - 1 || z > depth)
              return;
            const I32 at = (z * height + y) * width + x;
            out[at] = in[at - 1] + in[at + 1] * 3 - in[at - width] + in[at + width] * 5;
          });
        });

  // Several things are done under the same condition, some under more.
  c.add("guarded_blocks", R"(
kernel void guarded_blocks(global const int *in, global int *out, global int *sum, uint n, uint k) {
  uint g = get_global_id(0);
  if (g >= k && g < n) {
    int v = in[g];
    if (v & 1)
      atomic_add(sum, v);
    for (int i = 0; i < (v & 7); ++i)
      out[g] += i * v;
    if (g + 3 < n && g != 12)
      out[g] ^= 5;
  }
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n(), 0);
          auto &sum = j.output<I32>(1, 0);
          const U32 n = j.value<U32>(U32(j.n() - j.n() / 5)), k = j.value<U32>(U32(j.n() / 7));
          j.forEachItem([&](const Item &i) {
            const U32 g = U32(i.gid[0]);
            if (g < k || g >= n)
              return;
            const I32 v = in[g];
            if (v & 1)
              sum[0] += v;
            for (I32 t = 0; t < (v & 7); ++t)
              out[g] += t * v;
            if (g + 3 < n && g != 12)
              out[g] ^= 5;
          });
        });

  // The number is widened after it was computed in 32 bits.
  c.add("widened_guards", R"(
kernel void widened_guards(global int *out, int first, uint start, long low, ulong high) {
  int g = get_global_id(0);
  uint h = (uint)get_global_id(0) + start;
  if ((long)(int)((uint)g + (uint)first) >= low && (ulong)h < high)
    out[g] = 7;
})",
        shapes::flat(), [](Job &j) {
          auto &out = j.output<I32>(j.n());
          const bool wraps = j.groups() % 2;
          const I32 first = j.value<I32>(wraps ? 0x7fffffff - 20 : -4);
          const U32 start = j.value<U32>(j.groups() % 3 ? 9 : 0xffffffff - 13);
          const I64 low = j.value<I64>(wraps ? -(I64(1) << 31) + 3 : 2);
          const U64 high = j.value<U64>(U64(j.n()) + 5);
          j.forEachItem([&](const Item &i) {
            const U32 g = U32(i.gid[0]);
            if (I64(I32(g + U32(first))) >= low && U64(U32(g + start)) < high)
              out[g] = 7;
          });
        });

  // A difference that the guard keeps from wrapping, of numbers with a sign, as one without.
  c.add("guarded_differences", R"(
kernel void guarded_differences(global const int *a, global const uint *b, global int *out, int low,
                                uint step, uint n) {
  int g = get_global_id(0);
  int sum = 0;
  if (g >= low && (uint)(g - low) < n)
    sum = a[(uint)(g - low)];
  for (uint offset = 1; offset < n; offset *= step)
    if ((uint)g >= offset && (uint)g < n)
      sum += b[(uint)g - offset] * offset;
  out[g] = sum;
})",
        shapes::flat(), [](Job &j) {
          const U32 n = U32(j.n());
          auto &a = j.random<I32>(n, -999, 999);
          auto &b = j.random<U32>(n, 0, 999);
          auto &out = j.output<I32>(n);
          const I32 low = j.value<I32>(j.groups() % 2 ? -3 : 5);
          const U32 step = j.value<U32>(3);
          j.value<U32>(n);
          j.forEachItem([&](const Item &item) {
            const U32 g = U32(item.gid[0]);
            U32 sum = 0;
            if (I64 at = I64(g) - low; at >= 0 && at < I64(n))
              sum = U32(a[size_t(at)]);
            for (U32 offset = 1; offset < n; offset *= step)
              if (g >= offset)
                sum += b[g - offset] * offset;
            out[g] = I32(sum);
          });
        });
}

} // namespace weft::kernels
