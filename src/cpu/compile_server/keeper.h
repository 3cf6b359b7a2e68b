// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parent of a compile server. Every process that has called execve() reports its end to its
// parent by SIGCHLD, and is found by waitpid(-1); an orphan comes to the nearest reaper, which may
// be the host itself. So the host's child is another one: made by clone() without a signal for its
// end, which nobody finds who does not ask for such children (__WCLONE). It starts the server,
// waits for it, notes how it ended, and ends.
//
// It shares the host's memory, as a copy would cost a large host milliseconds, and so has a stack
// of its own and calls the kernel only: even errno is that of one of the host's threads.
#ifndef WEFT_CPU_COMPILE_SERVER_KEEPER_H
#define WEFT_CPU_COMPILE_SERVER_KEEPER_H

#include <atomic>
#include <sys/types.h>

namespace weft {

struct Keeper {
  // Written by the host before.
  int control = -1; // what the server finds as channel::ControlDescriptor
  bool keep_stderr = false;
  const char *path = nullptr;
  char *const *arguments = nullptr, *const *environment = nullptr;

  // Written by the keeper.
  enum State : int { Starting, Running, Killing, Ended };
  std::atomic<int> state{Starting};
  std::atomic<int> server{0};      // process id, from Running on
  std::atomic<int> start_error{0}; // errno, where there was no server to start
  std::atomic<int> wait_status{0}; // of the server
};

// Starts it on a stack of so many bytes. Its process id, or -1 with errno set. What the keeper
// points to has to stay until it has ended.
constexpr size_t KeeperStack = 32 << 10;
pid_t startKeeper(Keeper &keeper, void *stack);

} // namespace weft
#endif
