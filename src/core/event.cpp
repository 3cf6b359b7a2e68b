// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state machine of events and the iterative release of chains of commands.

#include "core/event.h"

#include "check/callbacks.h"
#include "check/waits.h"
#include "core/command_check.h"
#include "core/command_name.h"
#include "core/context.h"
#include "core/queue.h"
#include "support/trace.h"

#include <new>

namespace weft {

// What completions leave to do: commands that became ready and callbacks that are due. Only the
// outermost scope on a thread does it, in a loop, so that a chain of any length needs no stack, and
// when no lock is held. Commands come first: a callback may block on them.
class CompletionWork {
public:
  CompletionWork() : outermost(!current) {
    if (outermost)
      current = this;
  }
  ~CompletionWork() {
    if (outermost)
      run();
  }
  CompletionWork(const CompletionWork &) = delete;
  CompletionWork &operator=(const CompletionWork &) = delete;

  static void ready(Ref<Command> command) {
    Command *added = command.leak();
    if (current->tail)
      current->tail->next_ready = added;
    else
      current->head = added;
    current->tail = added;
  }
  static void due(std::list<Event::Callback> &calls) {
    current->calls.splice(current->calls.end(), calls);
  }

private:
  void run() {
    while (head) {
      Ref<Command> command = Ref<Command>::adopt(head);
      head = std::exchange(command->next_ready, nullptr);
      if (!head)
        tail = nullptr;
      command->begin(command);
    }
    // From here on the calls below are outermost themselves.
    current = nullptr;
    if (!calls.empty())
      calls.front().event->context().device().mayBlock();
    for (Event::Callback &call : calls) {
      const cl_int status = call.event->status();
      if (checksCommands()) [[unlikely]]
        check::noteHostFunction();
      const check::CallbackScope scope("an event");
      call.function(call.event->handle(), status < 0 ? status : call.at, call.user_data);
    }
  }

