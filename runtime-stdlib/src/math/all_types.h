// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes one algorithm down for every floating type and width. A file names itself as ALGORITHM,
// includes this one, and is included by it again and again, with these defined:
//   F, I, U       the floating type and the integers of its size, scalars or vectors
//   T, N          F's element type and width suffix; IS_SCALAR, IS_FLOAT (or double)
//   K(x)          a literal of T
//   AS_F(x) ...   the same bits as another of the types
//   TO(TYPE, x)   x as another type of as many elements
//   MANTISSA, SIGN_BIT, ONE_BITS, INF_BITS, LEAST_NORMAL, LEAST_NORMAL_BITS   facts of the format
//   MAGIC         a number to which adding x rounds x to an integer, found in the lowest bits
//
// What is written for vectors is written for scalars by that, in straight lines, so that the
// vectoriser can widen it. Conditions are values (?: selects lane by lane). Where a method needs a
// second one for rare arguments, vectors branch to it if any lane needs it; scalars take it always
// where it is but a few instructions more (rarely), and branch where it is long (anyLane).
#include "double_types.h"
#include "float_types.h"
