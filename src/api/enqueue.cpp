// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wait lists, submission, blocking.
#include "api/enqueue.h"

#include "check/callbacks.h"

namespace weft::api {

std::vector<Ref<Event>> getEvents(cl_uint count, const cl_event *list, const Context &context,
                                  cl_int invalid) {
  std::vector<Ref<Event>> events;
  events.reserve(count);
  for (cl_uint i = 0; i < count; ++i) {
    require(list[i] && list[i]->kind == Event::ObjectKind, invalid, "not a valid event");
    Event &event = get<Event>(list[i]);
    // "CL_INVALID_CONTEXT if the context associated with command_queue and events in
    // event_wait_list are not the same"
    require(&event.context() == &context, CL_INVALID_CONTEXT, "an event of another context");
    events.emplace_back(&event);
  }
  return events;
}

std::vector<Ref<Event>> getWaitList(cl_uint count, const cl_event *list, const Context &context) {
  // "CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list is greater
  // than zero; if event_wait_list is not NULL and num_events_in_wait_list is zero"
  require((count == 0) == (list == nullptr), CL_INVALID_EVENT_WAIT_LIST,
          "a wait list without a count or a count without a list");
  return getEvents(count, list, context);
}

void requireNoneFailed(std::span<const Ref<Event>> wait_list) {
  for (const Ref<Event> &event : wait_list)
    require(event->status() >= 0, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            "an event of the wait list has failed");
}

void enqueue(Queue &queue, Ref<Command> command, std::span<const Ref<Event>> wait_list,
             cl_event *event, bool blocking, Queue::Order order) {
  if (blocking && check::enabled(check::Kind::Api)) [[unlikely]]
    check::noteNotForCallbacks("a blocking call");
  queue.submit(*command, wait_list, order);
  if (blocking) {
    command->wait();
    // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the read or write operations are blocking
    // and the execution status of any of the events in event_wait_list is a negative integer value"
    const cl_int status = command->status();
    require(status >= 0, status, "the blocking command ended in error");
  }
  if (event)
    *event = given(*command.leak()).handle();
}

} // namespace weft::api
