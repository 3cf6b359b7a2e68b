// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-groups. How large they are is the driver's choice, so that kernels check themselves: each
// work-item tells the others through local memory where it is, what it has and whether it takes
// part, works out one by one what the functions have to return, and sets a bit for each that
// returned something else.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

Shapes shapesUpTo256() {
  Shapes set = shapes::join(shapes::join(shapes::groupedUpTo(256), shapes::planes()),
                            shapes::join(shapes::cubes(), shapes::remainders()));
  // Rows that no vector divides, and groups at the edge of other shapes than the rest.
  return shapes::join(set, {shapes::plane(12, 4, 24, 8), shapes::plane(12, 4, 30, 9),
                            shapes::plane(20, 3, 40, 3), shapes::plane(7, 5, 21, 5),
                            shapes::plane(48, 2, 96, 4), shapes::plane(16, 4, 21, 9),
                            shapes::plane(64, 3, 100, 4), shapes::plane(1, 64, 3, 128),
                            shapes::plane(1, 64, 2, 100), shapes::plane(3, 37, 6, 50)});
}

std::string withType(std::string text, const std::string &type) {
  for (size_t at; (at = text.find("TYPE")) != std::string::npos;)
    text.replace(at, 4, type);
  return text;
}

// What all kernels begin with. `place`: where work-items are, sub-group * 64 + lane.
const char *const Prologue = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
size_t items() { return get_local_size(0) * get_local_size(1) * get_local_size(2); }
void meet(local uint *place, local int *on, int takes_part) {
  size_t l = get_local_linear_id();
  barrier(CLK_LOCAL_MEM_FENCE);
  place[l] = get_sub_group_id() * 64 + get_sub_group_local_id();
  on[l] = takes_part;
  barrier(CLK_LOCAL_MEM_FENCE);
}
#define FOR_MEMBERS(k) \
  for (size_t k = 0; k < items(); ++k) if (place[k] / 64 == get_sub_group_id() && on[k])
#define CHECK(bit, test) if (!(test)) bad |= 1u << (bit)
)";

void add(Corpus &c, const std::string &name, const std::string &body, const std::string &needs,
         std::function<void(Job &)> inputs) {
  c.add(name, Prologue + body, shapesUpTo256(),
        [inputs](Job &j) {
          inputs(j);
          auto &out = j.output<U32>(j.items());
          j.local<U32>(j.localItems());
          j.local<I32>(j.localItems());
          j.local<U64>(j.localItems());
          std::fill(out.begin(), out.end(), 0);
        },
        {.needs = needs});
}

void addPlaces(Corpus &c) {
  add(c, "places", R"(
kernel void places(global uint *out, local uint *place, local int *on, local ulong *unused) {
  uint bad = 0, lane = get_sub_group_local_id(), id = get_sub_group_id();
  uint size = get_sub_group_size(), most = get_max_sub_group_size(), count = get_num_sub_groups();
  meet(place, on, 1);
  uint members = 0, before = 0, last = 0, first_size = 0, next = 0;
  FOR_MEMBERS(k) {
    ++members;
    before += place[k] % 64 < lane;
    // Neighbours in the linear order.
    if (place[k] % 64 == lane + 1)
      next = k == get_local_linear_id() + 1;
  }
  for (size_t k = 0; k < items(); ++k) {
    last = max(last, place[k] / 64);
    first_size += place[k] / 64 == 0;
  }
  CHECK(0, members == size);
  CHECK(1, before == lane && lane < size);
  CHECK(2, last + 1 == count && id < count);
  CHECK(3, first_size <= most);
  CHECK(4, id == last ? size <= first_size : size == most);
  CHECK(5, lane + 1 == size || next);
  // A run of the linear order, whatever the group's shape.
  CHECK(7, get_local_linear_id() == (size_t)id * most + lane);
  CHECK(6, get_enqueued_num_sub_groups() ==
               (get_enqueued_local_size(0) * get_enqueued_local_size(1) *
                    get_enqueued_local_size(2) + most - 1) / most);
  out[get_global_linear_id()] = bad;
})",
      "__opencl_c_subgroups", [](Job &) {});

  // Through memory, ordered by the sub-group's barrier alone.
  add(c, "barrier_of_sub_group", R"(
kernel void barrier_of_sub_group(global const int *in, global uint *out, local uint *place,
                                 local int *values, local ulong *unused) {
  uint bad = 0, lane = get_sub_group_local_id(), size = get_sub_group_size();
  size_t l = get_local_linear_id(), first = l - lane;
  int x = in[get_global_linear_id()];
  for (int round = 0; round < 3; ++round) {
    values[l] = x + round;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    int other = values[first + (lane + 1) % size], own = values[l];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    values[l] = -other;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
    CHECK(round, -values[first + (lane + size - 1) % size] == own);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_linear_id()] = bad;
})",
      "__opencl_c_subgroups", [](Job &j) { j.random<I32>(j.items(), -1000, 1000); });
}

