// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atomic functions of OpenCL C 2.0 and later in all their forms, by every work-item of many
// groups on the same cells: each operation's result is known whatever the order.
#include "sweep.h"

#include <algorithm>

namespace weft {
namespace {

constexpr int Local = 32, Items = 512;

// The forms in which a function is called: order and scope are the last arguments, and not all
// functions take all orders.
struct Form {
  const char *suffix, *order, *orders, *load, *store;
};
const Form Forms[] = {
    {"", "", "", "", ""},
    {"_explicit", ", memory_order_seq_cst", ", memory_order_seq_cst, memory_order_seq_cst",
     ", memory_order_seq_cst", ", memory_order_seq_cst"},
    {"_explicit", ", memory_order_relaxed, memory_scope_work_group",
     ", memory_order_relaxed, memory_order_relaxed, memory_scope_work_group",
     ", memory_order_relaxed, memory_scope_work_group",
     ", memory_order_relaxed, memory_scope_work_group"},
    {"_explicit", ", memory_order_acq_rel, memory_scope_device",
     ", memory_order_acq_rel, memory_order_acquire, memory_scope_device",
     ", memory_order_acquire, memory_scope_device", ", memory_order_release, memory_scope_device"},
    {"_explicit", ", memory_order_release, memory_scope_all_svm_devices",
     ", memory_order_release, memory_order_relaxed, memory_scope_all_svm_devices",
     ", memory_order_seq_cst, memory_scope_all_svm_devices",
     ", memory_order_seq_cst, memory_scope_all_svm_devices"},
};
// Where the cells are, and what the pointer says of it.
struct Place {
  const char *memory, *pointer;
};
const Place Places[] = {
    {"global", "global"},
    {"local", "local"},
    {"global", ""},
    {"local", ""},
};

std::string defined(const std::string &name, const std::string &text) {
  return "#undef " + name.substr(0, name.find('(')) + "\n#define " + name + " " + text + "\n";
}

// `operations`: uses PTR(c), the address of cell c, CALL(name), and what follows the arguments:
// ORDER, ORDERS (of a compare-and-exchange), LOAD, STORE. `item` is the work-item's number among
// those that use the cells.
template <typename T>
void runCells(
    const std::string &atomic, const std::string &type, const std::string &operations,
    const std::vector<T> &start,
    const std::function<void(const std::vector<T> &, int items, const std::string &)> &check) {
  std::string cells = std::to_string(start.size());
  for (const Place &place : Places) {
    bool local = std::string(place.memory) == "local";
    std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\ntypedef " + type +
                         " T;\n#define PTR(c) ((volatile " + place.pointer + " " + atomic +
                         " *)(cells + (c)))\n";
    for (const Form &form : Forms) {
      source += defined("CALL(name)", *form.suffix ? std::string("name##") + form.suffix : "name") +
                defined("ORDER", form.order) + defined("ORDERS", form.orders) +
                defined("LOAD", form.load) + defined("STORE", form.store) + "kernel void k" +
                std::to_string(&form - Forms) + "(global T *start, global T *result) {\n";
      if (local)
        source += "  local T cells[" + cells +
                  "];\n  if (get_local_id(0) == 0)\n    for (int c = 0; c < " + cells +
                  "; ++c) cells[c] = start[c];\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "  int item = get_local_id(0);\n";
      else
        source += "  global T *cells = result;\n  int item = get_global_id(0);\n";
      source += operations;
      if (local)
        source += "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "  if (get_group_id(0) == 3 && get_local_id(0) == 0)\n    for (int c = 0; c < " +
                  cells + "; ++c) result[c] = cells[c];\n";
      source += "}\n";
    }
    const auto &built = kernels::Session::get().build(source, "-cl-std=CL3.0");
    ASSERT_EQ(built.failure, "") << source;
    for (const Form &form : Forms) {
      std::string where =
          std::string(place.memory) + " through '" + place.pointer + "'" + form.order;
      std::vector<T> given = start, result = start;
      ASSERT_EQ(runKernel(built.program, "k" + std::to_string(&form - Forms),
                          {in(given), out(result)}, Items, Local),
                "")
          << where;
      check(result, local ? Local : Items, where);
    }
  }
}

template <typename T> class AtomicC11Test : public testing::Test {};
using Integers = testing::Types<int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(AtomicC11Test, Integers);

TYPED_TEST(AtomicC11Test, OfIntegers) {
  using T = TypeParam;
  runCells<T>("atomic_" + typeName<T>(), typeName<T>(), R"(
  CALL(atomic_fetch_add)(PTR(0), (T)3 ORDER);
  CALL(atomic_fetch_sub)(PTR(1), (T)2 ORDER);
  CALL(atomic_fetch_min)(PTR(2), (T)item ORDER);
  CALL(atomic_fetch_max)(PTR(3), (T)item ORDER);
  CALL(atomic_fetch_and)(PTR(4), ~((T)1 << item % 30) ORDER);
  CALL(atomic_fetch_or)(PTR(5), (T)1 << item % 30 ORDER);
  CALL(atomic_fetch_xor)(PTR(6), (T)item ORDER);
  T old = CALL(atomic_exchange)(PTR(7), (T)item + 1 ORDER);
  CALL(atomic_fetch_add)(PTR(8), old ORDER);
  T seen = cells[9];
  while (!CALL(atomic_compare_exchange_strong)(PTR(9), &seen, seen + 5 ORDERS))
    ;
  seen = 0;
  while (!CALL(atomic_compare_exchange_weak)(PTR(10), &seen, seen + 7 ORDERS))
    ;
  T mine = CALL(atomic_fetch_add)(PTR(11), (T)1 ORDER);
  CALL(atomic_fetch_add)(PTR(12), mine * mine ORDER);
)",
              {5, 7, 100, 3, T(-1), 0, 0, 0, 0, 2, 1, 0, 0},
              [](const std::vector<T> &got, int items, const std::string &where) {
                T every_xor = 0, bits = 0, sum = 0, squares = 0;
                for (int i = 0; i < items; ++i) {
                  every_xor ^= static_cast<T>(i);
                  bits |= T(1) << (i % 30);
                  sum += static_cast<T>(i + 1);
                  squares += static_cast<T>(i) * static_cast<T>(i);
                }
                EXPECT_EQ(got[0], static_cast<T>(5 + 3 * items)) << where;
                EXPECT_EQ(got[1], static_cast<T>(7 - 2 * items)) << where;
                EXPECT_EQ(got[2], T(0)) << where;
                EXPECT_EQ(got[3], static_cast<T>(items - 1)) << where;
                EXPECT_EQ(got[4], static_cast<T>(~bits)) << where;
                EXPECT_EQ(got[5], bits) << where;
                EXPECT_EQ(got[6], every_xor) << where;
                // What was exchanged out and what is in are all the numbers together.
                EXPECT_EQ(static_cast<T>(got[7] + got[8]), sum) << where;
                EXPECT_EQ(got[9], static_cast<T>(2 + 5 * items)) << where;
                EXPECT_EQ(got[10], static_cast<T>(1 + 7 * items)) << where;
                EXPECT_EQ(got[11], static_cast<T>(items)) << where;
                // Each work-item has seen another number.
                EXPECT_EQ(got[12], squares) << where;
              });
}

// Negative numbers are small ones for the signed types alone.
TYPED_TEST(AtomicC11Test, MinAndMaxHaveASign) {
  using T = TypeParam;
  runCells<T>("atomic_" + typeName<T>(), typeName<T>(), R"(
  CALL(atomic_fetch_min)(PTR(0), (T)(item - 4) ORDER);
  CALL(atomic_fetch_max)(PTR(1), (T)(item - 4) ORDER);
)",
              {1000, 1}, [](const std::vector<T> &got, int items, const std::string &where) {
                T least = 1000, most = 1;
                for (int i = 0; i < items; ++i) {
                  least = std::min(least, static_cast<T>(i - 4));
                  most = std::max(most, static_cast<T>(i - 4));
                }
                EXPECT_EQ(got[0], least) << where;
                EXPECT_EQ(got[1], most) << where;
              });
}

template <typename T> void loadsAndStores(const std::string &atomic, const std::string &type) {
  runCells<T>(atomic, type, R"(
  CALL(atomic_store)(PTR(0), (T)41 STORE);
  CALL(atomic_store)(PTR(2), CALL(atomic_load)(PTR(1) LOAD) STORE);
  if (CALL(atomic_load)(PTR(1) LOAD) == (T)7)
    atomic_init(PTR(3), (T)43);
  CALL(atomic_exchange)(PTR(4), (T)5 ORDER);
)",
              {1, 7, 0, 0, 3}, [](const std::vector<T> &got, int, const std::string &where) {
                EXPECT_EQ(got, (std::vector<T>{T(41), T(7), T(7), T(43), T(5)})) << where;
              });
}
TYPED_TEST(AtomicC11Test, LoadsAndStores) {
  loadsAndStores<TypeParam>("atomic_" + typeName<TypeParam>(), typeName<TypeParam>());
}
TEST(AtomicC11, LoadsAndStoresOfFloats) { loadsAndStores<float>("atomic_float", "float"); }
TEST(AtomicC11, LoadsAndStoresOfDoubles) { loadsAndStores<double>("atomic_double", "double"); }

