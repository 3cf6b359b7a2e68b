// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/launch/race_words.h"

#include <algorithm>
#include <bit>
#include <cstring>

// What is marked so becomes part of functions for several sets of instructions.
#define WEFT_PART [[gnu::always_inline]] inline

namespace weft {
namespace {

using check::RaceAccess;
using check::RaceLaunch;

constexpr unsigned Vector = RaceWords::Vector;

// Several words at once, and the ways in which they, or one, come and go.
using Several = uint64_t __attribute__((vector_size(Vector * sizeof(uint64_t))));

template <class Words> WEFT_PART void load(Words &words, const uint64_t *from) {
  std::memcpy(&words, from, sizeof(words));
}
template <class Words> WEFT_PART void store(uint64_t *to, const Words &words) {
  std::memcpy(to, &words, sizeof(words));
}
// `first` and the numbers behind it.
template <class Words> WEFT_PART void count(Words &words, unsigned first) {
  if constexpr (sizeof(words) == sizeof(uint64_t))
    words = first;
  else
    words = Several{0, 1, 2, 3, 4, 5, 6, 7} + first;
}

// Writes what `make` makes: several at a time as long as there are as many, then one by one.
template <class Make> WEFT_PART void fill(uint64_t *to, unsigned count, Make make) {
  unsigned first = 0;
  for (Several words; first + Vector <= count; first += Vector) {
    make(words, first);
    store(to + first, words);
  }
  for (; first < count; ++first)
    make(to[first], first);
}

constexpr unsigned wholeVectors(unsigned count) { return (count + Vector - 1) / Vector * Vector; }

// Those of all lanes up to the last one.
WEFT_PART void collectLanes(RaceWords &words, const weft_race_lanes &lanes,
                            const LaneChoice &which) {
  const auto end = unsigned(std::bit_width(which.mask));
  if (lanes.addresses)
    fill(words.at, end, [&](auto &at, unsigned lane) {
      load(at, lanes.addresses + lane);
      at = (at - lanes.shadow_begin) >> which.granule;
    });
  else
    fill(words.at, end, [&](auto &at, unsigned lane) {
      count(at, lane);
      at = (lanes.address - lanes.shadow_begin + uint64_t(lanes.stride) * at) >> which.granule;
    });
  if (lanes.items)
    fill(words.items, end, [&](auto &items, unsigned lane) { load(items, lanes.items + lane); });
  else
    fill(words.items, end, [&](auto &items, unsigned lane) {
      count(items, lane);
      items += lanes.item;
    });
  if (which.has_values && lanes.values)
    fill(words.values, end,
         [&](auto &values, unsigned lane) { load(values, lanes.values + lane); });
  else if (which.has_values)
    fill(words.values, end, [&](auto &values, unsigned) { values = values ^ values; });
}

// Leaves out lanes that do not make the access.
void compress(RaceWords &words, uint64_t mask, bool has_values) {
  unsigned count = 0;
  for (uint64_t left = mask; left; left &= left - 1, ++count) {
    const auto lane = unsigned(std::countr_zero(left));
    words.at[count] = words.at[lane];
    words.items[count] = words.items[lane];
    if (has_values)
      words.values[count] = words.values[lane];
  }
}

// Makes words of lanes, from the last one on, which go where those in front of them are not.
void expand(RaceWords &words, unsigned lanes, const LaneChoice &which) {
  const unsigned bits = 8u << which.granule;
  for (unsigned lane = lanes; lane-- > 0;) {
    const uint64_t at = words.at[lane], item = words.items[lane];
    const uint64_t value = which.has_values ? words.values[lane] : 0;
    for (unsigned granule = which.granules; granule-- > 0;) {
      const unsigned i = lane * which.granules + granule;
      words.at[i] = at + granule;
      words.items[i] = item;
      if (which.has_values)
        words.values[i] = value >> (granule * bits) & ((uint64_t(1) << bits) - 1);
    }
  }
}

// Behind the last word, for whole vectors: others than all words, each behind the one before it.
WEFT_PART void end(RaceWords &words) {
  constexpr uint64_t Behind = uint64_t(1) << 62;
  for (unsigned i = words.count, last = wholeVectors(words.count); i <= last; ++i)
    words.at[i] = Behind + i;
}

void fillLastVector(RaceWords &words) {
  for (unsigned i = words.count, end = wholeVectors(words.count); i < end; ++i) {
    words.at[i] = words.at[words.count - 1];
    words.items[i] = words.items[words.count - 1];
  }
}

WEFT_PART bool haveBits(const Several &words, uint64_t bits) {
  uint64_t all = 0;
  for (unsigned i = 0; i < Vector; ++i)
    all |= words[i];
  return all & bits;
}

WEFT_PART bool areAdjoining(const RaceWords &words) {
  Several differ = {}, at, next;
  for (unsigned first = 0; first < words.count; first += Vector) {
    load(at, words.at + first);
    count(next, first);
    differ |= at ^ (next + words.at[0]);
  }
  return !haveBits(differ, ~uint64_t(0));
}

WEFT_PART bool areAscending(const RaceWords &words) {
  constexpr uint64_t Sign = uint64_t(1) << 63;
  Several falls = {}, at, next; // the sign: somewhere a word is not behind the one before it
  for (unsigned first = 0; first < words.count; first += Vector) {
    load(at, words.at + first);
    load(next, words.at + first + 1);
    falls |= next - at - 1;
  }
  return !haveBits(falls, Sign);
}

// Each word is equal to itself.
WEFT_PART bool areApart(const RaceWords &words) {
  Several pairs = {}, at; // of a word and one in its vector or ahead of it
  for (unsigned first = 0; first < words.count; first += Vector) {
    load(at, words.at + first);
    for (unsigned i = 0, end = std::min(first + Vector, words.count); i < end; ++i)
      pairs -= (Several)(at == words.at[i]);
  }
  uint64_t all = 0;
  for (unsigned i = 0; i < Vector; ++i)
    all += pairs[i];
  return all == words.count;
}

WEFT_PART void findEnds(RaceWords &words) {
  Several least = words.at[0] - Several{}, greatest = least, at;
  for (unsigned first = 0; first < words.count; first += Vector) {
    load(at, words.at + first);
    least = at < least ? at : least;
    greatest = at > greatest ? at : greatest;
  }
  for (unsigned i = 0; i < Vector; ++i) {
    words.least = std::min(words.least, least[i]);
    words.greatest = std::max(words.greatest, greatest[i]);
  }
}

WEFT_PART void compare(RaceWords &words) {
  words.least = words.at[0];
  words.greatest = words.at[words.count - 1];
  words.are_adjoining = words.count % Vector == 0 && areAdjoining(words);
  words.are_apart = true;
  if (words.are_adjoining)
    return;
  end(words);
  if (areAscending(words))
    return fillLastVector(words);
  words.are_apart = areApart(words);
  fillLastVector(words);
  findEnds(words);
}

WEFT_PART void collectAll(RaceWords &words, const weft_race_lanes &lanes, const LaneChoice &which) {
  collectLanes(words, lanes, which);
  const auto count = unsigned(std::popcount(which.mask));
  if (which.mask & (which.mask + 1))
    compress(words, which.mask, which.has_values);
  if (which.granules != 1)
    expand(words, count, which);
  words.count = count * which.granules;
  compare(words);
}

// `place`: of a word, by its number.
template <bool IsLocal, class Place>
WEFT_PART bool stepAt(const RaceWords &words, Place place,
                      const check::RaceTransitions<IsLocal> &transitions) {
  alignas(64) uint64_t next[RaceWords::Most];
  uint64_t raced[Vector] = {};
  const unsigned filled = wholeVectors(words.count);
  for (unsigned first = 0; first < filled; first += Vector)
    for (unsigned i = first; i < first + Vector; ++i) {
      const auto [changed, against] =
          transitions.step(*place(i), transitions.wordOfItem(words.items[i]));
      next[i] = changed;
      raced[i - first] |= against;
    }
  Several found;
  load(found, raced);
  if (haveBits(found, ~uint64_t(0)))
    return false;
  for (unsigned first = 0; first < filled; first += Vector)
    for (unsigned i = first; i < first + Vector; ++i)
      *place(i) = next[i];
  return true;
}

template <bool IsLocal>
WEFT_PART bool stepAll(const RaceWords &words, uint64_t *shadow, uint64_t *kept,
                       const RaceAccess &access, const RaceLaunch &launch) {
  const check::RaceTransitions<IsLocal> transitions(
      {access.segment, 0, access.site, access.operation}, launch);
  if (words.are_adjoining) {
    uint64_t *const first = shadow + words.least;
    if (!stepAt(words, [=](unsigned i) { return first + i; }, transitions))
      return false;
    if (kept)
      fill(kept + words.least, words.count,
           [&](auto &values, unsigned i) { load(values, words.values + i); });
    return true;
  }
  if (!stepAt(words, [=, at = words.at](unsigned i) { return shadow + at[i]; }, transitions))
    return false;
  if (kept)
    for (unsigned i = 0; i < words.count; ++i)
      kept[words.at[i]] = words.values[i];
  return true;
}

using Collect = void (*)(RaceWords &, const weft_race_lanes &, const LaneChoice &);
using Step = bool (*)(const RaceWords &, uint64_t *, uint64_t *, const RaceAccess &,
                      const RaceLaunch &);

struct Functions {
  Collect collect;
  Step step_local, step_global;
};

// The functions for a set of instructions. What they copy is short: a call of memcpy would take
// longer.
#define WEFT_FUNCTIONS(NAME, ...)                                                                  \
  struct NAME {                                                                                    \
    [[clang::no_builtin("memcpy", "memmove")]] __VA_ARGS__ static void                             \
    collect(RaceWords &words, const weft_race_lanes &lanes, const LaneChoice &which) {             \
      collectAll(words, lanes, which);                                                             \
    }                                                                                              \
    template <bool IsLocal>                                                                        \
    [[clang::no_builtin("memcpy", "memmove")]] __VA_ARGS__ static bool                             \
    step(const RaceWords &words, uint64_t *shadow, uint64_t *kept, const RaceAccess &access,       \
         const RaceLaunch &launch) {                                                               \
      return stepAll<IsLocal>(words, shadow, kept, access, launch);                                \
    }                                                                                              \
    static constexpr Functions functions() { return {collect, step<true>, step<false>}; }          \
  }

WEFT_FUNCTIONS(Plain, );
#if defined(__x86_64__)
WEFT_FUNCTIONS(Of256Bits, [[gnu::target("avx2,popcnt")]]);
WEFT_FUNCTIONS(OfMasks, [[gnu::target("popcnt,avx512f,avx512bw,avx512dq,avx512vl")]]);
#endif

const Functions &best() {
  static const Functions chosen = [] {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw"))
      return OfMasks::functions();
    if (__builtin_cpu_supports("avx2"))
      return Of256Bits::functions();
#endif
    return Plain::functions();
  }();
  return chosen;
}

} // namespace

void collectWords(RaceWords &words, const weft_race_lanes &lanes, const LaneChoice &which) {
  best().collect(words, lanes, which);
}

bool stepWords(const RaceWords &words, uint64_t *shadow, uint64_t *kept, const RaceAccess &access,
               const RaceLaunch &launch) {
  return (launch.is_local ? best().step_local : best().step_global)(words, shadow, kept, access,
                                                                    launch);
}

} // namespace weft
