// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that one thread lends to the work-groups it runs, one after the other. It grows to the
// largest request and is kept.
#ifndef WEFT_CPU_MEMORY_ARENA_H
#define WEFT_CPU_MEMORY_ARENA_H

#include <cstdint>

namespace weft {

class Arena {
public:
  static constexpr uint64_t Page = 4096; // bytes; where memory begins

  Arena() = default;
  ~Arena();
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  // Makes data() hold more than `bytes` bytes, aligned to WEFT_ABI_ALIGNMENT, so that a pointer
  // past the end of what is in them is one into the arena, and WEFT_LOCAL_MARGIN bytes on both
  // sides. Contents are lost. False if there is no memory; data() is then null.
  bool reserve(uint64_t bytes);
  void *data() const;
  uint64_t capacity() const { return bytes; }

private:
  void *memory = nullptr;
  uint64_t bytes = 0;
};

} // namespace weft
#endif
