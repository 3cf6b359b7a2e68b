// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_subgroups with its kin for 8, 16 and 64 bits, and sub-groups of the size that a kernel
// demands. See ../sub_groups/cases.cpp for the method. Blocks of images are in
// tests/api/intel_sub_groups.cpp.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

const char *const Prologue = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
size_t items() { return get_local_size(0) * get_local_size(1) * get_local_size(2); }
size_t linear() {
  return get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
}
size_t group() {
  return get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));
}
#define CHECK(bit, test) if (!(test)) bad |= 1u << (bit)
)";

// TYPE, N (empty or a width) and so on in a source.
std::string with(std::string text,
                 const std::vector<std::pair<std::string, std::string>> &replacements) {
  for (const auto &[name, value] : replacements)
    for (size_t at; (at = text.find(name)) != std::string::npos;)
      text.replace(at, name.size(), value);
  return text;
}

Shapes someShapes() {
  return {shapes::line(1, 5),
          shapes::line(64, 128),
          shapes::line(37, 100),
          shapes::line(16, 50),
          shapes::plane(5, 3, 15, 6),
          shapes::plane(16, 4, 21, 9),
          shapes::plane(1, 48, 2, 100),
          shapes::plane(12, 4, 24, 8),
          shapes::plane(64, 2, 64, 6),
          shapes::cube({8, 4, 4}, {16, 4, 8}),
          shapes::cube({3, 3, 3}, {5, 8, 4})};
}

// "0, 1, 2"
std::string steps(unsigned width) {
  std::string list = "0";
  for (unsigned i = 1; i < width; ++i)
    list += ", " + std::to_string(i);
  return list;
}

// Vectors are shuffled as their elements are: element e of x is number + e, of y number * 2 + e.
void addShuffles(Corpus &c, const std::string &type, unsigned width) {
  const std::string number = width == 1 ? "" : std::to_string(width);
  c.add("intel_shuffles_" + type + number,
        Prologue + with(R"(
#define ALL(x) ALL_OF(x)
// What `index` must have: both of its sources' elements.
VECTOR xs(local const int *numbers, size_t index) { return (VECTOR)((TYPE)numbers[index]) + STEPS; }
VECTOR ys(local const int *numbers, size_t index) {
  return (VECTOR)((TYPE)(numbers[index] * 2)) + STEPS;
}
kernel void intel_shuffles_NAME(global const int *in, global uint *out, local int *numbers) {
  uint bad = 0, lane = get_sub_group_local_id(), size = get_sub_group_size();
  uint most = get_max_sub_group_size();
  size_t l = linear(), first = l - lane;
  int number = in[group() * get_enqueued_local_size(0) * get_enqueued_local_size(1) *
                  get_enqueued_local_size(2) + l];
  numbers[l] = number;
  barrier(CLK_LOCAL_MEM_FENCE);
  VECTOR x = xs(numbers, l), y = ys(numbers, l);
  uint index = (uint)(number + lane * 5) % size;
  CHECK(0, ALL(intel_sub_group_shuffle(x, index) == xs(numbers, first + index)));
  CHECK(1, ALL(intel_sub_group_shuffle(x, 0) == xs(numbers, first)));
  for (uint mask = 1; mask < most; mask *= 2) {
    VECTOR got = intel_sub_group_shuffle_xor(x, mask);
    CHECK(2, (lane ^ mask) >= size || ALL(got == xs(numbers, first + (lane ^ mask))));
  }
  // Whole sub-groups: what goes beyond the end comes out of the other source.
  for (uint delta = 0; delta < most; delta = delta * 2 + 1) {
    VECTOR down = intel_sub_group_shuffle_down(x, y, delta);
    VECTOR up = intel_sub_group_shuffle_up(y, x, delta);
    uint below = lane + delta;
    if (below < size)
      CHECK(3, ALL(down == xs(numbers, first + below)));
    if (below >= most && below - most < size)
      CHECK(4, ALL(down == ys(numbers, first + below - most)));
    if (delta <= lane)
      CHECK(5, ALL(up == xs(numbers, l - delta)));
    else if (lane + most - delta < size)
      CHECK(6, ALL(up == ys(numbers, first + (lane + most - delta))));
  }
  // Each by its own distance, and beyond the end by all.
  uint own = (uint)number % most;
  VECTOR down = intel_sub_group_shuffle_down(x, y, own), next = intel_sub_group_shuffle_down(x, y, most);
  if (lane + own < size)
    CHECK(7, ALL(down == xs(numbers, l + own)));
  CHECK(8, ALL(next == y));
  CHECK(9, ALL(intel_sub_group_shuffle_up(y, x, most) == y));
  // Among those that are there.
  if (number % 3 == 0) {
    VECTOR got = intel_sub_group_shuffle(x, index);
    CHECK(10, numbers[first + index] % 3 != 0 || ALL(got == xs(numbers, first + index)));
  }
  out[get_global_linear_id()] = bad;
})",
                        {{"ALL_OF", width == 1 ? "" : "all"},
                         {"STEPS", width == 1 ? "(TYPE)0" : "(VECTOR)(" + steps(width) + ")"},
                         {"NAME", type + number},
                         {"VECTOR", type + number},
                         {"TYPE", type}}),
        someShapes(),
        [](Job &j) {
          j.random<I32>(j.groups() * j.localItems(), 0, 40);
          auto &out = j.output<U32>(j.items());
          j.local<I32>(j.localItems());
          std::fill(out.begin(), out.end(), 0);
        },
        {.needs = "cl_intel_subgroups"});
}

