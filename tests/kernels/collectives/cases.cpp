// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-group collective functions. Values are such that sums are exact in any order.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

const Corpus::Extra Needs = {.needs = "__opencl_c_work_group_collective_functions"};

Shapes allShapes() {
  return shapes::join(shapes::join(shapes::grouped(), shapes::planes()),
                      shapes::join(shapes::cubes(), shapes::remainders()));
}

std::string forType(std::string text, const std::string &type) {
  for (size_t at; (at = text.find("TYPE")) != std::string::npos;)
    text.replace(at, 4, type);
  return text;
}

// Calls visit(items of the group as indices into buffers, in linear local order).
template <typename F> void forEachGroupOfItems(Job &j, F visit) {
  j.forEachGroup([&](const Group &g) {
    std::vector<size_t> items;
    j.forEachItem(g, [&](const Item &item) { items.push_back(item.linear); });
    visit(g, items);
  });
}

template <typename T> T least() {
  return std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity()
                                     : std::numeric_limits<T>::min();
}
template <typename T> T most() {
  return std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity()
                                     : std::numeric_limits<T>::max();
}

// Nine results per work-item: a reduction, an inclusive and an exclusive scan for each operation.
template <typename T>
void nineResults(const std::vector<T> &in, std::vector<T> &out, const std::vector<size_t> &items) {
  const T none[3] = {T(0), most<T>(), least<T>()};
  auto apply = [](int op, T a, T b) {
    return op == 0 ? T(a + b) : op == 1 ? std::min(a, b) : std::max(a, b);
  };
  for (int op = 0; op < 3; ++op) {
    T sum = none[op];
    for (size_t i : items) {
      out[i * 9 + op * 3 + 2] = sum;
      sum = apply(op, sum, in[i]);
      out[i * 9 + op * 3 + 1] = sum;
    }
    for (size_t i : items)
      out[i * 9 + op * 3] = sum;
  }
}

template <typename T> void addAllOperations(Corpus &c, const std::string &type, int64_t bound) {
  c.add(
      "operations_" + type,
      forType(R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void operations_TYPE(global const TYPE *in, global TYPE *out) {
  size_t i = get_global_linear_id();
  TYPE x = in[i];
  out[i * 9 + 0] = work_group_reduce_add(x);
  out[i * 9 + 1] = work_group_scan_inclusive_add(x);
  out[i * 9 + 2] = work_group_scan_exclusive_add(x);
  out[i * 9 + 3] = work_group_reduce_min(x);
  out[i * 9 + 4] = work_group_scan_inclusive_min(x);
  out[i * 9 + 5] = work_group_scan_exclusive_min(x);
  out[i * 9 + 6] = work_group_reduce_max(x);
  out[i * 9 + 7] = work_group_scan_inclusive_max(x);
  out[i * 9 + 8] = work_group_scan_exclusive_max(x);
})",
              type),
      allShapes(),
      [bound](Job &j) {
        auto &in = j.random<T>(j.items(), std::is_signed_v<T> ? -bound : 0, bound);
        auto &out = j.output<T>(j.items() * 9);
        forEachGroupOfItems(j, [&](const Group &, const std::vector<size_t> &items) {
          nineResults(in, out, items);
        });
      },
      Needs);
}

void addTypes(Corpus &c) {
  addAllOperations<I32>(c, "int", 100000);
  addAllOperations<U32>(c, "uint", 4000000000u);
  addAllOperations<I64>(c, "long", int64_t(1) << 50);
  addAllOperations<U64>(c, "ulong", int64_t(1) << 62);
  addAllOperations<float>(c, "float", 100);
  addAllOperations<double>(c, "double", 1 << 20);

  // Halves travel as floats; sums of -1, 0 and 1 stay small enough to be exact.
  c.add(
      "operations_half", R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void operations_half(global const int *in, global float *out) {
  size_t i = get_global_linear_id();
  half x = in[i];
  out[i * 9 + 0] = work_group_reduce_add(x);
  out[i * 9 + 1] = work_group_scan_inclusive_add(x);
  out[i * 9 + 2] = work_group_scan_exclusive_add(x);
  out[i * 9 + 3] = work_group_reduce_min(x);
  out[i * 9 + 4] = work_group_scan_inclusive_min(x);
  out[i * 9 + 5] = work_group_scan_exclusive_min(x);
  out[i * 9 + 6] = work_group_reduce_max(x);
  out[i * 9 + 7] = work_group_scan_inclusive_max(x);
  out[i * 9 + 8] = work_group_scan_exclusive_max(x);
})",
      allShapes(),
      [](Job &j) {
        auto &in = j.random<I32>(j.items(), -1, 1);
        auto &out = j.output<float>(j.items() * 9);
        std::vector<float> values(in.begin(), in.end());
        forEachGroupOfItems(j, [&](const Group &, const std::vector<size_t> &items) {
          nineResults(values, out, items);
        });
      },
      Needs);
}

