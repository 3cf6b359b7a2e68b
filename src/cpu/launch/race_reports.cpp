// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A race in words. Which of the two accesses comes first in a report does not depend on which was
// made first: that is an accident.
#include "check/race_state.h"
#include "core/checked_launch.h"
#include "cpu/launch/check_reports.h"
#include "cpu/launch/check_subjects.h"
#include "cpu/launch/race_checks.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace weft {
namespace {

// One of the two.
struct Side {
  const weft_race_site *site = nullptr; // null: not known
  check::WorkItem item;                 // of no dimensions: not known
  uint32_t operation = 0;
};

check::WorkItem itemOfNumber(const weft_launch &launch, uint64_t group, uint64_t item) {
  const uint64_t groups[3] = {group % launch.num_groups[0],
                              group / launch.num_groups[0] % launch.num_groups[1],
                              group / launch.num_groups[0] / launch.num_groups[1]};
  const auto size = [&](unsigned d) {
    return std::min(launch.local_size[d], launch.global_size[d] - groups[d] * launch.local_size[d]);
  };
  const uint64_t local[3] = {item % size(0), item / size(0) % size(1), item / size(0) / size(1)};
  return itemOf(launch, groups, local);
}

uint32_t accessOf(uint32_t operation) {
  switch (operation) {
  case WEFT_RACE_READ:
    return WEFT_ACCESS_READ;
  case WEFT_RACE_WRITE:
    return WEFT_ACCESS_WRITE;
  default:
    return WEFT_ACCESS_ATOMIC;
  }
}

// Writes come first, then atomic operations, then what stands further down in the source.
auto rankOf(const Side &side) {
  const unsigned strength = side.operation == WEFT_RACE_WRITE  ? 2
                            : side.operation == WEFT_RACE_READ ? 0
                                                               : 1;
  return std::tuple(strength, side.site ? side.site->place->line : 0,
                    side.site ? side.site->place->column : 0);
}

std::string clause(uint32_t operation, const std::string &name) {
  switch (operation) {
  case WEFT_RACE_READ:
    return "read of " + name;
  case WEFT_RACE_WRITE:
    return "write to " + name;
  default:
    return "atomic operation on " + name;
  }
}

std::string message(const FoundRace &race, const Side &first, const Side &other,
                    const check::Object &object) {
  const std::string name = object.name.empty() ? object.what : "'" + object.name + "'";
  const std::string whose =
      race.same_group ? "another work-item of the group" : "a work-item of another group";
  if (race.same_value)
    return clause(first.operation, name) + " of the value that " + whose +
           " writes, and nothing orders the two";
  const char *const what = other.operation == WEFT_RACE_READ    ? "a read"
                           : other.operation == WEFT_RACE_WRITE ? "a write"
                                                                : "an atomic operation";
  return clause(first.operation, name) + " races with " + what + " by " + whose;
}

// The earlier access, as far as its word tells.
Side earlier(const FoundRace &race, const RaceShadows &races, const weft_launch &launch,
             uint64_t own_group, uint64_t base) {
  Side side;
  const uint64_t group = (check::segmentOf(race.word) - base) >> races.segmentBits();
  const uint64_t number = race.word & check::RaceSite;
  const uint32_t done = check::nowOf(race.word) | check::beforeOf(race.word);
  const uint32_t against = done & check::conflictsOf(race.site->operation);
  // Of several that it may be, what the word has kept the place of.
  for (uint32_t operation :
       {WEFT_RACE_WRITE, WEFT_RACE_ATOMIC, WEFT_RACE_READ, WEFT_RACE_ATOMIC_READ})
    if (against & operation) {
      side.operation = operation;
      break;
    }
  // Of many, the one that is kept may be the very work-item, or group, of the later access.
  const bool is_own = race.word & check::RaceManyGroups
                          ? group == own_group
                          : race.same_group && check::itemOf(race.word) == race.item;
  // What was done before the last barrier may have been done by any work-item of the group.
  if (is_own || !(check::nowOf(race.word) & against))
    return side;
  if (check::itemOf(race.word) != WEFT_RACE_COPY_ITEM)
    side.item = itemOfNumber(launch, group, check::itemOf(race.word));
  const weft_race_site *site = number < WEFT_RACE_SITES - 1 ? race.site->all[number] : nullptr;
  if (site && site->operation & against) {
    side.site = site;
    side.operation = site->operation;
  }
  return side;
}

} // namespace

void reportRace(const FoundRace &race) {
  const auto &checks =
      static_cast<const ThreadChecks &>(*static_cast<const CheckedThread *>(race.thread)->check);
  const weft_launch &launch = checks.launch->launch;
  CheckedLaunch &checked = *checks.launch->checked;
  const uint64_t base = race.site->is_local ? checks.local_base : checks.global_base;
  const uint64_t own_group = (race.lanes->segment - base) >> checks.segment_bits;
  Side first = {race.site, {}, race.site->operation};
  if (race.item != WEFT_RACE_COPY_ITEM)
    first.item = itemOfNumber(launch, own_group, race.item);
  Side other = earlier(race, *checks.races, launch, own_group, base);
  if (other.site && rankOf(other) > rankOf(first))
    std::swap(first, other);

  const auto make = [&] {
    const bool is_argument = race.object->kind == WEFT_OBJECT_ARGUMENT;
    const auto *const place = reinterpret_cast<const void *>(race.address);
    uint64_t begin = is_argument && !race.site->is_local ? checks.args[race.object->index].begin
                                                         : race.lanes->object_begin;
    uint64_t size = race.site->object_size;
    if (race.object->kind == WEFT_OBJECT_FOUND)
      if (const weft_check_found at = checked.find(place); at.size < WEFT_CHECK_UNKNOWN_SIZE) {
        begin = at.begin;
        size = at.size;
      }
    const Subject subject{
        *first.site->place, race.object, &checked, int64_t(race.address - begin), size, place};
    check::Report made;
    made.kind = race.same_value ? check::Kind::RaceSameValue : check::Kind::Race;
    made.site = siteOf(*first.site->place, made.kernel);
    made.item = first.item;
    made.type = accessType(accessOf(first.operation));
    made.bytes = first.site->place->bytes;
    made.object = describe(subject);
    if (!begin)
      made.object->offset.reset();
    if (!made.object->size || !*made.object->size)
      made.object->size.reset();
    made.message = message(race, first, other, *made.object);
    made.other.emplace();
    made.other->type = accessType(accessOf(other.operation));
    made.other->item = other.item;
    if (other.site) {
      made.other->site = siteOf(*other.site->place, made.other->kernel);
      made.other->bytes = other.site->place->bytes;
    }
    made.other->kernel.clear(); // the same
    return made;
  };
  checked.take({first.site, other.site, unsigned(race.same_group) | race.same_value << 1}, make);
}

} // namespace weft
