// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of ND-ranges and the choice of a local size.

#include "core/nd_range.h"

#include "core/sub_groups.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace weft {

using Sizes = std::array<uint64_t, 3>;

// Work-items of a group that the driver chooses. Large groups make the cost of starting one vanish;
// what lives across barriers is kept per work-item and should stay in the first cache.
static constexpr uint64_t MostItems = 1024;
static constexpr uint64_t MostItemsWithContext = 256;
static constexpr uint64_t FewestItems = 64;
// Rows of a group that streams through memory: enough for what rows below each other have in
// common, and no more streams than the CPU's prefetchers follow.
static constexpr uint64_t MostRows = 4;
// How many times as high as its rows share lines a tile may be.
static constexpr uint64_t MostTilesHigh = 4;
// Groups per compute unit below which groups get smaller, so that the units finish together.
static constexpr uint64_t GroupsPerUnit = 8;

// The largest divisor of `n` in [1, limit] that is a multiple of `multiple`, or 0.
static uint64_t largestDivisor(uint64_t n, uint64_t limit, uint64_t multiple) {
  limit -= limit % multiple;
  for (uint64_t candidate = limit; candidate; candidate -= multiple)
    if (n % candidate == 0)
      return candidate;
  return 0;
}

// Also of a kernel that runs one work-item at a time: groups of one cost more than they do.
static constexpr uint32_t FewestInRow = 4;

// The dimension that work-items side by side in vectors come from.
static uint64_t chooseFirst(uint64_t global, uint64_t target, uint64_t limit, uint64_t width,
                            bool uniform) {
  if (global <= target)
    return global;
  if (target % width == 0 && global % target == 0)
    return target;
  // A vector-sized divisor, unless it is so small that a ragged last group costs less.
  const uint64_t whole_vectors = largestDivisor(global, target, width);
  if (whole_vectors && (uniform || whole_vectors >= target / 4))
    return whole_vectors;
  if (!uniform)
    return std::max(target - target % width, uint64_t(1));
  const uint64_t divisor = largestDivisor(global, target, 1);
  if (divisor >= width)
    return divisor;
  // Such as a prime: one larger group is better than many that fill no vector.
  return global <= limit ? global : divisor;
}

// Work-items of the largest groups of which each compute unit gets some.
static uint64_t shareOf(const Sizes &global, const DeviceProperties &device) {
  uint64_t total;
  if (__builtin_mul_overflow(global[0], global[1], &total) ||
      __builtin_mul_overflow(total, global[2], &total))
    total = UINT64_MAX;
  return total / (uint64_t(std::max(device.compute_units, 1u)) * GroupsPerUnit);
}

Sizes chooseLocalSize(const Sizes &global, const KernelInfo &kernel, bool uniform,
                      const DeviceProperties &device) {
  const uint64_t limit = std::max<uint64_t>(device.max_work_group_size, 1);
  const uint64_t width = std::min<uint64_t>(std::max(kernel.simd_width, FewestInRow), limit);
  const bool has_context = kernel.uses_barriers || kernel.context_bytes_per_item;
  const uint64_t most = has_context ? MostItemsWithContext : MostItems;
  const uint64_t share = shareOf(global, device);
  uint64_t target = std::clamp(std::bit_floor(share), FewestItems, most);
  target = std::min(std::max(target, width), limit);

  Sizes local = {1, 1, 1};
  // Rows that run together, unless threads would have nothing to share.
  const uint64_t rows = kernel.hints.rows_together;
  const bool together = rows > 1 && global[1] >= rows && target >= rows * width &&
                        (!uniform || global[1] % rows == 0);
  // Narrow tiles, high enough for whole lines.
  const uint64_t tile = std::min<uint64_t>(kernel.hints.rows_of_tile, target / width);
  const bool tiled = tile > 1 && global[1] >= tile;
  const uint64_t in_row = tiled      ? std::max(target / (tile * MostTilesHigh), width)
                          : together ? target / rows
                                     : target;
  local[0] = chooseFirst(global[0], in_row, limit, width, uniform);
  if (together && local[0] * rows <= limit)
    local[1] = std::max(largestDivisor(global[1], target / local[0], rows), rows);
  else if (tiled && !uniform)
    local[1] = std::min(target / local[0], global[1]);
  for (int d = local[1] > 1 ? 2 : 1; d < 3 && local[0] * local[1] < target; ++d)
    local[d] = largestDivisor(global[d], std::min(global[d], target / (local[0] * local[1])), 1);
  return local;
}

static uint64_t itemsOf(const Sizes &local) { return local[0] * local[1] * local[2]; }