// broadcast, reductions and scans by the names that 8 and 16 bits have of their own.
void addSmallIntegers(Corpus &c, const std::string &type) {
  c.add("intel_arithmetic_" + type,
        Prologue + with(R"(
kernel void intel_arithmetic_TYPE(global const TYPE *in, global uint *out) {
  uint bad = 0;
  TYPE x = in[get_global_linear_id()];
  CHECK(0, intel_sub_group_broadcast(x, get_sub_group_size() - 1) ==
               sub_group_broadcast(x, get_sub_group_size() - 1));
#define SAME(bit, OP) \
  CHECK(bit, intel_sub_group_reduce_##OP(x) == sub_group_reduce_##OP(x)); \
  CHECK(bit + 1, intel_sub_group_scan_exclusive_##OP(x) == sub_group_scan_exclusive_##OP(x)); \
  CHECK(bit + 2, intel_sub_group_scan_inclusive_##OP(x) == sub_group_scan_inclusive_##OP(x));
  SAME(1, add) SAME(4, min) SAME(7, max)
  // By hand as well.
  uint size = get_sub_group_size(), lane = get_sub_group_local_id();
  TYPE sum = 0, most = x;
  for (uint i = 0; i < size; ++i) {
    TYPE other = intel_sub_group_shuffle(x, i);
    sum += other;
    most = max(most, other);
  }
  CHECK(10, intel_sub_group_reduce_add(x) == sum && intel_sub_group_reduce_max(x) == most);
  out[get_global_linear_id()] = bad;
})",
                        {{"TYPE", type}}),
        someShapes(),
        [type](Job &j) {
          if (type.find("char") != std::string::npos)
            j.bits<U8>(j.items());
          else
            j.bits<uint16_t>(j.items());
          auto &out = j.output<U32>(j.items());
          std::fill(out.begin(), out.end(), 0);
        },
        {.needs = "cl_intel_subgroups"});
}

// Each sub-group copies its part, which is as long as it has members times N, by way of local
// memory, and adds 1. Blocks are for whole sub-groups; others do the same by hand. What a work-item
// reads is checked against memory. `size`: of sub-groups, or 0.
template <typename T>
void addBlocks(Corpus &c, const std::string &type, const std::string &suffix, unsigned width,
               unsigned size = 0) {
  const std::string number = width == 1 ? "" : std::to_string(width);
  std::string name = "intel_blocks" + suffix + number;
  if (size)
    name += "_by_" + std::to_string(size);
  c.add(name,
        Prologue + with(R"(
ATTRIBUTE kernel void KERNEL(global const TYPE *in, global TYPE *copy, global uint *out,
                             local TYPE *tile) {
  uint bad = 0, lane = get_sub_group_local_id(), most = get_max_sub_group_size();
  uint members = get_sub_group_size();
  size_t l = linear(), inside = (l - lane) * WIDTH;
  size_t base = group() * get_enqueued_local_size(0) * get_enqueued_local_size(1) *
                    get_enqueued_local_size(2) * WIDTH + inside;
  CHECK(0, REQUIRED == 0 || most == REQUIRED);
  if (members == most) {
    union { VECTOR v; TYPE s[WIDTH]; } a, b;
    a.v = intel_sub_group_block_readSUFFIX(in + base);
    intel_sub_group_block_writeSUFFIX(tile + inside, a.v);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    b.v = intel_sub_group_block_readSUFFIX((local const TYPE *)tile + inside);
    for (uint i = 0; i < WIDTH; ++i) {
      CHECK(1, a.s[i] == in[base + i * most + lane]);
      CHECK(2, b.s[i] == a.s[i]);
      CHECK(3, tile[inside + i * most + (lane + 1) % most] ==
                   in[base + i * most + (lane + 1) % most]);
    }
    intel_sub_group_block_writeSUFFIX(copy + base, b.v + (TYPE)1);
  } else {
    for (uint i = 0; i < WIDTH; ++i)
      copy[base + i * members + lane] = in[base + i * members + lane] + (TYPE)1;
  }
  out[get_global_linear_id()] = bad;
})",
                        {{"ATTRIBUTE", size ? "__attribute__((intel_reqd_sub_group_size(" +
                                                  std::to_string(size) + ")))"
                                            : ""},
                         {"REQUIRED", std::to_string(size)},
                         {"KERNEL", name},
                         {"SUFFIX", suffix + number},
                         {"VECTOR", type + number},
                         {"WIDTH", std::to_string(width)},
                         {"TYPE", type}}),
        someShapes(),
        [width](Job &j) {
          auto &in = j.bits<T>(j.groups() * j.localItems() * width);
          auto &copy = j.output<T>(in.size());
          auto &out = j.output<U32>(j.items());
          j.local<T>(j.localItems() * width);
          std::fill(out.begin(), out.end(), 0);
          j.forEachGroup([&](const Group &g) {
            const size_t first = g.linear * j.localItems() * width;
            for (size_t i = first; i < first + g.items() * width; ++i)
              copy[i] = T(in[i] + 1);
          });
        },
        {.needs = "cl_intel_subgroups"});
}

// What the demanded size means for work-items: runs of the linear order.
void addRequiredSizes(Corpus &c) {
  for (unsigned size : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    const std::string name = "required_size_" + std::to_string(size);
    c.add(name,
          Prologue + with(R"(
__attribute__((intel_reqd_sub_group_size(SIZE)))
kernel void NAME(global const int *in, global uint *out, local int *values) {
  uint bad = 0, lane = get_sub_group_local_id();
  size_t l = linear(), n = items();
  int x = in[get_global_linear_id()], sum = 0;
  values[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = l / SIZE * SIZE; i < n && i < (l / SIZE + 1) * SIZE; ++i)
    sum += values[i];
  CHECK(0, get_max_sub_group_size() == SIZE);
  CHECK(1, lane == l % SIZE && get_sub_group_id() == l / SIZE);
  CHECK(2, get_num_sub_groups() == (n + SIZE - 1) / SIZE);
  CHECK(3, get_sub_group_size() == min((size_t)SIZE, n - l / SIZE * SIZE));
  CHECK(4, sub_group_reduce_add(x) == sum);
  out[get_global_linear_id()] = bad;
})",
                          {{"NAME", name}, {"SIZE", std::to_string(size)}}),
          someShapes(),
          [](Job &j) {
            j.random<I32>(j.items(), -100, 100);
            auto &out = j.output<U32>(j.items());
            j.local<I32>(j.localItems());
            std::fill(out.begin(), out.end(), 0);
          },
          {.needs = "cl_intel_required_subgroup_size"});
  }
}

