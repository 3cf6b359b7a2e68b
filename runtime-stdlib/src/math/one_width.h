// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One step of all_types.h: ALGORITHM for one type and width.
#define F CONCAT(T, N)
#define I CONCAT(SIGNED, N)
#define U CONCAT(UNSIGNED, N)
#define AS_F(x) __builtin_astype(x, F)
#define AS_I(x) __builtin_astype(x, I)
#define AS_U(x) __builtin_astype(x, U)
// x converted to TYPE, which has as many elements.
#if IS_SCALAR
#define TO(TYPE, x) ((TYPE)(x))
#else
#define TO(TYPE, x) __builtin_convertvector(x, TYPE)
#endif
#include ALGORITHM
#undef F
#undef I
#undef U
#undef AS_F
#undef AS_I
#undef AS_U
#undef TO
