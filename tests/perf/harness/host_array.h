// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host memory of the cases: aligned for vectors, on huge pages where it is large, so that the
// baselines do not pay for page tables that a driver's buffers may avoid.

#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace weft::perf {

template <class T> struct HugePageAllocator {
  using value_type = T;
  static constexpr size_t HugePage = size_t{2} << 20;

  HugePageAllocator() = default;
  template <class U> HugePageAllocator(const HugePageAllocator<U> &) {}

  T *allocate(size_t count) {
    size_t bytes = count * sizeof(T);
    size_t align = bytes >= HugePage ? HugePage : 64;
    void *memory = std::aligned_alloc(align, (bytes + align - 1) / align * align);
    if (!memory)
      throw std::bad_alloc();
    if (align == HugePage)
      madvise(memory, bytes, MADV_HUGEPAGE); // A hint: without huge pages all still works.
    return static_cast<T *>(memory);
  }
  void deallocate(T *memory, size_t) { std::free(memory); }
  bool operator==(const HugePageAllocator &) const { return true; }
};

template <class T> using HostArray = std::vector<T, HugePageAllocator<T>>;

} // namespace weft::perf
