// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command queues: they only say what a command has to wait for besides its wait list. Commands go
// to the device as soon as nothing holds them back, so clFlush has nothing to do.
#ifndef WEFT_CORE_QUEUE_H
#define WEFT_CORE_QUEUE_H

#include "core/context.h"
#include "core/event.h"
#include "core/object.h"
#include "core/pointer_users.h"
#include "support/spin_lock.h"

#include <atomic>
#include <mutex>
#include <span>
#include <vector>

namespace weft {

class Queue : public ApiObject<_cl_command_queue, Kind::Queue, CL_INVALID_COMMAND_QUEUE> {
public:
  // `property_list` as the application gave it, with the terminating 0, or empty. Starts the
  // device.
  Queue(Ref<Context> context, Ref<Device> device, cl_command_queue_properties properties,
        std::vector<cl_queue_properties> property_list = {});
  ~Queue() override;

  Context &context() const { return *ctx; }
  Ref<Context> contextRef() const { return ctx; }
  Device &device() const { return *dev; }
  cl_command_queue_properties properties() const { return props; }
  bool outOfOrder() const { return props & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE; }
  bool profiling() const { return props & CL_QUEUE_PROFILING_ENABLE; }
  const std::vector<cl_queue_properties> &propertyList() const { return property_list; }

  // What a command waits for and who waits for it, beyond the wait list.
  enum class Order {
    Plain,   // whatever came before it in an in-order queue, the last barrier in the other
    Marker,  // everything that came before it
    Barrier, // Marker, and everything that comes after waits for it
    Fence,   // Plain, and everything that comes after waits for it: a barrier with a wait list
  };
  // Puts a command, to which the caller has a reference, into the queue and sends it on its way
  // once all it waits for is done. CL_CONTEXT_TERMINATED_KHR.
  void submit(Command &command, std::span<const Ref<Event>> wait_list, Order order = Order::Plain);

  // Blocks until everything submitted before is done; the calling thread works meanwhile.
  void finish();

  PointerUsers pointer_users; // of the commands that are not done

private:
  friend class Command;
  // Forgets a command that is done.
  void completed(Command &command);
  void traceCommand(std::string_view label, const Event::Times &times,
                    const trace::Work *work) const;
  void waitForAll();
  void orderAfterBarriers(Command &command, Order order);

  Ref<Context> ctx;
  Ref<Device> dev;
  const cl_command_queue_properties props;
  const std::vector<cl_queue_properties> property_list;
  const uint64_t trace_track; // 0 unless tracing
  // In-order: the command that the next one waits for, with a reference; null if it is done.
  // Changed under the lock; a command that is done sees without it whether it is the one.
  std::atomic<Command *> newest{nullptr};
  SpinLock newest_lock;

  // Out-of-order, guarded by the mutex: the last barrier that is not done, and all that is not
  // done, for markers, barriers and finish(). A command knows its place here (Command::slot).
  std::mutex mutex;
  Ref<Command> barrier;
  std::vector<Ref<Command>> unfinished;
};

} // namespace weft
#endif
