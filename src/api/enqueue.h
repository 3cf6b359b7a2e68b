// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all clEnqueue* calls share: reading the wait list, submitting, waiting if the call blocks,
// giving out the event.
#ifndef WEFT_API_ENQUEUE_H
#define WEFT_API_ENQUEUE_H

#include "api/transfers.h"
#include "api/validate.h"
#include "core/event.h"
#include "core/queue.h"

#include <span>
#include <vector>

namespace weft::api {

// The events of a wait list, validated against `context`. `invalid` is the code for a handle that
// is no event.
std::vector<Ref<Event>> getEvents(cl_uint count, const cl_event *list, const Context &context,
                                  cl_int invalid = CL_INVALID_EVENT_WAIT_LIST);

// getEvents() for the (count, list) pair that ends every clEnqueue* call: one without the other is
// CL_INVALID_EVENT_WAIT_LIST.
std::vector<Ref<Event>> getWaitList(cl_uint count, const cl_event *list, const Context &context);

// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST "if the execution status of any of the events in
// event_wait_list is a negative integer value": of calls that say so though they do not block.
void requireNoneFailed(std::span<const Ref<Event>> wait_list);

// Puts `command` into the queue. A blocking call returns when it is done, throwing
// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST or what else ended it. Without an exception *event,
// unless null, is the application's.
void enqueue(Queue &queue, Ref<Command> command, std::span<const Ref<Event>> wait_list,
             cl_event *event, bool blocking = false, Queue::Order order = Queue::Order::Plain);

// A copy or a pattern between addresses, as shared virtual memory and unified shared memory have
// them under names of their own.
cl_int enqueueCopy(cl_command_type type, cl_command_queue command_queue, bool blocking,
                   void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events,
                   const cl_event *wait_list, cl_event *event);
cl_int enqueueFill(cl_command_type type, cl_command_queue command_queue, void *ptr,
                   const void *pattern, size_t pattern_size, size_t size, cl_uint num_events,
                   const cl_event *wait_list, cl_event *event);

} // namespace weft::api
#endif
