// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Growth by a quarter at least, so that a row of launches that ask for ever more costs few moves.
#include "cpu/memory/arena.h"

#include <algorithm>
#include <cstdlib>
#include <weft/kernel_abi.h>

namespace weft {

// Threads' arenas share no page: neither false sharing nor first touch by another NUMA node.
static_assert(Arena::Page % WEFT_ABI_ALIGNMENT == 0 && WEFT_LOCAL_MARGIN % WEFT_ABI_ALIGNMENT == 0);
// No allocation can be larger; keeps the sums below from wrapping.
static constexpr uint64_t largest = uint64_t(1) << 47;

Arena::~Arena() { std::free(memory); }

void *Arena::data() const {
  return memory ? static_cast<char *>(memory) + WEFT_LOCAL_MARGIN : nullptr;
}

bool Arena::reserve(uint64_t wanted) {
  if (memory && wanted < bytes)
    return true;
  std::free(memory);
  memory = nullptr;
  const uint64_t grown = std::max(wanted, bytes + bytes / 4);
  bytes = 0;
  if (wanted > largest)
    return false;
  // Where growth in advance finds no room, what is needed still may.
  for (uint64_t size : {grown, wanted}) {
    const uint64_t whole = (size + 2 * WEFT_LOCAL_MARGIN + Page) / Page * Page; // a byte more, too
    memory = std::aligned_alloc(Page, whole);
    if (memory) {
      bytes = whole - 2 * WEFT_LOCAL_MARGIN;
      return true;
    }
  }
  return false;
}

} // namespace weft
