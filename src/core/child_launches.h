// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device-side enqueue as the running kernel sees it: the functions of include/weft/enqueue_abi.h.
// Children are ordinary commands of the worker pool. A launch is complete when it and its children
// are; each child holds it open (Command::holdOpenFor), and so its arguments, which children may
// point into.
#ifndef WEFT_CORE_CHILD_LAUNCHES_H
#define WEFT_CORE_CHILD_LAUNCHES_H

#include "core/device_event.h"
#include "core/device_queue.h"
#include "core/program.h"

#include <weft/enqueue_abi.h>

namespace weft {

class ChildLaunches;

// What a command has of the kernel that enqueued it. Whoever has it calls ended() in completed().
struct Birth {
  ChildLaunches *parent = nullptr; // held open by the child; null for markers
  Ref<DeviceQueue> queue;
  uint64_t bytes = 0;     // taken of the queue
  Ref<DeviceEvent> event; // null if the kernel wanted none

  void ended(const Event &command);
};

// Of one launch.
class ChildLaunches final : public weft_children {
public:
  ChildLaunches(Command &parent, std::shared_ptr<const ProgramImage> image);

  // The launch's own work-items are done: children that waited for them may begin.
  void parentEnded();
  // CL_COMPLETE, or what a child ended with.
  cl_int status() const { return child_status.load(std::memory_order_acquire); }
  void childFailed(cl_int status) { child_status.store(status, std::memory_order_release); }

private:
  int32_t enqueueKernel(const weft_enqueue &call);
  int32_t enqueueMarker(const weft_enqueue &call);
  uint32_t answer(const weft_enqueue &call, uint32_t what) const;
  void *defaultQueue();
  // Gives `command` what it waits for, and the kernel its event.
  void send(const weft_enqueue &call, const Ref<Command> &command, const Ref<DeviceEvent> &event);
  std::vector<Ref<DeviceEvent>> waitList(const weft_enqueue &call) const;
  Birth prepare(const weft_enqueue &call, uint64_t bytes);
  // enqueue_kernel's code for why it failed.
  int32_t failure(cl_int code) const;
  Context &context() const { return parent.context(); }

  Command &parent;
  const std::shared_ptr<const ProgramImage> image;
  std::atomic<cl_int> child_status{CL_COMPLETE};
  std::mutex mutex;                  // guards what is below
  std::vector<Ref<Command>> waiting; // for parentEnded()
  bool parent_ended = false;
  Ref<DeviceQueue> default_queue; // as it was when the kernel asked first
};

} // namespace weft
#endif
