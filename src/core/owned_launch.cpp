// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is checked and chosen before a launch can run.
#include "core/owned_launch.h"

#include "core/allocations.h"
#include "core/checked_launch.h"
#include "core/device_queue.h"
#include "core/memory.h"
#include "support/log.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace weft {

// See weft_thread::context.
static uint64_t contextBytes(const KernelInfo &kernel, const weft_launch &range) {
  const uint64_t items = range.local_size[0] * range.local_size[1] * range.local_size[2];
  const uint64_t rounded = (items + WEFT_CONTEXT_ITEM_MULTIPLE - 1) / WEFT_CONTEXT_ITEM_MULTIPLE *
                           WEFT_CONTEXT_ITEM_MULTIPLE;
  uint64_t bytes;
  // "CL_OUT_OF_RESOURCES if there is a failure to allocate resources required [...] on the device"
  require(!__builtin_mul_overflow(kernel.context_bytes_per_item, rounded, &bytes) &&
              !__builtin_add_overflow(bytes, kernel.context_bytes_per_group, &bytes),
          CL_OUT_OF_RESOURCES, "the work-items' private memory exceeds the address space");
  return bytes;
}

static void logLaunch(const KernelInfo &kernel, const weft_launch &range, bool specialized) {
  const auto sizes = [&](const uint64_t (&all)[3]) {
    std::string text;
    for (uint32_t d = 0; d < range.work_dim; ++d)
      text += (d ? " x " : "") + std::to_string(all[d]);
    return text;
  };
  log(LogGroup::Launch, "%s: %s work-items in %s groups of %s%s", kernel.name.c_str(),
      sizes(range.global_size).c_str(), sizes(range.num_groups).c_str(),
      sizes(range.local_size).c_str(), specialized ? ", specialised" : "");
}

void OwnedLaunch::complete(const DeviceProperties &device) {
  ChosenCode chosen = {entry, &info, nullptr};
  if (variants) {
    variants->choose(launch, args, chosen);
    // Local memory that begins with zeros cannot be variables of work-items.
    if (clear_local && chosen.info->local_bytes != info.local_bytes)
      chosen = {entry, &info, nullptr};
    if (chosen.info->hints.grouping != info.hints.grouping)
      regroup(launch, *chosen.info, device);
    entry = chosen.entry;
    cost = chosen.cost;
  }
  context_bytes = contextBytes(*chosen.info, launch);
  hints = chosen.info->hints;
  if (logEnabled(LogGroup::Launch)) [[unlikely]]
    logLaunch(info, launch, chosen.info != &info);
  if (chosen.info->transposed)
    for (auto *sizes :
         {launch.global_size, launch.global_offset, launch.local_size, launch.num_groups})
      std::swap(sizes[0], sizes[1]);
}

bool OwnedLaunch::mayUse(const Allocation &allocation) const {
  if (snapshot.indirect && snapshot.indirect->mayUse(allocation))
    return true;
  return std::ranges::any_of(info.args, [&](const ArgInfo &declared) {
    if (declared.kind != ArgKind::GlobalPointer && declared.kind != ArgKind::ConstantPointer)
      return false;
    const void *pointer;
    std::memcpy(&pointer, snapshot.args.data() + declared.offset, sizeof pointer);
    return allocation.has(pointer);
  });
}

void OwnedLaunch::beginChecks(const Context &context) {
  checked = snapshot.checked.get();
  checked->notifies([&context](const char *message) { context.notify(message); });
}

void OwnedLaunch::dropReferences() {
  snapshot.memory.clear();
  snapshot.queues.reset();
  snapshot.checked.reset(); // what was only counted is said before the launch counts as complete
  code.reset();
}

void OwnedLaunch::checkArguments(const Context &context, const Device &device) const {
  weft::checkArguments(context, device, snapshot);
}

void checkArguments(const Context &context, const Device &device,
                    const KernelArgs::Snapshot &snapshot) {
  for (const Ref<Memory> &memory : snapshot.memory)
    require(&memory->context() == &context, CL_INVALID_CONTEXT,
            "an argument is a memory object of another context");
  // "CL_OUT_OF_RESOURCES if there is a failure to queue the execution instance of kernel [...]
  // because of insufficient resources [...] such as registers or local memory" (OpenCL 1.2, 5.8)
  require(snapshot.local_bytes <= device.properties().local_memory, CL_OUT_OF_RESOURCES,
          "the kernel needs more local memory than CL_DEVICE_LOCAL_MEM_SIZE");
}

KernelCode codeFor(const Context &context, const Device &device, const Kernel &kernel) {
  // "CL_INVALID_CONTEXT if the context associated with command_queue and kernel are not the same"
  require(&kernel.context() == &context, CL_INVALID_CONTEXT,
          "queue and kernel are of different contexts");
  return kernel.codeOn(device);
}

} // namespace weft
