// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/mapped.h"

#include "support/fork_safe_mutex.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace weft::check {

namespace {

struct Region {
  uint64_t number;
  Bytes bytes;
  Mapped what;
  bool begun;
};

struct Registry {
  ForkSafeMutex mutex; // guards what follows
  std::vector<Region> regions;
  uint64_t count = 0;
};

// Never destroyed: memory is unmapped while the process exits, too.
Registry &registry() {
  static Registry &only = *new Registry;
  return only;
}

} // namespace

uint64_t noteMap(const Bytes &bytes, bool writing) {
  const HostStack here = HostStack::here();
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  all.regions.push_back({++all.count, bytes, {writing, here}, false});
  return all.count;
}

void noteMapped(uint64_t number) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  for (Region &region : all.regions)
    if (region.number == number)
      region.begun = true;
}

void noteUnmapped(const void *address) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  const auto found = std::ranges::find(all.regions, reinterpret_cast<uintptr_t>(address),
                                       [](const Region &region) { return region.bytes.first; });
  if (found != all.regions.end())
    all.regions.erase(found);
}

void forgetMap(uint64_t number) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  std::erase_if(all.regions, [&](const Region &region) { return region.number == number; });
}

void noteMappedGone(const void *first, size_t size) {
  const Bytes gone = {reinterpret_cast<uintptr_t>(first), size};
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  std::erase_if(all.regions, [&](const Region &region) { return region.bytes.overlaps(gone); });
}

std::optional<Mapped> mappedIn(uintptr_t first, size_t size, bool is_write) {
  const Bytes asked = {first, size};
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  for (const Region &region : all.regions)
    if (region.begun && (is_write || region.what.writing) && region.bytes.overlaps(asked))
      return region.what;
  return std::nullopt;
}

} // namespace weft::check
