// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one scenario in a process of its own, named by the first argument; ends with 0 if all is
// right, by SIGALRM if it hangs.
#include "pool_work.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace weft;

// A forked child starts threads here, and processes end in the middle of things; sanitizers have to
// be told that this is meant.
extern "C" const char *__tsan_default_options() { return "die_after_fork=0:report_thread_leaks=0"; }
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }

namespace {

[[noreturn]] void fail(const char *what) {
  std::fprintf(stderr, "failed: %s\n", what);
  _exit(99);
}

void check(bool condition, const char *what) {
  if (!condition)
    fail(what);
}

// Uses a pool in both ways: waiting with help, and without.
void use(WorkerPool &pool) {
  std::atomic<int> groups{0};
  const GroupBody body = [&](uint64_t) { groups.fetch_add(1); };
  std::atomic<bool> done{false};
  submit(pool, launch(50, body, [&](bool ok) {
           check(ok, "launch");
           done.store(true);
           pool.wakeHelpers();
         }));
  pool.helpUntil([&] { return done.load(); });
  Latch finished;
  submit(pool, launch(50, body, [&](bool) { finished.countDown(); }));
  finished.wait();
  check(groups.load() == 100, "groups");
}

// A pool that lives as a driver's does: until the end of the process.
WorkerPool &immortal() {
  static WorkerPool &pool = *new WorkerPool(cpus(2), 0);
  return pool;
}

// Never ends; says when it runs.
std::atomic<bool> endless_runs{false};
const GroupBody endless = [](uint64_t) {
  endless_runs.store(true);
  for (volatile bool forever = true; forever;)
    ;
};

void runEndless(WorkerPool &pool) {
  pool.start();
  submit(pool, launch(1, endless, [](bool) { fail("an endless kernel ended"); }));
  while (!endless_runs.load())
    usleep(100);
}

// Made before any thread, so destroyed after the threads rest.
struct LateUser {
  bool armed = false;
  ~LateUser() {
    if (!armed)
      return;
    std::atomic<int> groups{0};
    std::atomic<bool> done{false};
    const GroupBody body = [&](uint64_t) { groups.fetch_add(1); };
    submit(immortal(), launch(50, body, [&](bool) {
             done.store(true);
             immortal().wakeHelpers();
           }));
    immortal().helpUntil([&] { return done.load(); });
    check(groups.load() == 50, "a launch from a static destructor");
  }
} late_user;

struct StaticPool {
  WorkerPool *pool = nullptr;
  ~StaticPool() { delete pool; }
} static_pool;

int inChild(const std::function<void()> &work) {
  const pid_t child = fork();
  check(child >= 0, "fork");
  if (child == 0) {
    alarm(60);
    work();
    std::exit(0);
  }
  int status = 0;
  check(waitpid(child, &status, 0) == child, "waitpid");
  return status;
}

// --- exit --------------------------------------------------------------------------------------

void exitWhileIdle() {
  immortal().start();
  use(immortal());
}

void exitWhileAKernelRuns() {
  runEndless(immortal());
  std::exit(0);
}

void exitWhileOthersWait() {
  runEndless(immortal());
  for (int i = 0; i < 3; ++i)
    std::thread([] { immortal().helpUntil([] { return false; }); }).detach();
  usleep(1000);
  std::exit(0);
}

void exitWhileThreadsSubmit() {
  immortal().start();
  static const GroupBody body = [](uint64_t) {};
  for (int i = 0; i < 3; ++i)
    std::thread([] {
      for (;;)
        submit(immortal(), launch(10, body, [](bool) {}));
    }).detach();
  usleep(1000);
  std::exit(0);
}

void exitInDone() {
  immortal().start();
  static const GroupBody body = [](uint64_t) {};
  submit(immortal(), launch(10, body, [](bool) { std::exit(0); }));
  for (;;)
    pause();
}

void exitInTask() {
  immortal().start();
  immortal().submit(task([] { std::exit(0); }));
  immortal().helpUntil([] { return false; });
}

void exitThenUse() {
  immortal().start();
  late_user.armed = true;
}

void exitWhileAKernelRunsThenUse() {
  late_user.armed = true;
  runEndless(immortal());
}

void exitDestroysAPool() {
  static_pool.pool = new WorkerPool(cpus(2), 0);
  static_pool.pool->start();
  use(*static_pool.pool);
}

void exitDestroysABusyPool() {
  static_pool.pool = new WorkerPool(cpus(2), 0);
  runEndless(*static_pool.pool);
}

// --- fork --------------------------------------------------------------------------------------

void forkWhileIdle() {
  WorkerPool &pool = immortal();
  pool.start();
  use(pool);
  check(inChild([&] { use(pool); }) == 0, "child");
  check(inChild([&] {
          use(pool);
          check(inChild([&] { use(pool); }) == 0, "grandchild");
        }) == 0,
        "child with child");
  use(pool);
}

void forkBeforeStart() {
  WorkerPool &pool = immortal();
  check(inChild([&] {
          pool.start();
          use(pool);
        }) == 0,
        "child");
  pool.start();
  use(pool);
}

void forkWhileBusy() {
  // The locks of the pool are held at any moment by others; children must find them free, and must
  // not run what the parent submitted.
  WorkerPool &pool = immortal();
  pool.start();
  const pid_t parent = getpid();
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      const GroupBody body = [&](uint64_t) {
        check(getpid() == parent, "parent's work in a child");
      };
      while (!stop.load()) {
        Latch finished;
        submit(pool, launch(20, body, [&](bool) { finished.countDown(); }));
        finished.wait();
        std::atomic<bool> done{false};
        submit(pool, launch(20, body, [&](bool) {
                 done.store(true);
                 pool.wakeHelpers();
               }));
        pool.helpUntil([&] { return done.load(); });
      }
    });
  for (int i = 0; i < 10; ++i)
    check(inChild([&] { use(pool); }) == 0, "child");
  stop.store(true);
  for (std::thread &thread : threads)
    thread.join();
  use(pool);
}

