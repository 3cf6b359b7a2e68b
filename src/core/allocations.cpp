// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Giving out memory and knowing it again.
#include "core/allocations.h"

#include "check/commands.h"
#include "check/mapped.h"
#include "check/objects.h"
#include "check/released.h"
#include "core/device.h"

namespace weft {

static AddressMap::Range rangeOf(const Allocation &allocation) {
  const auto begin = reinterpret_cast<uintptr_t>(allocation.base);
  return {
      begin,
      begin + allocation.size,
      {uint64_t(allocation.kind), allocation.flags, reinterpret_cast<uintptr_t>(allocation.owner)}};
}

static Allocation allocationOf(const AddressMap::Range &range) {
  return {reinterpret_cast<char *>(range.begin), range.end - range.begin,
          AllocationKind(range.about[0]), range.about[1],
          reinterpret_cast<const void *>(range.about[2])};
}

const char *nameOf(AllocationKind kind) {
  switch (kind) {
  case AllocationKind::Object:
    return "memory object";
  case AllocationKind::Svm:
    return "SVM allocation";
  case AllocationKind::Host:
    return "host allocation";
  case AllocationKind::Device:
    return "device allocation";
  case AllocationKind::Shared:
    return "shared allocation";
  }
  return "";
}

template <AllocationKind Kind> static bool isOf(const AddressMap::Range &range) {
  return AllocationKind(range.about[0]) == Kind;
}

Allocations::Allocations(Ref<Device> device) : device(std::move(device)) {}

Allocations::~Allocations() {
  // Memory objects keep their context, so none is left.
  while (const auto range = map.eraseFirst())
    device->free(reinterpret_cast<char *>(range->begin), range->end - range->begin);
}

std::optional<Allocation> Allocations::find(const void *pointer) const noexcept {
  const auto range = map.find(reinterpret_cast<uintptr_t>(pointer));
  return range ? std::optional(allocationOf(*range)) : std::nullopt;
}

bool Allocations::isSvm(const void *pointer, size_t size) const noexcept {
  const auto found = find(pointer);
  return found && found->kind == AllocationKind::Svm &&
         size <= size_t(found->base + found->size - static_cast<const char *>(pointer));
}

void *Allocations::allocate(size_t size, AllocationKind kind, const void *owner,
                            cl_mem_alloc_flags_intel flags, size_t alignment) {
  char *address = static_cast<char *>(device->allocate(size, alignment));
  if (!address)
    return nullptr;
  try {
    enter({address, size, kind, flags, owner});
  } catch (...) {
    device->free(address, size);
    throw;
  }
  if (check::anyEnabled()) [[unlikely]] {
    if (kind != AllocationKind::Object)
      check::noteMade(address, kind == AllocationKind::Svm ? "SVM allocation" : "USM allocation");
    if (check::enabled(check::Kind::Memory))
      check::noteAllocated(address);
  }
  return address;
}

bool Allocations::free(void *pointer, bool (*wanted)(const AddressMap::Range &)) noexcept {
  const auto range = map.erase(reinterpret_cast<uintptr_t>(pointer), wanted);
  if (range && check::anyEnabled()) [[unlikely]] {
    if (AllocationKind(range->about[0]) != AllocationKind::Object)
      check::noteGone(pointer);
    const size_t size = range->end - range->begin;
    check::noteMemoryGone(pointer, size);
    if (check::enabled(check::Kind::Memory))
      check::noteMappedGone(pointer, size);
    if (check::enabled(check::Kind::Memory) &&
        check::keepReleased(pointer, size, nameOf(AllocationKind(range->about[0])),
                            [device = device, pointer, size] { device->free(pointer, size); }))
      return true;
  }
  if (range)
    device->free(pointer, range->end - range->begin);
  return range.has_value();
}

bool Allocations::freeSvm(void *pointer) noexcept {
  return free(pointer, isOf<AllocationKind::Svm>);
}

bool Allocations::freeUnified(void *pointer) noexcept {
  return free(pointer,
              [](const AddressMap::Range &range) { return allocationOf(range).isUnified(); });
}

void Allocations::freeObject(void *pointer) noexcept {
  free(pointer, isOf<AllocationKind::Object>);
}

void Allocations::enter(const Allocation &allocation) { map.insert(rangeOf(allocation)); }

void Allocations::leave(const void *base) noexcept {
  map.erase(reinterpret_cast<uintptr_t>(base), isOf<AllocationKind::Object>);
}

} // namespace weft
