// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/shadow.h"

#include <algorithm>
#include <mutex>
#include <sys/mman.h>
#include <vector>
#include <weft/check_abi.h>

namespace weft::check {
namespace {

// Of what is kept; more goes back to the system.
constexpr size_t MostKept = 32;
constexpr uint64_t HeadBytes = 4096;

// Of words and values.
uint64_t bytesOf(uint64_t count) { return 2 * count * sizeof(uint64_t); }

struct Kept {
  std::mutex mutex;
  std::vector<std::unique_ptr<Shadow>> shadows;
};

// Never destroyed: launches may end after static objects have.
Kept &kept() {
  static Kept &all = *new Kept;
  return all;
}

} // namespace

std::unique_ptr<Shadow> Shadow::create(uint64_t bytes) {
  const uint64_t count = std::max<uint64_t>(bytes, 1);
  if (count > UINT64_MAX / sizeof(uint64_t) / 4)
    return nullptr;
  void *memory = mmap(nullptr, HeadBytes + bytesOf(count), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  auto *words = reinterpret_cast<uint64_t *>(static_cast<char *>(memory) + HeadBytes);
  words[CountAt] = count;
  return std::unique_ptr<Shadow>(new Shadow(words, count));
}

Shadow::~Shadow() {
  munmap(reinterpret_cast<char *>(first) - HeadBytes, HeadBytes + bytesOf(count));
}

void Shadow::clear() {
  madvise(first, bytesOf(count), MADV_DONTNEED);
  next = 1;
}

std::unique_ptr<Shadow> borrowShadow(uint64_t bytes) {
  {
    // The smallest that is large enough, but not one that a much larger buffer will want.
    std::lock_guard lock(kept().mutex);
    auto &shadows = kept().shadows;
    auto best = shadows.end();
    for (auto at = shadows.begin(); at != shadows.end(); ++at)
      if ((*at)->capacity() >= bytes && (*at)->capacity() / 4 <= std::max<uint64_t>(bytes, 1024) &&
          (best == shadows.end() || (*at)->capacity() < (*best)->capacity()))
        best = at;
    if (best != shadows.end()) {
      std::unique_ptr<Shadow> shadow = std::move(*best);
      shadows.erase(best);
      return shadow;
    }
  }
  return Shadow::create(bytes);
}

void giveBack(std::unique_ptr<Shadow> shadow) {
  std::unique_ptr<Shadow> oldest;
  std::lock_guard lock(kept().mutex);
  auto &shadows = kept().shadows;
  shadows.push_back(std::move(shadow));
  if (shadows.size() > MostKept) {
    oldest = std::move(shadows.front());
    shadows.erase(shadows.begin());
  }
}

uint64_t takeSegments(uint64_t count, std::unique_ptr<Shadow> *shadows, size_t how_many) {
  uint64_t base = 1;
  for (size_t i = 0; i < how_many; ++i)
    base = std::max(base, shadows[i]->nextSegment());
  if (base + count > WEFT_RACE_SEGMENTS) {
    for (size_t i = 0; i < how_many; ++i)
      shadows[i]->clear();
    base = 1;
  }
  for (size_t i = 0; i < how_many; ++i)
    shadows[i]->useSegmentsUpTo(base + count);
  return base;
}

} // namespace weft::check
