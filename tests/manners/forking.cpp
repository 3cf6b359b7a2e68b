// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fork(): the child has OpenCL to itself, with threads of its own.
#include "host.h"

#include <atomic>
#include <cstdlib>
#include <thread>
#include <unistd.h>

namespace manners {
namespace {

void forkFirst() {
  check(inChild([] { openHost().work(1); }) == 0, "a child of a process without OpenCL");
  openHost().work(2);
}

void forkThenNewContext() {
  openHost().work(1);
  check(inChild([] {
          const Host host = openHost();
          host.work(2);
          check(inChild([] { openHost().work(3); }) == 0, "a grandchild");
        }) == 0,
        "a child");
  openHost().work(4);
}

void forkThenSameQueue() {
  const Host host = openHost();
  host.work(1);
  check(inChild([&] { host.work(2); }) == 0, "a child");
  check(inChild([&] { host.work(1); }) == 0, "a child that builds nothing new");
  host.work(3);
}

// The driver's locks are held at any moment by threads that the child does not have.
void forkWhile(const std::function<void(const Host &, int)> &busy) {
  std::atomic<bool> stop{false};
  const Host host = openHost();
  host.work(0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&, i] {
      const Host own = openHost();
      for (int round = 0; !stop.load(); ++round)
        busy(own, i * 100'000 + round);
    });
  for (int i = 0; i < 15; ++i) {
    check(inChild([&] { openHost().work(-1 - i); }) == 0, "a child");
    check(inChild([] {}) == 0, "a child that exits at once");
  }
  stop.store(true);
  for (std::thread &thread : threads)
    thread.join();
  host.work(1);
}

void forkWhileBusy() {
  forkWhile([](const Host &host, int) {
    cl_mem from = host.buffer(1 << 16), to = host.buffer(1 << 16);
    for (int i = 0; i < 50; ++i)
      ok(clEnqueueCopyBuffer(host.queue, from, to, 0, 0, 1 << 16, 0, nullptr, nullptr),
         "clEnqueueCopyBuffer");
    ok(clFinish(host.queue), "clFinish");
    ok(clReleaseMemObject(from), "clReleaseMemObject");
    ok(clReleaseMemObject(to), "clReleaseMemObject");
  });
}

void forkWhileBuilding() {
  forkWhile([](const Host &host, int salt) { host.work(salt); });
}

// With work in flight in the parent, of which the child knows nothing.
void forkThenExit() {
  const Host host = openHost();
  startEndlessKernel(host);
  check(inChild([] {}) == 0, "a child that exits");
  check(inChild([] { openHost().work(1); }) == 0, "a child that works");
  check(inChild([] { _exit(0); }) == 0, "a child that leaves");
}

} // namespace

const std::vector<Scenario> forking_scenarios = {
    {"fork-first", forkFirst},
    {"fork-then-new-context", forkThenNewContext},
    {"fork-then-same-queue", forkThenSameQueue},
    {"fork-while-busy", forkWhileBusy},
    {"fork-while-building", forkWhileBuilding},
    {"fork-then-exit", forkThenExit},
};

} // namespace manners
