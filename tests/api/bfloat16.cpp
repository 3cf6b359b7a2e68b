// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_bfloat16_conversions: the upper halves of floats, rounded.
#include "fixture.h"

namespace weft::test {

class Bfloat16 : public ApiTest {};

TEST_F(Bfloat16, IsTheNearestAndEvenBetweenTwo) {
  const char *source = R"(
kernel void k(global uint *p) {
  size_t i = get_global_id(0);
  // Halfway between two, a bit below it and above it, beside what each lane has.
  uint bits = 0x3f800000 + ((uint)i << 16);
  p[i] = intel_convert_bfloat16_as_ushort(as_float(bits + 0x8000)) << 16 |
         (intel_convert_bfloat16_as_ushort(as_float(bits + 0x7fff)) & 0xff) << 8 |
         (intel_convert_bfloat16_as_ushort(as_float(bits + 0x8001)) & 0xff);
})";
  const std::vector<int> got = runInGroups(source, "");
  for (unsigned i = 0; i < Count; ++i) {
    const unsigned below = 0x3f80 + i, even = below + (below & 1);
    EXPECT_EQ(unsigned(got[i]), even << 16 | (below & 0xff) << 8 | ((below + 1) & 0xff)) << i;
  }
}

TEST_F(Bfloat16, KeepsInfinityAndNaN) {
  const char *source = R"(
kernel void k(global uint *p) {
  size_t i = get_global_id(0);
  const uint values[6] = {0x7f800000, 0xff800000, 0x7f800001, 0xffffffff, 0x7f7fffff, 0x80000000};
  p[i] = intel_convert_bfloat16_as_ushort(as_float(values[i % 6]));
})";
  const std::vector<int> got = runInGroups(source, "-cl-std=CL3.0");
  const int wanted[6] = {0x7f80, 0xff80, 0x7fc0, 0xffff, 0x7f80, 0x8000};
  for (size_t i = 0; i < Count; ++i)
    EXPECT_EQ(got[i], wanted[i % 6]) << i;
}

TEST_F(Bfloat16, OfVectorsIsThatOfTheirElements) {
  const char *source = R"(
#define OF(N)                                                                                      \
  {                                                                                                \
    float##N x;                                                                                    \
    for (int j = 0; j < N; ++j)                                                                    \
      ((float *)&x)[j] = (float)(i * 16 + j) * 1.01f;                                              \
    ushort##N y = intel_convert_bfloat16##N##_as_ushort##N(x);                                     \
    float##N z = intel_convert_as_bfloat16##N##_float##N(y);                                       \
    for (int j = 0; j < N; ++j) {                                                                  \
      ushort one = intel_convert_bfloat16_as_ushort(((float *)&x)[j]);                             \
      wrong += ((ushort *)&y)[j] != one;                                                           \
      wrong += ((float *)&z)[j] != intel_convert_as_bfloat16_float(one);                           \
      wrong += as_uint(((float *)&z)[j]) != (uint)one << 16;                                       \
    }                                                                                              \
  }
kernel void k(global int *p) {
  int i = (int)get_global_id(0), wrong = 0;
  OF(2) OF(3) OF(4) OF(8) OF(16)
  p[i] = wrong;
})";
  EXPECT_EQ(runInGroups(source, ""), std::vector<int>(Count));
}

} // namespace weft::test
