// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one program's source on the first device that the ICD loader lists, with several ND-ranges.
#ifndef WEFT_TESTS_FUZZ_LAUNCH_H
#define WEFT_TESTS_FUZZ_LAUNCH_H

#include "ranges.h"

namespace weft::fuzz {

// BeyondRoad: what makes SPIR-V of the program cannot, so nothing was compiled.
enum class Status : uint32_t { Ok, BuildFailed, CallFailed, Crashed, Hung, BeyondRoad };

struct Outcome {
  Status status = Status::Ok;
  std::string detail;               // a build log, or which call failed
  std::vector<Memory> results;      // by range
  std::vector<std::string> reports; // what the driver has said is wrong, in the mode `checked`
};

// `seed` chooses the input.
Outcome launch(const std::string &source, const std::string &options, uint64_t seed);

std::string serialize(const Outcome &outcome);
bool deserialize(const std::string &bytes, Outcome &outcome);

} // namespace weft::fuzz
#endif
