// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/fused_launch.h"

#include "core/memory.h"

#include <algorithm>
#include <cstring>

namespace weft {
namespace {

// Bytes that the groups of a tile go through: about half of a first-level cache.
constexpr uint64_t TileBytes = 24 << 10;

// What a pointer argument leads to.
struct Reach {
  uintptr_t first, end;
  uint32_t own_bytes; // as in ArgSlot
  bool is_written;
  bool overlaps(const Reach &other) const { return first < other.end && other.first < end; }
};

// Everything there is, where nobody knows the end of it.
constexpr uintptr_t Top = ~uintptr_t(0);

std::vector<Reach> reachesOf(const OwnedLaunch &launch) {
  std::vector<Reach> reaches;
  const KernelArgs::Snapshot &arguments = launch.arguments();
  for (const ArgInfo &declared : launch.kernelInfo().args) {
    if (declared.kind != ArgKind::GlobalPointer && declared.kind != ArgKind::ConstantPointer)
      continue;
    uintptr_t address;
    std::memcpy(&address, arguments.args.data() + declared.offset, sizeof address);
    Reach reach = {0, Top, declared.own_bytes, declared.is_written};
    if (reach.own_bytes) {
      reach.first = address + launch.launch.global_offset[0] * reach.own_bytes;
      reach.end = reach.first + launch.launch.global_size[0] * reach.own_bytes;
    } else {
      for (const Ref<Memory> &memory : arguments.memory)
        if (const auto base = reinterpret_cast<uintptr_t>(memory->hostPointer());
            address - base < memory->size()) {
          reach.first = base;
          reach.end = base + memory->size();
        }
    }
    reaches.push_back(reach);
  }
  return reaches;
}

bool mayMeet(const Reach &a, const Reach &b) {
  if ((!a.is_written && !b.is_written) || !a.overlaps(b))
    return false;
  return !a.own_bytes || a.own_bytes != b.own_bytes || a.first != b.first;
}

bool hasOnlyPlainArguments(const KernelInfo &kernel) {
  return std::ranges::all_of(kernel.args, [](const ArgInfo &arg) {
    return arg.kind == ArgKind::Value || arg.kind == ArgKind::GlobalPointer ||
           arg.kind == ArgKind::ConstantPointer;
  });
}

// Whether groups of it may run at any time between those of others.
bool mayBeFused(const OwnedLaunch &launch) {
  const KernelInfo &kernel = launch.kernelInfo();
  const weft_launch &range = launch.launch;
  uint64_t most_bytes = 1;
  for (const ArgInfo &arg : kernel.args)
    most_bytes = std::max<uint64_t>(most_bytes, arg.own_bytes);
  const uint64_t most_items = (uint64_t(1) << 31) / most_bytes - 1;
  return kernel.reaches_by_arguments && hasOnlyPlainArguments(kernel) && !launch.isEmpty() &&
         !launch.checked && !launch.fibers && !launch.local_bytes && !launch.children &&
         !kernel.transposed && !launch.hints.has_non_temporal_stores && range.num_groups[1] == 1 &&
         range.num_groups[2] == 1 && range.global_size[1] == 1 && range.global_size[2] == 1 &&
         range.global_size[0] <= most_items &&
         range.global_offset[0] <= most_items - range.global_size[0];
}

bool isOfOneRange(const weft_launch &a, const weft_launch &b) {
  return std::ranges::equal(a.global_size, b.global_size) &&
         std::ranges::equal(a.global_offset, b.global_offset) &&
         std::ranges::equal(a.local_size, b.local_size);
}

} // namespace

bool FusedLaunch::mayFollow(std::span<const OwnedLaunch *const> launches, const OwnedLaunch &next) {
  if (!mayBeFused(next) || launches.size() == MostLaunches)
    return false;
  const std::vector<Reach> reaches = reachesOf(next);
  return std::ranges::all_of(launches, [&](const OwnedLaunch *launch) {
    if (!isOfOneRange(launch->launch, next.launch) || launch->stop != next.stop)
      return false;
    const std::vector<Reach> others = reachesOf(*launch);
    return std::ranges::none_of(reaches, [&](const Reach &reach) {
      return std::ranges::any_of(others, [&](const Reach &other) { return mayMeet(reach, other); });
    });
  });
}

FusedLaunch::FusedLaunch(std::span<const OwnedLaunch *const> launches)
    : KernelLaunch(*launches.front()), parts(launches.begin(), launches.end()) {
  std::vector<Reach> distinct; // that each work-item has its own bytes of
  for (const OwnedLaunch *launch : launches) {
    names += (names.empty() ? "" : " + ") + launch->kernelInfo().name;
    context_bytes = std::max(context_bytes, launch->context_bytes);
    hints.has_loops |= launch->hints.has_loops;
    hints.has_gathers |= launch->hints.has_gathers;
    for (const Reach &reach : reachesOf(*launch))
      if (reach.own_bytes && std::ranges::none_of(distinct, [&](const Reach &other) {
            return other.first == reach.first;
          }))
        distinct.push_back(reach);
  }
  uint64_t item_bytes = 1;
  for (const Reach &reach : distinct)
    item_bytes += reach.own_bytes;
  tile = std::max<uint64_t>(1, TileBytes / (item_bytes * launch.local_size[0]));
  entry = run;
  remembered_as = this;
  name = names.c_str();
  args = this;
  cost = nullptr;
}

void FusedLaunch::run(const weft_launch *, const void *args, weft_thread *thread, uint64_t first_x,
                      uint64_t end_x) {
  const auto &self = *static_cast<const FusedLaunch *>(args);
  while (first_x < end_x) {
    const uint64_t end = std::min(end_x - first_x, self.tile) + first_x;
    for (const KernelLaunch *part : self.parts)
      part->entry(&part->launch, part->args, thread, first_x, end);
    first_x = end;
  }
}

} // namespace weft
