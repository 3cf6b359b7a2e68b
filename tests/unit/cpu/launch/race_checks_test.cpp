// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes side by side leave the words, the values and the reports that the same accesses
// give work-item by work-item.
#include "cpu/launch/race_checks.h"

#include "check/kinds.h"
#include "check/race_state.h"
#include "check/shadow.h"
#include "cpu/launch/check_reports.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <thread>
#include <tuple>
#include <vector>

namespace weft {
namespace {

struct Report {
  uint64_t item, address, word;
  bool same_group, same_value;
  auto operator<=>(const Report &) const = default;
};

std::function<void(const Report &)> take; // from any thread

} // namespace

// In place of what makes reports for people (race_reports.cpp).
void reportRace(const FoundRace &race) {
  take({race.item, race.address, race.word, race.same_group, race.same_value});
}

namespace {

constexpr uint64_t Begin = 0x10000; // address of the memory, which is not looked at
constexpr uint64_t Words = 256;     // that lanes touch
constexpr uint64_t Bits = 4;        // of a segment's number
constexpr unsigned Sites = 12;

class Accesses {
public:
  Accesses(bool is_local, unsigned granule, uint64_t bytes)
      : is_local(is_local), granule(granule), bytes(bytes),
        shadow(check::Shadow::create(Words << granule)), races(64, true) {
    check::enabled_kinds = ~0u;
    checks.races = &races;
    checks.segment_bits = Bits;
    checks.last_segment = (1 << Bits) - 1;
    checks.global_base = checks.local_base = Base;
    thread.check = &checks;
    place.bytes = uint32_t(bytes);
    constexpr uint32_t operations[] = {WEFT_RACE_READ, WEFT_RACE_WRITE, WEFT_RACE_ATOMIC,
                                       WEFT_RACE_ATOMIC_READ};
    for (unsigned i = 0; i < Sites; ++i) {
      sites[i] = {&place, all.data(), i, operations[i % 4], granule, is_local, i / 4, 0, 0};
      all[i] = &sites[i];
    }
    words.resize(shadow->capacity());
    values.resize(shadow->capacity());
  }

  // A few accesses, mostly alike, so that many do not race.
  void tryHistory() {
    std::fill_n(shadow->words(), words.size(), 0);
    std::ranges::fill(words, 0);
    const uint64_t usual = below(Sites), groups = 1 + below(3), barriers = 1 + below(2);
    for (uint64_t left = 1 + below(5); left > 0; --left) {
      access(sites[below(4) ? usual : below(Sites)], below(groups), below(barriers));
      ASSERT_EQ(reports, expected);
      for (size_t i = 0; i < words.size(); ++i)
        ASSERT_EQ(shadow->words()[i], words[i]) << "word " << i;
      for (size_t i = 0; i < words.size(); ++i)
        ASSERT_EQ(check::Shadow::valuesOf(shadow->words())[i], values[i]) << "value " << i;
    }
  }

  uint64_t with_reports = 0, without = 0;

private:
  static constexpr uint64_t Base = 1000;

