// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one file here that is compiled with exceptions: std::bad_alloc passes through LLVM's frames
// (which have unwind tables) and is turned into a value.
#include "compiler/guard.h"

#include "llvm/Support/ErrorHandling.h"

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

// fork() waits for the compiles in progress, and no new one begins meanwhile: a child would find
// the locks of LLVM and lld held by threads that it does not have.
class ForkGate {
public:
  static void enter() {
    static std::once_flag once;
    std::call_once(once, [] { pthread_atfork(beforeFork, afterFork, afterForkInChild); });
    pthread_mutex_lock(&mutex);
    while (forking)
      pthread_cond_wait(&changed, &mutex);
    ++compiles;
    pthread_mutex_unlock(&mutex);
  }
  static void leave() {
    pthread_mutex_lock(&mutex);
    --compiles;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }

private:
  // Holds the mutex until after the fork, so that no other thread does.
  static void beforeFork() {
    pthread_mutex_lock(&mutex);
    ++forking;
    while (compiles)
      pthread_cond_wait(&changed, &mutex);
  }
  static void afterFork() {
    --forking;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  static void afterForkInChild() {
    forking = 0;                        // others may have wanted to fork
    changed = PTHREAD_COND_INITIALIZER; // nor do those that wait live here
    pthread_mutex_unlock(&mutex);
  }

  // Plain C objects: they outlive static destructors.
  static inline pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static inline pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  static inline unsigned compiles = 0;
  static inline unsigned forking = 0;
};

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

GuardResult runGuardedOnThread(llvm::function_ref<void()> fn) {
  struct Task {
    llvm::function_ref<void()> fn;
    GuardResult result;
  } task{fn, {}};

  struct Compile {
    Compile() { ForkGate::enter(); }
    ~Compile() { ForkGate::leave(); }
  } compile;

  pthread_attr_t attributes;
  pthread_attr_init(&attributes);

  sigset_t blocked, before;
  sigfillset(&blocked);
  for (int synchronous : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&blocked, synchronous);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  auto body = [](void *argument) -> void * {
    Task *task = static_cast<Task *>(argument);
    task->result = runGuarded(task->fn);
    return nullptr;
  };
  // Untouched stack costs address space only; where even that is limited, less must do.
  int error = EAGAIN;
  for (size_t megabytes : {512, 64, 16}) {
    pthread_attr_setstacksize(&attributes, megabytes << 20);
    error = pthread_create(&thread, &attributes, body, &task);
    if (!error)
      break;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (error)
    return {GuardResult::OutOfMemory, "no thread to compile on"};
  pthread_join(thread, nullptr);
  return std::move(task.result);
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

// LLVM installs handlers to remove half-written files and to print stack traces. The process is not
// ours; such files are in a temporary folder.
__attribute__((visibility("hidden"))) int __wrap_sigaction(int, const struct sigaction *,
                                                           struct sigaction *old) {
  if (old)
    *old = {};
  return 0;
}

__attribute__((visibility("hidden"))) int __wrap_sigaltstack(const stack_t *, stack_t *) {
  errno = EPERM;
  return -1;
}

} // extern "C"
