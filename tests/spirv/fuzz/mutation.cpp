// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutation.h"

#include <algorithm>

namespace weft::spirv_test {
namespace {

constexpr size_t Header = 5;

class Mutation {
public:
  Mutation(Words &words, const Words &other, std::mt19937_64 &random)
      : words(words), other(other), random(random) {}

  void once() {
    const std::vector<size_t> starts = startsOf(words);
    if (starts.empty())
      return changeWord();
    switch (below(14)) {
    case 0:
      return changeWord();
    case 1: // of an instruction, its number
      words[pick(starts)] = (words[pick(starts)] & 0xffff0000) | opcode();
      return;
    case 2: { // an opcode that another one has
      const size_t at = pick(starts);
      words[at] = (words[at] & 0xffff0000) | (words[pick(starts)] & 0xffff);
      return;
    }
    case 3: { // left out
      const size_t at = pick(starts);
      words.erase(words.begin() + long(at), words.begin() + long(at + sizeOf(words, at)));
      return;
    }
    case 4:
      return insert(words);
    case 5:
      return insert(other);
    case 6: { // shortened or lengthened, with its size
      const size_t at = pick(starts), size = sizeOf(words, at);
      if (below(2) && size > 1) {
        words.erase(words.begin() + long(at + size - 1));
        words[at] -= 1u << 16;
      } else {
        words.insert(words.begin() + long(at + size), anyWord());
        words[at] += 1u << 16;
      }
      return;
    }
    case 7: // cut off
      if (below(8) == 0)
        words.resize(1 + below(words.size()));
      return;
    case 8: { // two in the other order
      const size_t a = pick(starts), b = pick(starts);
      return exchange(std::min(a, b), std::max(a, b));
    }
    case 9:
      words[below(std::min(words.size(), Header))] = anyWord();
      return;
    default: { // an operand, mostly for one that stands elsewhere
      const size_t at = pick(starts), size = sizeOf(words, at);
      if (size < 2)
        return;
      const size_t from = pick(starts), from_size = sizeOf(words, from);
      words[at + 1 + below(size - 1)] =
          from_size > 1 && below(4) ? words[from + 1 + below(from_size - 1)] : anyWord();
      return;
    }
    }
  }

private:
  size_t below(size_t bound) { return bound ? size_t(random() % bound) : 0; }
  size_t pick(const std::vector<size_t> &from) { return from[below(from.size())]; }

  static size_t sizeOf(const Words &of, size_t at) { return of[at] >> 16; }

  // Of whole instructions.
  static std::vector<size_t> startsOf(const Words &of) {
    std::vector<size_t> starts;
    for (size_t at = Header; at < of.size(); at += sizeOf(of, at)) {
      if (!sizeOf(of, at) || sizeOf(of, at) > of.size() - at)
        break;
      starts.push_back(at);
    }
    return starts;
  }

  uint32_t opcode() { return uint32_t(below(4) ? below(420) : 4400 + below(2100)); }

  uint32_t anyWord() {
    static constexpr uint32_t Odd[] = {0,       1,        2,          3,          4,   8,  16,
                                       32,      64,       0x7fffffff, 0x80000000, ~0u, 17, 0xffff,
                                       0x10000, 0x3fffff, 255,        128,        4096};
    switch (below(3)) {
    case 0:
      return Odd[below(std::size(Odd))];
    case 1:
      return uint32_t(below(words.size() > 3 ? uint64_t(words[3]) + 2 : 2)); // an id
    default:
      return uint32_t(random());
    }
  }

  void changeWord() {
    if (words.empty())
      return;
    uint32_t &word = words[below(words.size())];
    word = below(2) ? word ^ 1u << below(32) : anyWord();
  }

  void insert(const Words &from) {
    const std::vector<size_t> starts = startsOf(words), theirs = startsOf(from);
    if (starts.empty() || theirs.empty())
      return;
    const size_t at = pick(theirs), to = pick(starts);
    const Words taken(from.begin() + long(at), from.begin() + long(at + sizeOf(from, at)));
    words.insert(words.begin() + long(to), taken.begin(), taken.end());
  }

  void exchange(size_t a, size_t b) {
    if (a == b)
      return;
    const auto first = words.begin() + long(a);
    const auto second = words.begin() + long(b);
    const Words one(first, first + long(sizeOf(words, a)));
    const Words two(second, second + long(sizeOf(words, b)));
    words.erase(second, second + long(two.size()));
    words.insert(words.begin() + long(b), one.begin(), one.end());
    words.erase(words.begin() + long(a), words.begin() + long(a + one.size()));
    words.insert(words.begin() + long(a), two.begin(), two.end());
  }

  Words &words;
  const Words &other;
  std::mt19937_64 &random;
};

} // namespace

Words mutate(const Words &module, const Words &other, std::mt19937_64 &random) {
  Words changed = module;
  // Most of the modules with many changes end at the first one.
  const size_t count = 1 + random() % 3 + (random() % 8 ? 0 : random() % 8);
  for (size_t i = 0; i < count; ++i)
    Mutation(changed, other, random).once();
  return changed;
}

} // namespace weft::spirv_test
