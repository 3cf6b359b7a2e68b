// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What orders the commands of a queue.

#include "core/queue.h"

namespace weft {

Queue::Queue(Ref<Context> context, Ref<Device> device, cl_command_queue_properties properties,
             std::vector<cl_queue_properties> property_list)
    : ctx(std::move(context)), dev(std::move(device)), props(properties),
      property_list(std::move(property_list)) {
  dev->start();
}

// Commands hold the queue, so none is left.
Queue::~Queue() = default;

void Queue::submit(Command &command, std::span<const Ref<Event>> wait_list, Order order) {
  for (const Ref<Event> &event : wait_list)
    command.waitFor(*event);
  {
    // Waiting is registered under the queue's lock, so that the order is one for all threads. An
    // exception in here leaves the queue as it was, and a command that is never enqueued.
    std::lock_guard lock(mutex);
    if (!outOfOrder()) {
      if (last)
        command.waitFor(*last, /*order_only=*/true);
      last = Ref<Command>(&command);
    } else {
      if (order == Order::Marker || order == Order::Barrier) {
        for (const Ref<Command> &earlier : unfinished)
          command.waitFor(*earlier, /*order_only=*/true);
      } else if (last) {
        command.waitFor(*last, /*order_only=*/true);
      }
      command.slot = unfinished.size();
      unfinished.emplace_back(&command);
      if (order == Order::Barrier || order == Order::Fence)
        last = Ref<Command>(&command);
    }
  }
  command.enqueue();
}

void Queue::completed(Command &command) {
  // The caller holds a reference to the command, so none dies under the lock.
  std::lock_guard lock(mutex);
  if (last.get() == &command)
    last = nullptr;
  if (!outOfOrder() || command.slot >= unfinished.size() ||
      unfinished[command.slot].get() != &command)
    return;
  std::swap(unfinished[command.slot], unfinished.back());
  unfinished[command.slot]->slot = command.slot;
  unfinished.pop_back();
}

void Queue::finish() {
  std::vector<Ref<Command>> earlier;
  {
    std::lock_guard lock(mutex);
    earlier = unfinished;
    if (!outOfOrder() && last)
      earlier.push_back(last);
  }
  for (const Ref<Command> &command : earlier)
    command->wait();
}

} // namespace weft
