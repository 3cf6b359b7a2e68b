// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What recorded commands wait for, and the states of a command buffer.
#include "core/command_buffer.h"

#include "core/info_writer.h"
#include "core/replay.h"

namespace weft {

namespace {
// Run by others, who copy what a run changes.
class RecordedLaunch final : public OwnedLaunch {
public:
  using OwnedLaunch::OwnedLaunch;
};
} // namespace

CommandBuffer::CommandBuffer(std::vector<Ref<Queue>> queues,
                             std::vector<cl_command_buffer_properties_khr> properties)
    : queue_list(std::move(queues)), property_list(std::move(properties)),
      last_of_queue(queue_list.size(), none) {}

void CommandBuffer::requireRecordingLocked() const {
  // "CL_INVALID_OPERATION if command_buffer has been finalized"
  require(!plan, CL_INVALID_OPERATION, "the command buffer has been finalised");
}

void CommandBuffer::requireRecording() const {
  std::lock_guard lock(mutex);
  requireRecordingLocked();
}

std::vector<uint32_t>
CommandBuffer::commandsOf(std::span<const cl_sync_point_khr> sync_points) const {
  std::vector<uint32_t> result;
  std::lock_guard lock(mutex);
  for (cl_sync_point_khr point : sync_points) {
    // "if synchronization-point objects in sync_point_wait_list are not valid"
    require(point && point <= commands.size(), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
            "not a sync point of this command buffer");
    result.push_back(point - 1);
  }
  return result;
}

std::shared_ptr<const OwnedLaunch> CommandBuffer::makeLaunch(uint32_t queue, const Kernel &kernel,
                                                             const NdRangeRequest &request) const {
  const Device &device = queue_list[queue]->device();
  KernelCode code = codeFor(context(), device, kernel);
  // "CL_INVALID_OPERATION if the device [...] does not support
  // CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR and kernel contains a kernel-enqueue call"
  require(!code.info->enqueues, CL_INVALID_OPERATION, "the kernel enqueues kernels");
  auto launch = std::make_shared<RecordedLaunch>(context(), device, std::move(code), request,
                                                 [&] { return kernel.snapshotArgs(); });
  launch->checkArguments(context(), device);
  if (!launch->isEmpty())
    launch->complete(device.properties());
  return launch;
}

// With the mutex held.
cl_sync_point_khr CommandBuffer::append(RecordedCommand command) {
  const uint32_t index = uint32_t(commands.size());
  // "a hard upper limit [...], at which point CL_OUT_OF_RESOURCES will be returned"; none is 0.
  require(index < CL_UINT_MAX - 1, CL_OUT_OF_RESOURCES, "more commands than there are sync points");
  // Nothing after this throws.
  for (auto *list : {&ends, &place_in_ends})
    if (list->size() == list->capacity())
      list->reserve(2 * list->size() + 1);
  commands.push_back(std::move(command));
  for (uint32_t earlier : commands.back().after) {
    const uint32_t place = place_in_ends[earlier];
    if (place == none)
      continue;
    ends[place] = ends.back();
    place_in_ends[ends[place]] = place;
    ends.pop_back();
    place_in_ends[earlier] = none;
  }
  place_in_ends.push_back(uint32_t(ends.size()));
  ends.push_back(index);
  last_of_queue[commands.back().queue] = index;
  return index + 1;
}

cl_sync_point_khr CommandBuffer::record(RecordedCommand command) {
  std::lock_guard lock(mutex);
  requireRecordingLocked();
  // "Passing an in-order queue when creating the command, creating an implicit dependency on the
  // previous command created in the command-buffer using the same queue."
  if (!queue_list[command.queue]->outOfOrder() && last_of_queue[command.queue] != none)
    command.after.push_back(last_of_queue[command.queue]);
  // "any following commands recorded after it do not execute until it completes"
  if (last_barrier != none)
    command.after.push_back(last_barrier);
  return append(std::move(command));
}

cl_sync_point_khr CommandBuffer::recordBarrier(RecordedCommand command) {
  std::lock_guard lock(mutex);
  requireRecordingLocked();
  if (command.after.empty())
    command.after = ends;
  else if (last_barrier != none)
    command.after.push_back(last_barrier);
  if (!queue_list[command.queue]->outOfOrder() && last_of_queue[command.queue] != none)
    command.after.push_back(last_of_queue[command.queue]);
  const cl_sync_point_khr point = append(std::move(command));
  last_barrier = point - 1;
  return point;
}

void CommandBuffer::finalize() {
  std::lock_guard lock(mutex);
  requireRecordingLocked();
  plan = std::make_shared<ReplayPlan>(commands);
}

Ref<Command> CommandBuffer::replay(std::span<const Ref<Queue>> queues) {
  std::lock_guard lock(mutex);
  // "CL_INVALID_OPERATION if command_buffer is not in the Executable state"
  require(state() == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR, CL_INVALID_OPERATION,
          "the command buffer is not executable");
  return makeReplay(queues, plan, Ref<Object>(this));
}

// With the mutex held.
cl_command_buffer_state_khr CommandBuffer::state() const {
  return plan ? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR : CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
}

void CommandBuffer::writeInfo(cl_command_buffer_info_khr param, InfoWriter &out) const {
  switch (param) {
  case CL_COMMAND_BUFFER_QUEUES_KHR: {
    std::vector<cl_command_queue> handles;
    for (const Ref<Queue> &queue : queue_list)
      handles.push_back(queue->handle());
    return out.array(handles);
  }
  case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
    return out.write<cl_uint>(cl_uint(queue_list.size()));
  case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
    return out.write<cl_uint>(apiRefs());
  case CL_COMMAND_BUFFER_STATE_KHR: {
    std::lock_guard lock(mutex);
    return out.write<cl_command_buffer_state_khr>(state());
  }
  case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
    return out.array(property_list);
  case CL_COMMAND_BUFFER_CONTEXT_KHR:
    return out.write<cl_context>(context().handle());
  default:
    // "CL_INVALID_VALUE if param_name is not one of the supported values"
    throw Error{CL_INVALID_VALUE, "unknown command buffer query"};
  }
}

} // namespace weft