// Of the values of all members (`in` holds integers), then of those of some, in divergent flow.
template <typename T>
void addArithmetic(Corpus &c, const std::string &type, const char *least, const char *most) {
  auto inputs = [](Job &j) { j.random<I32>(j.items(), std::is_signed_v<T> ? -50 : 0, 50); };
  const std::string limits =
      std::string("#define LEAST ") + least + "\n#define MOST " + most + "\n";
  const std::string expected = R"(
  TYPE sum = 0, low = MOST, high = LEAST, product = 1;
  TYPE sum_before = 0, low_before = MOST, high_before = LEAST, product_before = 1;
  FOR_MEMBERS(k) {
    TYPE y = values[k], p = y < 0 ? -1 : y > 40 ? 2 : 1;
    sum += y; low = min(low, y); high = max(high, y); product *= p;
    if (place[k] % 64 < lane) {
      sum_before += y; low_before = min(low_before, y); high_before = max(high_before, y);
      product_before *= p;
    }
  }
  TYPE factor = x < 0 ? -1 : x > 40 ? 2 : 1;
)";
  add(c, "reduce_and_scan_" + type,
      limits + withType(R"(
kernel void reduce_and_scan_TYPE(global const int *in, global uint *out, local uint *place,
                                 local int *on, local TYPE *values) {
  uint bad = 0, lane = get_sub_group_local_id();
  TYPE x = (TYPE)in[get_global_linear_id()];
  values[get_local_linear_id()] = x;
  meet(place, on, 1);)" + expected +
                            R"(
  CHECK(0, sub_group_reduce_add(x) == sum);
  CHECK(1, sub_group_reduce_min(x) == low);
  CHECK(2, sub_group_reduce_max(x) == high);
  CHECK(3, sub_group_scan_exclusive_add(x) == sum_before);
  CHECK(4, sub_group_scan_exclusive_min(x) == low_before);
  CHECK(5, sub_group_scan_exclusive_max(x) == high_before);
  CHECK(6, sub_group_scan_inclusive_add(x) == (TYPE)(sum_before + x));
  CHECK(7, sub_group_scan_inclusive_min(x) == min(low_before, x));
  CHECK(8, sub_group_scan_inclusive_max(x) == max(high_before, x));
  TYPE last = sub_group_broadcast(x, get_sub_group_size() - 1);
  FOR_MEMBERS(k) if (place[k] % 64 == get_sub_group_size() - 1) CHECK(9, last == values[k]);
  out[get_global_linear_id()] = bad;
})",
                        type),
      sizeof(T) < 4 && type != "half" ? "cl_khr_subgroup_extended_types" : "__opencl_c_subgroups",
      inputs);
  add(c, "non_uniform_" + type,
      limits + withType(R"(
kernel void non_uniform_TYPE(global const int *in, global uint *out, local uint *place,
                             local int *on, local TYPE *values) {
  uint bad = 0, lane = get_sub_group_local_id();
  int number = in[get_global_linear_id()];
  TYPE x = (TYPE)number;
  values[get_local_linear_id()] = x;
  meet(place, on, number % 3 == 0);)" +
                            expected + R"(
  if (number % 3 == 0) {
    CHECK(0, sub_group_non_uniform_reduce_add(x) == sum);
    CHECK(1, sub_group_non_uniform_reduce_min(x) == low);
    CHECK(2, sub_group_non_uniform_reduce_max(x) == high);
    CHECK(3, sub_group_non_uniform_reduce_mul(factor) == product);
    CHECK(4, sub_group_non_uniform_scan_exclusive_add(x) == sum_before);
    CHECK(5, sub_group_non_uniform_scan_exclusive_min(x) == low_before);
    CHECK(6, sub_group_non_uniform_scan_exclusive_max(x) == high_before);
    CHECK(7, sub_group_non_uniform_scan_exclusive_mul(factor) == product_before);
    CHECK(8, sub_group_non_uniform_scan_inclusive_add(x) == (TYPE)(sum_before + x));
    CHECK(9, sub_group_non_uniform_scan_inclusive_min(x) == min(low_before, x));
    CHECK(10, sub_group_non_uniform_scan_inclusive_max(x) == max(high_before, x));
    CHECK(11, sub_group_non_uniform_scan_inclusive_mul(factor) ==
                  (TYPE)(product_before * factor));
  } else {
    bad |= sub_group_non_uniform_reduce_add((TYPE)0) != 0 ? 1u << 12 : 0;
  }
  out[get_global_linear_id()] = bad;
})",
                        type),
      "cl_khr_subgroup_non_uniform_arithmetic", inputs);
  // Clusters larger than the sub-group are not allowed; those of one are the value itself.
  add(c, "clustered_" + type,
      limits + withType(R"(
#define CLUSTER(n, bit) if (n <= get_max_sub_group_size()) { \
    TYPE sum = 0, low = MOST, high = LEAST; \
    FOR_MEMBERS(k) if (place[k] % 64 / n == lane / n) { \
      TYPE y = values[k]; sum += y; low = min(low, y); high = max(high, y); } \
    if (number % 3) { \
      CHECK(bit, sub_group_clustered_reduce_add(x, n) == sum); \
      CHECK(bit + 1, sub_group_clustered_reduce_min(x, n) == low); \
      CHECK(bit + 2, sub_group_clustered_reduce_max(x, n) == high); } }
kernel void clustered_TYPE(global const int *in, global uint *out, local uint *place,
                           local int *on, local TYPE *values) {
  uint bad = 0, lane = get_sub_group_local_id();
  int number = in[get_global_linear_id()];
  TYPE x = (TYPE)number;
  values[get_local_linear_id()] = x;
  meet(place, on, number % 3);
  CLUSTER(1, 0) CLUSTER(2, 3) CLUSTER(4, 6) CLUSTER(8, 9) CLUSTER(16, 12)
  out[get_global_linear_id()] = bad;
})",
                        type),
      "cl_khr_subgroup_clustered_reduce", inputs);
}

