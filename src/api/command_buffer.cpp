// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command buffers: creation, references, states, replays, queries. What can be recorded is in
// record.cpp.
#include "core/command_buffer.h"
#include "api/enqueue.h"
#include "api/khr_command_buffer.h"

#include <set>

namespace weft::api {

// A host queue that command buffers may use: CL_INVALID_COMMAND_QUEUE.
static Ref<Queue> bufferQueue(cl_command_queue handle) {
  Ref<Queue> queue(&get<Queue>(handle));
  queue->context().requireActive();
  return queue;
}

static void checkProperties(const cl_command_buffer_properties_khr *properties) {
  std::set<cl_command_buffer_properties_khr> seen;
  for (; properties && *properties; properties += 2) {
    // "CL_INVALID_VALUE if values specified in properties are not valid, or if the same property
    // name is specified more than once."
    require(properties[0] == CL_COMMAND_BUFFER_FLAGS_KHR ||
                properties[0] == CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
            CL_INVALID_VALUE, "unknown property");
    require(seen.insert(properties[0]).second, CL_INVALID_VALUE, "a property is given twice");
    if (properties[0] == CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR) {
      requireFlags(properties[1], CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR);
      continue;
    }
    constexpr cl_command_buffer_flags_khr Known = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR |
                                                  CL_COMMAND_BUFFER_MUTABLE_KHR |
                                                  CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;
    const cl_command_buffer_flags_khr flags = properties[1];
    requireFlags(flags, Known);
    // "CL_INVALID_PROPERTY if values specified in properties are valid but are not supported by all
    // the devices"
    require(!(flags & ~CommandBuffer::Flags), CL_INVALID_PROPERTY,
            "flags of an extension that the device does not have");
  }
}

cl_command_buffer_khr clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                                               const cl_command_buffer_properties_khr *properties,
                                               cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    // "CL_INVALID_VALUE if [...] the cl_khr_command_buffer_multi_device extension is not supported
    // and num_queues is not one"; "if queues is NULL"
    require(num_queues == 1, CL_INVALID_VALUE, "not one queue");
    require(queues, CL_INVALID_VALUE, "queues is null");
    std::vector<Ref<Queue>> list;
    for (cl_uint i = 0; i < num_queues; ++i)
      list.push_back(bufferQueue(queues[i]));
    checkProperties(properties);
    return make<CommandBuffer>(std::move(list), propertyList(properties));
  });
}

cl_int clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return apiCall([&] { get<CommandBuffer>(command_buffer).apiRetain(); });
}

cl_int clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return apiCall([&] { get<CommandBuffer>(command_buffer).apiRelease(); });
}

cl_int clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return apiCall([&] { get<CommandBuffer>(command_buffer).finalize(); });
}

// The queues of one enqueue in place of those of the buffer.
static std::vector<Ref<Queue>> substitutes(const CommandBuffer &buffer, cl_uint num_queues,
                                           const cl_command_queue *queues) {
  const auto own = buffer.queues();
  // "CL_INVALID_VALUE if queues is NULL and num_queues is > 0, or queues is not NULL and num_queues
  // is 0"; "if num_queues is > 0 and not the same value as num_queues set on command_buffer
  // creation"
  require((num_queues == 0) == (queues == nullptr), CL_INVALID_VALUE,
          "queues without a count or a count without queues");
  if (!num_queues)
    return {own.begin(), own.end()};
  require(num_queues == own.size(), CL_INVALID_VALUE, "another number of queues");
  std::vector<Ref<Queue>> list;
  for (cl_uint i = 0; i < num_queues; ++i)
    list.push_back(bufferQueue(queues[i]));
  for (cl_uint i = 0; i < num_queues; ++i) {
    // "CL_INVALID_CONTEXT if any element of queues does not have the same context [...];
    // CL_INVALID_DEVICE [...] the same device as the command-queue set on command_buffer creation
    // at the same list index". Host queues have no properties that are not supported.
    require(&list[i]->context() == &own[i]->context(), CL_INVALID_CONTEXT,
            "a queue of another context");
    require(&list[i]->device() == &own[i]->device(), CL_INVALID_DEVICE,
            "a queue of another device");
  }
  return list;
}

cl_int clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                 cl_command_buffer_khr command_buffer,
                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event) {
  return apiCall([&] {
    CommandBuffer &buffer = get<CommandBuffer>(command_buffer);
    const std::vector<Ref<Queue>> on = substitutes(buffer, num_queues, queues);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, buffer.context());
    enqueue(*on.front(), buffer.replay(on), wait_list, event);
  });
}

cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                 cl_command_buffer_info_khr param_name, size_t param_value_size,
                                 void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    get<CommandBuffer>(command_buffer).writeInfo(param_name, out);
  });
}

} // namespace weft::api
