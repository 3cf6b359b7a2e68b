// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vloadn, vstoren, shuffle, shuffle2, async copies: what moves values without changing them.
#include "sweep.h"

#include <algorithm>

namespace weft {
namespace {

template <typename T> class MoveTest : public testing::Test {};
using All = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t,
                           float, double>;
TYPED_TEST_SUITE(MoveTest, All);

template <typename T> std::vector<T> counting(size_t count) {
  std::vector<T> v(count);
  for (size_t i = 0; i < count; ++i)
    v[i] = static_cast<T>(i * 3 + 1);
  return v;
}

// From an address that is aligned as an element only, through each address space, to another.
TYPED_TEST(MoveTest, LoadAndStoreUnaligned) {
  using T = TypeParam;
  std::string t = typeName<T>(), source;
  for (int width : {2, 3, 4, 8, 16}) {
    std::string n = std::to_string(width);
    source += "kernel void k" + n + "(global const " + t + " *in, constant " + t +
              " *fixed, global " + t +
              " *out) {\n"
              "  local " +
              t + " shared[17 * 4];\n  " + t +
              " own[17];\n"
              "  size_t i = get_global_id(0), l = get_local_id(0);\n"
              "  vstore" +
              n + "(vload" + n +
              "(i, in + 1), 0, own + 1);\n"
              "  vstore" +
              n + "(vload" + n +
              "(0, own + 1), 0, shared + 17 * l + 1);\n"
              "  vstore" +
              n + "(vload" + n + "(0, shared + 17 * l + 1) + vload" + n +
              "(1, fixed + 1), i, out + 1);\n}\n";
  }
  const auto &built = kernels::Session::get().build(source, "");
  ASSERT_EQ(built.failure, "");
  for (int width : {2, 3, 4, 8, 16}) {
    std::vector<T> given = counting<T>(16 * width + 1), fixed = counting<T>(2 * width + 1);
    std::vector<T> result(16 * width + 2, T(99));
    ASSERT_EQ(runKernel(built.program, "k" + std::to_string(width),
                        {in(given), in(fixed), out(result)}, 16, 4),
              "");
    EXPECT_EQ(result.front(), T(99));
    EXPECT_EQ(result.back(), T(99));
    for (int i = 0; i < 16 * width; ++i)
      ASSERT_EQ(result[i + 1], static_cast<T>(given[i + 1] + fixed[1 + width + i % width]))
          << width << " " << i;
  }
}

TYPED_TEST(MoveTest, Shuffle) {
  using T = TypeParam;
  using U = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t,
                         std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  std::string t = typeName<T>(), u = typeName<U>(), source;
  const int widths[] = {2, 4, 8, 16};
  for (int from : widths)
    for (int to : widths) {
      std::string f = std::to_string(from), n = std::to_string(to);
      source += "kernel void s" + f + "_" + n + "(global const " + t + " *x, global const " + u +
                " *mask, global " + t +
                " *r) {\n  size_t i = get_global_id(0);\n"
                "  vstore" +
                n + "(shuffle(vload" + f + "(i, x), vload" + n +
                "(i, mask)), i, r);\n}\n"
                "kernel void t" +
                f + "_" + n + "(global const " + t + " *x, global const " + u + " *mask, global " +
                t +
                " *r) {\n  size_t i = get_global_id(0);\n"
                "  vstore" +
                n + "(shuffle2(vload" + f + "(2 * i, x), vload" + f + "(2 * i + 1, x), vload" + n +
                "(i, mask)), i, r);\n}\n";
    }
  const auto &built = kernels::Session::get().build(source, "");
  ASSERT_EQ(built.failure, "");
  std::mt19937_64 generator(3);
  constexpr size_t Items = 20;
  for (int from : widths)
    for (int to : widths)
      for (bool two : {false, true}) {
        std::vector<T> x = counting<T>(Items * from * 2), result(Items * to);
        // Only the low bits of a mask count.
        std::vector<U> mask(Items * to);
        for (U &m : mask)
          m = static_cast<U>(generator());
        std::string kernel = (two ? "t" : "s") + std::to_string(from) + "_" + std::to_string(to);
        ASSERT_EQ(runKernel(built.program, kernel, {in(x), in(mask), out(result)}, Items), "");
        size_t lanes = two ? 2 * from : from;
        for (size_t i = 0; i < result.size(); ++i)
          ASSERT_EQ(result[i], x[i / to * lanes + mask[i] % lanes]) << kernel << " " << i;
      }
}

TYPED_TEST(MoveTest, AsyncCopies) {
  using T = TypeParam;
  std::string t = typeName<T>(), source;
  for (int width : AllWidths) {
    std::string n = width == 1 ? "" : std::to_string(width), v = t + n;
    source += "kernel void k" + n + "(global const " + v + " *in, global " + v +
              " *out) {\n"
              "  local " +
              v +
              " there[24], back[24];\n"
              "  size_t group = get_group_id(0), l = get_local_id(0);\n"
              "  event_t e = async_work_group_copy(there, in + group * 24, 24, 0);\n"
              "  wait_group_events(1, &e);\n"
              "  for (size_t i = l; i < 24; i += get_local_size(0)) back[i] = there[23 - i];\n"
              "  barrier(CLK_LOCAL_MEM_FENCE);\n"
              "  prefetch(in, 24);\n"
              "  e = async_work_group_strided_copy(there, in + group * 24, 12, 2, 0);\n"
              "  e = async_work_group_strided_copy(out + group * 48, back, 24, 2, e);\n"
              "  wait_group_events(1, &e);\n"
              "  e = async_work_group_strided_copy(out + group * 48 + 1, there, 12, 2, 0);\n"
              "  wait_group_events(1, &e);\n}\n";
  }
  const auto &built = kernels::Session::get().build(source, "");
  ASSERT_EQ(built.failure, "");
  for (int width : AllWidths) {
    std::string n = width == 1 ? "" : std::to_string(width);
    size_t stride = width == 3 ? 4 : width; // of an array of vectors
    std::vector<T> given = counting<T>(3 * 24 * stride), result(3 * 48 * stride, T(99));
    ASSERT_EQ(runKernel(built.program, "k" + n, {in(given), out(result)}, 15, 5), "");
    for (size_t group = 0; group < 3; ++group)
      for (size_t i = 0; i < 48; ++i)
        for (int lane = 0; lane < width; ++lane) {
          T wanted = i % 2 == 0 ? given[(group * 24 + 23 - i / 2) * stride + lane]
                     : i < 24   ? given[(group * 24 + i - 1) * stride + lane]
                                : T(99);
          ASSERT_EQ(result[(group * 48 + i) * stride + lane], wanted)
              << n << " " << group << " " << i;
        }
  }
}

// Every work-item of many groups on the same cells; each operation's result is known whatever the
// order.
template <typename T> class AtomicTest : public testing::Test {};
using Integers = testing::Types<int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(AtomicTest, Integers);

TYPED_TEST(AtomicTest, OnGlobalAndLocalMemory) {
  using T = TypeParam;
  std::string t = typeName<T>(), p = sizeof(T) == 8 ? "atom_" : "atomic_";
  std::string source = sizeof(T) == 8
                           ? "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                             "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
                           : "";
  source += "#define CELLS(p) \\\n"
            "  " +
            p + "add(p + 0, 3); " + p + "sub(p + 1, 2); " + p + "inc(p + 2); " + p +
            "dec(p + 3); \\\n"
            "  " +
            p + "min(p + 4, (" + t + ")i); " + p + "max(p + 5, (" + t +
            ")i); \\\n"
            "  " +
            p + "and(p + 6, ~((" + t + ")1 << (i % 30))); " + p + "or(p + 7, (" + t +
            ")1 << (i % 30)); \\\n"
            "  " +
            p + "xor(p + 8, (" + t +
            ")i); \\\n"
            "  old = " +
            p + "xchg(p + 9, (" + t + ")i + 1); " + p +
            "add(p + 10, old); \\\n"
            "  do { old = p[11]; } while (" +
            p +
            "cmpxchg(p + 11, old, old + 5) != old);\n"
            "kernel void k(global volatile " +
            t +
            " *cells) {\n"
            "  size_t i = get_global_id(0); " +
            t +
            " old;\n"
            "  local volatile " +
            t +
            " shared[12];\n"
            "  if (get_local_id(0) == 0) for (int c = 0; c < 12; ++c) shared[c] = cells[12 + c];\n"
            "  barrier(CLK_LOCAL_MEM_FENCE);\n"
            "  CELLS(cells)\n  CELLS(shared)\n"
            "  barrier(CLK_LOCAL_MEM_FENCE);\n"
            "  if (get_group_id(0) == 0 && get_local_id(0) == 0) for (int c = 0; c < 12; ++c) "
            "cells[24 + c] = shared[c];\n"
            "}\n";
  const auto &built = kernels::Session::get().build(source, "");
  ASSERT_EQ(built.failure, "");
  constexpr int Local = 32, Items = 512;
  std::vector<T> start = {5, 7, 9, 11, 100, 3, T(-1), 0, 0, 0, 0, 2};
  std::vector<T> cells;
  for (int i = 0; i < 3; ++i)
    cells.insert(cells.end(), start.begin(), start.end());
  ASSERT_EQ(runKernel(built.program, "k", {out(cells)}, Items, Local), "");
  auto expect = [&](const T *got, int items, const char *where) {
    T every_xor = 0, bits = 0, sum = 0;
    for (int i = 0; i < items; ++i) {
      every_xor ^= static_cast<T>(i);
      bits |= T(1) << (i % 30);
      sum += static_cast<T>(i + 1);
    }
    EXPECT_EQ(got[0], static_cast<T>(5 + 3 * items)) << where;
    EXPECT_EQ(got[1], static_cast<T>(7 - 2 * items)) << where;
    EXPECT_EQ(got[2], static_cast<T>(9 + items)) << where;
    EXPECT_EQ(got[3], static_cast<T>(11 - items)) << where;
    EXPECT_EQ(got[4], T(0)) << where;
    EXPECT_EQ(got[5], static_cast<T>(items - 1)) << where;
    EXPECT_EQ(got[6], static_cast<T>(~bits)) << where;
    EXPECT_EQ(got[7], bits) << where;
    EXPECT_EQ(got[8], every_xor) << where;
    // What was exchanged out and what is in are all the numbers together.
    EXPECT_EQ(static_cast<T>(got[9] + got[10]), sum) << where;
    EXPECT_EQ(got[11], static_cast<T>(2 + 5 * items)) << where;
  };
  expect(cells.data(), Items, "global");
  expect(cells.data() + 24, Local, "local");
}

TEST(Atomic, ExchangeOfFloats) {
  const auto &built = kernels::Session::get().build(
      "kernel void k(global volatile float *cell, global float *seen) {\n"
      "  seen[get_global_id(0)] = atomic_xchg(cell, (float)get_global_id(0) + 1);\n}\n",
      "");
  ASSERT_EQ(built.failure, "");
  std::vector<float> cell = {0}, seen(100);
  ASSERT_EQ(runKernel(built.program, "k", {out(cell), out(seen)}, seen.size()), "");
  // Each number is seen once, or is what is left.
  seen.push_back(cell[0]);
  std::sort(seen.begin(), seen.end());
  for (size_t i = 0; i < seen.size(); ++i)
    EXPECT_EQ(seen[i], float(i));
}

} // namespace
} // namespace weft