void forkInTask() {
  WorkerPool &pool = immortal();
  pool.start();
  Latch finished;
  pool.submit(task([&] {
    check(inChild([&] { use(pool); }) == 0, "child of a task");
    finished.countDown();
  }));
  finished.wait();
  std::atomic<bool> done{false};
  static const GroupBody body = [](uint64_t) {};
  submit(pool, launch(5, body, [&](bool) {
           check(inChild([&] { use(pool); }) == 0, "child of a callback");
           done.store(true);
           pool.wakeHelpers();
         }));
  pool.helpUntil([&] { return done.load(); });
  use(pool);
}

// --- the rest ----------------------------------------------------------------------------------

// What a kernel prints is out when the launch is done, whatever comes then.
void printBeforeDone() {
  WorkerPool &pool = immortal();
  pool.start();
  static const GroupBody body = [](uint64_t) {};
  auto work = launch(3, body, [](bool) { _exit(0); });
  work->entry = [](const weft_launch *, const void *, weft_thread *thread, uint64_t first,
                   uint64_t end) {
    const weft_print_record record = {"a line of text\n", 0, 0};
    for (; first < end; ++first)
      thread->print(thread, &record, sizeof record);
  };
  submit(pool, std::move(work));
  for (;;)
    pause();
}

// A library with a pool in it is closed while its threads live.
void closeLibrary() {
  for (int i = 0; i < 2; ++i) {
    void *library = dlopen(WEFT_POOL_LIBRARY, RTLD_NOW);
    check(library, "dlopen");
    auto run = reinterpret_cast<int (*)()>(dlsym(library, "run_pool"));
    check(run && run() == 50, "run_pool");
    check(dlclose(library) == 0, "dlclose");
    usleep(1000);
  }
}

const struct {
  const char *name;
  void (*run)();
} scenarios[] = {
    {"exit-while-idle", exitWhileIdle},
    {"exit-while-a-kernel-runs", exitWhileAKernelRuns},
    {"exit-while-others-wait", exitWhileOthersWait},
    {"exit-while-threads-submit", exitWhileThreadsSubmit},
    {"exit-in-done", exitInDone},
    {"exit-in-task", exitInTask},
    {"exit-then-use", exitThenUse},
    {"exit-while-a-kernel-runs-then-use", exitWhileAKernelRunsThenUse},
    {"exit-destroys-a-pool", exitDestroysAPool},
    {"exit-destroys-a-busy-pool", exitDestroysABusyPool},
    {"fork-while-idle", forkWhileIdle},
    {"fork-before-start", forkBeforeStart},
    {"fork-while-busy", forkWhileBusy},
    {"fork-in-task", forkInTask},
    {"print-before-done", printBeforeDone},
    {"close-library", closeLibrary},
};

} // namespace

int main(int argc, char **argv) {
  alarm(120);
  for (const auto &scenario : scenarios)
    if (argc == 2 && !std::strcmp(argv[1], scenario.name)) {
      scenario.run();
      return 0;
    }
  return 98;
}
