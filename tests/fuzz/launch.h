// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one program's source on the first device that the ICD loader lists, with several ND-ranges.
#ifndef WEFT_TESTS_FUZZ_LAUNCH_H
#define WEFT_TESTS_FUZZ_LAUNCH_H

#include <cstdint>
#include <string>
#include <vector>

namespace weft::fuzz {

struct Range {
  unsigned dims;
  size_t global[3], local[3], offset[3] = {0, 0, 0};
  std::string name() const;
  size_t items() const { return global[0] * global[1] * global[2]; }
  size_t groups() const;
  bool divides() const; // do whole groups fill it?
};

const std::vector<Range> &ranges();

// What a launch left behind; empty where the device has no groups of that kind.
struct Memory {
  std::vector<uint32_t> output;
  std::vector<int64_t> shared;
  std::vector<std::string> lines; // printed, sorted
  bool operator==(const Memory &) const = default;
};

enum class Status : uint32_t { Ok, BuildFailed, CallFailed, Crashed, Hung };

struct Outcome {
  Status status = Status::Ok;
  std::string detail;          // a build log, or which call failed
  std::vector<Memory> results; // by range
};

// `seed` chooses the input.
Outcome launch(const std::string &source, const std::string &options, uint64_t seed);

std::string serialize(const Outcome &outcome);
bool deserialize(const std::string &bytes, Outcome &outcome);

} // namespace weft::fuzz
#endif
