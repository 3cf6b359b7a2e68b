// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/command_check.h"

#include "check/host_memory.h"
#include "check/mapped.h"
#include "check/unwritten.h"
#include "core/command_name.h"
#include "core/image.h"
#include "core/init_check.h"
#include "core/object_name.h"
#include "core/owned_launch.h"
#include "core/transfer.h"

#include <CL/cl_ext.h>
#include <cstring>

namespace weft {

static check::CommandKind kindOf(cl_command_type type) {
  switch (type) {
  case CL_COMMAND_NDRANGE_KERNEL:
  case CL_COMMAND_TASK:
    return check::CommandKind::Kernel;
  case CL_COMMAND_MAP_BUFFER:
  case CL_COMMAND_MAP_IMAGE:
    return check::CommandKind::Map;
  case CL_COMMAND_UNMAP_MEM_OBJECT:
    return check::CommandKind::Unmap;
  case CL_COMMAND_SEMAPHORE_WAIT_KHR:
  case CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR:
    return check::CommandKind::Foreign;
  case CL_COMMAND_SEMAPHORE_SIGNAL_KHR:
  case CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR:
  case CL_COMMAND_NATIVE_KERNEL:
  case CL_COMMAND_SVM_FREE: // with a function of the application, as a native kernel
    return check::CommandKind::Signal;
  default:
    return check::CommandKind::Transfer;
  }
}

static check::Position positionOf(Queue::Order order) {
  switch (order) {
  case Queue::Order::Plain:
    return check::Position::Plain;
  case Queue::Order::Marker:
    return check::Position::Marker;
  case Queue::Order::Barrier:
    return check::Position::Barrier;
  case Queue::Order::Fence:
    break;
  }
  return check::Position::Fence;
}

static void notify(const void *context, const char *message) {
  static_cast<const Context *>(context)->notify(message);
}

check::Notify notifierOf(const Context &context) {
  return [&context](const char *message) { context.notify(message); };
}

void noteCommand(const Command &command, std::span<const Ref<Event>> wait_list,
                 Queue::Order order) {
  check::NewCommand told;
  told.event = static_cast<const Event *>(&command);
  told.queue = command.queue();
  told.context = &command.context();
  told.out_of_order = command.queue()->outOfOrder();
  told.position = positionOf(order);
  told.kind = kindOf(command.type());
  told.label = commandName(command.type());
  told.notify = notify;
  std::vector<const void *> events;
  for (const Ref<Event> &event : wait_list)
    events.push_back(event.get());
  told.waits_for = events;
  command.tell(told);
  if (check::enabled(check::Kind::Api))
    for (const check::Range &range : told.ranges)
      if (range.object)
        check::checkHostMemory(range.object, range.what, notifierOf(command.context()));
  check::noteEnqueued(std::move(told));
}

check::Bytes bytesOf(const void *base, const Box &box) {
  return {reinterpret_cast<uintptr_t>(base) + box.first,
          box.region[0],
          box.region[1],
          box.row_pitch,
          box.region[2],
          box.slice_pitch};
}

static check::Range rangeOf(const check::Bytes &bytes, bool written, const Memory *memory) {
  check::Range range;
  range.bytes = bytes;
  range.written = written;
  if (memory) {
    range.object = static_cast<const Object *>(memory);
    range.object_size = memory->size();
    range.what = objectName(*memory);
  }
  return range;
}

void addRange(check::NewCommand &command, const Side &side, size_t bytes, bool written) {
  command.ranges.push_back(
      rangeOf({reinterpret_cast<uintptr_t>(side.address), bytes}, written, side.owner.get()));
}

void addRange(check::NewCommand &command, const Side &side, const Box &box, bool written) {
  command.ranges.push_back(rangeOf(bytesOf(side.address, box), written, side.owner.get()));
}

static bool isWritten(const ArgInfo &declared, const Memory &memory) {
  if (declared.kind == ArgKind::Image)
    return declared.access != AccessQualifier::ReadOnly;
  // What a kernel does to memory that it must not write is another matter.
  return declared.is_written && declared.kind == ArgKind::GlobalPointer &&
         !(memory.flags() & CL_MEM_READ_ONLY);
}

// FNV-1a.
static void mix(uint64_t &hash, const void *data, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    hash = (hash ^ static_cast<const unsigned char *>(data)[i]) * 0x100000001b3;
}

void addRanges(check::NewCommand &command, const OwnedLaunch &launch) {
  const KernelInfo &info = launch.kernelInfo();
  const KernelArgs::Snapshot &arguments = launch.arguments();
  command.label = info.name;
  command.launch = 0xcbf29ce484222325;
  mix(command.launch, arguments.args.data(), info.args_size);
  for (const auto *sizes :
       {launch.launch.global_size, launch.launch.global_offset, launch.launch.local_size})
    mix(command.launch, sizes, 3 * sizeof *sizes);
  // The memory objects are in the order of the arguments.
  const Ref<Memory> *next = arguments.memory.begin();
  for (uint32_t i = 0; i < info.args.size() && next != arguments.memory.end(); ++i) {
    const ArgInfo &declared = info.args[i];
    if (declared.kind != ArgKind::GlobalPointer && declared.kind != ArgKind::ConstantPointer &&
        declared.kind != ArgKind::Image && declared.kind != ArgKind::Pipe)
      continue;
    const Memory &memory = **next;
    const void *const address = declared.kind == ArgKind::Image
                                    ? &static_cast<const Image &>(memory).descriptor()
                                    : static_cast<const void *>(memory.hostPointer());
    const void *given = nullptr;
    std::memcpy(&given, arguments.args.data() + declared.offset, sizeof given);
    if (given != address)
      continue; // memory by its address
    ++next;
    if (declared.kind == ArgKind::Pipe)
      continue; // kernels synchronise by it
    check::Range range = rangeOf({reinterpret_cast<uintptr_t>(memory.hostPointer()), memory.size()},
                                 isWritten(declared, memory), &memory);
    range.argument = true;
    range.name = declared.name;
    range.index = i;
    command.ranges.push_back(std::move(range));
  }
}

void Mapping::operator()() const {
  if (check::followsMappings()) [[unlikely]]
    check::noteMapped(number);
  if (!check::enabled(check::Kind::Init)) [[likely]]
    return;
  // The host may write all of it, and read what it has not written.
  if (writing)
    check::noteWritten(bytes);
  else
    noteHostReads(*memory, bytes);
}

void Mapping::undo() const {
  memory->forgetMapping(mapping);
  if (number) [[unlikely]]
    check::forgetMap(number);
}

void Mapping::tell(check::NewCommand &command) const {
  command.ranges.push_back(rangeOf(bytes, writing, memory.get()));
}

void Unmapping::operator()() const {
  if (check::followsMappings()) [[unlikely]]
    check::noteUnmapped(address);
}

void Unmapping::tell(check::NewCommand &command) const {
  command.ranges.push_back(rangeOf({reinterpret_cast<uintptr_t>(address), 1}, false, memory.get()));
}

} // namespace weft
