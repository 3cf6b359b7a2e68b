// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Markers, barriers and waits in a queue.
#include "api/enqueue.h"
#include "core/command.h"

namespace weft::api {

cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    // "The marker command either waits for a list of events to complete, or if the list is empty it
    // waits for all commands previously enqueued in command_queue"
    enqueue(queue, makeMarker(queue, CL_COMMAND_MARKER), wait_list, event, /*blocking=*/false,
            wait_list.empty() ? Queue::Order::Marker : Queue::Order::Plain);
  });
}

cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_VALUE if event is NULL."
    require(event, CL_INVALID_VALUE, "a marker without an event");
    enqueue(queue, makeMarker(queue, CL_COMMAND_MARKER), {}, event, /*blocking=*/false,
            Queue::Order::Marker);
  });
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    // "This command blocks command execution, that is, any following commands enqueued after it do
    // not execute until it completes."
    enqueue(queue, makeMarker(queue, CL_COMMAND_BARRIER), wait_list, event, /*blocking=*/false,
            wait_list.empty() ? Queue::Order::Barrier : Queue::Order::Fence);
  });
}

cl_int clEnqueueBarrier(cl_command_queue command_queue) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    enqueue(queue, makeMarker(queue, CL_COMMAND_BARRIER), {}, nullptr, /*blocking=*/false,
            Queue::Order::Barrier);
  });
}

cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                              const cl_event *event_list) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_VALUE if num_events is 0 or event_list is NULL."
    require(num_events && event_list, CL_INVALID_VALUE, "no events");
    auto events = getEvents(num_events, event_list, queue.context(), CL_INVALID_EVENT);
    enqueue(queue, makeMarker(queue, CL_COMMAND_BARRIER), events, nullptr, /*blocking=*/false,
            Queue::Order::Fence);
  });
}

} // namespace weft::api
