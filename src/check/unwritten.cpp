// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/unwritten.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <utility>

namespace weft::check {
namespace {

class Unfilled {
public:
  explicit Unfilled(size_t size) : size(size) {}
  ~Unfilled() {
    if (beside)
      munmap(beside, size);
  }
  Unfilled(const Unfilled &) = delete;
  Unfilled &operator=(const Unfilled &) = delete;

  // What stands beside the bytes; null if there is no memory for it, and then all counts as
  // written.
  char *marks() {
    if (beside || is_written)
      return beside;
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      is_written = true;
      return nullptr;
    }
    beside = static_cast<char *>(memory);
    std::memset(beside, -1, size);
    return beside;
  }

  void write(size_t from, size_t to) {
    if (to - from == size && !beside)
      is_written = true;
    if (char *all = marks())
      std::memset(all + from, 0, to - from);
  }

  void unwrite(size_t from, const char *source, size_t bytes) {
    // Something of it is not written any more.
    if (is_written && !beside && marksOfWritten() == nullptr)
      return;
    is_written = false;
    first = std::min(first, from);
    std::memmove(marks() + from, source, bytes);
  }

  // Kernels write, too; what is behind was not looked at since.
  bool isWritten() {
    if (!is_written && beside) {
      first += countZeros(beside + first, size - first);
      is_written = first == size;
    }
    return is_written;
  }

  static size_t countZeros(const char *marks, size_t bytes) {
    size_t count = 0;
    for (uint64_t word; bytes - count >= sizeof word; count += sizeof word) {
      std::memcpy(&word, marks + count, sizeof word);
      if (word)
        break;
    }
    while (count < bytes && !marks[count])
      ++count;
    return count;
  }

  const size_t size;

private:
  char *marksOfWritten() {
    is_written = false;
    char *all = marks();
    if (all)
      std::memset(all, 0, size);
    return all;
  }

  char *beside = nullptr; // kept to the end: kernels that run may know it
  size_t first = 0;       // all before it is written
  bool is_written = false;
};

std::mutex mutex; // guards what follows
std::map<uintptr_t, Unfilled> known;

// The buffer that has bytes of [from, to), and the part that it has; or that begins next.
struct Part {
  Unfilled *of = nullptr;
  uintptr_t base = 0;
  size_t from = 0, to = 0; // from its first byte on
};

Part partOf(uintptr_t from, uintptr_t to) {
  auto next = known.upper_bound(from);
  if (next != known.begin())
    if (auto last = std::prev(next); from - last->first < last->second.size)
      next = last;
  if (next == known.end() || next->first >= to)
    return {};
  const uintptr_t base = next->first;
  return {&next->second, base, from > base ? from - base : 0,
          std::min<size_t>(to - base, next->second.size)};
}

template <typename Take> void eachRow(const Bytes &bytes, Take take) {
  if (bytes.empty())
    return;
  if (bytes.covers(bytes.first, bytes.end()))
    return take(bytes.first, bytes.end() - bytes.first);
  for (size_t slice = 0; slice < bytes.slices; ++slice)
    for (size_t row = 0; row < bytes.rows; ++row)
      take(bytes.first + slice * bytes.slice_pitch + row * bytes.row_pitch, bytes.width);
}

template <typename Take> void eachPart(uintptr_t from, uintptr_t to, Take take) {
  while (from < to) {
    const Part part = partOf(from, to);
    if (!part.of)
      return;
    take(part);
    from = part.base + part.to;
  }
}

void write(uintptr_t from, size_t bytes) {
  eachPart(from, from + bytes, [](const Part &part) {
    if (!part.of->isWritten())
      part.of->write(part.from, part.to);
  });
}

void copyRow(uintptr_t from, uintptr_t to, size_t bytes) {
  // What the source does not know of is written.
  const Part target = partOf(to, to + bytes);
  if (!target.of)
    return;
  write(to, bytes);
  eachPart(from, from + bytes, [&](const Part &part) {
    char *marks = part.of->isWritten() ? nullptr : part.of->marks();
    if (!marks)
      return;
    const size_t ahead = part.base + part.from - from;
    const Part there = partOf(to + ahead, to + ahead + (part.to - part.from));
    if (there.of && there.base + there.from == to + ahead)
      there.of->unwrite(there.from, marks + part.from, there.to - there.from);
  });
}

} // namespace

void noteUnfilled(const void *base, size_t size) {
  std::lock_guard lock(mutex);
  known.try_emplace(reinterpret_cast<uintptr_t>(base), size);
}

void noteUnfilledGone(const void *base) {
  std::lock_guard lock(mutex);
  known.erase(reinterpret_cast<uintptr_t>(base));
}

void noteWritten(const Bytes &bytes) {
  std::lock_guard lock(mutex);
  eachRow(bytes, write);
}

void noteAllWritten(const void *address) {
  const auto at = reinterpret_cast<uintptr_t>(address);
  std::lock_guard lock(mutex);
  if (const Part part = partOf(at, at + 1); part.of)
    write(part.base, part.of->size);
}

void noteCopied(const Bytes &from, const Bytes &to) {
  std::lock_guard lock(mutex);
  for (size_t slice = 0; slice < from.slices; ++slice)
    for (size_t row = 0; row < from.rows; ++row)
      copyRow(from.first + slice * from.slice_pitch + row * from.row_pitch,
              to.first + slice * to.slice_pitch + row * to.row_pitch, from.width);
}

int64_t distanceToUnwritten(const void *address) {
  const auto at = reinterpret_cast<uintptr_t>(address);
  std::lock_guard lock(mutex);
  const Part part = partOf(at, at + 1);
  if (!part.of || part.of->isWritten())
    return 0;
  char *marks = part.of->marks();
  return marks ? int64_t(reinterpret_cast<uintptr_t>(marks) - part.base) : 0;
}

std::optional<uintptr_t> firstUnwritten(const Bytes &bytes) {
  std::optional<uintptr_t> first;
  std::lock_guard lock(mutex);
  eachRow(bytes, [&](uintptr_t from, size_t count) {
    eachPart(from, from + count, [&](const Part &part) {
      if (first || part.of->isWritten())
        return;
      const char *marks = part.of->marks();
      if (!marks)
        return;
      const size_t zeros = Unfilled::countZeros(marks + part.from, part.to - part.from);
      if (part.from + zeros < part.to)
        first = part.base + part.from + zeros;
    });
  });
  return first;
}

} // namespace weft::check
