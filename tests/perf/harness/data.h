// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reproducible input, and comparison of results with the baseline's.

#pragma once

#include "host_array.h"

#include <cstdint>
#include <string>

namespace weft::perf {

/// SplitMix64: small, and the same numbers everywhere, unlike the standard's distributions.
class Random {
public:
  explicit Random(uint64_t seed = 1) : state(seed * 0x9e3779b97f4a7c15u) {}

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint32_t below(uint32_t bound) { return uint32_t((next() >> 32) * bound >> 32); }
  float uniform(float low = 0, float high = 1) {
    return low + (high - low) * (float(next() >> 40) * 0x1p-24f);
  }

private:
  uint64_t state;
};

HostArray<float> randomFloats(size_t count, float low, float high, uint64_t seed = 1);
HostArray<uint32_t> randomWords(size_t count, uint64_t seed = 1);
HostArray<uint8_t> randomBytes(size_t count, uint64_t seed = 1);

/// Empty, or where `got` first differs. |got - want| may be `relative * |want| + absolute`.
std::string compareFloats(const HostArray<float> &got, const HostArray<float> &want, float relative,
                          float absolute);

/// Empty, or where the two first differ.
std::string compareWords(const HostArray<uint32_t> &got, const HostArray<uint32_t> &want);
std::string compareBytes(const HostArray<uint8_t> &got, const HostArray<uint8_t> &want);

/// The same for results that jump where a rounding error crosses a threshold: at most the share
/// `most` of the elements may differ by more than `tolerance`.
std::string compareMost(const HostArray<uint32_t> &got, const HostArray<uint32_t> &want,
                        uint32_t tolerance, double most);
std::string compareMost(const HostArray<uint8_t> &got, const HostArray<uint8_t> &want,
                        uint32_t tolerance, double most);

} // namespace weft::perf
