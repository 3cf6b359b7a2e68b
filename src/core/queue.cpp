// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What orders the commands of a queue.

#include "core/queue.h"

#include "core/command_check.h"
#include "support/trace.h"

#include <utility>

namespace weft {

Queue::Queue(Ref<Context> context, Ref<Device> device, cl_command_queue_properties properties,
             std::vector<cl_queue_properties> property_list)
    : ctx(std::move(context)), dev(std::move(device)), props(properties),
      property_list(std::move(property_list)),
      trace_track(trace::enabled() ? trace::newQueue() : 0) {
  dev->start();
  ctx->enroll(*this);
}

// Commands hold the queue, so none is left.
Queue::~Queue() {
  if (checksCommands()) [[unlikely]]
    check::noteQueueGone(this);
  ctx->forget(*this);
}

// Whether the calling thread's last command waits for another.
static thread_local bool has_enqueued_more = false;

void Queue::submit(Command &command, std::span<const Ref<Event>> wait_list, Order order) {
  // What throws comes before the queue knows of the command.
  for (const Ref<Event> &event : wait_list)
    command.waitFor(*event);
  command.track();
  if (checksCommands()) [[unlikely]]
    noteCommand(command, wait_list, order);
  if (outOfOrder()) {
    try {
      orderAfterBarriers(command, order);
    } catch (...) {
      command.untrack();
      throw;
    }
    if (command.pointer_user)
      pointer_users.add(command);
    command.retain();
    command.enqueue();
    command.tracked();
    return;
  }
  // For `newest`, and for what follows. Both before other threads know of the command: from then on
  // finish() may count, too.
  if (command.pointer_user)
    pointer_users.add(command);
  command.retainEarly();
  command.retainEarly();
  newest_lock.lock();
  const auto before = Ref<Command>::adopt(newest.load(std::memory_order_relaxed));
  newest.store(&command, std::memory_order_relaxed);
  newest_lock.unlock();
  // Needs no lock: the order of commands is that of the exchanges, and this one cannot run, nor be
  // done, before it is enqueued. Needs no memory either, so it does not throw.
  if (before) {
    command.enqueueAfter(*before);
    // Whoever enqueues more does not wait yet; but for one more command it may, to read what the
    // first has computed.
    if (has_enqueued_more)
      dev->expedite();
    has_enqueued_more = true;
  } else {
    command.enqueue();
    has_enqueued_more = false;
  }
  command.tracked();
}

void Queue::orderAfterBarriers(Command &command, Order order) {
  // Waiting is registered under the lock, so that the order is one for all threads. An exception in
  // here leaves the queue as it was, and a command that is never enqueued.
  std::lock_guard lock(mutex);
  if (order == Order::Marker || order == Order::Barrier) {
    for (const Ref<Command> &earlier : unfinished)
      command.waitFor(*earlier, /*order_only=*/true);
  } else if (barrier) {
    command.waitFor(*barrier, /*order_only=*/true);
  }
  command.slot = unfinished.size();
  unfinished.emplace_back(&command);
  if (order == Order::Barrier || order == Order::Fence)
    barrier = Ref<Command>(&command);
}

void Queue::completed(Command &command) {
  // The caller holds a reference to the command, so none dies under a lock.
  if (!outOfOrder()) {
    if (newest.load(std::memory_order_relaxed) != &command)
      return;
    newest_lock.lock();
    const bool was_newest = newest.load(std::memory_order_relaxed) == &command;
    if (was_newest)
      newest.store(nullptr, std::memory_order_relaxed);
    newest_lock.unlock();
    if (was_newest)
      command.release();
    return;
  }
  std::lock_guard lock(mutex);
  if (barrier.get() == &command)
    barrier = nullptr;
  if (command.slot >= unfinished.size() || unfinished[command.slot].get() != &command)
    return;
  std::swap(unfinished[command.slot], unfinished.back());
  unfinished[command.slot]->slot = command.slot;
  unfinished.pop_back();
}

void Queue::traceCommand(std::string_view label, const Event::Times &times,
                         const trace::Work *work) const {
  // Commands that were never started ended in error; they take no room on the track.
  const uint64_t started = times.started ? times.started : times.ended;
  const std::initializer_list<trace::Detail> waits = {
      {"queued_ns_before", started - times.queued},
      {"submitted_ns_before", started - times.submitted}};
  if (work)
    trace::launchOnQueue(trace_track, label, started, times.ended, waits, *work);
  else
    trace::onQueue(trace_track, label, started, times.ended, waits);
}

void Queue::finish() {
  if (!checksCommands()) [[likely]]
    return waitForAll();
  const uint64_t begun = check::beginFinish();
  waitForAll();
  check::noteFinished(this, begun);
}

void Queue::waitForAll() {
  if (!outOfOrder()) {
    newest_lock.lock();
    const Ref<Command> last(newest.load(std::memory_order_relaxed));
    newest_lock.unlock();
    if (last)
      last->wait();
    return;
  }
  std::vector<Ref<Command>> earlier;
  {
    std::lock_guard lock(mutex);
    earlier = unfinished;
  }
  for (const Ref<Command> &command : earlier)
    command->wait();
}

} // namespace weft
