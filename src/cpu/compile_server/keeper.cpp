// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/compile_server/keeper.h"

#include "cpu/arch/system_call.h"
#include "support/compile_channel.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <initializer_list>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft {
namespace {

long address(const void *pointer) { return long(intptr_t(pointer)); }

// As the kernel has them; the C library's would leave out two signals of its own.
constexpr size_t SignalBytes = 8;
using SignalSet = uint64_t;
struct KernelAction {
  uintptr_t handler = 0, flags = 0, restorer = 0, mask = 0;
};

// Of the keeper, which has a table of its own and no number below: none is in the way of another.
constexpr int FirstFree = 10;

long nullDevice() {
  long file = arch::systemCall(SYS_openat, AT_FDCWD, address("/dev/null"), O_RDWR);
  // Where there is no /dev, anything that may be written to.
  return file >= 0 ? file : arch::systemCall(SYS_memfd_create, address("weft-null"), 0);
}

long above(long descriptor) { return arch::systemCall(SYS_fcntl, descriptor, F_DUPFD, FirstFree); }

// Those from `first` on. Kernels before 5.9 have no call for that, and some containers refuse it.
void closeFrom(long first) {
  if (arch::systemCall(SYS_close_range, first, long(~0u), 0) >= 0)
    return;
  constexpr uint64_t Most = 1 << 20; // the kernel's own limit, where nobody has raised it
  uint64_t limits[2] = {Most, Most};
  arch::systemCall(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, address(limits));
  for (uint64_t number = uint64_t(first); number < limits[0] && number < Most; ++number)
    arch::systemCall(SYS_close, long(number));
}

// Leaves open what the server is to find. A negative result is an error.
long arrangeDescriptors(const Keeper &keeper) {
  const long control = above(keeper.control);
  const long null = above(nullDevice());
  if (control < 0)
    return control;
  if (null < 0)
    return null;
  // Ends the server also where a child that the host forks keeps the socket open. May be missing.
  const long host = above(arch::systemCall(SYS_pidfd_open, arch::systemCall(SYS_getppid), 0));
  for (int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (standard != STDERR_FILENO || !keeper.keep_stderr ||
        arch::systemCall(SYS_fcntl, standard, F_GETFD) < 0)
      if (const long error = arch::systemCall(SYS_dup3, null, standard, 0); error < 0)
        return error;
  if (const long error = arch::systemCall(SYS_dup3, control, channel::ControlDescriptor, 0);
      error < 0)
    return error;
  if (host < 0)
    arch::systemCall(SYS_close, channel::HostDescriptor);
  else if (const long error = arch::systemCall(SYS_dup3, host, channel::HostDescriptor, 0);
           error < 0)
    return error;
  closeFrom(channel::HostDescriptor + 1);
  return 0;
}

// In the server's process, which has the keeper's memory and stack until it has another program.
[[noreturn, gnu::noinline]] void becomeServer(Keeper &keeper) {
  arch::systemCall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  // What the host ignores would stay so.
  const KernelAction usual;
  for (int signal = 1; signal <= 64; ++signal)
    arch::systemCall(SYS_rt_sigaction, signal, address(&usual), 0, SignalBytes);
  const SignalSet none = 0;
  arch::systemCall(SYS_rt_sigprocmask, SIG_SETMASK, address(&none), 0, SignalBytes);
  const long error = arch::systemCall(SYS_execve, address(keeper.path), address(keeper.arguments),
                                      address(keeper.environment));
  keeper.start_error.store(int(-error), std::memory_order_relaxed);
  for (;;)
    arch::systemCall(SYS_exit_group, 127);
}

// As vfork(): this one goes on when the other one has another program or has ended.
[[gnu::noinline]] long startServer(Keeper &keeper) {
  const long server = arch::systemCall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD);
  if (server == 0)
    becomeServer(keeper);
  return server;
}

void keep(Keeper &keeper) {
  // Not a group that the terminal's keys reach; the same session, whose share of the CPUs it takes.
  arch::systemCall(SYS_setpgid, 0, 0);
  long result = arrangeDescriptors(keeper);
  if (result >= 0)
    result = startServer(keeper);
  // What this process holds open would not be closed where others close it.
  closeFrom(0);
  arch::systemCall(SYS_chdir, address("/"));
  if (result < 0) {
    keeper.start_error.store(int(-result), std::memory_order_relaxed);
    keeper.state.store(Keeper::Ended, std::memory_order_release);
    return;
  }
  keeper.server.store(int(result), std::memory_order_relaxed);
  keeper.state.store(Keeper::Running, std::memory_order_release);
  // The process id is the server's until it is waited for. Nobody kills it after that.
  char info[128];
  while (arch::systemCall(SYS_waitid, P_PID, result, address(info), WEXITED | WNOWAIT, 0) ==
         -EINTR) {
  }
  int running = Keeper::Running;
  while (!keeper.state.compare_exchange_weak(running, Keeper::Ended)) {
    running = Keeper::Running;
    arch::systemCall(SYS_sched_yield);
  }
  int status = 0;
  while (arch::systemCall(SYS_wait4, result, address(&status), 0, 0) == -EINTR) {
  }
  keeper.wait_status.store(status, std::memory_order_release);
}

int keeperMain(void *argument) {
  keep(*static_cast<Keeper *>(argument));
  for (;;)
    arch::systemCall(SYS_exit_group, 0);
}

} // namespace

pid_t startKeeper(Keeper &keeper, void *stack) {
  // All signals are blocked in it, as handlers are the host's.
  const SignalSet all = ~SignalSet(0);
  SignalSet before = 0;
  arch::systemCall(SYS_rt_sigprocmask, SIG_SETMASK, address(&all), address(&before), SignalBytes);
  // Not traced: a debugger would take it for a thread of the host.
  const pid_t process = clone(keeperMain, static_cast<char *>(stack) + KeeperStack,
                              CLONE_VM | CLONE_UNTRACED, &keeper);
  const int error = errno;
  arch::systemCall(SYS_rt_sigprocmask, SIG_SETMASK, address(&before), 0, SignalBytes);
  errno = error;
  return process;
}

} // namespace weft
