// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts.
#include "core/context.h"

#include "core/command_check.h"
#include "core/device_queue.h"
#include "core/newer_queries.h"
#include "core/queue.h"

#include <cstring>

namespace weft {

// 0 where the property is not given.
static cl_context_properties valueOf(const std::vector<cl_context_properties> &properties,
                                     cl_context_properties name) {
  for (size_t i = 0; i + 1 < properties.size(); i += 2)
    if (properties[i] == name)
      return properties[i + 1];
  return 0;
}

Context::Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
                 ContextNotify notify, void *user_data)
    : device_list(std::move(devices)), all_allocations(device_list.front()),
      property_list(std::move(properties)), notify_function(notify), notify_data(user_data),
      terminable(valueOf(property_list, CL_CONTEXT_TERMINATE_KHR) == CL_TRUE ||
                 valueOf(property_list, ContextTerminateOf12) == CL_TRUE) {
  check::start();
}

Context::~Context() {
  if (checksCommands()) [[unlikely]]
    check::noteContextGone(this);
  // "The callbacks are called in the reverse order in which they were registered", while the
  // handle may still be compared though not used.
  if (!destructor_callbacks.empty())
    device().mayBlock();
  for (auto it = destructor_callbacks.rbegin(); it != destructor_callbacks.rend(); ++it)
    it->first(handle(), it->second);
}

bool Context::hasDevice(const Device &device) const {
  for (const Ref<Device> &candidate : device_list)
    if (candidate.get() == &device)
      return true;
  return false;
}

bool Context::clearsLocalMemory() const {
  return valueOf(property_list, CL_CONTEXT_MEMORY_INITIALIZE_KHR) &
         CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR;
}

bool Context::clearsPrivateMemory() const {
  return valueOf(property_list, CL_CONTEXT_MEMORY_INITIALIZE_KHR) &
         CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;
}

void Context::notify(const char *message) const {
  if (notify_function)
    notify_function(message, nullptr, 0, notify_data);
}

Ref<DeviceQueue> Context::defaultQueue(const Device &device) const {
  std::lock_guard lock(mutex);
  for (auto [of, queue] : default_queues)
    if (of == &device && queue->retainIfHeld())
      return Ref<DeviceQueue>::adopt(queue);
  return nullptr;
}

void Context::setDefaultQueue(const Device &device, DeviceQueue &queue) {
  std::lock_guard lock(mutex);
  std::erase_if(default_queues, [&](const auto &entry) { return entry.first == &device; });
  default_queues.emplace_back(&device, &queue);
}

DeviceQueue *Context::offerDefaultQueue(const Device &device, DeviceQueue &queue) {
  std::lock_guard lock(mutex);
  for (auto [of, there] : default_queues)
    if (of == &device && there->apiRetainIfHeld())
      return there;
  std::erase_if(default_queues, [&](const auto &entry) { return entry.first == &device; });
  default_queues.emplace_back(&device, &queue);
  return nullptr;
}

void Context::forgetDefaultQueue(const DeviceQueue &queue) {
  std::lock_guard lock(mutex);
  std::erase_if(default_queues, [&](const auto &entry) { return entry.second == &queue; });
}

void Context::enroll(Queue &queue) {
  std::lock_guard lock(queues_mutex);
  queues.insert(&queue);
}

void Context::forget(Queue &queue) {
  std::lock_guard lock(queues_mutex);
  queues.erase(&queue);
}

std::vector<Ref<Command>> Context::pointerUsers(const Allocation &allocation) const {
  std::vector<Ref<Command>> found;
  std::lock_guard lock(queues_mutex);
  for (Queue *queue : queues)
    queue->pointer_users.find(allocation, found);
  return found;
}

void Context::track(Command &command) {
  std::lock_guard lock(tracked_mutex);
  requireActive();
  tracked.insert(&command);
}

void Context::untrack(Command &command) {
  std::lock_guard lock(tracked_mutex);
  tracked.erase(&command);
}

void Context::terminate() {
  // "CL_INVALID_OPERATION if context was not created with CL_CONTEXT_TERMINATE_KHR set to CL_TRUE"
  require(terminable, CL_INVALID_OPERATION, "the context was not made to be terminated");
  std::vector<Ref<Command>> left;
  {
    std::lock_guard lock(tracked_mutex);
    requireActive();
    left.reserve(tracked.size()); // what throws comes first
    stop.set();
    for (Command *command : tracked)
      left.emplace_back(command);
  }
  for (const Ref<Command> &command : left)
    command->terminate();
  // Threads of the application that wait for what no command does.
  for (const Ref<Device> &device : device_list)
    device->wakeHelpers();
  notify("weft: the context was terminated");
}

void Context::addDestructorCallback(ContextCallback callback, void *user_data) {
  std::lock_guard lock(mutex);
  destructor_callbacks.emplace_back(callback, user_data);
}

} // namespace weft
