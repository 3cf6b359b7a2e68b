// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/background.h"

#include "support/fork_safe_mutex.h"
#include "support/thread_place.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <new>
#include <optional>
#include <pthread.h>
#include <sys/resource.h>

namespace weft {
namespace {

// A third of the share of a thread that wants the same CPU: what it makes is for threads that take
// all CPUs, and is the more worth the sooner it is there; and it holds locks of the linker and of
// the loader for short times.
constexpr int Niceness = 5;

// What exit() waits at most for a task that runs: one that is cut off may leave files behind.
constexpr auto LongestRest = std::chrono::milliseconds(250);

class Background {
public:
  // Never destroyed: the thread may still run while the process exits.
  static Background &instance() {
    static Background &background = *new Background;
    static const int watched =
        pthread_atfork(nullptr, nullptr, afterForkInChild) + std::atexit([] { instance().rest(); });
    (void)watched;
    return background;
  }

  bool add(std::unique_ptr<HostTask> task) {
    std::lock_guard lock(mutex);
    if (exiting)
      return false;
    tasks.push_back(std::move(task));
    if (!running && !(running = start())) {
      tasks.pop_back();
      return false;
    }
    return true;
  }

private:
  Background() { self = this; }

  static void afterForkInChild() { self->running = false; }

  void rest() {
    std::unique_lock lock(mutex);
    exiting = true;
    ended.wait_for(lock, LongestRest, [&] { return !running; });
  }

  static bool start() {
    static std::optional<ThreadPlace> place; // guarded by the mutex until the thread has arrived
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
      return false;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // Whoever launches a kernel is about to need its CPU.
    place = ThreadPlace::beside(0);
    if (place)
      place->begin(attributes);
    // Signals are the application's; its handlers run on its threads.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_t thread;
    const int error = pthread_create(
        &thread, &attributes,
        [](void *argument) -> void * {
          std::optional<ThreadPlace> &begun = *static_cast<std::optional<ThreadPlace> *>(argument);
          instance().work(begun);
          return nullptr;
        },
        &place);
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    pthread_attr_destroy(&attributes);
    return error == 0;
  }

  void work(const std::optional<ThreadPlace> &place) {
    pthread_setname_np(pthread_self(), "weft-background");
    setpriority(PRIO_PROCESS, 0, std::min(19, getpriority(PRIO_PROCESS, 0) + Niceness));
    {
      std::lock_guard lock(mutex);
      if (place)
        place->arrived();
    }
    while (std::unique_ptr<HostTask> task = next())
      task->run();
  }

  // Null: the thread has to end.
  std::unique_ptr<HostTask> next() {
    std::lock_guard lock(mutex);
    if (tasks.empty() || exiting) {
      running = false;
      ended.notify_all();
      return nullptr;
    }
    std::unique_ptr<HostTask> task = std::move(tasks.front());
    tasks.pop_front();
    return task;
  }

  ForkSafeMutex mutex; // guards what follows
  std::deque<std::unique_ptr<HostTask>> tasks;
  bool running = false; // there is a thread
  bool exiting = false;
  std::condition_variable_any ended;

  static inline Background *self = nullptr; // once there is one
};

} // namespace

bool runInBackground(std::unique_ptr<HostTask> task) noexcept {
  try {
    return Background::instance().add(std::move(task));
  } catch (const std::bad_alloc &) {
    return false;
  }
}

} // namespace weft
