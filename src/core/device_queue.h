// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues on the device: where kernels enqueue kernels. The host puts nothing into them, so that no
// entry point which takes a queue for commands takes one of these (they are of another kind).
#ifndef WEFT_CORE_DEVICE_QUEUE_H
#define WEFT_CORE_DEVICE_QUEUE_H

#include "core/queue.h"
#include "core/weak_ref.h"

namespace weft {

// The same on every device.
struct DeviceQueueLimits {
  static constexpr cl_command_queue_properties Properties =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
  static constexpr cl_uint PreferredBytes = 1 << 20;
  static constexpr cl_uint MostBytes = 64 << 20;
  static constexpr cl_uint Queues = 256;   // of a context; not enforced
  static constexpr cl_uint Events = 65536; // that a context's kernels have not released
  // What a command takes of a queue beside its block's literal: about what it takes of the heap.
  static constexpr uint64_t CommandBytes = 512;
};

class DeviceQueue final
    : public ApiObject<_cl_command_queue, Kind::DeviceQueue, CL_INVALID_COMMAND_QUEUE> {
public:
  // A reference for the application. `property_list` with the terminating 0.
  // CL_INVALID_QUEUE_PROPERTIES if `bytes` are too many. If the default queue of the context's
  // device is asked for: the one that there is, or this one from now on.
  static cl_command_queue create(Ref<Context> context, Ref<Device> device,
                                 cl_command_queue_properties properties, cl_queue_properties bytes,
                                 std::vector<cl_queue_properties> property_list);
  ~DeviceQueue() override;

  Context &context() const { return commands->context(); }
  Device &device() const { return commands->device(); }
  cl_command_queue_properties properties() const { return props; }
  const std::vector<cl_queue_properties> &propertyList() const { return property_list; }
  cl_uint bytes() const { return capacity; }

  // What kernels enqueue are commands of this queue, which orders none of them.
  Queue &commandQueue() { return *commands; }
  // Takes room for a command until it is complete; false if there is not enough.
  bool take(uint64_t bytes);
  void giveBack(uint64_t bytes) { taken.fetch_sub(bytes, std::memory_order_relaxed); }

  // For WeakRef.
  const std::shared_ptr<Life> &life() const { return life_token; }

protected:
  void lastApiRelease() override;

private:
  DeviceQueue(Ref<Context> context, Ref<Device> device, cl_command_queue_properties properties,
              cl_uint bytes, std::vector<cl_queue_properties> property_list);

  const std::shared_ptr<Life> life_token = std::make_shared<Life>(this);
  const cl_command_queue_properties props;
  const cl_uint capacity; // bytes
  const std::vector<cl_queue_properties> property_list;
  const Ref<Queue> commands;
  std::atomic<uint64_t> taken{0}; // bytes
};

} // namespace weft
#endif
