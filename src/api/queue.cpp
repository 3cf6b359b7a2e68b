// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command queues: creation in its three forms, references, queries, flush and finish.
#include "api/khr_entry_points.h"
#include "api/validate.h"
#include "check/callbacks.h"
#include "core/device_queue.h"

#include <CL/cl_ext.h>

namespace weft::api {

static constexpr cl_command_queue_properties HostProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
static constexpr cl_command_queue_properties DeviceProperties =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

static Device &requireDevice(const Context &context, cl_device_id device) {
  Device &object = get<Device>(device);
  // "CL_INVALID_DEVICE if device is not a valid device or is not associated with context"
  require(context.hasDevice(object), CL_INVALID_DEVICE, "the device is not of the context");
  return object;
}

static void noteCreation() {
  if (check::enabled(check::Kind::Api)) [[unlikely]]
    check::noteNotForCallbacks("a queue is created");
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &owner = activeContext(context);
    Device &target = requireDevice(owner, device);
    noteCreation();
    // "CL_INVALID_VALUE if values specified in properties are not valid"
    requireFlags(properties, HostProperties);
    return make<Queue>(Ref<Context>(&owner), Ref<Device>(&target), properties);
  });
}

struct QueueProperties {
  cl_command_queue_properties bits = 0;
  cl_queue_properties bytes = DeviceQueueLimits::PreferredBytes; // of a device queue
  std::vector<cl_queue_properties> list;                         // for CL_QUEUE_PROPERTIES_ARRAY
};

// Reads the list of (name, value) pairs.
static QueueProperties parse(const cl_queue_properties *list) {
  QueueProperties result;
  if (!list)
    return result;
  bool has_size = false;
  for (; *list; list += 2) {
    switch (list[0]) {
    case CL_QUEUE_PROPERTIES:
      result.bits = list[1];
      break;
    case CL_QUEUE_SIZE:
      has_size = true;
      result.bytes = list[1];
      break;
    case CL_QUEUE_PRIORITY_KHR:
      // A hint that nothing follows from: a device's threads take commands as they become ready.
      require(list[1] == CL_QUEUE_PRIORITY_HIGH_KHR || list[1] == CL_QUEUE_PRIORITY_MED_KHR ||
                  list[1] == CL_QUEUE_PRIORITY_LOW_KHR,
              CL_INVALID_VALUE, "not a priority");
      break;
    case CL_QUEUE_THROTTLE_KHR:
      // Likewise: how fast a CPU runs, and what that costs, is the system's to decide.
      require(list[1] == CL_QUEUE_THROTTLE_HIGH_KHR || list[1] == CL_QUEUE_THROTTLE_MED_KHR ||
                  list[1] == CL_QUEUE_THROTTLE_LOW_KHR,
              CL_INVALID_VALUE, "not a throttle");
      break;
    default:
      // "CL_INVALID_VALUE if values specified in properties are not valid"
      throw Error{CL_INVALID_VALUE, "unknown queue property"};
    }
    result.list.insert(result.list.end(), list, list + 2);
  }
  result.list.push_back(0);
  const cl_command_queue_properties bits = result.bits;
  requireFlags(bits, HostProperties | DeviceProperties);
  const bool on_device = bits & CL_QUEUE_ON_DEVICE;
  // "CL_QUEUE_SIZE [...] can only be specified if CL_QUEUE_ON_DEVICE is set"; "CL_QUEUE_ON_DEVICE_-
  // DEFAULT [...] can only be used with CL_QUEUE_ON_DEVICE"
  require(on_device || !(has_size || bits & CL_QUEUE_ON_DEVICE_DEFAULT), CL_INVALID_VALUE,
          "a property of device queues for a host queue");
  // "If CL_QUEUE_ON_DEVICE is set, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE must also be set."
  require(!on_device || bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_INVALID_VALUE,
          "a device queue must be out-of-order");
  return result;
}

// Device queues are of another kind: none that takes commands of the host.
static bool isDeviceQueue(cl_command_queue queue) {
  return queue && queue->kind == Kind::DeviceQueue;
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> cl_command_queue {
    Ref<Context> owner(&activeContext(context));
    Ref<Device> target(&requireDevice(*owner, device));
    QueueProperties wanted = parse(properties);
    noteCreation();
    if (wanted.bits & CL_QUEUE_ON_DEVICE)
      return DeviceQueue::create(std::move(owner), std::move(target), wanted.bits, wanted.bytes,
                                 std::move(wanted.list));
    auto made =
        make<Queue>(std::move(owner), std::move(target), wanted.bits, std::move(wanted.list));
    return given(*made.leak()).handle();
  });
}

