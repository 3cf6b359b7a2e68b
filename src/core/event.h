// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events, and commands as the events they are. A command counts what it waits for; at zero it is
// ready and goes to the device; completion counts its dependents down, iteratively. In-order queues
// are one dependency on the previous command.
#ifndef WEFT_CORE_EVENT_H
#define WEFT_CORE_EVENT_H

#include "core/object.h"
#include "support/trace.h"

#include <atomic>
#include <list>
#include <mutex>
#include <string_view>

namespace weft::check {
struct NewCommand;
}

namespace weft {

class Context;
class Queue;
class Command;
class Device;
struct Allocation;

using EventCallback = void(CL_CALLBACK *)(cl_event, cl_int, void *);

class Event : public ApiObject<_cl_event, Kind::Event, CL_INVALID_EVENT> {
public:
  Event(Ref<Context> context, cl_command_type type, cl_int initial_status);
  ~Event() override;

  void release() { releaseStrong(); }

  Context &context() const { return ctx; }
  cl_command_type type() const { return command_type; }
  // CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE, or a negative error.
  cl_int status() const { return state.load(std::memory_order_acquire); }
  bool done() const { return status() <= CL_COMPLETE; }
  virtual Queue *queue() const { return nullptr; }
  bool isUser() const { return command_type == CL_COMMAND_USER; }

  // Runs `callback` when the status reaches `at` or passes it; at once if it has.
  void addCallback(cl_int at, EventCallback callback, void *user_data);

  // Moves the status on (never back), stamps profiling, runs callbacks after unlocking, and at
  // completion releases dependents. Only the first final status counts; returns false otherwise.
  bool advance(cl_int new_status);

  // Blocks until done(); the calling thread works for the device meanwhile.
  void wait();

  struct Times {
    uint64_t queued = 0, submitted = 0, started = 0, ended = 0; // ns, Device::now()
    uint64_t completed = 0; // `ended`, or when all that it enqueued had ended, too
  };
  Times times() const;
  bool hasTimes() const { return profiled; }

protected:
  friend class Command;
  friend class CompletionWork;
  // For commands, whose queue keeps the context. Times are also taken while tracing.
  Event(Context &context, cl_command_type type, cl_int initial_status, bool profiled);
  // A command that waits for an event, in the event's list.
  struct Dependent {
    Command *command = nullptr; // with a reference while in a list
    bool order_only = false;
    bool own = false; // part of the command, not allocated
    Dependent *next = nullptr;
  };
  // Makes the command of `dependent` wait for this event. False if it is done already (then nothing
  // is registered). With `order_only` an error of this event does not end the command.
  bool addDependent(Dependent &dependent);
  // Called once on completion, before dependents are released; no lock is held.
  virtual void completed() {}
  // The command has ended, but is not complete.
  void stampEnd();
  // A user event that nobody can complete any more ends in error.
  void lastApiRelease() override;

private:
  void waitUntilDone();
  // The first half of advance(): the status, its time, its callbacks.
  bool moveTo(cl_int new_status);
  // The second half, of a final status: ends the waiting for this event.
  void conclude(cl_int final_status);
  // Where those who wait() help.
  Device &workingDevice() const;
  // Hands callbacks on that are due at `status`. Under the lock.
  void collectCallbacks(cl_int status);

  static Dependent closed; // what `dependents` holds when no more are taken; never looked into
  // Takes the list, for good, and ends the waiting of each command in it.
  void releaseDependents(cl_int final_status);

  struct Callback {
    Ref<Event> event; // set when due
    cl_int at;
    EventCallback function;
    void *user_data;
  };
  Context &ctx;
  const Ref<Context> ctx_owner; // user events
  const cl_command_type command_type;
  const bool profiled; // times are the application's to ask for
  const bool stamped;  // times are taken
  std::atomic<cl_int> state;
  std::atomic<uint32_t> waiters{0}; // threads in wait(), to be woken
  std::atomic<bool> watched{false}; // there is, or was, a callback
  // A stack, newest first; closed when the event is done. Most events have one dependent, the next
  // command of their queue, so this is neither locked nor allocated.
  std::atomic<Dependent *> dependents{nullptr};
  mutable std::mutex mutex;      // guards what is below
  std::list<Callback> callbacks; // a list: handed on without allocating
  Times stamps;
};

class Command : public Event {
public:
  Command(Ref<Queue> queue, cl_command_type type);
  ~Command() override;
  Queue *queue() const override { return owner.get(); }

