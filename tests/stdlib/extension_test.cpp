// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_extended_bit_ops and cl_khr_integer_dot_product. The programs declare the functions
// themselves where the front end does not, so that the library is tested either way.
#include "sweep.h"

#include <algorithm>

namespace weft {
namespace {

template <typename T> class BitFieldTest : public testing::Test {};
using Types =
    testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(BitFieldTest, Types);

TYPED_TEST(BitFieldTest, InsertExtractReverse) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  using S = std::make_signed_t<T>;
  constexpr unsigned Bits = sizeof(T) * 8;
  const std::vector<int> widths = {1, 3, 8};
  std::string t = typeName<T>(), u = typeName<U>(), s = typeName<S>();
  Batch batch;
  batch.prologue("#ifndef cl_khr_extended_bit_ops\n#define F __attribute__((overloadable))\n");
  for (int width : widths) {
    std::string n = width == 1 ? "" : std::to_string(width);
    batch.prologue(t + n + " F bitfield_insert(" + t + n + ", " + t + n + ", uint, uint);\n" + s +
                   n + " F bitfield_extract_signed(" + t + n + ", uint, uint);\n" + u + n +
                   " F bitfield_extract_unsigned(" + t + n + ", uint, uint);\n" + t + n +
                   " F bit_reverse(" + t + n + ");\n");
  }
  batch.prologue("#endif\n");
  batch.add<T(T)>(
      "reverse", "bit_reverse(a)",
      [](T a) {
        U reversed = 0;
        for (unsigned i = 0; i < Bits; ++i)
          reversed = static_cast<U>(reversed << 1 | (static_cast<U>(a) >> i & 1));
        return static_cast<T>(reversed);
      },
      widths);
  constexpr auto ones = [](unsigned count) -> U {
    return count == 0 ? 0 : static_cast<U>(static_cast<U>(~U(0)) >> (Bits - count));
  };
  for (unsigned offset : {0u, 3u, Bits / 2, Bits - 1, Bits})
    for (unsigned count : {0u, 1u, Bits / 2, Bits}) {
      if (offset + count > Bits)
        continue;
      std::string where = std::to_string(offset) + "u, " + std::to_string(count) + "u";
      std::string tag = "_" + std::to_string(offset) + "_" + std::to_string(count);
      std::vector<int> some = {widths[(offset + count) % 3]};
      batch.add<T(T, T)>(
          "insert" + tag, "bitfield_insert(a, b, " + where + ")",
          [=](T a, T b) {
            U mask = offset < Bits ? static_cast<U>(ones(count) << offset) : U(0);
            U shifted = offset < Bits ? static_cast<U>(static_cast<U>(b) << offset) : U(0);
            return static_cast<T>((static_cast<U>(a) & ~mask) | (shifted & mask));
          },
          some);
      batch.add<U(T)>(
          "extract_unsigned" + tag, "bitfield_extract_unsigned(a, " + where + ")",
          [=](T a) {
            return offset < Bits ? static_cast<U>(static_cast<U>(a) >> offset & ones(count)) : U(0);
          },
          some);
      batch.add<S(T)>(
          "extract_signed" + tag, "bitfield_extract_signed(a, " + where + ")",
          [=](T a) {
            U value =
                offset < Bits ? static_cast<U>(static_cast<U>(a) >> offset & ones(count)) : U(0);
            if (count && value >> (count - 1) & 1)
              value |= static_cast<U>(~ones(count));
            return static_cast<S>(value);
          },
          some);
    }
  batch.run();
}

// Two packed vectors; lanes from the lowest byte.
template <typename A, typename B> int64_t dotOf(uint32_t a, uint32_t b) {
  int64_t sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += int64_t(static_cast<A>(a >> (8 * i))) * static_cast<B>(b >> (8 * i));
  return sum;
}
template <typename A, typename B, typename R> void addDot(Batch &batch, const std::string &tail) {
  std::string a = typeName<A>() + "4", b = typeName<B>() + "4", r = typeName<R>();
  batch.prologue("#ifndef __opencl_c_integer_dot_product_input_4x8bit\n" + r +
                 " __attribute__((overloadable)) dot(" + a + ", " + b + ");\n" + r +
                 " __attribute__((overloadable)) dot_acc_sat(" + a + ", " + b + ", " + r + ");\n" +
                 r + " __attribute__((overloadable)) dot_4x8packed_" + tail + "_" + r +
                 "(uint, uint);\n" + r + " __attribute__((overloadable)) dot_acc_sat_4x8packed_" +
                 tail + "_" + r + "(uint, uint, " + r + ");\n#endif\n");
  auto plain = [](uint32_t a, uint32_t b) { return static_cast<R>(dotOf<A, B>(a, b)); };
  auto saturated = [](uint32_t a, uint32_t b, R c) {
    return static_cast<R>(std::clamp<int64_t>(dotOf<A, B>(a, b) + c, std::numeric_limits<R>::min(),
                                              std::numeric_limits<R>::max()));
  };
  batch.add<R(uint32_t, uint32_t)>("dot_" + tail, "dot(as_" + a + "(a), as_" + b + "(b))", plain,
                                   {1});
  batch.add<R(uint32_t, uint32_t)>("packed_" + tail, "dot_4x8packed_" + tail + "_" + r + "(a, b)",
                                   plain, {1});
  batch.add<R(uint32_t, uint32_t, R)>(
      "sat_" + tail, "dot_acc_sat(as_" + a + "(a), as_" + b + "(b), c)", saturated, {1});
  batch.add<R(uint32_t, uint32_t, R)>("packed_sat_" + tail,
                                      "dot_acc_sat_4x8packed_" + tail + "_" + r + "(a, b, c)",
                                      saturated, {1});
}
TEST(IntegerDot, OfFourBytes) {
  Batch batch;
  addDot<uint8_t, uint8_t, uint32_t>(batch, "uu");
  addDot<int8_t, int8_t, int32_t>(batch, "ss");
  addDot<uint8_t, int8_t, int32_t>(batch, "us");
  addDot<int8_t, uint8_t, int32_t>(batch, "su");
  batch.run();
}

// Readings go up, within a work-item and from launch to launch, and both forms read one clock.
TEST(KernelClock, GoesOn) {
  const auto &built = kernels::Session::get().build(
      "ulong joined(uint2 hilo) { return upsample(hilo.hi, hilo.lo); }\n"
      "kernel void k(global ulong *read) {\n"
      "  read += get_global_id(0) * 6;\n"
      "  read[0] = clock_read_device();\n  read[1] = clock_read_work_group();\n"
      "  read[2] = joined(clock_read_hilo_device());\n"
      "  read[3] = joined(clock_read_hilo_work_group());\n"
      "  read[4] = clock_read_device();\n"
      "  ulong start = clock_read_device();\n"
      "  while (clock_read_device() - start < 1000)\n    ;\n"
      "  read[5] = clock_read_device();\n}\n",
      "-cl-std=CL3.0");
  ASSERT_EQ(built.failure, "");
  std::vector<uint64_t> first(6 * 32), second = first;
  ASSERT_EQ(runKernel(built.program, "k", {out(first)}, 32), "");
  ASSERT_EQ(runKernel(built.program, "k", {out(second)}, 32), "");
  for (const auto &launch : {first, second})
    for (size_t item = 0; item < 32; ++item) {
      for (size_t i = 1; i < 6; ++i)
        EXPECT_LE(launch[item * 6 + i - 1], launch[item * 6 + i]) << item << " " << i;
      EXPECT_GE(launch[item * 6 + 5], launch[item * 6 + 4] + 1000);
    }
  EXPECT_LT(*std::max_element(first.begin(), first.end()),
            *std::min_element(second.begin(), second.end()));
}

} // namespace
} // namespace weft
