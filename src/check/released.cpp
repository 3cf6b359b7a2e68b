// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/released.h"

#include "support/fork_safe_mutex.h"

#include <deque>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weft::check {

namespace {

constexpr size_t MostRanges = 4096;
constexpr size_t MostBytes = size_t(256) << 20;

struct Kept {
  Released what;
  std::function<void()> give_back;
};

struct Registry {
  ForkSafeMutex mutex; // guards what follows
  struct Calls {
    HostStack made, released;
  };
  std::unordered_map<const void *, Calls> calls; // of what is not released yet
  std::map<uintptr_t, Kept> kept;                // by their begin
  std::deque<uintptr_t> in_order;                // of release
  size_t bytes = 0;
};

// Never destroyed: memory is released while the process exits, too.
Registry &registry() {
  static Registry &only = *new Registry;
  return only;
}

} // namespace

void noteAllocated(const void *base) {
  const HostStack here = HostStack::here();
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  all.calls[base] = {here, {}};
}

void noteReleaseAsked(const void *base) {
  const HostStack here = HostStack::here();
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  if (const auto known = all.calls.find(base); known != all.calls.end())
    known->second.released = here;
}

bool keepReleased(const void *base, size_t size, const char *what,
                  std::function<void()> give_back) {
  const HostStack here = HostStack::here();
  const auto begin = reinterpret_cast<uintptr_t>(base);
  std::vector<std::function<void()>> gone;
  Registry &all = registry();
  {
    std::lock_guard lock(all.mutex);
    Registry::Calls by;
    if (const auto known = all.calls.find(base); known != all.calls.end()) {
      by = known->second;
      all.calls.erase(known);
    }
    if (!by.released.count)
      by.released = here;
    if (size > MostBytes)
      return false;
    all.kept[begin] = {{begin, size, what, by.made, by.released}, std::move(give_back)};
    all.in_order.push_back(begin);
    all.bytes += size;
    while (all.bytes > MostBytes || all.in_order.size() > MostRanges) {
      const auto oldest = all.kept.find(all.in_order.front());
      all.in_order.pop_front();
      all.bytes -= oldest->second.what.size;
      gone.push_back(std::move(oldest->second.give_back));
      all.kept.erase(oldest);
    }
  }
  for (const std::function<void()> &one : gone)
    one();
  return true;
}

std::optional<Released> releasedAt(const void *address) {
  const auto at = reinterpret_cast<uintptr_t>(address);
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  auto next = all.kept.upper_bound(at);
  if (next == all.kept.begin())
    return std::nullopt;
  const Released &found = std::prev(next)->second.what;
  return at - found.begin < found.size ? std::optional(found) : std::nullopt;
}

} // namespace weft::check
