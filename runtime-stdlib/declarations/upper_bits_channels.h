// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of get_image_channel_data_type() for the formats of cl_ext_image_unsigned_10x6_12x4_14x2,
// by the specification's names: Clang 22's header has CLK_UNORM_10X6_EXT for the first of them.
#ifndef CLK_UNORM_INT10X6_EXT
#define CLK_UNORM_INT10X6_EXT 0x10E1
#define CLK_UNORM_INT12X4_EXT 0x10E9
#define CLK_UNORM_INT14X2_EXT 0x10EA
#endif
