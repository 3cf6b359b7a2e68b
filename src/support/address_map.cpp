// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looking up ranges, and changing the list under those who do.
#include "support/address_map.h"

#include <bit>
#include <mutex>
#include <new>
#include <utility>

namespace weft {

// Everything is read while it may be written. Stores release and loads acquire: who sees what a
// node was given sees that its generation has changed before.
struct AddressMap::Node {
  explicit Node(unsigned height) : height(height) {
    for (unsigned level = 0; level < height; ++level)
      new (&links()[level]) Link(nullptr);
  }
  // They follow the node, as many as its height says.
  Link *links() { return reinterpret_cast<Link *>(this + 1); }
  const Link *links() const { return reinterpret_cast<const Link *>(this + 1); }

  Range range() const {
    Range result = {begin.load(std::memory_order_acquire), end.load(std::memory_order_acquire), {}};
    for (size_t i = 0; i < Words; ++i)
      result.about[i] = about[i].load(std::memory_order_acquire);
    return result;
  }

  const unsigned height; // for good
  std::atomic<uint64_t> generation{1};
  std::atomic<uintptr_t> begin{0}, end{0};
  std::atomic<uint64_t> about[Words] = {};
};

AddressMap::~AddressMap() {
  const auto destroy = [](Node *node) {
    node->~Node();
    ::operator delete(node);
  };
  while (Node *node = heads[0].load(std::memory_order_relaxed)) {
    heads[0].store(node->links()[0].load(std::memory_order_relaxed), std::memory_order_relaxed);
    destroy(node);
  }
  for (Node *&list : spare)
    while (Node *node = list) {
      list = node->links()[0].load(std::memory_order_relaxed);
      destroy(node);
    }
}

const AddressMap::Link *AddressMap::linksOf(const Node *node) const {
  return node ? node->links() : heads;
}

std::optional<AddressMap::Range> AddressMap::find(uintptr_t address) const noexcept {
  std::optional<Range> found;
  while (!tryFind(address, found))
    found.reset();
  return found;
}

// False if the list has changed under the search.
bool AddressMap::tryFind(uintptr_t address, std::optional<Range> &found) const noexcept {
  const Node *at = nullptr; // begins at or before `address`; null: the start of the list
  uint64_t at_generation = 0;
  const auto moved = [&] {
    return at && at->generation.load(std::memory_order_acquire) != at_generation;
  };
  for (unsigned level = MostLevels; level-- > 0;) {
    for (;;) {
      const Link &link = linksOf(at)[level];
      const Node *next = link.load(std::memory_order_acquire);
      if (!next) {
        if (moved())
          return false;
        break;
      }
      const uint64_t generation = next->generation.load(std::memory_order_acquire);
      const uintptr_t begin = next->begin.load(std::memory_order_acquire);
      // When the link is read once more, both nodes are what they are taken for: their generations
      // are the same before and after.
      if (generation % 2 || link.load(std::memory_order_acquire) != next || moved() ||
          next->generation.load(std::memory_order_acquire) != generation)
        return false;
      if (begin > address)
        break;
      at = next;
      at_generation = generation;
    }
  }
  if (!at)
    return true;
  const Range range = at->range();
  if (moved())
    return false;
  if (address < range.end)
    found = range;
  return true;
}

// With the mutex held.
AddressMap::Path AddressMap::pathTo(uintptr_t begin) {
  Path path;
  Link *links = heads;
  for (unsigned level = MostLevels; level-- > 0;) {
    while (Node *next = links[level].load(std::memory_order_relaxed)) {
      if (next->begin.load(std::memory_order_relaxed) >= begin)
        break;
      links = next->links();
    }
    path.before[level] = &links[level];
  }
  return path;
}

// With the mutex held.
AddressMap::Node *AddressMap::takeNode() {
  // One in four is on the next level, too (xorshift).
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  const unsigned height =
      1 + unsigned(std::countr_zero(random | uint64_t(1) << 2 * (MostLevels - 1))) / 2;
  if (Node *node = spare[height - 1]) {
    spare[height - 1] = node->links()[0].load(std::memory_order_relaxed);
    return node;
  }
  return new (::operator new(sizeof(Node) + height * sizeof(Link))) Node(height);
}

void AddressMap::insert(const Range &range) {
  std::lock_guard lock(changing);
  Node *node = takeNode();
  const Path path = pathTo(range.begin);
  node->begin.store(range.begin, std::memory_order_release);
  node->end.store(range.end, std::memory_order_release);
  for (size_t i = 0; i < Words; ++i)
    node->about[i].store(range.about[i], std::memory_order_release);
  for (unsigned level = 0; level < node->height; ++level)
    node->links()[level].store(path.before[level]->load(std::memory_order_relaxed),
                               std::memory_order_release);
  node->generation.fetch_add(1, std::memory_order_release);
  for (unsigned level = 0; level < node->height; ++level)
    path.before[level]->store(node, std::memory_order_release);
}

// With the mutex held.
void AddressMap::unlink(Node *node, const Path &path) noexcept {
  // A reader that has come from above finds it on every level below.
  for (unsigned level = node->height; level-- > 0;)
    path.before[level]->store(node->links()[level].load(std::memory_order_relaxed),
                              std::memory_order_release);
  // Before anybody else changes the list: until here, what follows the node is what followed it.
  node->generation.fetch_add(1, std::memory_order_release);
  node->links()[0].store(spare[node->height - 1], std::memory_order_release);
  spare[node->height - 1] = node;
}

std::optional<AddressMap::Range> AddressMap::erase(uintptr_t begin,
                                                   bool (*wanted)(const Range &)) noexcept {
  std::lock_guard lock(changing);
  const Path path = pathTo(begin);
  Node *node = path.before[0]->load(std::memory_order_relaxed);
  if (!node || node->begin.load(std::memory_order_relaxed) != begin)
    return std::nullopt;
  const Range range = node->range();
  if (!wanted(range))
    return std::nullopt;
  unlink(node, path);
  return range;
}

std::optional<AddressMap::Range> AddressMap::eraseFirst() noexcept {
  std::lock_guard lock(changing);
  Node *node = heads[0].load(std::memory_order_relaxed);
  if (!node)
    return std::nullopt;
  const Range range = node->range();
  unlink(node, pathTo(range.begin));
  return range;
}

} // namespace weft
