// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/side_by_side.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instructions.h"

#include <map>

using namespace llvm;

namespace weft {

std::string describeIds(const std::array<uint64_t, 3> &ids) {
  return "(" + std::to_string(ids[0]) + ", " + std::to_string(ids[1]) + ", " +
         std::to_string(ids[2]) + ")";
}

// Whether who goes one way goes the other one, too, as far as that leads.
static bool areOneWay(const PartialRun::Way &a, const PartialRun::Way &b) {
  return equal(ArrayRef(a).take_front(b.size()), ArrayRef(b).take_front(a.size()));
}

bool compareMeetings(const Deeds &one, const Deeds &two, std::vector<Mistake> &found) {
  size_t i = 0;
  while (i < one.meetings.size() && i < two.meetings.size() && one.meetings[i] == two.meetings[i])
    ++i;
  const auto *a = i < one.meetings.size() ? &one.meetings[i] : nullptr;
  const auto *b = i < two.meetings.size() ? &two.meetings[i] : nullptr;
  if (!a && !b)
    return one.is_whole && two.is_whole;
  if ((a && !a->is_certain) || (b && !b->is_certain) || (!a && !one.is_whole) ||
      (!b && !two.is_whole) || (a && b && a->at == b->at))
    return false;
  const Deeds *who = &one, *not_who = &two;
  // Of two barriers one may be what comes for the other work-item later; then this is one too many.
  const bool a_is_later = a && b && is_contained(two.meetings, *a);
  const bool b_is_later = a && b && is_contained(one.meetings, *b);
  const bool are_apart = a && b && a_is_later == b_is_later && areOneWay(a->way, b->way);
  if (!a || (b && !are_apart && a_is_later)) {
    std::swap(a, b);
    std::swap(who, not_who);
  }
  Mistake mistake;
  mistake.kind = "barrier";
  mistake.place = a->at->getDebugLoc().get();
  if (are_apart) {
    mistake.message = "work-items of a group are at different barriers";
    mistake.other = b->at->getDebugLoc().get();
  } else {
    mistake.message = "barrier that other work-items of the group do not come to";
  }
  mistake.notes.push_back("the work-item with local ids " + describeIds(who->local_id) +
                          " comes to it, that with " + describeIds(not_who->local_id) +
                          (are_apart ? " to another one" : " does not"));
  found.push_back(std::move(mistake));
  return true;
}

namespace {

std::string describe(const Deeds::Touch &touch) {
  return (touch.writes ? "write of " : "read of ") + std::to_string(touch.bytes) +
         (touch.bytes == 1 ? " byte" : " bytes");
}

} // namespace

void compareTouches(const Deeds &one, const Deeds &two, function_ref<bool(const Value &)> varies,
                    function_ref<std::string(const Value &)> name_of, std::vector<Mistake> &found) {
  std::map<std::pair<unsigned, const Value *>, std::vector<const Deeds::Touch *>> others;
  for (const Deeds::Touch &touch : two.touches)
    others[{touch.interval, touch.object}].push_back(&touch);

  const auto stored = [](const Deeds::Touch &touch) -> const Value * {
    auto *store = dyn_cast<StoreInst>(touch.at);
    return store ? store->getValueOperand() : nullptr;
  };
  // A value that all write is no race that shows, and may be meant.
  const auto areKnownToDiffer = [&](const Deeds::Touch &a, const Deeds::Touch &b) {
    const Value *of_a = stored(a), *of_b = stored(b);
    if (!of_a || !of_b)
      return false;
    if (a.value && b.value)
      return a.value != b.value;
    return varies(*of_a) && varies(*of_b);
  };
  // Whether who reads there has written the same before, or does so at some time.
  const auto writesItself = [&](const Deeds &who, const Deeds::Touch &of) {
    return any_of(who.touches, [&](const Deeds::Touch &touch) {
      return touch.at == of.at && touch.interval == of.interval && touch.offset == of.offset;
    });
  };
  const auto race = [&](const Deeds::Touch &a, const Deeds::Touch &b) {
    if (!(a.writes || b.writes) || !areOneWay(a.way, b.way) || a.offset + a.bytes <= b.offset ||
        b.offset + b.bytes <= a.offset)
      return false;
    if (a.writes && b.writes)
      return areKnownToDiffer(a, b);
    return a.writes ? !writesItself(two, a) : !writesItself(one, b);
  };

  SmallPtrSet<const Instruction *, 8> said;
  for (const Deeds::Touch &a : one.touches) {
    if (one.told.contains(a.interval) || two.told.contains(a.interval))
      continue;
    for (const Deeds::Touch *b : others[{a.interval, a.object}]) {
      if (!race(a, *b))
        continue;
      // At the write, as what is read late is mostly right.
      const bool swap = !a.writes;
      const Deeds::Touch &first = swap ? *b : a, &second = swap ? a : *b;
      if (!said.insert(first.at).second)
        continue;
      Mistake mistake;
      mistake.kind = "race";
      mistake.place = first.at->getDebugLoc().get();
      mistake.message = "write to '" + name_of(*first.object) + "' races with a " +
                        (second.writes ? "write" : "read") + " by another work-item of the group";
      mistake.notes.push_back("by the work-item with local ids " +
                              describeIds((swap ? two : one).local_id));
      mistake.notes.push_back("the other: " + describe(second) + " by that with " +
                              describeIds((swap ? one : two).local_id));
      mistake.other = second.at->getDebugLoc().get();
      found.push_back(std::move(mistake));
    }
  }
}

} // namespace weft
