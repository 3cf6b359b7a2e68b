// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One step of all_types.h: ALGORITHM for one type in all widths.
#define N
#define IS_SCALAR 1
#include "one_width.h"
#undef N
#undef IS_SCALAR
#define IS_SCALAR 0
#define N 2
#include "one_width.h"
#undef N
#define N 3
#include "one_width.h"
#undef N
#define N 4
#include "one_width.h"
#undef N
#define N 8
#include "one_width.h"
#undef N
#define N 16
#include "one_width.h"
#undef N
#undef IS_SCALAR
