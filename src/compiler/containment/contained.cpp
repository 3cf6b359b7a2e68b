// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one file here that is compiled with exceptions: std::bad_alloc passes through LLVM's frames
// (which have unwind tables) and is turned into a value.
#include "compiler/containment/contained.h"

#include "compiler/llvm_patches/containment/held_locks.h"
#include "support/thread_place.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {
void *__real_malloc(size_t size);
void __real_free(void *memory);
int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
}

namespace weft {
namespace {

struct Scope {
  std::jmp_buf jump;
  Scope *outer = nullptr;
  ContainedResult::Outcome outcome = ContainedResult::Finished;
  char reason[512] = "";
};

thread_local Scope *innermost = nullptr;

// Nothing here may need a destructor, or memory.
[[noreturn]] void leave(ContainedResult::Outcome outcome, const char *reason) {
  Scope *scope = innermost;
  innermost = scope->outer;
  scope->outcome = outcome;
  std::snprintf(scope->reason, sizeof(scope->reason), "%s", reason);
  std::longjmp(scope->jump, 1);
}

void onFatalError(void *, const char *reason, bool) {
  if (innermost)
    leave(ContainedResult::Failed, reason);
}

void onBadAlloc(void *, const char *reason, bool) {
  if (innermost)
    leave(ContainedResult::OutOfMemory, reason);
}

// fork() waits for the compiles in progress, and no new one begins meanwhile: a child would find
// the locks of LLVM and lld held by threads that it does not have.
class ForkGate {
public:
  static void enter() {
    static std::once_flag once;
    std::call_once(once, [] { pthread_atfork(beforeFork, afterFork, afterForkInChild); });
    __real_pthread_mutex_lock(&mutex);
    while (forking)
      pthread_cond_wait(&changed, &mutex);
    ++compiles;
    __real_pthread_mutex_unlock(&mutex);
  }
  static void leave() {
    __real_pthread_mutex_lock(&mutex);
    --compiles;
    pthread_cond_broadcast(&changed);
    __real_pthread_mutex_unlock(&mutex);
  }

private:
  // Holds the mutex until after the fork, so that no other thread does.
  static void beforeFork() {
    __real_pthread_mutex_lock(&mutex);
    ++forking;
    while (compiles)
      pthread_cond_wait(&changed, &mutex);
  }
  static void afterFork() {
    --forking;
    pthread_cond_broadcast(&changed);
    __real_pthread_mutex_unlock(&mutex);
  }
  static void afterForkInChild() {
    forking = 0;                        // others may have wanted to fork
    changed = PTHREAD_COND_INITIALIZER; // nor do those that wait live here
    __real_pthread_mutex_unlock(&mutex);
  }

