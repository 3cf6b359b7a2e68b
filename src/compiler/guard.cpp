// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one file here that is compiled with exceptions: std::bad_alloc passes through LLVM's frames
// (which have unwind tables) and is turned into a value.
#include "compiler/guard.h"

#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <mutex>
#include <new>
#include <pthread.h>

extern "C" {
[[noreturn]] void __real_exit(int code);
[[noreturn]] void __real__exit(int code);
[[noreturn]] void __real_abort(void);
int __real_sigaction(int number, const struct sigaction *set, struct sigaction *old);
int __real_sigaltstack(const stack_t *set, stack_t *old);
}

namespace weft {
namespace {

struct Scope {
  std::jmp_buf jump;
  Scope *outer;
  GuardResult *result;
};

thread_local Scope *innermost = nullptr;

// Plain C strings until the jump is over: nothing here may need a destructor.
[[noreturn]] void leave(GuardResult::Outcome outcome, const char *reason) {
  Scope *scope = innermost;
  innermost = scope->outer;
  scope->result->outcome = outcome;
  scope->result->reason.assign(reason);
  std::longjmp(scope->jump, 1);
}

void onFatalError(void *, const char *reason, bool) {
  if (innermost)
    leave(GuardResult::Failed, reason);
}

void onBadAlloc(void *, const char *reason, bool) {
  if (innermost)
    leave(GuardResult::OutOfMemory, reason);
}

void installHandlersOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(onFatalError);
    llvm::install_bad_alloc_error_handler(onBadAlloc);
  });
}

} // namespace

GuardResult runGuarded(llvm::function_ref<void()> fn) {
  installHandlersOnce();
  GuardResult result;
  Scope scope{{}, innermost, &result};
  if (setjmp(scope.jump) == 0) {
    innermost = &scope;
    try {
      fn();
    } catch (const std::bad_alloc &) {
      result.outcome = GuardResult::OutOfMemory;
    } catch (...) {
      result.outcome = GuardResult::Failed;
      result.reason = "unexpected exception";
    }
    innermost = scope.outer;
  }
  return result;
}

namespace {

// Starts a thread with a large stack and all asynchronous signals blocked. Not 0 on failure.
int startThread(pthread_t &thread, void *(*body)(void *), void *argument) {
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (int synchronous : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&blocked, synchronous);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // Untouched stack costs address space only; where even that is limited, less must do.
  int error = EAGAIN;
  for (size_t megabytes : {512, 64, 16}) {
    pthread_attr_setstacksize(&attributes, megabytes << 20);
    error = pthread_create(&thread, &attributes, body, argument);
    if (!error)
      break;
  }
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error;
}

} // namespace

GuardResult runGuardedOnThread(llvm::function_ref<void()> fn) {
  struct Task {
    llvm::function_ref<void()> fn;
    GuardResult result;
  } task{fn, {}};
  auto body = [](void *argument) -> void * {
    Task *task = static_cast<Task *>(argument);
    task->result = runGuarded(task->fn);
    return nullptr;
  };
  pthread_t thread;
  if (startThread(thread, body, &task))
    return {GuardResult::OutOfMemory, "no thread to compile on"};
  pthread_join(thread, nullptr);
  return std::move(task.result);
}

std::vector<GuardResult> runGuardedOnThreads(unsigned threads, size_t count,
                                             llvm::function_ref<void(size_t)> fn) {
  struct Shared {
    llvm::function_ref<void(size_t)> fn;
    std::vector<GuardResult> results;
    std::atomic<size_t> next{0};
  } shared{fn, std::vector<GuardResult>(count)};
  auto body = [](void *argument) -> void * {
    Shared &shared = *static_cast<Shared *>(argument);
    for (size_t i; (i = shared.next.fetch_add(1)) < shared.results.size();)
      shared.results[i] = runGuarded([&] { shared.fn(i); });
    return nullptr;
  };
  std::vector<pthread_t> helpers;
  helpers.reserve(threads);
  pthread_t thread;
  while (helpers.size() + 1 < std::min<size_t>(threads, count) &&
         startThread(thread, body, &shared) == 0)
    helpers.push_back(thread);
  body(&shared);
  for (pthread_t helper : helpers)
    pthread_join(helper, nullptr);
  return std::move(shared.results);
}

} // namespace weft

extern "C" {

[[noreturn]] __attribute__((visibility("hidden"))) void __wrap_exit(int code) {
  if (weft::innermost)
    weft::leave(weft::GuardResult::Failed, "the compiler tried to exit");
  __real_exit(code);
}

[[noreturn]] __attribute__((visibility("hidden"))) void __wrap__exit(int code) {
  if (weft::innermost)
    weft::leave(weft::GuardResult::Failed, "the compiler tried to exit");
  __real__exit(code);
}

[[noreturn]] __attribute__((visibility("hidden"))) void __wrap_abort(void) {
  if (weft::innermost)
    weft::leave(weft::GuardResult::Failed, "the compiler aborted");
  __real_abort();
}

// LLVM would install handlers for some fifteen signals, for the whole process, as soon as it writes
// a file, and a stack for them on the thread. Both belong to the application.
__attribute__((visibility("hidden"))) int __wrap_sigaction(int number, const struct sigaction *set,
                                                           struct sigaction *old) {
  return __real_sigaction(number, nullptr, old);
}

__attribute__((visibility("hidden"))) int __wrap_sigaltstack(const stack_t *set, stack_t *old) {
  return __real_sigaltstack(nullptr, old);
}

} // extern "C"