template <typename T> void addMoves(Corpus &c, const std::string &type) {
  auto inputs = [](Job &j) { j.random<I32>(j.items(), std::is_signed_v<T> ? -100 : 0, 100); };
  const std::string start = R"((global const int *in, global uint *out, local uint *place,
                     local int *on, local TYPE *values) {
  uint bad = 0, lane = get_sub_group_local_id(), size = get_sub_group_size();
  uint most = get_max_sub_group_size();
  int number = in[get_global_linear_id()];
  TYPE x = (TYPE)number;
  size_t l = get_local_linear_id(), first = l - lane;
  values[l] = x;
  meet(place, on, number % 3 == 0);
)";
  add(c, "shuffle_" + type,
      withType("kernel void shuffle_TYPE" + start + R"(
  uint index = (uint)(number * number + lane * 5) % size;
  CHECK(0, sub_group_shuffle(x, index) == values[first + index]);
  CHECK(1, sub_group_shuffle(x, size - 1) == values[first + size - 1]);
  for (uint mask = 1; mask < most; mask *= 2) {
    TYPE y = sub_group_shuffle_xor(x, mask);
    CHECK(2, (lane ^ mask) >= size || y == values[first + (lane ^ mask)]);
  }
  // From lanes that take part.
  if (number % 3 == 0) {
    TYPE y = sub_group_shuffle(x, index);
    CHECK(3, !on[first + index] || y == values[first + index]);
  }
  out[get_global_linear_id()] = bad;
})",
               type),
      "cl_khr_subgroup_shuffle", inputs);
  add(c, "relative_" + type,
      withType("kernel void relative_TYPE" + start + R"(
  uint delta = (uint)abs(number) % (lane + 1), rest = (uint)abs(number) % (size - lane);
  CHECK(0, sub_group_shuffle_up(x, delta) == values[l - delta]);
  CHECK(1, sub_group_shuffle_down(x, rest) == values[l + rest]);
  TYPE y = sub_group_shuffle_up(x, 1), z = sub_group_shuffle_down(x, 1);
  CHECK(2, lane == 0 || y == values[l - 1]);
  CHECK(3, lane + 1 == size || z == values[l + 1]);
  out[get_global_linear_id()] = bad;
})",
               type),
      "cl_khr_subgroup_shuffle_relative", inputs);
  add(c, "rotate_" + type,
      withType("kernel void rotate_TYPE" + start + R"(
  for (int delta = -20; delta < 20; delta += 3) {
    uint from = (lane + (uint)delta + 64) % most;
    TYPE y = sub_group_rotate(x, delta);
    CHECK(0, from >= size || y == values[first + from]);
  }
  if (most >= 4) {
    uint from = (lane & ~3) + (lane + 3) % 4;
    TYPE y = sub_group_clustered_rotate(x, -1, 4);
    CHECK(1, from >= size || y == values[first + from]);
  }
  out[get_global_linear_id()] = bad;
})",
               type),
      "cl_khr_subgroup_rotate", inputs);
  add(c, "first_and_equal_" + type,
      withType("kernel void first_and_equal_TYPE" + start + R"(
  uint lowest = 64;
  int equal = 1;
  FOR_MEMBERS(k) lowest = min(lowest, place[k] % 64);
  FOR_MEMBERS(k) equal &= values[k] == values[first + lowest];
  if (number % 3 == 0) {
    CHECK(0, sub_group_broadcast_first(x) == values[first + lowest]);
    CHECK(1, sub_group_non_uniform_broadcast(x, lowest) == values[first + lowest]);
    CHECK(2, (sub_group_non_uniform_all_equal(x) != 0) == equal);
    CHECK(3, sub_group_non_uniform_all_equal((TYPE)3));
  }
  out[get_global_linear_id()] = bad;
})",
               type),
      "cl_khr_subgroup_ballot", inputs);
}