  // Plain C objects: they outlive static destructors. Locked by threads of the application, whose
  // locks nobody counts.
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

bool memoryForThread() {
  constexpr size_t Enough = 1 << 16; // bytes; the variables take less than four thousand
  // The library's own malloc() looks at variables of the thread where there is none.
  void *volatile probe = __real_malloc(Enough);
  __real_free(probe);
  // At once, before others take it.
  return probe && (*static_cast<Scope *volatile *>(&innermost), true);
}

bool isContained() { return innermost != nullptr; }

void abandonContained(const char *reason) { leave(ContainedResult::Failed, reason); }

void abandonContained(const ContainedResult &failure) {
  leave(failure.outcome, failure.reason.c_str());
}

ContainedResult runContained(llvm::function_ref<void()> fn) {
  installHandlersOnce();
  Scope scope;
  scope.outer = innermost;
  const unsigned lock_scope = beginLockScope();
  // Before the jump, so that what it says does not depend on what a register held.
  ContainedResult result;
  if (setjmp(scope.jump) == 0) {
    innermost = &scope;
    try {
      fn();
    } catch (const std::bad_alloc &) {
      scope.outcome = ContainedResult::OutOfMemory;
    } catch (...) {
      scope.outcome = ContainedResult::Failed;
      std::snprintf(scope.reason, sizeof(scope.reason), "unexpected exception");
    }
    innermost = scope.outer;
  }
  endLockScope(lock_scope, scope.outcome == ContainedResult::Finished);
  result.outcome = scope.outcome;
  try {
    result.reason = scope.reason;
  } catch (const std::bad_alloc &) {
    result.outcome = ContainedResult::OutOfMemory;
  }
  return result;
}

namespace {

// Starts a thread with a large stack and all asynchronous signals blocked. Not 0 on failure.
int startThread(pthread_t &thread, void *(*body)(void *), void *argument,
                const std::optional<ThreadPlace> &place = {}) {
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (int synchronous : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&blocked, synchronous);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (place)
    place->begin(attributes);
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

namespace {

// The first compile of a process takes its memory page by page, at the price of a fault each. So
// its threads let their heaps grow at once, and ask for the pages: one of 2 MiB where the kernel
// has one, which takes a quarter of the time. `fence` keeps the heap from giving the memory back
// and is to be freed at the thread's end.
class GrownHeap {
public:
  enum class Pages { Own, Beside }; // who gets small pages: this thread, or providePages()

  GrownHeap(std::atomic<bool> &done, Pages pages) {
    if (done.exchange(true))
      return;
    Blocks blocks = {};
    for (void *&block : blocks)
      block = std::malloc(BlockSize);
    fence = std::malloc(BlockSize);
    const bool provided = provideHugePage(blocks[0]);
    if (!provided && pages == Pages::Own)
      provide(blocks);
    for (void *block : blocks)
      std::free(block);
    if (provided || pages == Pages::Own)
      return;
    std::copy(std::begin(blocks), std::end(blocks), wanted);
    are_wanted.store(true, std::memory_order_release);
  }
  ~GrownHeap() { std::free(fence); }

  // What the memory holds stays as it is, so it does not matter what has become of it meanwhile.
  static void providePages() {
    if (are_wanted.exchange(false, std::memory_order_acquire))
      provide(wanted);
  }

private:
  // Below the size from which on the C library maps a block by itself.
  static constexpr size_t BlockSize = 96 << 10; // bytes
  using Blocks = void *[24];

  // Where the heap begins with a huge page, as those of threads do in the C library.
  static bool provideHugePage(void *first) {
    constexpr uintptr_t HugePage = 2 << 20, Header = 1 << 14;
    static_assert(HugePage <= sizeof(Blocks) / sizeof(void *) * BlockSize);
    constexpr int Collapse = 25; // MADV_COLLAPSE, which the C library may not know yet
    const uintptr_t begin = uintptr_t(first) & -HugePage;
    return first && uintptr_t(first) - begin <= Header &&
           madvise(reinterpret_cast<void *>(begin), HugePage, Collapse) == 0;
  }

  static void provide(const Blocks &blocks) {
#ifdef MADV_POPULATE_WRITE
    const uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE));
    for (void *block : blocks) {
      const uintptr_t begin = (uintptr_t(block) + page - 1) & -page;
      const uintptr_t end = (uintptr_t(block) + BlockSize) & -page;
      if (block)
        madvise(reinterpret_cast<void *>(begin), end - begin, MADV_POPULATE_WRITE);
    }
#endif
  }

  static inline Blocks wanted;
  static inline std::atomic<bool> are_wanted;
  void *fence = nullptr;
};

} // namespace

ContainedResult runContainedOnThread(llvm::function_ref<void()> fn) {
  struct Task {
    llvm::function_ref<void()> fn;
    ContainedResult result;
  } task{fn, {}};

  struct Compile {
    Compile() { ForkGate::enter(); }
    ~Compile() { ForkGate::leave(); }
  } compile;
  auto body = [](void *argument) -> void * {
    Task *task = static_cast<Task *>(argument);
    if (memoryForThread()) {
      static std::atomic<bool> grown;
      GrownHeap heap(grown, GrownHeap::Pages::Beside);
      task->result = runContained(task->fn);
    } else
      task->result.outcome = ContainedResult::OutOfMemory;
    return nullptr;
  };
  pthread_t thread;
  if (startThread(thread, body, &task))
    return {ContainedResult::OutOfMemory, "no thread to compile on"};
  pthread_join(thread, nullptr);
  return std::move(task.result);
}

void runBeside(llvm::function_ref<void()> here, llvm::function_ref<void()> beside) {
  struct Task {
    llvm::function_ref<void()> fn;
    std::optional<ThreadPlace> place;
  } task{beside, ThreadPlace::beside(0)};
  auto body = [](void *argument) -> void * {
    const Task &task = *static_cast<Task *>(argument);
    if (task.place)
      task.place->arrived();
    GrownHeap::providePages();
    if (memoryForThread()) {
      static std::atomic<bool> grown;
      GrownHeap heap(grown, GrownHeap::Pages::Own);
      runContained(task.fn);
    }
    return nullptr;
  };
  pthread_t thread;
  const bool started = startThread(thread, body, &task, task.place) == 0;
  // Contained by itself, because the thread refers to this frame.
  const ContainedResult result = runContained(here);
  if (started)
    pthread_join(thread, nullptr);
  if (result.outcome != ContainedResult::Finished)
    abandonContained(result);
}

std::vector<ContainedResult> runContainedOnThreads(unsigned threads, size_t count,
                                                   llvm::function_ref<void(size_t)> fn) {
  struct Shared {
    llvm::function_ref<void(size_t)> fn;
    std::vector<ContainedResult> results;
    std::atomic<size_t> next{0};
  } shared{fn, std::vector<ContainedResult>(count)};
  struct Helper {
    Shared &shared;
    std::optional<ThreadPlace> place;
    pthread_t id{};
  };
  auto body = [](void *argument) -> void * {
    const Helper &helper = *static_cast<Helper *>(argument);
    Shared &shared = helper.shared;
    if (helper.place)
      helper.place->arrived();
    if (!memoryForThread())
      return nullptr; // the others do it
    static std::atomic<bool> grown;
    GrownHeap heap(grown, GrownHeap::Pages::Own);
    for (size_t i; (i = shared.next.fetch_add(1)) < shared.results.size();)
      shared.results[i] = runContained([&] { shared.fn(i); });
    return nullptr;
  };
  std::vector<Helper> helpers;
  helpers.reserve(std::min<size_t>(threads, count)); // they stay where they are
  while (helpers.size() + 1 < std::min<size_t>(threads, count)) {
    Helper &helper = helpers.emplace_back(shared, ThreadPlace::beside(unsigned(helpers.size())));
    if (startThread(helper.id, body, &helper, helper.place) != 0) {
      helpers.pop_back();
      break;
    }
  }
  // This thread takes what there is, memory or not.
  for (size_t i; (i = shared.next.fetch_add(1)) < count;)
    shared.results[i] = runContained([&] { fn(i); });
  for (const Helper &helper : helpers)
    pthread_join(helper.id, nullptr);
  return std::move(shared.results);
}

} // namespace weft
