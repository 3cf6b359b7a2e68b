// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which range of addresses an address lies in. Who looks up takes no lock and writes nothing, so
// any number of threads may, also while others change the map.
//
// A skip list. Its nodes are never given back before the map goes, only used again for other
// ranges, so a reader that is late may come upon a node that means something else by now, but not
// upon memory that is none. A generation in each node, odd while the node is not in the list, tells
// such a reader to start again; it never waits for who changes the map.
#ifndef WEFT_SUPPORT_ADDRESS_MAP_H
#define WEFT_SUPPORT_ADDRESS_MAP_H

#include "support/fork_safe_mutex.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

namespace weft {

class AddressMap {
public:
  static constexpr size_t Words = 3;
  struct Range {
    uintptr_t begin = 0, end = 0;
    std::array<uint64_t, Words> about = {}; // whatever the map's owner says of it
  };

  AddressMap() = default;
  ~AddressMap();
  AddressMap(const AddressMap &) = delete;
  AddressMap &operator=(const AddressMap &) = delete;

  // The range that has `address`.
  std::optional<Range> find(uintptr_t address) const noexcept;
  // Of a range that is not empty and shares no address with another.
  void insert(const Range &range);
  // Takes out the range that begins at `begin`, if `wanted` says so.
  std::optional<Range> erase(uintptr_t begin, bool (*wanted)(const Range &)) noexcept;
  // Takes out any range; none: the map is empty.
  std::optional<Range> eraseFirst() noexcept;

private:
  // Enough for 4 to the power of it.
  static constexpr unsigned MostLevels = 12;
  struct Node;
  using Link = std::atomic<Node *>;
  struct Path {
    Link
        *before[MostLevels]; // by level: the link that leads to the node, or past where it would be
  };

  const Link *linksOf(const Node *node) const;
  bool tryFind(uintptr_t address, std::optional<Range> &found) const noexcept;
  Path pathTo(uintptr_t begin);
  Node *takeNode();
  void unlink(Node *node, const Path &path) noexcept;

  Link heads[MostLevels] = {};
  ForkSafeMutex changing;       // held by who changes the map
  Node *spare[MostLevels] = {}; // by height
  uint64_t random = 0x9e3779b97f4a7c15;
};

} // namespace weft
#endif
