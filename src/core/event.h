// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events, and commands as the events they are. A command counts what it waits for; at zero it is
// ready and goes to the device; completion counts its dependents down, iteratively. In-order queues
// are one dependency on the previous command.
#ifndef WEFT_CORE_EVENT_H
#define WEFT_CORE_EVENT_H

#include "core/object.h"

#include <mutex>
#include <vector>

namespace weft {

class Context;
class Queue;
class Command;
class Device;

using EventCallback = void(CL_CALLBACK *)(cl_event, cl_int, void *);

class Event : public ApiObject<_cl_event, Kind::Event, CL_INVALID_EVENT> {
public:
  Event(Ref<Context> context, cl_command_type type, cl_int initial_status);
  ~Event() override;

  Context &context() const { return *ctx; }
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
  };
  Times times() const;

protected:
  friend class Command;
  // Makes `command` wait for this event. False if it is done already (then nothing is registered).
  bool addDependent(Command &command);

private:
  struct Callback {
    cl_int at;
    EventCallback function;
    void *user_data;
  };
  Ref<Context> ctx;
  cl_command_type command_type;
  std::atomic<cl_int> state;
  mutable std::mutex mutex; // guards the three below
  std::vector<Ref<Command>> dependents;
  std::vector<Callback> callbacks;
  Times stamps;
};

class Command : public Event {
public:
  Command(Ref<Queue> queue, cl_command_type type);
  ~Command() override;
  Queue *queue() const override { return owner.get(); }

  // Registers one more event to wait for. Only before enqueue().
  void waitFor(Event &event);
  // All dependencies registered: the command becomes ready when the last is done. A dependency
  // that ended in error ends this command with CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.
  void enqueue();

protected:
  // Ready: start the work on the device. Whoever finishes it calls advance(CL_COMPLETE or < 0).
  virtual void start(Device &device) = 0;

private:
  friend class Event;
  void dependencyDone(cl_int status);
  Ref<Queue> owner;
  std::atomic<uint32_t> pending{1}; // what is waited for, plus one until enqueue()
  std::atomic<cl_int> dependency_error{CL_SUCCESS};
};

} // namespace weft
#endif
