// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/threads/threads.h"

#include "compiler/threads/fork_gate.h"
#include "support/thread_place.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace weft {
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

// The C library makes a thread's copies of the compiler's thread-local variables when the thread
// first uses one of them, and ends the process where there is no memory for them. So a thread does
// it when it begins, and asks before whether there is memory. False where there is none.
bool makeThreadLocals() {
  constexpr size_t MoreThanAll = 16 << 10; // bytes, LLVM's and Clang's together take 4 KiB
  void *volatile room = std::malloc(MoreThanAll);
  if (!room)
    return false;
  std::free(room);
  static thread_local volatile char one;
  one = 1;
  return true;
}

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

bool runOnThread(llvm::function_ref<void()> fn) {
  const ForkGate compile;
  auto body = [](void *argument) -> void * {
    if (!makeThreadLocals())
      llvm::report_bad_alloc_error("Allocation failed");
    static std::atomic<bool> grown;
    const GrownHeap heap(grown, GrownHeap::Pages::Beside);
    (*static_cast<llvm::function_ref<void()> *>(argument))();
    return nullptr;
  };
  pthread_t thread;
  if (startThread(thread, body, &fn))
    return false;
  pthread_join(thread, nullptr);
  return true;
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
    if (!makeThreadLocals())
      return nullptr;
    GrownHeap::providePages();
    static std::atomic<bool> grown;
    const GrownHeap heap(grown, GrownHeap::Pages::Own);
    task.fn();
    return nullptr;
  };
  pthread_t thread;
  const bool started = startThread(thread, body, &task, task.place) == 0;
  here();
  if (started)
    pthread_join(thread, nullptr);
}

void runOnThreads(unsigned threads, size_t count, llvm::function_ref<void(size_t)> fn) {
  struct Shared {
    llvm::function_ref<void(size_t)> fn;
    size_t count;
    std::atomic<size_t> next{0};
    void work() {
      for (size_t i; (i = next.fetch_add(1)) < count;)
        fn(i);
    }
  } shared{fn, count};
  struct Helper {
    Shared &shared;
    std::optional<ThreadPlace> place;
    pthread_t id{};
  };
  auto body = [](void *argument) -> void * {
    const Helper &helper = *static_cast<Helper *>(argument);
    if (helper.place)
      helper.place->arrived();
    if (!makeThreadLocals())
      return nullptr;
    static std::atomic<bool> grown;
    const GrownHeap heap(grown, GrownHeap::Pages::Own);
    helper.shared.work();
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
  shared.work();
  for (const Helper &helper : helpers)
    pthread_join(helper.id, nullptr);
}

} // namespace weft
