// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pool inside a shared library, as the driver has one.
#include "pool_work.h"

#include <atomic>

extern "C" [[gnu::visibility("default")]] int run_pool() {
  static weft::WorkerPool &pool = *new weft::WorkerPool(weft::cpus(2), 0);
  pool.start();
  std::atomic<int> groups{0};
  weft::Latch finished;
  const weft::GroupBody body = [&](uint64_t) { groups.fetch_add(1); };
  weft::submit(pool, weft::launch(50, body, [&](bool) { finished.countDown(); }));
  finished.wait();
  return groups.load();
}
