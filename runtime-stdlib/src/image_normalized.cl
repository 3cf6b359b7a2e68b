// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layouts of normalized channels ("Image Format Descriptor" in the specification of the API).
#include "image_core.h"

#define RECIPROCAL(MOST) ((MOST) ? 1.0f / (MOST) : 0.0f)
#define MOST(BITS) ((1u << (BITS)) - 1)
// Channels of these numbers of bits that begin at these.
#define LAYOUT(M0, M1, M2, M3, B0, B1, B2, B3, L0, L1, L2, L3, SIGN, TWO_WORDS)                    \
  {.most = {M0, M1, M2, M3},                                                                       \
   .reciprocal = {RECIPROCAL(M0), RECIPROCAL(M1), RECIPROCAL(M2), RECIPROCAL(M3)},                 \
   .low = {L0, L1, L2, L3},                                                                        \
   .above = {32 - B0 - L0, 32 - B1 - L1, 32 - B2 - L2, 32 - B3 - L3},                              \
   .below = {32 - B0, 32 - B1, 32 - B2, 32 - B3},                                                  \
   .sign = SIGN,                                                                                   \
   .two_words = TWO_WORDS}
#define PACKED(B0, B1, B2, B3, L0, L1, L2, L3)                                                     \
  LAYOUT(MOST(B0), MOST(B1), MOST(B2), MOST(B3), B0, B1, B2, B3, L0, L1, L2, L3, 0, 0)
// Three channels; there is no shift by 32, so that the fourth has a bit, which nothing reads.
#define PACKED3(B0, B1, B2, L0, L1, L2)                                                            \
  LAYOUT(MOST(B0), MOST(B1), MOST(B2), 0, B0, B1, B2, 1, L0, L1, L2, 0, 0, 0)
#define BYTES(MOST, SIGN) LAYOUT(MOST, MOST, MOST, MOST, 8, 8, 8, 8, 0, 8, 16, 24, SIGN, 0)
#define SHORTS(MOST, SIGN) LAYOUT(MOST, MOST, MOST, MOST, 16, 16, 16, 16, 0, 16, 0, 16, SIGN, 1)
// The upper bits of shorts.
#define UPPER(BITS)                                                                                \
  LAYOUT(MOST(BITS), MOST(BITS), MOST(BITS), MOST(BITS), BITS, BITS, BITS, BITS, (16 - BITS),      \
         (32 - BITS), (16 - BITS), (32 - BITS), 0, 1)

constant const Normalized weft_normalized[NormalizedTypes] = {
    [0] = BYTES(127, 0x80),
    [CLK_SNORM_INT16 - CLK_SNORM_INT8] = SHORTS(32767, 0x8000),
    [CLK_UNORM_INT8 - CLK_SNORM_INT8] = BYTES(255, 0),
    [CLK_UNORM_INT16 - CLK_SNORM_INT8] = SHORTS(65535, 0),
    [CLK_UNORM_SHORT_565 - CLK_SNORM_INT8] = PACKED3(5, 6, 5, 11, 5, 0),
    [CLK_UNORM_SHORT_555 - CLK_SNORM_INT8] = PACKED3(5, 5, 5, 10, 5, 0),
    [CLK_UNORM_INT_101010 - CLK_SNORM_INT8] = PACKED3(10, 10, 10, 20, 10, 0),
    [CLK_UNORM_INT_101010_2 - CLK_SNORM_INT8] = PACKED(10, 10, 10, 2, 22, 12, 2, 0),
    [CLK_UNORM_INT_2_101010_EXT - CLK_SNORM_INT8] = PACKED(2, 10, 10, 10, 30, 20, 10, 0),
    [CLK_UNORM_10X6_EXT - CLK_SNORM_INT8] = UPPER(10),
    [CLK_UNORM_12X4_EXT - CLK_SNORM_INT8] = UPPER(12),
    [CLK_UNORM_14X2_EXT - CLK_SNORM_INT8] = UPPER(14)};
