// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "data.h"

#include <cmath>

namespace weft::perf {

HostArray<float> randomFloats(size_t count, float low, float high, uint64_t seed) {
  Random random(seed);
  HostArray<float> result(count);
  for (float &value : result)
    value = random.uniform(low, high);
  return result;
}

HostArray<uint32_t> randomWords(size_t count, uint64_t seed) {
  Random random(seed);
  HostArray<uint32_t> result(count);
  for (uint32_t &value : result)
    value = uint32_t(random.next() >> 32);
  return result;
}

HostArray<uint8_t> randomBytes(size_t count, uint64_t seed) {
  Random random(seed);
  HostArray<uint8_t> result(count);
  for (uint8_t &value : result)
    value = uint8_t(random.next() >> 56);
  return result;
}

template <class T> static std::string differsAt(size_t index, T got, T want) {
  return "element " + std::to_string(index) + " is " + std::to_string(got) + ", not " +
         std::to_string(want);
}

std::string compareFloats(const HostArray<float> &got, const HostArray<float> &want, float relative,
                          float absolute) {
  if (got.size() != want.size())
    return "wrong number of elements";
  for (size_t i = 0; i < got.size(); ++i) {
    // Written so that a NaN is an error.
    if (!(std::fabs(got[i] - want[i]) <= relative * std::fabs(want[i]) + absolute))
      return differsAt(i, got[i], want[i]);
  }
  return {};
}

template <class T>
static std::string compareExactly(const HostArray<T> &got, const HostArray<T> &want) {
  if (got.size() != want.size())
    return "wrong number of elements";
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != want[i])
      return differsAt(i, got[i], want[i]);
  return {};
}

std::string compareWords(const HostArray<uint32_t> &got, const HostArray<uint32_t> &want) {
  return compareExactly(got, want);
}

std::string compareBytes(const HostArray<uint8_t> &got, const HostArray<uint8_t> &want) {
  return compareExactly(got, want);
}

template <class T>
static std::string countDifferences(const HostArray<T> &got, const HostArray<T> &want,
                                    uint32_t tolerance, double most) {
  if (got.size() != want.size())
    return "wrong number of elements";
  size_t differing = 0, first = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    uint32_t distance = got[i] > want[i] ? got[i] - want[i] : want[i] - got[i];
    if (distance > tolerance && ++differing == 1)
      first = i;
  }
  if (double(differing) <= most * double(got.size()))
    return {};
  return std::to_string(differing) + " of " + std::to_string(got.size()) + " elements differ; " +
         differsAt(first, got[first], want[first]);
}

std::string compareMost(const HostArray<uint32_t> &got, const HostArray<uint32_t> &want,
                        uint32_t tolerance, double most) {
  return countDifferences(got, want, tolerance, most);
}

std::string compareMost(const HostArray<uint8_t> &got, const HostArray<uint8_t> &want,
                        uint32_t tolerance, double most) {
  return countDifferences(got, want, tolerance, most);
}

} // namespace weft::perf