// The longest row that leaves groups for all compute units.
static uint64_t longRow(const Sizes &local, const Sizes &global, uint64_t width,
                        const DeviceProperties &device) {
  const uint64_t rows = local[1] * local[2];
  const uint64_t share = shareOf(global, device);
  const uint64_t longest = std::min<uint64_t>(share, device.max_work_group_size) / rows;
  return std::min(longest - longest % width, global[0]);
}

// Better groups than asked for, where the kernel cannot tell: rows that fill vectors, and enough
// work-items to make up for starting a group. A shape with rows of a few is for data that
// work-items use again and again, in caches; where they do not, long rows are what memory is good
// at.
static Sizes regroupFreely(const Sizes &local, const Sizes &global, const KernelInfo &kernel,
                           const DeviceProperties &device) {
  if (local == global) // one group
    return local;
  const LaunchHints &hints = kernel.hints;
  const uint64_t width = kernel.simd_width;
  const uint64_t items = itemsOf(local);
  if (items < FewestItems)
    return chooseLocalSize(global, kernel, false, device);
  if (local[1] < std::min<uint64_t>(hints.rows_of_tile, global[1]))
    if (const Sizes higher = chooseLocalSize(global, kernel, false, device); higher[1] > local[1])
      return higher;
  Sizes better = local;
  better[0] = std::min((local[0] + width - 1) / width * width, global[0]);
  const uint64_t rows = hints.rows_together;
  if (local[1] % rows != 0 && local[1] < global[1] &&
      better[0] * rows * local[2] <= std::max(items, shareOf(global, device)))
    better[1] = std::min((local[1] + rows - 1) / rows * rows, global[1]);
  if (!hints.has_loops && hints.rows_of_tile == 1)
    better[0] = std::max(better[0], longRow(local, global, width, device));
  if (!hints.has_loops && !hints.has_gathers) {
    const Sizes low = {local[0], std::min(local[1], MostRows), 1};
    const uint64_t row = longRow(low, global, width, device);
    if (row > better[0] && row * low[1] >= MostItems)
      return {row, low[1], 1};
  }
  return itemsOf(better) <= device.max_work_group_size ? better : local;
}

static bool divides(const Sizes &local, const Sizes &global) {
  return global[0] % local[0] == 0 && global[1] % local[1] == 0 && global[2] % local[2] == 0;
}

// What regroupFreely() says, of groups of the same size if need be.
static Sizes regroup(const Sizes &local, const Sizes &global, const KernelInfo &kernel,
                     const DeviceProperties &device) {
  constexpr uint64_t MostEven = INT32_MAX; // see Grouping
  const bool even = kernel.hints.grouping == Grouping::Even;
  if (kernel.hints.grouping == Grouping::AsAsked ||
      (even && (!divides(local, global) || *std::ranges::max_element(global) > MostEven)))
    return local;
  const Sizes better = regroupFreely(local, global, kernel, device);
  if (!even || divides(better, global))
    return better;
  const Sizes chosen = chooseLocalSize(global, kernel, true, device);
  return itemsOf(chosen) > itemsOf(local) ? chosen : local;
}

static void checkLocalSize(const Sizes &local, const Sizes &global, const KernelInfo &kernel,
                           bool uniform, const DeviceProperties &device) {
  uint64_t items = 1;
  for (uint64_t size : local) {
    // "CL_INVALID_WORK_GROUP_SIZE if [...] the total number of work-items in the work-group is
    // zero"
    require(size, CL_INVALID_WORK_GROUP_SIZE, "local size is zero");
    // "CL_INVALID_WORK_ITEM_SIZE if the number of work-items specified in any dimension of
    // local_work_size is not valid for the device": CL_DEVICE_MAX_WORK_ITEM_SIZES is the maximum
    // group size in each.
    require(size <= device.max_work_group_size, CL_INVALID_WORK_ITEM_SIZE,
            "local size exceeds CL_DEVICE_MAX_WORK_ITEM_SIZES");
    // "CL_INVALID_WORK_GROUP_SIZE if [...] the total number of work-items in the work-group is
    // greater than the maximum work-group size supported for kernel"
    require(!__builtin_mul_overflow(items, size, &items) && items <= device.max_work_group_size,
            CL_INVALID_WORK_GROUP_SIZE, "local size exceeds CL_KERNEL_WORK_GROUP_SIZE");
  }
  // "CL_INVALID_WORK_GROUP_SIZE if [...] the local_work_size does not match the required work-group
  // size for kernel"
  if (kernel.reqd_work_group_size[0])
    for (int d = 0; d < 3; ++d)
      require(local[d] == kernel.reqd_work_group_size[d], CL_INVALID_WORK_GROUP_SIZE,
              "local size differs from reqd_work_group_size");
  // "CL_INVALID_WORK_GROUP_SIZE if [...] the local_work_size is not consistent with the required
  // number of sub-groups for kernel"
  if (kernel.reqd_num_sub_groups)
    require(subGroupCount(kernel, local) == kernel.reqd_num_sub_groups, CL_INVALID_WORK_GROUP_SIZE,
            "local size is not of the kernel's number of sub-groups");
  // "CL_INVALID_WORK_GROUP_SIZE if [...] the work-group size must be uniform, and if the
  // global_work_size is not evenly divisible by the local_work_size"
  require(!uniform || divides(local, global), CL_INVALID_WORK_GROUP_SIZE,
          "local size does not divide global size");
}

