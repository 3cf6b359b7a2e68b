// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device_event.h"

#include "core/context.h"
#include "core/device_queue.h"

#include <utility>

namespace weft {

namespace {

class UserEvent final : public Event {
public:
  explicit UserEvent(Context &context)
      : Event(context, CL_COMMAND_USER, CL_SUBMITTED, /*profiled=*/false) {}
};

void writeTimes(uint64_t *values, const Event::Times &times) {
  values[0] = times.ended - times.started;
  values[1] = times.completed - times.started;
}

} // namespace

DeviceEvent::DeviceEvent(Context &context) : user(true), event(make<UserEvent>(context)) {}
DeviceEvent::~DeviceEvent() = default;

void DeviceEvent::attach(const Ref<Command> &command) {
  std::lock_guard lock(mutex);
  event = command;
}

void DeviceEvent::complete(cl_int status, const Event::Times &of_command) {
  Ref<Event> dropped; // not under the lock
  std::lock_guard lock(mutex);
  final_status = status;
  times = of_command;
  for (uint64_t *values : captures)
    writeTimes(values, times);
  captures.clear();
  dropped = std::exchange(event, nullptr);
}

void DeviceEvent::setStatus(cl_int status) {
  // "status can be either CL_COMPLETE or a negative integer value indicating an error."
  if (user && status <= CL_COMPLETE)
    event->advance(status);
}

void DeviceEvent::orderBefore(Command &command) {
  Ref<Event> before;
  {
    std::lock_guard lock(mutex);
    before = event;
    if (!before && final_status < 0)
      return command.dependencyFailed(final_status);
  }
  if (before)
    command.waitFor(*before);
}

void DeviceEvent::capture(uint64_t *values) {
  std::lock_guard lock(mutex);
  if (event)
    captures.push_back(values);
  else
    writeTimes(values, times);
}

Ref<DeviceEvent> DeviceEvents::insert(Ref<DeviceEvent> event) {
  std::lock_guard lock(mutex);
  if (events.size() >= DeviceQueueLimits::Events)
    return nullptr;
  events.emplace(event.get(), Entry{event, 1});
  return event;
}

Ref<DeviceEvent> DeviceEvents::add() { return insert(make<DeviceEvent>()); }

Ref<DeviceEvent> DeviceEvents::addUser(Context &context) {
  return insert(make<DeviceEvent>(context));
}

Ref<DeviceEvent> DeviceEvents::find(const void *handle) {
  std::lock_guard lock(mutex);
  const auto found = events.find(handle);
  return found == events.end() ? nullptr : found->second.event;
}

void DeviceEvents::retain(const void *handle) {
  std::lock_guard lock(mutex);
  if (const auto found = events.find(handle); found != events.end())
    ++found->second.references;
}

void DeviceEvents::release(const void *handle) {
  Ref<DeviceEvent> dropped; // not under the lock
  std::lock_guard lock(mutex);
  const auto found = events.find(handle);
  if (found == events.end() || --found->second.references)
    return;
  dropped = std::move(found->second.event);
  events.erase(found);
}

} // namespace weft
