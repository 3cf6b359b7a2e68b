// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ranges.h"

#include "images.h"
#include "program.h"
#include "random.h"
#include "typed_memory.h"

#include <algorithm>

namespace weft::fuzz {

std::string Range::name() const {
  std::string text = "local ";
  for (unsigned d = 0; d < dims; ++d)
    text += (d ? "x" : "") + std::to_string(local[d]);
  text += ", global ";
  for (unsigned d = 0; d < dims; ++d)
    text += (d ? "x" : "") + std::to_string(global[d]);
  return text;
}

size_t Range::groups() const {
  size_t count = 1;
  for (unsigned d = 0; d < 3; ++d)
    count *= (global[d] + local[d] - 1) / local[d];
  return count;
}

bool Range::divides() const {
  return global[0] % local[0] == 0 && global[1] % local[1] == 0 && global[2] % local[2] == 0;
}

bool Range::allows(const size_t required[3]) const {
  return required[0] == 0 || std::equal(local, local + 3, required);
}

const std::vector<Range> &ranges() {
  static const std::vector<Range> list = {
      {1, {3, 1, 1}, {1, 1, 1}},
      {1, {21, 1, 1}, {7, 1, 1}},
      {1, {53, 1, 1}, {16, 1, 1}}, // the last group is smaller
      {1, {128, 1, 1}, {64, 1, 1}},
      {2, {12, 10, 1}, {6, 5, 1}},
      {3, {8, 3, 4}, {4, 3, 2}},
      {2, {17, 5, 1}, {16, 2, 1}},
      {2, {16, 6, 1}, {8, 2, 1}, {3, 5, 0}},
      {1, {48, 1, 1}, {16, 1, 1}, {0x7ffffff0 - 8, 0, 0}}, // pass 2^31 and 2^32
      {2, {21, 3, 1}, {7, 1, 1}, {0xfffffff8, 0xffffffff, 0}},
  };
  return list;
}

Input makeInput(uint64_t seed) {
  Random random(seed ^ 0x1f0d);
  Input input;
  // More than are indexed, so that a copy may start anywhere in them.
  for (unsigned i = 0; i < 4 * InputElements; ++i) {
    input.ints.push_back(random.chance(60) ? int32_t(random.below(64)) - 16
                                           : int32_t(random.next()));
    input.floats.push_back((float(random.below(256)) - 128) / 8);
  }
  // And what work-items have to themselves, or read from there on.
  while (input.ints.size() * sizeof(int32_t) <
         (MostRangeItems + 1) * InputItemBytes + MostInRow * 8)
    input.ints.push_back(int32_t(random.next()));
  input.n0 = int32_t(random.below(8));
  input.n1 = int32_t(random.below(1000)) - 500;
  input.n2 = uint32_t(random.next());
  input.f0 = (float(random.below(64)) - 32) / 8;
  for (unsigned i = 0; i < 4 * InputElements; ++i)
    input.values.push_back(int32_t(random.below(2000)) - 1000);
  for (unsigned i = 0; i < Nodes; ++i)
    input.nodes.push_back({random.below(Nodes), random.below(input.values.size() - NodeValues),
                           int32_t(random.below(500)) - 250, float(random.below(64)) / 8 - 4});
  return input;
}

Memory makeMemory(const Range &range, unsigned slab_bytes, bool images, unsigned typed_bytes,
                  uint64_t seed) {
  Memory memory;
  // Some more each, so that a store past the last work-item's part is seen.
  constexpr unsigned Behind = 16;
  memory.output.assign(MostRangeItems * OutputSlots + Behind, 7);
  memory.shared.assign(range.groups() * MostItems + Behind, 11);
  for (size_t i = 0; i < range.items() * slab_bytes + MostSlabBytes; ++i)
    memory.slab.push_back(uint8_t(i * 37 + 5));
  memory.bins.assign(range.groups() * MostBins + Behind, 13);
  if (typed_bytes)
    memory.typed = globalBytes(seed, typed_bytes + Behind);
  for (unsigned i = ReadImages; images && i < Images; ++i)
    for (size_t bytes = texelCount(imageShape(i)) * texelBytes(imageShape(i)); bytes > 0; --bytes)
      memory.images.push_back(uint8_t(memory.images.size() * 29 + 3));
  return memory;
}

} // namespace weft::fuzz