template <typename T> void addBitwise(Corpus &c, const std::string &type) {
  add(c, "bitwise_" + type,
      withType(R"(
kernel void bitwise_TYPE(global const ulong *in, global uint *out, local uint *place,
                         local int *on, local TYPE *values) {
  uint bad = 0, lane = get_sub_group_local_id();
  TYPE x = (TYPE)in[get_global_linear_id()];
  int takes_part = in[get_global_linear_id()] >> 60 != 3, flag = x & 4;
  values[get_local_linear_id()] = x;
  meet(place, on, takes_part);
  TYPE all = ~(TYPE)0, any = 0, odd = 0, all_before = ~(TYPE)0, any_before = 0, odd_before = 0;
  FOR_MEMBERS(k) {
    TYPE y = values[k];
    all &= y; any |= y; odd ^= y;
    if (place[k] % 64 < lane) {
      all_before &= y; any_before |= y; odd_before ^= y;
    }
  }
  if (takes_part) {
    CHECK(0, sub_group_non_uniform_reduce_and(x) == all);
    CHECK(1, sub_group_non_uniform_reduce_or(x) == any);
    CHECK(2, sub_group_non_uniform_reduce_xor(x) == odd);
    CHECK(3, sub_group_non_uniform_scan_exclusive_and(x) == all_before);
    CHECK(4, sub_group_non_uniform_scan_exclusive_or(x) == any_before);
    CHECK(5, sub_group_non_uniform_scan_exclusive_xor(x) == odd_before);
    CHECK(6, sub_group_non_uniform_scan_inclusive_and(x) == (TYPE)(all_before & x));
    CHECK(7, sub_group_non_uniform_scan_inclusive_or(x) == (TYPE)(any_before | x));
    CHECK(8, sub_group_non_uniform_scan_inclusive_xor(x) == (TYPE)(odd_before ^ x));
    CHECK(9, !sub_group_non_uniform_reduce_logical_and(flag) == !(all & 4));
    CHECK(10, !sub_group_non_uniform_reduce_logical_or(flag) == !(any & 4));
    CHECK(11, !sub_group_non_uniform_reduce_logical_xor(flag) == !(odd & 4));
    CHECK(12, !sub_group_non_uniform_scan_exclusive_logical_and(flag) == !(all_before & 4));
    CHECK(13, !sub_group_non_uniform_scan_exclusive_logical_or(flag) == !(any_before & 4));
    CHECK(14, !sub_group_non_uniform_scan_exclusive_logical_xor(flag) == !(odd_before & 4));
    CHECK(15, !sub_group_non_uniform_scan_inclusive_logical_and(flag) == !(all_before & x & 4));
    CHECK(16, !sub_group_non_uniform_scan_inclusive_logical_or(flag) == !((any_before | x) & 4));
    CHECK(17, !sub_group_non_uniform_scan_inclusive_logical_xor(flag) == !((odd_before ^ x) & 4));
  }
  out[get_global_linear_id()] = bad;
})",
               type),
      "cl_khr_subgroup_non_uniform_arithmetic", [](Job &j) { j.bits<U64>(j.items()); });
}

} // namespace

