// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/checked_launch.h"

#include "check/mapped.h"
#include "check/released.h"
#include "check/unwritten.h"
#include "core/allocations.h"
#include "core/memory.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

// What is below is taken for a null pointer with something added.
constexpr uintptr_t LeastAddress = 4096;

weft_check_found unknown(uintptr_t address) {
  return {address - WEFT_CHECK_UNKNOWN_OFFSET, WEFT_CHECK_UNKNOWN_SIZE};
}

int64_t toUnwritten(const void *pointer) {
  return check::enabled(check::Kind::Init) ? check::distanceToUnwritten(pointer) : 0;
}

} // namespace

CheckedLaunch::~CheckedLaunch() {
  for (auto &[key, counted] : taken)
    if (counted.more) {
      counted.report.count = counted.more;
      check::report(counted.report);
    }
}

void CheckedLaunch::add(const weft_check_bounds &of, Target target, bool is_written) {
  const uint64_t size = std::max(of.size_to_read, of.size_to_write);
  if (of.begin && size && size < WEFT_CHECK_UNKNOWN_SIZE)
    ranges.push_back({of.begin, of.begin + size, is_written, bounds.size()});
  bounds.push_back(of);
  targets.push_back(std::move(target));
}

void CheckedLaunch::addMemory(const Memory &memory, std::string name, bool is_written) {
  // "Using a buffer [...] created with CL_MEM_READ_ONLY inside a kernel for writing is undefined",
  // and the other way round.
  const uint64_t size = memory.size();
  const int64_t unwritten = toUnwritten(memory.hostPointer());
  add({reinterpret_cast<uintptr_t>(memory.hostPointer()),
       memory.flags() & CL_MEM_WRITE_ONLY ? 0 : size, memory.flags() & CL_MEM_READ_ONLY ? 0 : size,
       0, 0, 0, unwritten},
      {memory.parent() ? "sub-buffer" : "buffer", std::move(name), size, &memory}, is_written);
}

void CheckedLaunch::addLocal(uint64_t bytes, std::string name) {
  add({0, bytes, bytes, 0, 0, 0, 0}, {"local memory", std::move(name), bytes, nullptr});
}

void CheckedLaunch::addPointer(const void *pointer, std::string name, bool is_written) {
  std::string what;
  const weft_check_found found = find(pointer, &what);
  add({found.begin, found.size, found.size, 0, 0, 0, toUnwritten(pointer)},
      {std::move(what), std::move(name), found.size,
       reinterpret_cast<const void *>(uintptr_t(found.begin))},
      is_written);
}

void CheckedLaunch::addOther(const void *address, std::string name) {
  const weft_check_found found = unknown(reinterpret_cast<uintptr_t>(address));
  add({found.begin, found.size, found.size, 0, 0, 0, 0}, {"", std::move(name), 0, nullptr});
}

weft_check_found CheckedLaunch::find(const void *pointer, std::string *what) const noexcept {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  if (address < LeastAddress)
    return {0, 0};
  const std::optional<Allocation> at = known.find(pointer);
  const auto begin = [](const Allocation &of) { return reinterpret_cast<uintptr_t>(of.base); };
  // A pointer past the end of an array is right, and may be where the next one begins.
  std::optional<Allocation> before;
  if (!at || begin(*at) == address) {
    before = known.find(reinterpret_cast<const void *>(address - 1));
    if (before && begin(*before) + before->size != address)
      before.reset();
  }
  if (what && (at || before))
    *what = nameOf((at ? at : before)->kind);
  if (at && before)
    return {begin(*before), before->size + at->size};
  if (at || before)
    return {begin(at ? *at : *before), (at ? at : before)->size};
  if (const auto released =
          check::enabled(check::Kind::Memory) ? check::releasedAt(pointer) : std::nullopt) {
    if (what)
      *what = released->what;
    return {released->begin, 0};
  }
  return unknown(address);
}

void CheckedLaunch::begin() {
  if (!has_own_time)
    return;
  std::call_once(mappings_are_seen, [this] {
    for (size_t i = 0; i < bounds.size(); ++i) {
      weft_check_bounds &of = bounds[i];
      const uint64_t size = targets[i].size;
      if (!of.begin || !size || size >= WEFT_CHECK_UNKNOWN_SIZE)
        continue;
      for (uint64_t *may : {&of.size_to_read, &of.size_to_write})
        if (*may)
          if (const auto mapped = check::mappedIn(of.begin, size, may == &of.size_to_write)) {
            targets[i].mapped = mapped;
            *may = 0;
          }
    }
  });
}

void CheckedLaunch::findRaces(uint64_t groups, bool has_barriers) {
  shadows = std::make_unique<RaceShadows>(groups, has_barriers);
}

RaceShadows *CheckedLaunch::races() {
  if (shadows)
    std::call_once(shadows_are_placed, [&] { shadows->place(ranges, bounds); });
  return shadows && shadows->canTell() ? shadows.get() : nullptr;
}

void CheckedLaunch::take(const Key &key, const std::function<check::Report()> &make) {
  check::Report first;
  {
    std::lock_guard lock(mutex);
    auto [at, is_new] = taken.try_emplace(key);
    if (!is_new) {
      ++at->second.more;
      return;
    }
    first = at->second.report = make();
  }
  first.notify = notify; // which may do anything
  check::report(first);
}

} // namespace weft