  static thread_local CompletionWork *current;
  bool outermost;
  Command *head = nullptr; // in order of becoming ready, each with a reference
  Command *tail = nullptr;
  std::list<Event::Callback> calls;
};

// Trivially destructible, so events may still be used while a thread or the process ends.
thread_local CompletionWork *CompletionWork::current = nullptr;

Event::Dependent Event::closed;

Event::Event(Ref<Context> context, cl_command_type type, cl_int initial_status)
    : ctx(*context), ctx_owner(std::move(context)), command_type(type), profiled(false),
      stamped(false), state(initial_status) {}

Event::Event(Context &context, cl_command_type type, cl_int initial_status, bool profiled)
    : ctx(context), command_type(type), profiled(profiled), stamped(profiled || trace::enabled()),
      state(initial_status) {
  if (stamped)
    stamps.queued = ctx.device().now();
}

Event::~Event() {
  if (checksCommands()) [[unlikely]]
    check::noteEventGone(this);
  // Otherwise the event was never done: a command that could not be enqueued.
  Dependent *left = dependents.load(std::memory_order_acquire);
  if (left && left != &closed)
    releaseDependents(CL_OUT_OF_RESOURCES);
}

void Event::addCallback(cl_int at, EventCallback callback, void *user_data) {
  CompletionWork work;
  std::list<Callback> added;
  added.push_back({nullptr, at, callback, user_data});
  std::lock_guard lock(mutex);
  // Pairs with advance(): either it sees that someone watches or here the new status is seen.
  watched.store(true, std::memory_order_seq_cst);
  if (state.load(std::memory_order_seq_cst) > at) {
    callbacks.splice(callbacks.end(), added);
    return;
  }
  added.front().event = Ref<Event>(this);
  CompletionWork::due(added);
}

void Event::collectCallbacks(cl_int status) {
  // Whoever registered for an earlier state is called first.
  for (cl_int at = CL_SUBMITTED; at >= CL_COMPLETE && at >= status; --at) {
    for (auto it = callbacks.begin(); it != callbacks.end();) {
      auto here = it++;
      if (here->at != at)
        continue;
      here->event = Ref<Event>(this);
      std::list<Callback> one;
      one.splice(one.end(), callbacks, here);
      CompletionWork::due(one);
    }
  }
}

// Moves `state` down to `target`; false if it is there or beyond, or final.
static bool lower(std::atomic<cl_int> &state, cl_int target) {
  cl_int seen = state.load(std::memory_order_relaxed);
  do {
    if (seen <= CL_COMPLETE || target >= seen)
      return false;
  } while (!state.compare_exchange_weak(seen, target, std::memory_order_seq_cst));
  return true;
}

bool Event::advance(cl_int new_status) {
  if (new_status > CL_COMPLETE)
    return moveTo(new_status);
  CompletionWork work; // callbacks wait for what conclude() makes ready
  if (!moveTo(new_status))
    return false;
  // What follows may drop every other reference.
  Ref<Event> self(this);
  if (isUser() && checksCommands()) [[unlikely]]
    check::noteUserEventSet(this, new_status < 0);
  conclude(new_status);
  return true;
}

bool Event::moveTo(cl_int new_status) {
  if (!stamped) {
    if (!lower(state, new_status))
      return false;
    // Nobody need be told, most of the time.
    if (!watched.load(std::memory_order_seq_cst)) [[likely]]
      return true;
    CompletionWork work;
    std::lock_guard lock(mutex);
    collectCallbacks(new_status);
    return true;
  }
  CompletionWork work;
  std::lock_guard lock(mutex);
  const uint64_t now = ctx.device().now();
  const Times before = stamps;
  // A stage that was passed over took no time.
  if (!stamps.submitted)
    stamps.submitted = now;
  if (new_status <= CL_RUNNING && !stamps.started)
    stamps.started = new_status == CL_RUNNING ? now : stamps.submitted;
  if (new_status <= CL_COMPLETE) {
    if (!stamps.ended)
      stamps.ended = now;
    stamps.completed = now;
  }
  // Stamps first: who sees the new state may ask for them.
  if (!lower(state, new_status)) {
    stamps = before;
    return false;
  }
  collectCallbacks(new_status);
  return true;
}

void Event::stampEnd() {
  if (!stamped)
    return;
  std::lock_guard lock(mutex);
  stamps.ended = ctx.device().now();
}

void Event::conclude(cl_int final_status) {
  completed();
  releaseDependents(final_status);
  // Pairs with wait(): either it is counted here or it sees the new state.
  if (waiters.load(std::memory_order_seq_cst))
    workingDevice().wakeHelpers();
}

void Event::releaseDependents(cl_int final_status) {
  CompletionWork work;
  Dependent *newest = dependents.exchange(&closed, std::memory_order_acq_rel);
  if (newest == &closed)
    return;
  // Whoever came first goes first.
  Dependent *first = nullptr;
  while (newest) {
    Dependent *next = std::exchange(newest->next, first);
    first = std::exchange(newest, next);
  }
  while (first) {
    Dependent *next = first->next;
    // The command may die with the reference, and its dependents with it.
    Ref<Command> command = Ref<Command>::adopt(first->command);
    const bool order_only = first->order_only;
    Command::deleteDependent(*first);
    Command::dependencyDone(std::move(command), order_only ? CL_COMPLETE : final_status);
    first = next;
  }
}

Device &Event::workingDevice() const { return queue() ? queue()->device() : ctx.device(); }

void Event::wait() {
  if (!checksCommands()) [[likely]]
    return waitUntilDone();
  {
    const check::WaitScope scope(this, notifierOf(ctx));
    waitUntilDone();
  }
  check::noteObserved(this);
}

void Event::waitUntilDone() {
  if (done())
    return;
  waiters.fetch_add(1, std::memory_order_seq_cst);
  workingDevice().helpUntil(
      [this] { return state.load(std::memory_order_seq_cst) <= CL_COMPLETE; });
  waiters.fetch_sub(1, std::memory_order_relaxed);
}

Event::Times Event::times() const {
  std::lock_guard lock(mutex);
  return stamps;
}

bool Event::addDependent(Dependent &dependent) {
  Dependent *newest = dependents.load(std::memory_order_acquire);
  do {
    if (newest == &closed)
      return false;
    dependent.next = newest;
  } while (!dependents.compare_exchange_weak(newest, &dependent, std::memory_order_acq_rel,
                                             std::memory_order_acquire));
  return true;
}

void Event::lastApiRelease() {
  // "it would be in principle no longer valid for the application to change the status of the
  // event": what waits for it would wait, and leak, for ever. Ending it in error is kinder.
  if (!isUser() || done())
    return;
  if (check::enabled(check::Kind::Api)) [[unlikely]]
    check::noteUserEventGivenUp(this, notifierOf(ctx));
  advance(CL_INVALID_EVENT);
}

Command::Command(Ref<Queue> queue, cl_command_type type)
    : Event(queue->context(), type, CL_QUEUED, queue->profiling()), owner(std::move(queue)) {}

Command::~Command() = default;

Event::Dependent &Command::newDependent(bool order_only) {
  Dependent *dependent = &own_dependents[order_only];
  if (dependent->command)
    dependent = new Dependent;
  else
    dependent->own = true;
  dependent->order_only = order_only;
  dependent->command = this;
  return *dependent;
}

// Without its reference.
void Command::deleteDependent(Dependent &dependent) {
  if (!dependent.own)
    delete &dependent;
}

void Command::waitFor(Event &event, bool order_only) {
  if (!event.done()) {
    Dependent &dependent = newDependent(order_only);
    retainEarly();
    if (shared)
      pending.fetch_add(1, std::memory_order_relaxed);
    else
      pending.store(2, std::memory_order_relaxed);
    if (event.addDependent(dependent)) {
      shared = true;
      return;
    }
    pending.fetch_sub(1, std::memory_order_relaxed);
    deleteDependent(dependent);
    release();
  }
  if (event.status() < 0 && !order_only)
    dependency_error.store(event.status(), std::memory_order_relaxed);
}

// "CL_PROFILING_COMMAND_SUBMIT: when the command [...] that has been enqueued is submitted by the
// host to the device": not when what it waits for is done, which the host may cause itself, much
// later.
void Command::handOver() {
  if (stamped) [[unlikely]]
    stamps.submitted = owner->device().now();
  // Nobody can watch the event, or ask for its times, before the call that makes it returns.
  state.store(CL_SUBMITTED, std::memory_order_relaxed);
}

void Command::enqueue() {
  handOver();
  CompletionWork work;
  dependencyDone(Ref<Command>::adopt(this), CL_COMPLETE);
}

void Command::enqueueAfter(Event &before) {
  handOver();
  // The wait for enqueue() becomes one for `before`: nothing to count.
  Dependent &dependent = newDependent(/*order_only=*/true);
  if (before.addDependent(dependent))
    return;
  deleteDependent(dependent);
  CompletionWork work;
  dependencyDone(Ref<Command>::adopt(this), CL_COMPLETE);
}

void Command::holdOpenFor(Command &child) {
  Dependent *dependent = new Dependent; // of this command's own there is but one of a kind
  dependent->order_only = true;
  dependent->command = this;
  retain();
  pending.fetch_add(1, std::memory_order_relaxed);
  child.addDependent(*dependent);
}

void Command::closed(Ref<Command> self) {
  CompletionWork work;
  dependencyDone(std::move(self), CL_COMPLETE);
}

void Command::dependencyDone(Ref<Command> command, cl_int status) {
  if (status < 0)
    command->dependency_error.store(status, std::memory_order_relaxed);
  std::atomic<uint32_t> &pending = command->pending;
  // Where this is the last that is waited for, nobody else counts any more.
  if (pending.load(std::memory_order_acquire) == 1 ||
      pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
    CompletionWork::ready(std::move(command));
}

void Command::track() {
  if (!context().stopFlag()) [[likely]]
    return;
  stage.store(Submitted, std::memory_order_relaxed);
  shared = true; // terminate() may come from any thread
  try {
    context().track(*this);
  } catch (...) {
    stage.store(Untracked, std::memory_order_relaxed);
    throw;
  }
}

void Command::untrack() {
  if (stage.load(std::memory_order_relaxed) != Untracked) [[unlikely]]
    context().untrack(*this);
}

void Command::tracked() {
  // Until now terminate() has left it alone, as it was not where completed() would look for it.
  uint8_t seen = Submitted;
  if (stage.load(std::memory_order_relaxed) == Submitted &&
      stage.compare_exchange_strong(seen, Waiting, std::memory_order_seq_cst) &&
      context().terminated())
    terminate();
}

void Command::terminate() {
  uint8_t seen = Waiting;
  if (stage.compare_exchange_strong(seen, Terminated, std::memory_order_seq_cst)) {
    abandon();
    end(CL_CONTEXT_TERMINATED_KHR);
  } else if (seen == Begun)
    giveUpWaiting();
}

void Command::begin(Ref<Command> &self) {
  if (stage.load(std::memory_order_relaxed) != Untracked) [[unlikely]]
    if (stage.exchange(Begun, std::memory_order_acq_rel) == Terminated)
      return;
  // "If the execution status of any event in event_wait_list is a negative value" the command is
  // not run.
  if (dependency_error.load(std::memory_order_relaxed) != CL_SUCCESS) {
    abandon();
    end(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    return;
  }
  Device &device = owner->device();
  try {
    start(device, self);
  } catch (const Error &error) {
    abandon();
    end(error.code);
  } catch (const std::bad_alloc &) {
    abandon();
    end(CL_OUT_OF_HOST_MEMORY);
  }
}

void Command::end(cl_int final_status) {
  if (stage.load(std::memory_order_relaxed) != Untracked && context().terminated()) [[unlikely]]
    final_status = CL_CONTEXT_TERMINATED_KHR;
  CompletionWork work;
  if (moveTo(final_status))
    conclude(final_status);
}

void Command::usesNoPointers() {
  if (!pointer_user) [[likely]]
    return;
  pointer_user = false;
  owner->pointer_users.remove(*this);
}

std::string_view Command::label() const { return commandName(type()); }

void Command::completed() {
  if (checksCommands()) [[unlikely]]
    check::noteCompleted(static_cast<Event *>(this), status() < 0);
  usesNoPointers();
  untrack();
  if (trace::enabled()) [[unlikely]]
    owner->traceCommand(label(), times(), tracedWork());
  owner->completed(*this);
}

} // namespace weft
