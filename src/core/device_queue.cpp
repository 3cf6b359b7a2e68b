// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device_queue.h"

#include "core/object_name.h"

#include <utility>

namespace weft {

DeviceQueue::DeviceQueue(Ref<Context> context, Ref<Device> device,
                         cl_command_queue_properties properties, cl_uint bytes,
                         std::vector<cl_queue_properties> property_list)
    : props(properties), capacity(bytes), property_list(std::move(property_list)),
      commands(make<Queue>(std::move(context), std::move(device),
                           properties & DeviceQueueLimits::Properties)) {}

DeviceQueue::~DeviceQueue() { life_token->end(); }

cl_command_queue DeviceQueue::create(Ref<Context> context, Ref<Device> device,
                                     cl_command_queue_properties properties,
                                     cl_queue_properties bytes,
                                     std::vector<cl_queue_properties> property_list) {
  // "This must be a value <= CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE."
  require(bytes && bytes <= DeviceQueueLimits::MostBytes, CL_INVALID_QUEUE_PROPERTIES,
          "CL_QUEUE_SIZE is zero or exceeds CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE");
  Context &owner = *context;
  Device &target = *device;
  Ref<DeviceQueue> made = Ref<DeviceQueue>::adopt(new DeviceQueue(
      std::move(context), std::move(device), properties, cl_uint(bytes), std::move(property_list)));
  // "If a default device queue has already been created, calling clCreateCommandQueueWithProperties
  // [...] will return the default device queue that has already been created and increment its
  // reference count by 1."
  if (properties & CL_QUEUE_ON_DEVICE_DEFAULT)
    if (DeviceQueue *there = owner.offerDefaultQueue(target, *made))
      return there->handle();
  return given(*made.leak()).handle();
}

bool DeviceQueue::take(uint64_t bytes) {
  uint64_t seen = taken.load(std::memory_order_relaxed);
  do {
    if (bytes > capacity - seen)
      return false;
  } while (!taken.compare_exchange_weak(seen, seen + bytes, std::memory_order_relaxed));
  return true;
}

void DeviceQueue::lastApiRelease() { context().forgetDefaultQueue(*this); }

} // namespace weft