// cl_khr_create_command_queue: the same but for the name.
cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                       const cl_queue_properties *properties,
                                                       cl_int *errcode_ret) {
  return api::clCreateCommandQueueWithProperties(context, device, properties, errcode_ret);
}

// "clSetCommandQueueProperty may unconditionally return an error if no devices in the context
// associated with command_queue support modifying the properties of a command-queue."
cl_int clSetCommandQueueProperty(cl_command_queue command_queue,
                                 cl_command_queue_properties properties, cl_bool enable,
                                 cl_command_queue_properties *old_properties) {
  return apiCall([&] {
    get<Queue>(command_queue);
    requireFlags(properties, HostProperties);
    throw Error{CL_INVALID_OPERATION, "queues keep the properties that they were created with"};
  });
}

cl_int clRetainCommandQueue(cl_command_queue command_queue) {
  return apiCall([&] {
    if (isDeviceQueue(command_queue))
      get<DeviceQueue>(command_queue).apiRetain();
    else
      get<Queue>(command_queue).apiRetain();
  });
}

// Commands in the queue hold it; they are on their way already ("clReleaseCommandQueue performs an
// implicit flush").
cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  return apiCall([&] {
    if (isDeviceQueue(command_queue))
      get<DeviceQueue>(command_queue).apiRelease();
    else
      get<Queue>(command_queue).apiRelease();
  });
}

// What host and device queues answer alike.
template <typename Q> static void queueInfo(Q &queue, cl_command_queue_info what, InfoWriter &out) {
  switch (what) {
  case CL_QUEUE_CONTEXT:
    return out.write<cl_context>(queue.context().handle());
  case CL_QUEUE_DEVICE:
    return out.write<cl_device_id>(queue.device().handle());
  case CL_QUEUE_REFERENCE_COUNT:
    return out.write<cl_uint>(queue.apiRefs());
  case CL_QUEUE_PROPERTIES:
    return out.write<cl_command_queue_properties>(queue.properties());
  case CL_QUEUE_PROPERTIES_ARRAY:
    return out.array(queue.propertyList());
  case CL_QUEUE_DEVICE_DEFAULT: {
    // "the current default command-queue for the underlying device"
    const Ref<DeviceQueue> found = queue.context().defaultQueue(queue.device());
    return out.write<cl_command_queue>(found ? found->handle() : nullptr);
  }
  default:
    throw Error{CL_INVALID_VALUE, "unknown queue query"};
  }
}

cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  return apiCall([&] {
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    if (isDeviceQueue(command_queue)) {
      auto &queue = get<DeviceQueue>(command_queue);
      return param_name == CL_QUEUE_SIZE ? out.write<cl_uint>(queue.bytes())
                                         : queueInfo(queue, param_name, out);
    }
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_COMMAND_QUEUE [...] if command_queue is not a valid command-queue for
    // param_name": only device queues have a size.
    require(param_name != CL_QUEUE_SIZE, CL_INVALID_COMMAND_QUEUE, "a host queue has no size");
    queueInfo(queue, param_name, out);
  });
}

// Of the context's device.
cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue command_queue) {
  return apiCall([&] {
    Context &owner = activeContext(context);
    Device &target = requireDevice(owner, device);
    auto &queue = get<DeviceQueue>(command_queue);
    // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for device"
    require(&queue.context() == &owner && &queue.device() == &target, CL_INVALID_COMMAND_QUEUE,
            "a queue of another device or context");
    owner.setDefaultQueue(target, queue);
  });
}

// Commands go to the device as soon as nothing holds them back; it may wait for whoever waits.
cl_int clFlush(cl_command_queue command_queue) {
  return apiCall([&] { get<Queue>(command_queue).device().expedite(); });
}

cl_int clFinish(cl_command_queue command_queue) {
  return apiCall([&] {
    // Whoever releases the queue meanwhile does not end it.
    Ref<Queue> queue(&get<Queue>(command_queue));
    if (check::enabled(check::Kind::Api)) [[unlikely]]
      check::noteNotForCallbacks("a blocking call");
    queue->finish();
  });
}

} // namespace weft::api
