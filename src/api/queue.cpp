// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command queues: creation in its three forms, references, queries, flush and finish.
#include "core/queue.h"
#include "api/khr_entry_points.h"
#include "api/validate.h"

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

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &owner = get<Context>(context);
    Device &target = requireDevice(owner, device);
    // "CL_INVALID_VALUE if values specified in properties are not valid"
    requireFlags(properties, HostProperties);
    return make<Queue>(Ref<Context>(&owner), Ref<Device>(&target), properties);
  });
}

// Reads the list of (name, value) pairs into `bits`; returns it for CL_QUEUE_PROPERTIES_ARRAY.
static std::vector<cl_queue_properties> parse(const cl_queue_properties *list,
                                              cl_command_queue_properties &bits) {
  std::vector<cl_queue_properties> kept;
  if (!list)
    return kept;
  bool has_size = false;
  for (; *list; list += 2) {
    switch (list[0]) {
    case CL_QUEUE_PROPERTIES:
      bits = list[1];
      break;
    case CL_QUEUE_SIZE:
      has_size = true;
      break;
    case CL_QUEUE_PRIORITY_KHR:
      // A hint that nothing follows from: a device's threads take commands as they become ready.
      require(list[1] == CL_QUEUE_PRIORITY_HIGH_KHR || list[1] == CL_QUEUE_PRIORITY_MED_KHR ||
                  list[1] == CL_QUEUE_PRIORITY_LOW_KHR,
              CL_INVALID_VALUE, "not a priority");
      break;
    default:
      // "CL_INVALID_VALUE if values specified in properties are not valid"
      throw Error{CL_INVALID_VALUE, "unknown queue property"};
    }
    kept.insert(kept.end(), list, list + 2);
  }
  kept.push_back(0);
  requireFlags(bits, HostProperties | DeviceProperties);
  const bool on_device = bits & CL_QUEUE_ON_DEVICE;
  // "CL_QUEUE_SIZE [...] can only be specified if CL_QUEUE_ON_DEVICE is set"; "CL_QUEUE_ON_DEVICE_-
  // DEFAULT [...] can only be used with CL_QUEUE_ON_DEVICE"
  require(on_device || !(has_size || bits & CL_QUEUE_ON_DEVICE_DEFAULT), CL_INVALID_VALUE,
          "a property of device queues for a host queue");
  // "If CL_QUEUE_ON_DEVICE is set, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE must also be set."
  require(!on_device || bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_INVALID_VALUE,
          "a device queue must be out-of-order");
  // "CL_INVALID_QUEUE_PROPERTIES if values specified in properties are valid but are not supported
  // by device"
  require(!on_device, CL_INVALID_QUEUE_PROPERTIES, "the device has no queues of its own");
  return kept;
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &owner = get<Context>(context);
    Device &target = requireDevice(owner, device);
    cl_command_queue_properties bits = 0;
    std::vector<cl_queue_properties> kept = parse(properties, bits);
    return make<Queue>(Ref<Context>(&owner), Ref<Device>(&target), bits, std::move(kept));
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
  return apiCall([&] { get<Queue>(command_queue).apiRetain(); });
}

// Commands in the queue hold it; they are on their way already ("clReleaseCommandQueue performs an
// implicit flush").
cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  return apiCall([&] { get<Queue>(command_queue).apiRelease(); });
}

cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
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
    case CL_QUEUE_DEVICE_DEFAULT:
      // No device has a queue of its own.
      return out.write<cl_command_queue>(nullptr);
    case CL_QUEUE_SIZE:
      // "CL_INVALID_COMMAND_QUEUE [...] if command_queue is not a valid command-queue for
      // param_name": only device queues have a size.
      throw Error{CL_INVALID_COMMAND_QUEUE, "a host queue has no size"};
    default:
      throw Error{CL_INVALID_VALUE, "unknown queue query"};
    }
  });
}

// Commands go to the device as soon as nothing holds them back.
cl_int clFlush(cl_command_queue command_queue) {
  return apiCall([&] { get<Queue>(command_queue); });
}

cl_int clFinish(cl_command_queue command_queue) {
  return apiCall([&] {
    // Whoever releases the queue meanwhile does not end it.
    Ref<Queue> queue(&get<Queue>(command_queue));
    queue->finish();
  });
}

} // namespace weft::api