  // Registers one more event to wait for. Only before enqueue(). With `order_only` the command runs
  // even if `event` ends in error: so it is with the commands before it in an in-order queue.
  void waitFor(Event &event, bool order_only = false);
  // All dependencies registered: the command becomes ready when the last is done. A dependency
  // that ended in error ends this command with CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST. Takes
  // over a reference of the caller's.
  void enqueue();
  // waitFor(before, order_only) and enqueue() in one, and for less. Does not throw unless `before`
  // is the second event to be waited for with order_only.
  void enqueueAfter(Event &before);
  // cl_khr_terminate_context: called before anybody knows of the command, and when it is enqueued,
  // by whoever does that. CL_CONTEXT_TERMINATED_KHR.
  void track();
  void tracked();
  // Instead of the second, where enqueueing has failed.
  void untrack();
  // Of a terminated context: ends now if it has not begun, else as soon as what it does is stopped.
  void terminate();
  // As if an event that it waits for had ended in error. Only before enqueue().
  void dependencyFailed(cl_int status) {
    dependency_error.store(status, std::memory_order_relaxed);
  }
  // This command, which runs and is held open, shall not complete before `child` does, which is not
  // enqueued yet. From any thread.
  void holdOpenFor(Command &child);
  // For checks: completes what they are told of it, which is its type and where it stands, by what
  // it touches. Before it is enqueued.
  virtual void tell(check::NewCommand &) const {}

protected:
  // Ready: start the work on the device. Whoever finishes it calls advance(CL_COMPLETE or < 0), or
  // end(). `self` is a reference to the command, which start() may keep for that. What it throws
  // ends the command with that error.
  virtual void start(Device &device, Ref<Command> &self) = 0;
  // It will never be started, or start() has thrown: what it owns is given back. Before it ends.
  virtual void abandon() {}
  // advance() for a caller that has a reference.
  void end(cl_int final_status);
  // From start(), before anybody can finish the work: when that is done, closed() is called in
  // place of end(), and start() once more when all it is held open for is complete.
  void holdOpen() { pending.store(1, std::memory_order_relaxed); }
  static void closed(Ref<Command> self);
  // For commands that are given addresses, before they are enqueued: mayUse() is asked of them,
  // from any thread, from then on until they call usesNoPointers() or are complete.
  void usesPointers() { pointer_user = true; }
  // It touches no memory any more.
  void usesNoPointers();
  virtual bool mayUse(const Allocation &) const { return false; }
  // It has begun, but does nothing except to wait for something that may never come: no longer.
  virtual void giveUpWaiting() {}
  // Its name in a trace.
  virtual std::string_view label() const;
  // Of a launch, while traces are written; else null.
  virtual const trace::Work *tracedWork() const { return nullptr; }
  void completed() override;

private:
  friend class Event;
  friend class CompletionWork;
  friend class PointerUsers;
  friend class Queue;
  // CL_SUBMITTED: from here on the device, not the host, sees to it that the command runs when what
  // it waits for is done. Before anything can make it ready.
  void handOver();
  void begin(Ref<Command> &self);
  static void dependencyDone(Ref<Command> command, cl_int status);
  // retain(), before enqueue().
  void retainEarly() {
    if (shared)
      retain();
    else
      retainUnshared();
  }
  Dependent &newDependent(bool order_only);
  static void deleteDependent(Dependent &dependent);

  const Ref<Queue> owner;
  // For the command before in an in-order queue, and for the first event of a wait list: most
  // commands need no more.
  Dependent own_dependents[2];
  std::atomic<uint32_t> pending{1}; // what is waited for, plus one until enqueue()
  bool shared = false; // an event, or the context, knows of the command, so other threads may;
                       // until enqueue()
  std::atomic<cl_int> dependency_error{CL_SUCCESS};
  // Of a context that can be terminated.
  enum Stage : uint8_t { Untracked, Submitted, Waiting, Begun, Terminated };
  std::atomic<uint8_t> stage{Untracked};
  bool pointer_user = false;                            // is, or will be, among those of the queue
  Command *next_ready = nullptr;                        // in CompletionWork
  Command *older_user = nullptr, *newer_user = nullptr; // in PointerUsers
  size_t slot = 0; // in Queue::unfinished; guarded by the queue's mutex
};

} // namespace weft
#endif