  void access(const weft_race_site &site, uint64_t group, uint64_t barriers) {
    static constexpr unsigned widths[] = {1, 4, 8, 16, 32, 64};
    const unsigned width = widths[below(6)];
    const uint64_t step = uint64_t(1) << granule;
    std::array<uint64_t, 64> addresses, items, written;
    weft_race_lanes lanes{uint64_t(shadow->words()),
                          Begin,
                          Base + (group << Bits) + barriers,
                          bytes,
                          Begin,
                          ~uint64_t(0) >> (64 - width),
                          100 + below(4),
                          0,
                          0,
                          nullptr,
                          nullptr,
                          nullptr};
    if (below(2))
      lanes.mask &= random() | random();
    // All are within the memory.
    const uint64_t room = (Words << granule) - std::max<uint64_t>(bytes, step);
    lanes.stride = int64_t(std::min<uint64_t>(room / width / step, below(6))) * int64_t(step);
    lanes.address = Begin + below(room - uint64_t(lanes.stride) * (width - 1)) / step * step;
    if (below(3) == 0) { // downwards
      lanes.address += uint64_t(lanes.stride) * (width - 1);
      lanes.stride = -lanes.stride;
    }
    const uint64_t form = below(5), run = 1 + below(8), elements = room / bytes;
    std::vector<uint64_t> order(elements);
    std::iota(order.begin(), order.end(), 0);
    if (form == 3)
      std::ranges::shuffle(order, random);
    for (unsigned i = 0; i < width; ++i) {
      const uint64_t any[] = {i + i / run * run, below(elements), i % run, order[i % elements]};
      addresses[i] = Begin + any[form % 4] % elements * bytes;
      items[i] = below(2) ? 200 + i : 200 + below(width);
      written[i] = below(3);
    }
    if (form < 4)
      lanes.addresses = addresses.data();
    if (below(4) == 0)
      lanes.items = items.data();
    if (site.values == WEFT_RACE_VALUES_KNOWN && below(8))
      lanes.values = written.data();
    expected.clear();
    for (unsigned i = 0; i < width; ++i)
      if (lanes.mask >> i & 1)
        expect(site, lanes, i);
    reports.clear();
    take = [&](const Report &report) { reports.push_back(report); };
    noteAccess(&thread, &site, nullptr, &lanes);
    ++(expected.empty() ? without : with_reports);
  }

  // One granule after the other.
  void expect(const weft_race_site &site, const weft_race_lanes &lanes, unsigned lane) {
    const check::RaceLaunch launch{Base, Bits, is_local};
    const uint64_t item = lanes.items ? lanes.items[lane] : lanes.item + lane;
    const uint64_t address =
        lanes.addresses ? lanes.addresses[lane] : lanes.address + uint64_t(lanes.stride) * lane;
    const uint64_t first = (address - Begin) >> granule;
    const uint64_t last = bytes >> granule ? first + (bytes >> granule) - 1
                                           : (address - Begin + bytes - 1) >> granule;
    const bool keeps = keepsValues(site);
    uint64_t raced = 0;
    bool is_same = true;
    for (uint64_t i = first; i <= last; ++i) {
      const uint64_t before = words[i];
      const check::RaceStep step =
          check::raceStep(before, {lanes.segment, item, site.number, site.operation}, launch);
      words[i] = step.word;
      bool same = false;
      if (keeps) {
        uint64_t value = lanes.values ? lanes.values[lane] : 0;
        for (uint64_t part = first; part < i; ++part)
          value = granule < 3 ? value >> (8 << granule) : 0;
        if (granule < 3)
          value &= (uint64_t(1) << (8 << granule)) - 1;
        same = values[i] == value;
        values[i] = value;
      }
      if (step.against) {
        raced = before;
        is_same &= same;
      }
    }
    if (!raced)
      return;
    const bool same_group =
        !(raced & check::RaceManyGroups) &&
        launch.groupOf(check::segmentOf(raced)) == launch.groupOf(lanes.segment);
    const weft_race_site &other = *all[raced & check::RaceSite];
    const bool both_write = site.operation == WEFT_RACE_WRITE &&
                            (check::nowOf(raced) | check::beforeOf(raced)) == WEFT_RACE_WRITE;
    const bool alike = &other == &site && site.values == WEFT_RACE_VALUES_ALIKE;
    expected.push_back({item, address, raced, same_group,
                        both_write && (alike || (keepsValues(other) && keeps && is_same))});
  }
  bool keepsValues(const weft_race_site &site) const {
    return site.operation == WEFT_RACE_WRITE && site.values != WEFT_RACE_VALUES_UNKNOWN &&
           bytes <= 8;
  }
  uint64_t below(uint64_t end) { return random() % end; }

