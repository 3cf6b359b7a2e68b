// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context: the devices that its objects live on, and where errors are reported.
#ifndef WEFT_CORE_CONTEXT_H
#define WEFT_CORE_CONTEXT_H

#include "core/allocations.h"
#include "core/device.h"
#include "core/device_event.h"
#include "core/newer_queries.h"
#include "core/object.h"

#include <mutex>
#include <set>
#include <vector>

namespace weft {

class Command;
class DeviceQueue;
class Queue;

using ContextNotify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);
using ContextCallback = void(CL_CALLBACK *)(cl_context, void *);

class Context : public ApiObject<_cl_context, Kind::Context, CL_INVALID_CONTEXT> {
public:
  // `properties` as the application gave them, terminating 0 included; empty if it gave none.
  Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties = {},
          ContextNotify notify = nullptr, void *user_data = nullptr);
  ~Context() override;

  const std::vector<Ref<Device>> &devices() const { return device_list; }
  bool hasDevice(const Device &device) const;
  // The first device.
  Device &device() const { return *device_list.front(); }
  const std::vector<cl_context_properties> &properties() const { return property_list; }

  // cl_khr_initialize_memory: whether kernels find zeros in their local and private memory.
  bool clearsLocalMemory() const;
  bool clearsPrivateMemory() const;

  // cl_khr_terminate_context. What commands and kernels are stopped by; null unless the context was
  // made to be terminated.
  const StopFlag *stopFlag() const { return terminable ? &stop : nullptr; }
  bool terminated() const { return stop.isSet(); }
  // CL_CONTEXT_TERMINATED_KHR if it is.
  void requireActive() const {
    require(!terminated(), CL_CONTEXT_TERMINATED_KHR, "the context is terminated");
  }
  // Ends what is queued; what runs ends soon. CL_INVALID_OPERATION, CL_CONTEXT_TERMINATED_KHR.
  void terminate();
  // For commands of a context that can be terminated, from before they are enqueued until they are
  // done. CL_CONTEXT_TERMINATED_KHR.
  void track(Command &command);
  void untrack(Command &command);

  // Tells the application, where it asked for that, about an error in this context.
  void notify(const char *message) const;

  // Called in reverse order of registration when the context is destroyed.
  void addDestructorCallback(ContextCallback callback, void *user_data);

  Allocations &allocations() { return all_allocations; }
  // For queues, as long as they live.
  void enroll(Queue &queue);
  void forget(Queue &queue);
  // The commands that were enqueued, and are not done, which may use the allocation by an address.
  std::vector<Ref<Command>> pointerUsers(const Allocation &allocation) const;

  DeviceEvents &deviceEvents() { return device_events; }

  // The queue of `device` that kernels have without being given it; null if there is none.
  Ref<DeviceQueue> defaultQueue(const Device &device) const;
  // Makes `queue` that of `device`.
  void setDefaultQueue(const Device &device, DeviceQueue &queue);
  // The same if there is none, and returns null; else the one that there is, with one more
  // reference of the application's.
  DeviceQueue *offerDefaultQueue(const Device &device, DeviceQueue &queue);
  // For a queue that the application has given up.
  void forgetDefaultQueue(const DeviceQueue &queue);

private:
  std::vector<Ref<Device>> device_list;
  Allocations all_allocations;
  std::vector<cl_context_properties> property_list;
  ContextNotify notify_function;
  void *notify_data;
  DeviceEvents device_events;
  mutable std::mutex mutex; // guards the callbacks and the default queues
  // Until the application gives a queue up, which then is forgotten here: no references.
  std::vector<std::pair<const Device *, DeviceQueue *>> default_queues;
  std::vector<std::pair<ContextCallback, void *>> destructor_callbacks;
  mutable std::mutex queues_mutex; // guards queues
  std::set<Queue *> queues;        // without references: they leave when they end
  const bool terminable;
  StopFlag stop;
  std::mutex tracked_mutex;    // guards tracked, and setting `stop`
  std::set<Command *> tracked; // without references, as well
};

} // namespace weft
#endif
