// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/fused_launch.h"

#include "core/memory.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace weft {
namespace {

// Bytes that the groups of a tile go through: about half of a first-level cache.
constexpr uint64_t TileBytes = 24 << 10;

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

std::vector<FusableLaunches::Reach> FusableLaunches::reachesOf(const OwnedLaunch &launch) {
  std::vector<Reach> result;
  const KernelArgs::Snapshot &arguments = launch.arguments();
  for (const ArgInfo &declared : launch.kernelInfo().args) {
    if (declared.kind != ArgKind::GlobalPointer && declared.kind != ArgKind::ConstantPointer)
      continue;
    uintptr_t address;
    std::memcpy(&address, arguments.args.data() + declared.offset, sizeof address);
    // Everything there is, where nobody knows the end of it.
    Reach reach = {0, UINTPTR_MAX, declared.own_bytes, declared.is_written};
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
    result.push_back(reach);
  }
  return result;
}

bool FusableLaunches::Reach::mayMeet(const Reach &other) const {
  if ((!is_written && !other.is_written) || first >= other.end || other.first >= end)
    return false;
  return !own_bytes || own_bytes != other.own_bytes || first != other.first;
}

bool FusableLaunches::add(const OwnedLaunch &next) {
  if (size() == MostLaunches || !mayBeFused(next) ||
      (size() &&
       !(isOfOneRange(launches[0]->launch, next.launch) && launches[0]->stop == next.stop)))
    return false;
  const std::vector<Reach> more = reachesOf(next);
  for (const Reach &reach : more)
    if (std::ranges::any_of(reaches, [&](const Reach &other) { return reach.mayMeet(other); }))
      return false;
  launches.push_back(&next);
  reaches.insert(reaches.end(), more.begin(), more.end());
  return true;
}

void FusableLaunches::clear() {
  launches.clear();
  reaches.clear();
}

FusedLaunch::FusedLaunch(const FusableLaunches &fusable)
    : KernelLaunch(*fusable.launches.front()),
      parts(fusable.launches.begin(), fusable.launches.end()) {
  for (const OwnedLaunch *part : fusable.launches) {
    names += (names.empty() ? "" : " + ") + part->kernelInfo().name;
    context_bytes = std::max(context_bytes, part->context_bytes);
    hints.has_loops |= part->hints.has_loops;
    hints.has_gathers |= part->hints.has_gathers;
  }
  // What several launches go through counts once.
  std::map<uintptr_t, uint64_t> bytes_at;
  for (const FusableLaunches::Reach &reach : fusable.reaches)
    bytes_at[reach.first] = std::max<uint64_t>(bytes_at[reach.first], reach.own_bytes);
  uint64_t item_bytes = 1;
  for (const auto &[first, bytes] : bytes_at)
    item_bytes += bytes;
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