// All of it is there for OpenCL C 1.2, in which most programs that use it are written.
void addOlderLanguage(Corpus &c) {
  c.add("intel_in_opencl_c_1_2", R"(
#if !defined(cl_intel_subgroups) || !defined(cl_intel_subgroups_short)
#error macros
#endif
kernel void intel_in_opencl_c_1_2(global const uint *in, global uint *out) {
  uint lane = get_sub_group_local_id(), most = get_max_sub_group_size();
  size_t first = get_global_id(0) - lane;
  uint x = in[first + lane];
  if (get_sub_group_size() == most)
    x = intel_sub_group_block_read(in + first);
  uint last = sub_group_broadcast(x, get_sub_group_size() - 1);
  uint down = intel_sub_group_shuffle_down(x, x, 0u), sum = sub_group_reduce_add(x);
  ushort low = intel_sub_group_reduce_max((ushort)lane);
  int fits = last == in[first + get_sub_group_size() - 1] && down == x && low + 1 == get_sub_group_size();
  out[get_global_id(0)] = sub_group_all(fits) && sum >= x && sum - x < 64000 ? x : 77;
})",
        shapes::uniform(256),
        [](Job &j) {
          auto &in = j.random<U32>(j.n(), 0, 1000);
          auto &out = j.output<U32>(j.n());
          j.forEachItem([&](const Item &item) { out[item.gid[0]] = in[item.gid[0]]; });
        },
        {.options = "-cl-std=CL1.2", .needs = "cl_intel_subgroups"});
}

} // namespace

void addIntelSubGroups(Corpus &c) {
  for (const char *type : {"char", "int", "float"})
    for (unsigned width : {1u, 2u, 3u, 4u, 8u, 16u})
      addShuffles(c, type, width);
  for (const char *type : {"uchar", "short", "ushort", "uint"})
    for (unsigned width : {1u, 3u, 8u})
      addShuffles(c, type, width);
  for (const char *type : {"long", "ulong", "half", "double"})
    addShuffles(c, type, 1);
  for (const char *type : {"char", "uchar", "short", "ushort"})
    addSmallIntegers(c, type);
  for (unsigned width : {1u, 2u, 4u, 8u}) {
    addBlocks<U32>(c, "uint", "", width);
    addBlocks<U32>(c, "uint", "_ui", width);
    addBlocks<uint16_t>(c, "ushort", "_us", width);
    addBlocks<U8>(c, "uchar", "_uc", width);
    addBlocks<U64>(c, "ulong", "_ul", width);
  }
  addBlocks<uint16_t>(c, "ushort", "_us", 16);
  addBlocks<U8>(c, "uchar", "_uc", 16);
  addBlocks<U64>(c, "ulong", "_ul", 16);
  for (unsigned size : {4u, 8u, 16u, 32u}) {
    addBlocks<U32>(c, "uint", "", 4, size);
    addBlocks<U8>(c, "uchar", "_uc", 16, size);
  }
  addRequiredSizes(c);
  addOlderLanguage(c);
}

} // namespace weft::kernels