void addBroadcasts(Corpus &c) {
  c.add(
      "broadcast_line", R"(
kernel void broadcast_line(global const float *in, global float *out) {
  size_t i = get_global_linear_id(), n = get_local_size(0);
  float first = work_group_broadcast(in[i], 0), last = work_group_broadcast(in[i], n - 1);
  // Each of them, one after the other.
  float sum = 0;
  for (size_t k = 0; k < n; k += 5)
    sum += work_group_broadcast(in[i], k) * (k % 3);
  out[i] = first + last * 2 + sum;
})",
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<float>(j.items(), -8, 8);
        auto &out = j.output<float>(j.items());
        forEachGroupOfItems(j, [&](const Group &, const std::vector<size_t> &items) {
          float sum = 0;
          for (size_t k = 0; k < items.size(); k += 5)
            sum += in[items[k]] * float(k % 3);
          for (size_t i : items)
            out[i] = in[items.front()] + in[items.back()] * 2 + sum;
        });
      },
      Needs);

  c.add(
      "broadcast_plane", R"(
kernel void broadcast_plane(global const ulong *in, global ulong *out) {
  size_t i = get_global_linear_id(), x = get_local_size(0) / 2, y = get_local_size(1) - 1;
  out[i] = work_group_broadcast(in[i], x, y) ^ work_group_broadcast((uint)in[i], 0, y / 2);
})",
      shapes::join(shapes::planes(), {shapes::plane(4, 4, 10, 7), shapes::plane(16, 2, 17, 5)}),
      [](Job &j) {
        auto &in = j.bits<U64>(j.items());
        auto &out = j.output<U64>(j.items());
        forEachGroupOfItems(j, [&](const Group &g, const std::vector<size_t> &items) {
          size_t x = g.size[0] / 2, y = g.size[1] - 1;
          for (size_t i : items)
            out[i] = in[items[x + y * g.size[0]]] ^ U32(in[items[y / 2 * g.size[0]]]);
        });
      },
      Needs);

  c.add(
      "broadcast_cube", R"(
kernel void broadcast_cube(global const int *in, global int *out) {
  size_t i = get_global_linear_id();
  size_t x = get_local_size(0) - 1, y = get_local_size(1) / 2, z = get_local_size(2) - 1;
  out[i] = work_group_broadcast(in[i], x, y, z) - work_group_broadcast(in[i], 0, y, 0);
})",
      shapes::join(shapes::cubes(), {shapes::cube({4, 2, 2}, {7, 5, 3})}),
      [](Job &j) {
        auto &in = j.random<I32>(j.items(), -1000, 1000);
        auto &out = j.output<I32>(j.items());
        forEachGroupOfItems(j, [&](const Group &g, const std::vector<size_t> &items) {
          size_t x = g.size[0] - 1, y = g.size[1] / 2, z = g.size[2] - 1;
          for (size_t i : items)
            out[i] = in[items[x + g.size[0] * (y + g.size[1] * z)]] - in[items[g.size[0] * y]];
        });
      },
      Needs);
}

void addVotes(Corpus &c) {
  c.add(
      "votes", R"(
kernel void votes(global const int *in, global int *out) {
  size_t i = get_global_linear_id();
  int x = in[i];
  out[i] = (work_group_all(x > -90) != 0) | (work_group_any(x > 95) != 0) << 1 |
           (work_group_all(x & 0x100) != 0) << 2 | (work_group_any(x == 1000) != 0) << 3;
})",
      allShapes(),
      [](Job &j) {
        auto &in = j.random<I32>(j.items(), -100, 100);
        auto &out = j.output<I32>(j.items());
        forEachGroupOfItems(j, [&](const Group &, const std::vector<size_t> &items) {
          auto all = [&](auto test) {
            return std::all_of(items.begin(), items.end(), [&](size_t i) { return test(in[i]); });
          };
          int votes = all([](int x) { return x > -90; }) |
                      !all([](int x) { return !(x > 95); }) << 1 |
                      all([](int x) { return (x & 0x100) != 0; }) << 2;
          for (size_t i : items)
            out[i] = votes;
        });
      },
      Needs);
}

