// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands that are enqueued, and what orders them: events, queues, barriers, and the host,
// which knows that a command is complete before it does what comes next. Two of them race if they
// touch the same bytes, one of them writing, and neither comes before the other; whether they ran
// at the same time does not matter.
//
//   X comes before Y  iff  Y depends on X, directly or by way of others, or the host has observed
//                          that X is complete before it let Y begin
//
// The host lets a command begin when it is enqueued and all user events that it depends on are
// set. So what is compared with what is decided at that moment, and what was observed by then is
// forgotten. What the host may know in other ways (semaphores that other processes signal, native
// kernels, which can tell other threads) counts as observed: no report is made that may not be
// true, and some that would be true are not made.
//
// A kernel touches, as far as is known, some bytes of each argument. So it races with a transfer
// that covers the argument, and maybe (a warning) with the same launch once more, and with another
// kernel that has the same bytes as an argument.
#ifndef WEFT_CHECK_COMMANDS_H
#define WEFT_CHECK_COMMANDS_H

#include "check/host_stack.h"
#include "check/ranges.h"

#include <span>
#include <string>
#include <vector>

namespace weft::check {

// Where a command stands among those of an out-of-order queue; see weft::Queue::Order.
enum class Position { Plain, Marker, Barrier, Fence };

enum class CommandKind {
  Transfer, // and all that is nothing of what follows
  Kernel,
  Map,     // from then on the host touches `ranges`, until
  Unmap,   // this, which has the same address as its range
  Foreign, // what orders it is not known before it is complete: a wait for a semaphore
  Signal,  // what others, of other processes, learn of
};

struct NewCommand {
  const void *event = nullptr; // the command as an event
  const void *queue = nullptr;
  const void *context = nullptr;
  bool out_of_order = false;
  Position position = Position::Plain;
  CommandKind kind = CommandKind::Transfer;
  std::string label;                      // a kernel's name, or what the API calls the command
  std::span<const void *const> waits_for; // events
  std::vector<Range> ranges;
  uint64_t launch = 0; // of kernels: differs where arguments or sizes do
  void (*notify)(const void *context, const char *message) = nullptr;
};

// To be called only where Kind::Race or Kind::Api is on, from any thread, under no lock.

// Before the command can become ready.
void noteEnqueued(NewCommand command);
void noteUserEvent(const void *event, const void *context);
// Before anybody learns of it.
void noteUserEventSet(const void *event, bool failed);
// The command is complete, whoever knows it.
void noteCompleted(const void *event, bool failed);
// The application knows that it is.
void noteObserved(const void *event);
// A number to give to noteFinished(), which says that the application knows that all commands of
// the queue are complete that were there when the number was taken.
uint64_t beginFinish();
void noteFinished(const void *queue, uint64_t begun);
// A function of the application runs on a thread of the driver: who is told by it may know of
// everything that is complete.
void noteHostFunction();
// No longer there: what is at its address from now on is another.
void noteEventGone(const void *event);
void noteQueueGone(const void *queue);
void noteContextGone(const void *context);
void noteMemoryGone(const void *first, size_t bytes);

// The user events that are not set and that the event waits for, or is.
std::vector<const void *> unsetUserEvents(const void *event);
// Whether a command waits for it that is not complete.
bool isAwaited(const void *event);
// Whether a command may run now: one that waits for no user event, and is not complete.
bool anyMayRun();

} // namespace weft::check
#endif
