// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command buffers (cl_khr_command_buffer): commands that are recorded once, with everything that
// clEnqueue* would check, and run many times.
#ifndef WEFT_CORE_COMMAND_BUFFER_H
#define WEFT_CORE_COMMAND_BUFFER_H

#include "core/khr_command_buffer.h"
#include "core/mutable_dispatch.h"
#include "core/queue.h"
#include "core/replay_plan.h"

#include <mutex>
#include <span>
#include <vector>

namespace weft {

class InfoWriter;

class CommandBuffer
    : public ApiObject<_cl_command_buffer_khr, Kind::CommandBuffer, CL_INVALID_COMMAND_BUFFER_KHR> {
public:
  // What CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR reports.
  static constexpr cl_device_command_buffer_capabilities_khr Capabilities =
      CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
      CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR;
  // CL_COMMAND_BUFFER_FLAGS_KHR that there are.
  static constexpr cl_command_buffer_flags_khr Flags =
      CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR;
  // And CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR; none is required.
  static constexpr cl_command_queue_properties QueueProperties =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

  // At least one queue, all of one context. `properties` with the terminating 0, or empty.
  CommandBuffer(std::vector<Ref<Queue>> queues,
                std::vector<cl_command_buffer_properties_khr> properties);

  Context &context() const { return queues().front()->context(); }
  std::span<const Ref<Queue>> queues() const { return queue_list; }

  // The number of work-groups of its kernels does not grow.
  bool assertsGroups() const {
    return property(CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR) != 0;
  }

  // CL_INVALID_OPERATION if it has been finalised.
  void requireRecording() const;
  // The commands that sync points stand for: CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  std::vector<uint32_t> commandsOf(std::span<const cl_sync_point_khr> sync_points) const;

  // A launch as clEnqueueNDRangeKernel would make it on the queue of that index, with its checks.
  // CL_INVALID_OPERATION for kernels that enqueue kernels. Null if arguments are missing that may
  // be set later.
  std::shared_ptr<const OwnedLaunch> makeLaunch(uint32_t queue, const Kernel &kernel,
                                                const KernelArgs &args,
                                                const NdRangeRequest &request,
                                                bool defers_arguments = false) const;
  // Appends a command, whose `after` is its wait list; what else it waits for is added. Its sync
  // point. CL_INVALID_OPERATION as above, CL_OUT_OF_RESOURCES if there are too many.
  cl_sync_point_khr record(RecordedCommand command);
  // The same for a kernel that can be changed, which the buffer keeps.
  cl_sync_point_khr record(RecordedCommand command, Ref<MutableDispatch> dispatch);
  // The same for a barrier: with an empty wait list it waits for all before it, and all that come
  // after wait for it.
  cl_sync_point_khr recordBarrier(RecordedCommand command);
  // CL_INVALID_OPERATION as above.
  void finalize();

  // clUpdateMutableCommandsKHR, with all checks of the buffer and the commands: all or none.
  void update(std::span<const MutableDispatchConfig *const> updates);

  // One run of it on `queues`, which are like those that it was made with: CL_INVALID_OPERATION if
  // it is not executable. To be submitted to the first.
  Ref<Command> replay(std::span<const Ref<Queue>> queues);

  // clGetCommandBufferInfoKHR, and clGetMutableCommandInfoKHR of one of its commands.
  void writeInfo(const MutableDispatch &dispatch, cl_mutable_command_info_khr param,
                 InfoWriter &out) const;
  void writeInfo(cl_command_buffer_info_khr param, InfoWriter &out) const;

private:
  static constexpr uint32_t none = ~0u;
  void requireRecordingLocked() const;
  cl_sync_point_khr append(RecordedCommand command);
  cl_sync_point_khr recordLocked(RecordedCommand command);
  cl_command_buffer_state_khr state() const;
  // Its value, or 0.
  cl_command_buffer_properties_khr property(cl_command_buffer_properties_khr name) const;

  const std::vector<Ref<Queue>> queue_list;
  const std::vector<cl_command_buffer_properties_khr> property_list;

  mutable std::mutex mutex; // guards what is below
  std::vector<RecordedCommand> commands;
  std::vector<uint32_t>
      last_of_queue; // by queue: what its next command waits for if it is in order
  uint32_t last_barrier = none;
  // Commands that none waits for: all that a barrier need wait for.
  std::vector<uint32_t> ends;
  std::vector<uint32_t> place_in_ends; // by command; `none` if it is not there
  std::vector<Ref<MutableDispatch>> dispatches;
  size_t incomplete = 0; // commands whose launch is missing
  // Once finalised. Replays have it, too; it is changed only while none does.
  std::shared_ptr<ReplayPlan> plan;
};

} // namespace weft
#endif