// Sums of small integers are exact in every order.
template <typename T> void arithmetic(const std::string &atomic, const std::string &type) {
  runCells<T>(atomic, type, R"(
  CALL(atomic_fetch_add)(PTR(0), (T)2 ORDER);
  CALL(atomic_fetch_sub)(PTR(1), (T)0.5f ORDER);
  CALL(atomic_fetch_min)(PTR(2), (T)(item - 4) ORDER);
  CALL(atomic_fetch_max)(PTR(3), (T)(item - 4) ORDER);
  T old = CALL(atomic_exchange)(PTR(4), (T)(item % 2 + 1) ORDER);
  CALL(atomic_fetch_add)(PTR(5), old ORDER);
)",
              {5, 7, 100, 3, 0, 0},
              [](const std::vector<T> &got, int items, const std::string &where) {
                EXPECT_EQ(float(got[0]), 5.0f + 2.0f * items) << where;
                EXPECT_EQ(float(got[1]), 7.0f - 0.5f * items) << where;
                EXPECT_EQ(float(got[2]), -4.0f) << where;
                EXPECT_EQ(float(got[3]), items - 5.0f) << where;
                EXPECT_EQ(float(got[4]) + float(got[5]), items * 1.5f) << where;
              });
}
TEST(AtomicFloat, Single) { arithmetic<float>("atomic_float", "float"); }
TEST(AtomicFloat, Double) { arithmetic<double>("atomic_double", "double"); }
TEST(AtomicFloat, Half) { arithmetic<_Float16>("atomic_half", "half"); }
TEST(AtomicFloat, LoadsAndStoresOfHalves) {
  runCells<_Float16>("atomic_half", "half", R"(
  CALL(atomic_store)(PTR(0), (half)1.5f STORE);
  CALL(atomic_store)(PTR(2), CALL(atomic_load)(PTR(1) LOAD) STORE);
)",
                     {1, 7, 0},
                     [](const std::vector<_Float16> &got, int, const std::string &where) {
                       EXPECT_EQ(float(got[0]), 1.5f) << where;
                       EXPECT_EQ(float(got[1]), 7.0f) << where;
                       EXPECT_EQ(float(got[2]), 7.0f) << where;
                     });
}

