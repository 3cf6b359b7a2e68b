// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events: user events, waiting, callbacks, queries, profiling.
#include "api/enqueue.h"
#include "check/callbacks.h"
#include "check/report.h"
#include "core/command_check.h"

namespace weft::api {

cl_event clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    // "The initial execution status for the user event object is CL_SUBMITTED."
    Context &owner = activeContext(context);
    auto event = make<Event>(Ref<Context>(&owner), CL_COMMAND_USER, CL_SUBMITTED);
    if (checksCommands()) [[unlikely]]
      check::noteUserEvent(event.get(), &owner);
    return event;
  });
}

cl_int clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return apiCall([&] {
    Event &object = get<Event>(event);
    // "CL_INVALID_EVENT if event is not a valid user event object."
    require(object.isUser(), CL_INVALID_EVENT, "not a user event");
    // "CL_INVALID_VALUE if the execution_status is not CL_COMPLETE or a negative integer value."
    require(execution_status <= CL_COMPLETE, CL_INVALID_VALUE, "not a final status");
    // "CL_INVALID_OPERATION if the execution_status for event has already been changed by a
    // previous call to clSetUserEventStatus."
    require(object.advance(execution_status), CL_INVALID_OPERATION, "the status is set already");
  });
}

cl_int clRetainEvent(cl_event event) {
  return apiCall([&] { get<Event>(event).apiRetain(); });
}

cl_int clReleaseEvent(cl_event event) {
  return apiCall([&] { get<Event>(event).apiRelease(); });
}

cl_int clWaitForEvents(cl_uint num_events, const cl_event *event_list) {
  return apiCall([&] {
    // "CL_INVALID_VALUE if num_events is zero or event_list is NULL."
    require(num_events && event_list, CL_INVALID_VALUE, "no events");
    // "CL_INVALID_CONTEXT if events specified in event_list do not belong to the same context."
    const Context &context = get<Event>(event_list[0]).context();
    std::vector<Ref<Event>> events = getEvents(num_events, event_list, context, CL_INVALID_EVENT);
    bool failed = false;
    if (check::enabled(check::Kind::Api)) [[unlikely]]
      check::noteNotForCallbacks("a blocking call");
    for (const Ref<Event> &event : events) {
      event->wait();
      failed |= event->status() < 0;
    }
    // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events in
    // event_list is a negative integer value."
    require(!failed, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "an event ended in error");
  });
}

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                          EventCallback pfn_notify, void *user_data) {
  return apiCall([&] {
    Event &object = get<Event>(event);
    // "CL_INVALID_VALUE if pfn_event_notify is NULL or if command_exec_callback_type is not
    // CL_SUBMITTED, CL_RUNNING, or CL_COMPLETE."
    require(pfn_notify, CL_INVALID_VALUE, "no callback");
    require(command_exec_callback_type == CL_SUBMITTED ||
                command_exec_callback_type == CL_RUNNING ||
                command_exec_callback_type == CL_COMPLETE,
            CL_INVALID_VALUE, "not a status to be called at");
    object.addCallback(command_exec_callback_type, pfn_notify, user_data);
    if (Queue *queue = object.queue())
      queue->device().expedite();
  });
}

// Who is told that a command runs, or is complete, knows that what it waited for is complete, too.
static void noteAskedStatus(const Event &event, cl_int status) {
  if (status <= CL_COMPLETE)
    check::noteObserved(&event);
  else if (status == CL_RUNNING)
    check::noteHostFunction();
}

static void reportNoProfile(const Event &event) {
  check::Report found;
  found.kind = check::Kind::Api;
  found.message = event.isUser() ? "times are asked of a user event, which has none"
                                 : "times are asked of a command, but its queue was created "
                                   "without CL_QUEUE_PROFILING_ENABLE";
  found.host = check::HostStack::here();
  check::Object object;
  object.what = event.isUser() ? "user event" : "event";
  object.made = check::madeAt(static_cast<const Object *>(&event));
  found.object = object;
  found.notify = notifierOf(event.context());
  check::report(found);
}

cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    Event &object = get<Event>(event);
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_EVENT_COMMAND_QUEUE:
      return out.write<cl_command_queue>(object.queue() ? object.queue()->handle() : nullptr);
    case CL_EVENT_CONTEXT:
      return out.write<cl_context>(object.context().handle());
    case CL_EVENT_COMMAND_TYPE:
      return out.write<cl_command_type>(object.type());
    case CL_EVENT_COMMAND_EXECUTION_STATUS: {
      // Asked again and again, it has to change.
      if (Queue *queue = object.queue())
        queue->device().expedite();
      const cl_int status = object.status();
      if (checksCommands()) [[unlikely]]
        noteAskedStatus(object, status);
      return out.write<cl_int>(status);
    }
    case CL_EVENT_REFERENCE_COUNT:
      return out.write<cl_uint>(object.apiRefs());
    default:
      throw Error{CL_INVALID_VALUE, "unknown event query"};
    }
  });
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                               size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret) {
  return apiCall([&] {
    Event &object = get<Event>(event);
    // "CL_PROFILING_INFO_NOT_AVAILABLE if the CL_QUEUE_PROFILING_ENABLE flag is not set for the
    // command-queue, if the execution status of the command identified by event is not CL_COMPLETE
    // or if event is a user event object."
    if (!object.hasTimes() && check::enabled(check::Kind::Api)) [[unlikely]]
      reportNoProfile(object);
    require(object.hasTimes(), CL_PROFILING_INFO_NOT_AVAILABLE, "the event is not profiled");
    require(object.status() == CL_COMPLETE, CL_PROFILING_INFO_NOT_AVAILABLE,
            "the command has not completed");
    if (checksCommands()) [[unlikely]]
      check::noteObserved(&object);
    const Event::Times times = object.times();
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROFILING_COMMAND_QUEUED:
      return out.write<cl_ulong>(times.queued);
    case CL_PROFILING_COMMAND_SUBMIT:
      return out.write<cl_ulong>(times.submitted);
    case CL_PROFILING_COMMAND_START:
      return out.write<cl_ulong>(times.started);
    case CL_PROFILING_COMMAND_END:
      return out.write<cl_ulong>(times.ended);
    case CL_PROFILING_COMMAND_COMPLETE: // with what it has enqueued
      return out.write<cl_ulong>(times.completed);
    default:
      throw Error{CL_INVALID_VALUE, "unknown profiling query"};
    }
  });
}

} // namespace weft::api
