// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program runs on and leaves behind: ND-ranges, input and memory.
#ifndef WEFT_TESTS_FUZZ_RANGES_H
#define WEFT_TESTS_FUZZ_RANGES_H

#include <cstddef>
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
  // Is `required` its local size, or 0?
  bool allows(const size_t required[3]) const;
};

const std::vector<Range> &ranges();

// What a launch left behind; empty where the device has no groups of that kind.
struct Memory {
  std::vector<uint32_t> output;
  std::vector<int64_t> shared;
  std::vector<uint8_t> slab;      // Program::slab_bytes of each work-item
  std::vector<uint32_t> bins;     // of the global histogram: MostBins of each group
  std::vector<uint8_t> images;    // that are written, one behind the other
  std::vector<uint8_t> typed;     // of Area::Global
  std::vector<std::string> lines; // printed, sorted
  bool operator==(const Memory &) const = default;
};

// What a structure in memory tells, and where its pointers point.
struct Node {
  uint32_t next = 0;   // another one
  uint32_t values = 0; // of eight, in Input::values
  int32_t number = 0;
  float weight = 0;
};
constexpr unsigned Nodes = 128, NodeStarts = 64, NodeValues = 8;

struct Input {
  std::vector<int32_t> ints;
  std::vector<float> floats;
  int32_t n0, n1;
  uint32_t n2;
  float f0;
  std::vector<Node> nodes;
  std::vector<int32_t> values;
};

Input makeInput(uint64_t seed);
// As a launch finds it.
Memory makeMemory(const Range &range, unsigned slab_bytes, bool images, unsigned typed_bytes,
                  uint64_t seed);

} // namespace weft::fuzz
#endif