// A number wins over a NaN, as with fmin and fmax.
TEST(AtomicFloat, MinAndMaxIgnoreNaN) {
  runCells<float>("atomic_float", "float", R"(
  CALL(atomic_fetch_min)(PTR(0), item % 2 ? NAN : (float)item ORDER);
  CALL(atomic_fetch_max)(PTR(1), item % 2 ? NAN : (float)item ORDER);
)",
                  {NAN, NAN},
                  [](const std::vector<float> &got, int items, const std::string &where) {
                    EXPECT_EQ(got[0], 0.0f) << where;
                    EXPECT_EQ(got[1], items - 2.0f) << where;
                  });
}

// Integers of the size of pointers, and differences of pointers added to them.
TEST(AtomicC11, PointersAsIntegers) {
  for (const char *type : {"intptr_t", "uintptr_t", "size_t", "ptrdiff_t"})
    runCells<int64_t>(std::string("atomic_") + type, type, R"(
  ptrdiff_t step = 3;
  CALL(atomic_fetch_add)(PTR(0), step ORDER);
  CALL(atomic_fetch_sub)(PTR(1), step ORDER);
  T seen = 0;
  while (!CALL(atomic_compare_exchange_weak)(PTR(2), &seen, seen + 1 ORDERS))
    ;
)",
                      {10, 20, 30},
                      [&](const std::vector<int64_t> &got, int items, const std::string &where) {
                        EXPECT_EQ(got[0], 10 + 3 * items) << type << " " << where;
                        EXPECT_EQ(got[1], 20 - 3 * items) << type << " " << where;
                        EXPECT_EQ(got[2], 30 + items) << type << " " << where;
                      });
}

} // namespace
} // namespace weft