  const bool is_local;
  const unsigned granule;
  const uint64_t bytes;
  std::unique_ptr<check::Shadow> shadow;
  RaceShadows races;
  ThreadChecks checks;
  CheckedThread thread;
  weft_check_site place = {};
  std::array<weft_race_site, Sites> sites;
  std::array<const weft_race_site *, Sites> all;
  std::vector<uint64_t> words, values; // as they must be
  std::vector<Report> reports, expected;
  std::mt19937_64 random{11};
};

void tryHistories(bool is_local) {
  // Granules of 4 bytes and what fits in them, and several of these, powers of two or not.
  for (const auto &[granule, bytes] : {std::pair(2u, 4),
                                       {2u, 8},
                                       {2u, 12},
                                       {3u, 8},
                                       {0u, 4},
                                       {0u, 1},
                                       {2u, 16},
                                       {2u, 2},
                                       {3u, 64},
                                       {3u, 72}}) {
    Accesses accesses(is_local, granule, uint64_t(bytes));
    for (unsigned trial = 0; trial < 3000; ++trial) {
      accesses.tryHistory();
      if (testing::Test::HasFatalFailure())
        FAIL() << bytes << " bytes in granules of " << (1 << granule) << ", trial " << trial;
    }
    EXPECT_GT(accesses.with_reports, 500u);
    EXPECT_GT(accesses.without, 500u);
  }
}

TEST(RaceChecks, LanesToGlobalMemoryAreAccessesOfEachOne) { tryHistories(false); }
TEST(RaceChecks, LanesToLocalMemoryAreAccessesOfEachOne) { tryHistories(true); }

// In each launch each of two groups writes each word once, one from the begin on, the other from
// the end, so that they meet: of each two writes the later one races.
TEST(RaceChecks, OfTwoAccessesAtTheSameTimeOneSeesTheOther) {
  constexpr uint64_t Count = 1 << 10, Width = 16, Launches = 3000;
  check::enabled_kinds = ~0u;
  auto shadow = check::Shadow::create(Count);
  std::vector<std::atomic<unsigned>> races_of(Count);
  take = [&](const Report &report) { ++races_of[(report.address - Begin) / 4]; };
  const weft_check_site place = {0, 0, 4, 4, 0, 0};
  const weft_race_site *all[1];
  const weft_race_site site{&place, all, 0, WEFT_RACE_WRITE, 2, false, WEFT_RACE_VALUES_UNKNOWN,
                            0,      0};
  all[0] = &site;
  // Words that adjoin, and ones that are apart.
  std::vector<uint64_t> orders[2];
  for (uint64_t i = 0; i < Count; ++i)
    orders[0].push_back(Begin + 4 * i);
  orders[1] = orders[0];
  std::ranges::shuffle(orders[1], std::mt19937_64(5));
  std::atomic<uint64_t> ready = 0;
  auto group = [&](uint64_t number) {
    RaceShadows races(2, false);
    ThreadChecks checks;
    checks.races = &races;
    checks.segment_bits = checks.last_segment = 0;
    CheckedThread thread;
    thread.check = &checks;
    for (uint64_t i = 0; i < Launches; ++i) {
      checks.global_base = 1000 + 2 * i;
      // Whoever is woken comes late, so nobody sleeps, unless the other one does not run.
      ++ready;
      for (unsigned spins = 0; ready < 2 * (i + 1); ++spins)
        if (spins > 1000)
          std::this_thread::yield();
      for (uint64_t done = 0; done < Count; done += Width) {
        const uint64_t first = number ? Count - Width - done : done;
        const weft_race_lanes lanes{uint64_t(shadow->words()),
                                    Begin,
                                    checks.global_base + number,
                                    4,
                                    0,
                                    (1 << Width) - 1,
                                    first,
                                    0,
                                    0,
                                    &orders[i % 2][first],
                                    nullptr,
                                    nullptr};
        noteAccess(&thread, &site, nullptr, &lanes);
      }
    }
  };
  std::jthread other(group, 1);
  group(0);
  other.join();
  for (uint64_t i = 0; i < Count; ++i)
    ASSERT_EQ(races_of[i], Launches) << "word " << i;
}

} // namespace
} // namespace weft
