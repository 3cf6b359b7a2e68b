// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments for tests by value: for each type the numbers at which things change, in all pairs, and
// random ones; and how to name, compare and print them.
#ifndef WEFT_TESTS_STDLIB_SAMPLE_VALUES_H
#define WEFT_TESTS_STDLIB_SAMPLE_VALUES_H

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace weft {

template <typename T> std::string typeName() {
  if constexpr (std::is_same_v<T, float>)
    return "float";
  else if constexpr (std::is_same_v<T, double>)
    return "double";
  else {
    const char *names[] = {"char", "short", "int", "long"};
    return (std::is_unsigned_v<T> ? "u" : "") + std::string(names[std::countr_zero(sizeof(T))]);
  }
}

/// Equal, a NaN being equal to any other and zeros having signs.
template <typename T> bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
  else
    return a == b;
}

template <typename T> std::string show(T value) {
  char text[64];
  if constexpr (std::is_floating_point_v<T>)
    std::snprintf(text, sizeof text, "%a", double(value));
  else if constexpr (std::is_signed_v<T>)
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
  else
    std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(value));
  return text;
}

template <typename T> std::vector<T> edges() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    std::vector<T> values;
    for (T v : {T(0),
                T(0.25),
                T(0.5),
                T(1),
                T(1.5),
                T(2.5),
                T(3),
                T(126.5),
                T(127.5),
                T(128),
                T(255.5),
                T(256),
                T(32767.5),
                T(65535.5),
                T(2147483648.0),
                T(4294967296.0),
                T(9223372036854775808.0),
                T(18446744073709551616.0),
                Limits::denorm_min(),
                Limits::min(),
                Limits::max(),
                Limits::infinity(),
                T(1e-3),
                T(100.75)}) {
      values.push_back(v);
      values.push_back(-v);
    }
    values.push_back(Limits::quiet_NaN());
    return values;
  } else {
    std::vector<T> values = {T(0), T(1), T(2), T(3), T(7), T(8), T(15), T(31), T(63), T(100)};
    for (T v : {Limits::max(), T(Limits::max() / 2), Limits::min(), T(Limits::max() / 2 + 1)})
      for (int d : {-1, 0, 1})
        values.push_back(static_cast<T>(v + static_cast<T>(d)));
    for (int v : {-1, -2, -7, -100})
      values.push_back(static_cast<T>(v));
    return values;
  }
}

template <typename T> T randomValue(std::mt19937_64 &generator) {
  uint64_t bits = generator();
  if constexpr (std::is_floating_point_v<T>) {
    switch (generator() % 4) {
    case 0:
      return sizeof(T) == 4 ? T(std::bit_cast<float>(static_cast<uint32_t>(bits)))
                            : T(std::bit_cast<double>(bits));
    case 1: // near an integer's range
      return std::ldexp(T(static_cast<int64_t>(bits)), -static_cast<int>(generator() % 64));
    default:
      return T(static_cast<int64_t>(bits)) * T(0x1p-58);
    }
  } else {
    // Any number of significant bits.
    return static_cast<T>(bits >> (generator() % 2 ? 0 : generator() % 64));
  }
}

/// As many of each as all widths divide, the first two in all pairs of edges.
template <typename... A, size_t... I>
void fillInputs(std::tuple<std::vector<A>...> &inputs, std::index_sequence<I...>) {
  std::mt19937_64 generator(42);
  auto all = std::make_tuple(edges<A>()...);
  size_t first = std::get<0>(all).size(), pairs = first;
  if constexpr (sizeof...(A) > 1)
    pairs *= std::get<1>(all).size();
  size_t count = (pairs + 600 + 47) / 48 * 48;
  (std::get<I>(inputs).resize(count), ...);
  for (size_t i = 0; i < count; ++i) {
    auto pick = [&]<size_t P>() {
      auto &values = std::get<P>(all);
      if (i >= pairs && generator() % 8)
        return randomValue<std::remove_reference_t<decltype(values[0])>>(generator);
      size_t at = P == 0 ? i % first : P == 1 ? i / first : generator();
      return values[at % values.size()];
    };
    ((std::get<I>(inputs)[i] = pick.template operator()<I>()), ...);
  }
}

} // namespace weft
#endif