// The most frequent sizes do without a division.
static uint64_t countGroups(uint64_t global, uint64_t local) {
  return local == 1 ? global : global == local ? 1 : global / local + (global % local != 0);
}

void regroup(weft_launch &range, const KernelInfo &code, const DeviceProperties &device) {
  Sizes global = std::to_array(range.global_size), local = std::to_array(range.local_size);
  const auto inRows = [&](Sizes &sizes) {
    if (code.transposed)
      std::swap(sizes[0], sizes[1]);
  };
  inRows(global);
  inRows(local);
  local = regroup(local, global, code, device);
  inRows(local);
  for (int d = 0; d < 3; ++d) {
    range.local_size[d] = local[d];
    range.num_groups[d] = countGroups(range.global_size[d], local[d]);
  }
}

void makeNdRange(const NdRangeRequest &request, const KernelInfo &kernel, bool uniform,
                 const DeviceProperties &device, weft_launch &range) {
  // "CL_INVALID_WORK_DIMENSION if work_dim is not valid": 1 to CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS.
  require(request.work_dim >= 1 && request.work_dim <= 3, CL_INVALID_WORK_DIMENSION,
          "work_dim is not 1, 2 or 3");
  Sizes global = {1, 1, 1};
  Sizes offset = {0, 0, 0};
  Sizes local = {1, 1, 1};
  bool empty = false;
  for (cl_uint d = 0; d < request.work_dim; ++d) {
    // "if [...] global_work_size is NULL or the value in any passed dimension is zero, then the
    // kernel command will trivially succeed"
    global[d] = request.global_size ? request.global_size[d] : 0;
    empty |= !global[d];
    if (request.global_offset)
      offset[d] = request.global_offset[d];
    uint64_t end;
    // "CL_INVALID_GLOBAL_OFFSET if the value specified in global_work_size plus the corresponding
    // value in global_work_offset for any dimensions is greater than the maximum value
    // representable by size_t"
    require(!__builtin_add_overflow(global[d], offset[d], &end), CL_INVALID_GLOBAL_OFFSET,
            "global offset plus global size overflows");
    if (request.local_size)
      local[d] = request.local_size[d];
  }
  // What is chosen has rows along x.
  const auto inRows = [&](Sizes sizes) {
    if (kernel.transposed)
      std::swap(sizes[0], sizes[1]);
    return sizes;
  };
  if (request.local_size) {
    checkLocalSize(local, global, kernel, uniform, device);
  } else if (kernel.reqd_work_group_size[0]) {
    for (int d = 0; d < 3; ++d)
      local[d] = kernel.reqd_work_group_size[d];
    checkLocalSize(local, global, kernel, uniform, device);
  } else if (kernel.reqd_num_sub_groups) {
    // The last sub-group may be smaller than the others, where groups have to be alike.
    const uint64_t most = localSizeOf(kernel.reqd_num_sub_groups, kernel, device);
    local[0] = uniform ? largestDivisor(global[0], most, 1) : most;
    checkLocalSize(local, global, kernel, uniform, device);
  } else if (!empty) {
    const bool even = kernel.hints.grouping == Grouping::Even ||
                      (uniform && kernel.hints.grouping == Grouping::AsAsked);
    local = inRows(chooseLocalSize(inRows(global), kernel, even, device));
  }
  if (request.local_size && !empty)
    local = inRows(regroup(inRows(local), inRows(global), kernel, device));

  range.work_dim = request.work_dim;
  uint64_t groups = 1;
  for (int d = 0; d < 3; ++d) {
    range.global_size[d] = global[d];
    range.global_offset[d] = offset[d];
    range.local_size[d] = local[d];
    range.num_groups[d] = countGroups(global[d], local[d]);
    // Linear group numbers have 64 bits.
    require(empty || !__builtin_mul_overflow(groups, range.num_groups[d], &groups),
            CL_INVALID_GLOBAL_WORK_SIZE, "more work-groups than can be counted");
  }
}

} // namespace weft
