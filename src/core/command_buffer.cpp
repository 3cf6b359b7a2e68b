// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What recorded commands wait for, and the states of a command buffer.
#include "core/command_buffer.h"

#include "core/info_writer.h"
#include "core/replay.h"

#include <map>

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
                                                             const KernelArgs &args,
                                                             const NdRangeRequest &request,
                                                             bool defers_arguments) const {
  const Device &device = queue_list[queue]->device();
  KernelCode code = codeFor(context(), device, kernel);
  // "CL_INVALID_OPERATION if the device [...] does not support
  // CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR and kernel contains a kernel-enqueue call"
  require(!code.info->enqueues, CL_INVALID_OPERATION, "the kernel enqueues kernels");
  if (defers_arguments && args.firstUnset()) {
    weft_launch range;
    makeNdRange(request, *code.info, code.image->artifact.uniform_work_groups, device.properties(),
                range);
    return nullptr;
  }
  auto launch = std::make_shared<RecordedLaunch>(context(), device, std::move(code), request, [&] {
    return args.snapshot(context().allocations());
  });
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
  return recordLocked(std::move(command));
}

cl_sync_point_khr CommandBuffer::record(RecordedCommand command, Ref<MutableDispatch> dispatch) {
  std::lock_guard lock(mutex);
  const bool is_complete = command.launch != nullptr;
  dispatches.reserve(dispatches.size() + 1);
  const cl_sync_point_khr point = recordLocked(std::move(command));
  dispatch->index = point - 1;
  dispatches.push_back(std::move(dispatch));
  incomplete += !is_complete;
  return point;
}

// With the mutex held.
cl_sync_point_khr CommandBuffer::recordLocked(RecordedCommand command) {
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

void CommandBuffer::update(std::span<const MutableDispatchConfig *const> updates) {
  std::lock_guard lock(mutex);
  // "CL_INVALID_OPERATION if command_buffer has not been finalized", or "was not created with the
  // CL_COMMAND_BUFFER_MUTABLE_KHR flag"
  require(bool(plan), CL_INVALID_OPERATION, "the command buffer is not finalised");
  require(property(CL_COMMAND_BUFFER_FLAGS_KHR) & CL_COMMAND_BUFFER_MUTABLE_KHR,
          CL_INVALID_OPERATION, "a command buffer that cannot be changed");
  // One command may be changed several times.
  std::map<MutableDispatch *, MutableDispatch::Settings> changed;
  for (const MutableDispatchConfig *update : updates) {
    auto &dispatch = get<MutableDispatch>(update->command);
    // "CL_INVALID_MUTABLE_COMMAND_KHR if command is not [...] created from command_buffer."
    require(&dispatch.buffer() == this, CL_INVALID_MUTABLE_COMMAND_KHR,
            "a command of another command buffer");
    dispatch.apply(*update, changed.try_emplace(&dispatch, dispatch.settings).first->second);
  }
  std::vector<std::shared_ptr<const OwnedLaunch>> launches;
  for (const auto &[dispatch, settings] : changed)
    launches.push_back(makeLaunch(dispatch->queueIndex(), dispatch->kernel(), settings.args,
                                  settings.request(), dispatch->defersArguments()));
  // Replays that are on their way have the old plan. New ones are made under the mutex.
  if (plan.use_count() > 1)
    plan = std::make_shared<ReplayPlan>(*plan);
  else
    std::atomic_thread_fence(std::memory_order_acquire);
  // From here on nothing throws.
  auto launch = launches.begin();
  for (auto &[dispatch, settings] : changed) {
    std::shared_ptr<const OwnedLaunch> &old = commands[dispatch->index].launch;
    incomplete += !*launch;
    incomplete -= !old;
    old = *launch;
    plan->replaceLaunch(dispatch->index, std::move(*launch++));
    std::swap(dispatch->settings, settings);
  }
}

Ref<Command> CommandBuffer::replay(std::span<const Ref<Queue>> queues) {
  std::lock_guard lock(mutex);
  // "CL_INVALID_OPERATION if command_buffer is not in the Executable state"
  require(state() == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR, CL_INVALID_OPERATION,
          "the command buffer is not executable");
  plan->settle();
  return makeReplay(queues, plan, Ref<Object>(this));
}

// With the mutex held.
cl_command_buffer_state_khr CommandBuffer::state() const {
  if (!plan)
    return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  return incomplete ? CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
                    : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

cl_command_buffer_properties_khr
CommandBuffer::property(cl_command_buffer_properties_khr name) const {
  for (size_t i = 0; i + 1 < property_list.size(); i += 2)
    if (property_list[i] == name)
      return property_list[i + 1];
  return 0;
}

void CommandBuffer::writeInfo(const MutableDispatch &dispatch, cl_mutable_command_info_khr param,
                              InfoWriter &out) const {
  std::lock_guard lock(mutex);
  dispatch.writeInfo(param, out);
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
