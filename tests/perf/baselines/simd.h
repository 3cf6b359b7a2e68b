// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors as wide as the CPU's registers, for baselines whose control flow no loop vectoriser
// takes.

#pragma once

#include <cstdint>
#include <cstring>

namespace weft::perf {

#if defined(__AVX512F__)
inline constexpr int Lanes = 16;
#elif defined(__AVX__)
inline constexpr int Lanes = 8;
#else
inline constexpr int Lanes = 4;
#endif

using FloatV = float __attribute__((ext_vector_type(Lanes)));
using IntV = int32_t __attribute__((ext_vector_type(Lanes)));
using UintV = uint32_t __attribute__((ext_vector_type(Lanes)));

/// 0, 1, 2, ...
inline IntV laneIds() {
  IntV result;
  for (int i = 0; i < Lanes; ++i)
    result[i] = i;
  return result;
}

template <class V, class T> V load(const T *from) {
  V result;
  std::memcpy(&result, from, sizeof(V));
  return result;
}

template <class V, class T> void store(T *to, V value) { std::memcpy(to, &value, sizeof(V)); }

/// True if any lane of a comparison's result is.
inline bool any(IntV mask) { return __builtin_reduce_or(mask) != 0; }

} // namespace weft::perf