void addSubGroups(Corpus &c) {
  addPlaces(c);
  addArithmetic<int8_t>(c, "char", "(-128)", "127");
  addArithmetic<uint8_t>(c, "uchar", "0", "255");
  addArithmetic<int16_t>(c, "short", "(-32768)", "32767");
  addArithmetic<uint16_t>(c, "ushort", "0", "65535");
  addArithmetic<I32>(c, "int", "INT_MIN", "INT_MAX");
  addArithmetic<U32>(c, "uint", "0", "UINT_MAX");
  addArithmetic<I64>(c, "long", "LONG_MIN", "LONG_MAX");
  addArithmetic<U64>(c, "ulong", "0", "ULONG_MAX");
  addArithmetic<float>(c, "float", "-INFINITY", "INFINITY");
  addArithmetic<double>(c, "double", "-INFINITY", "INFINITY");
  addArithmetic<float>(c, "half", "(half)-INFINITY", "(half)INFINITY");
  addMoves<int8_t>(c, "char");
  addMoves<uint16_t>(c, "ushort");
  addMoves<I32>(c, "int");
  addMoves<U64>(c, "ulong");
  addMoves<float>(c, "float");
  addMoves<double>(c, "double");
  addMoves<float>(c, "half");
  addBitwise<uint8_t>(c, "uchar");
  addBitwise<int16_t>(c, "short");
  addBitwise<U32>(c, "uint");
  addBitwise<I64>(c, "long");
}

} // namespace weft::kernels
