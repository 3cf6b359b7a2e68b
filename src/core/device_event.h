// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of kernels: what a clk_event_t stands for. Kernels keep them wherever they like, so a
// context knows all that have not been released, and believes no address that is none of these.
#ifndef WEFT_CORE_DEVICE_EVENT_H
#define WEFT_CORE_DEVICE_EVENT_H

#include "core/event.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace weft {

class DeviceEvent final : public Object {
public:
  // Of a command: attach() follows.
  DeviceEvent() = default;
  // A user event, CL_SUBMITTED. It does not keep the context, which keeps it.
  explicit DeviceEvent(Context &context);
  ~DeviceEvent() override;

  bool isUser() const { return user; }
  // The event is that of `command`, until complete() is called.
  void attach(const Ref<Command> &command);
  // For the command, before those that wait for it begin.
  void complete(cl_int final_status, const Event::Times &times);
  // Of a user event.
  void setStatus(cl_int status);
  // Makes `command`, which is not enqueued yet, wait for this.
  void orderBefore(Command &command);
  // Writes two times, in ns, to `values` once the command is complete: from its start to its end,
  // and to the end of all that it has enqueued.
  void capture(uint64_t *values);

private:
  bool user = false;
  std::mutex mutex; // guards all below
  Ref<Event> event; // null once a command is complete
  cl_int final_status = CL_SUBMITTED;
  Event::Times times;
  std::vector<uint64_t *> captures; // to be written
};

// All of a context.
class DeviceEvents {
public:
  // With one reference of the kernel's; null if there are too many.
  Ref<DeviceEvent> add();
  Ref<DeviceEvent> addUser(Context &context);
  // Null if there is none at this address.
  Ref<DeviceEvent> find(const void *handle);
  void retain(const void *handle);
  void release(const void *handle);

private:
  Ref<DeviceEvent> insert(Ref<DeviceEvent> event);
  struct Entry {
    Ref<DeviceEvent> event;
    uint64_t references; // of kernels
  };
  std::mutex mutex; // guards the map
  std::unordered_map<const void *, Entry> events;
};

} // namespace weft
#endif