void addFlow(Corpus &c) {
  // Whole groups branch on results, and meet at further collectives and barriers there.
  c.add(
      "branch_on_results", R"(
kernel void branch_on_results(global const int *in, global int *out, local int *tmp) {
  size_t i = get_global_linear_id(), l = get_local_linear_id();
  int x = in[i], rounds = 0;
  while (work_group_any(x > 3)) {
    if (work_group_reduce_add(x) & 1) {
      tmp[l] = x;
      barrier(CLK_LOCAL_MEM_FENCE);
      x -= 1 + (tmp[0] & 1);
    } else {
      x -= 2;
    }
    ++rounds;
  }
  out[i] = x * 100 + rounds;
})",
      allShapes(),
      [](Job &j) {
        auto &in = j.random<I32>(j.items(), -20, 30);
        auto &out = j.output<I32>(j.items());
        j.local<I32>(j.localItems());
        auto x = in;
        forEachGroupOfItems(j, [&](const Group &, const std::vector<size_t> &items) {
          int rounds = 0;
          while (std::any_of(items.begin(), items.end(), [&](size_t i) { return x[i] > 3; })) {
            int sum = 0;
            for (size_t i : items)
              sum += x[i];
            int less = sum & 1 ? 1 + (x[items.front()] & 1) : 2;
            for (size_t i : items)
              x[i] -= less;
            ++rounds;
          }
          for (size_t i : items)
            out[i] = x[i] * 100 + rounds;
        });
      },
      Needs);

  // Within functions, in a branch that only some groups take, after others have returned.
  c.add(
      "in_functions", R"(
int place(bool chosen, int *total) {
  int before = work_group_scan_exclusive_add(chosen ? 1 : 0);
  *total = work_group_reduce_add((int)chosen);
  return before;
}
kernel void in_functions(global const int *in, global int *out) {
  size_t i = get_global_linear_id();
  size_t group = get_group_id(0) + get_group_id(1) + get_group_id(2);
  if (group == 2)
    return;
  int x = in[i], total, at = -1;
  if (group & 1)
    at = place(x & 1, &total);
  else
    total = work_group_scan_inclusive_max(x + (int)group);
  out[i] = at + total * 1000;
})",
      allShapes(),
      [](Job &j) {
        auto &in = j.random<I32>(j.items(), -1000, 1000);
        auto &out = j.output<I32>(j.items());
        forEachGroupOfItems(j, [&](const Group &g, const std::vector<size_t> &items) {
          size_t group = g.id[0] + g.id[1] + g.id[2];
          int total = 0, at = 0, largest = std::numeric_limits<I32>::min();
          for (size_t i : items)
            total += in[i] & 1;
          for (size_t i : items) {
            if (group == 2)
              continue;
            largest = std::max(largest, in[i] + int(group));
            out[i] = group & 1 ? at + total * 1000 : -1 + largest * 1000;
            at += in[i] & 1;
          }
        });
      },
      Needs);

  // Values that live across the call, private arrays and __local variables beside its own memory.
  c.add(
      "beside_other_memory", R"(
kernel void beside_other_memory(global const int *in, global long *out) {
  local int shared[8];
  size_t i = get_global_linear_id(), l = get_local_linear_id();
  int x = in[i], kept[6];
  for (int k = 0; k < 6; ++k)
    kept[k] = x * k + (int)l;
  if (l < 8)
    shared[l] = x;
  long sum = work_group_reduce_add((long)x << 33);
  int last = work_group_scan_exclusive_max(kept[x & 3]);
  out[i] = sum + last + kept[(x >> 2) & 3] + shared[0];
})",
      allShapes(),
      [](Job &j) {
        auto &in = j.random<I32>(j.items(), -1000, 1000);
        auto &out = j.output<I64>(j.items());
        forEachGroupOfItems(j, [&](const Group &, const std::vector<size_t> &items) {
          int64_t sum = 0;
          int largest = std::numeric_limits<I32>::min();
          for (size_t i : items)
            sum += int64_t(in[i]) * (int64_t(1) << 33);
          for (size_t l = 0; l < items.size(); ++l) {
            int x = in[items[l]];
            auto kept = [&](int k) { return x * k + int(l); };
            out[items[l]] = sum + largest + kept((x >> 2) & 3) + in[items[0]];
            largest = std::max(largest, kept(x & 3));
          }
        });
      },
      Needs);

  // Each call's values have a size of their own: what one work-item hands to the next call must not
  // lie over results that others have yet to read.
  c.add(
      "scans_of_several_sizes", R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void scans_of_several_sizes(global const int *in, global long *out) {
  size_t i = get_global_linear_id();
  int x = in[i];
  half least = work_group_scan_inclusive_min((half)x);
  double most = work_group_scan_inclusive_max((double)x);
  uint bits = work_group_scan_exclusive_add((uint)x & 255u);
  long sum = work_group_scan_exclusive_add((long)x);
  half most_before = work_group_scan_exclusive_max((half)x);
  float last = work_group_scan_inclusive_add((float)x);
  long all = work_group_reduce_add((long)x);
  out[i * 7 + 0] = (long)least;
  out[i * 7 + 1] = (long)most;
  out[i * 7 + 2] = bits;
  out[i * 7 + 3] = sum;
  out[i * 7 + 4] = (long)max(most_before, (half)-1000);
  out[i * 7 + 5] = (long)last;
  out[i * 7 + 6] = all;
})",
      allShapes(),
      [](Job &j) {
        auto &in = j.random<I32>(j.items(), -1000, 1000);
        auto &out = j.output<I64>(j.items() * 7);
        forEachGroupOfItems(j, [&](const Group &, const std::vector<size_t> &items) {
          I64 least = 1000, most = -1000, sum = 0, bits = 0;
          for (size_t i : items) {
            I64 x = in[i], *row = &out[i * 7];
            row[0] = least = std::min(least, x);
            row[2] = bits;
            row[3] = sum;
            row[4] = most;
            row[1] = most = std::max(most, x);
            row[5] = sum += x;
            bits += x & 255;
          }
          for (size_t i : items)
            out[i * 7 + 6] = sum;
        });
      },
      Needs);
}

} // namespace

void addCollectives(Corpus &c) {
  addTypes(c);
  addBroadcasts(c);
  addVotes(c);
  addFlow(c);
}

} // namespace weft::kernels
