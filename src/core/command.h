// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands whose work is host code: transfers, native kernels, and markers, which have none.
#ifndef WEFT_CORE_COMMAND_H
#define WEFT_CORE_COMMAND_H

#include "core/device.h"
#include "core/event.h"
#include "core/queue.h"

#include <optional>

namespace weft {

// Where the work of a command runs.
enum class RunOn {
  Device, // on a thread of the device
  AtOnce, // on the thread that makes the command ready: for work shorter than handing it over
};

// Work that was given addresses, see Command::usesPointers().
template <typename Work>
concept PointerWork = requires(const Work &work, const Allocation &allocation) {
  work.usesPointers();
  work.mayUse(allocation);
};

// Work that enqueueing has begun, and undo() takes back if it is never called.
template <typename Work>
concept BegunWork = requires(const Work &work) { work.undo(); };

// Work that checks are told of.
template <typename Work>
concept ToldWork = requires(const Work &work, check::NewCommand &command) { work.tell(command); };

// `Work` is callable once, without arguments, and returns void; it owns what it touches. What it
// owns is gone before the command counts as complete.
template <typename Work> class HostCommand final : public Command {
public:
  HostCommand(Ref<Queue> queue, cl_command_type type, RunOn where, Work work)
      : Command(std::move(queue), type), where(where), work(std::move(work)) {
    if constexpr (PointerWork<Work>)
      if (this->work->usesPointers())
        usesPointers();
  }

  void tell(check::NewCommand &command) const override {
    if constexpr (ToldWork<Work>)
      work->tell(command);
  }

protected:
  void start(Device &device, Ref<Command> &) override {
    if (where == RunOn::AtOnce)
      execute();
    else
      device.submit(std::unique_ptr<HostTask>(new Task(Ref<HostCommand>(this))));
  }

  void abandon() override {
    if constexpr (BegunWork<Work>)
      if (work)
        work->undo();
    usesNoPointers();
    work.reset();
  }

  bool mayUse(const Allocation &allocation) const override {
    if constexpr (PointerWork<Work>)
      return work->mayUse(allocation);
    return false;
  }

private:
  struct Task final : HostTask {
    explicit Task(Ref<HostCommand> command) : command(std::move(command)) {}
    void run() override { command->execute(); }
    Ref<HostCommand> command;
  };

  void execute() {
    advance(CL_RUNNING);
    (*work)();
    usesNoPointers();
    work.reset();
    end(CL_COMPLETE);
  }

  const RunOn where;
  std::optional<Work> work;
};

template <typename Work>
Ref<Command> makeHostCommand(Queue &queue, cl_command_type type, RunOn where, Work work) {
  return make<HostCommand<Work>>(Ref<Queue>(&queue), type, where, std::move(work));
}

// Completes as soon as what it waits for has.
inline Ref<Command> makeMarker(Queue &queue, cl_command_type type) {
  return makeHostCommand(queue, type, RunOn::AtOnce, [] {});
}

// The same, and keeps `object` alive until then.
inline Ref<Command> makeMarker(Queue &queue, cl_command_type type, Ref<Object> object) {
  return makeHostCommand(queue, type, RunOn::AtOnce, [object = std::move(object)] {});
}

} // namespace weft
#endif
