// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WEFT_TRACE: a timeline in the JSON format of Chrome's trace viewer, which Perfetto reads too.
// Spans lie on tracks: the threads of the process, and one for each queue.
#ifndef WEFT_SUPPORT_TRACE_H
#define WEFT_SUPPORT_TRACE_H

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace weft::trace {

// Constant for the life of the process.
bool enabled();

// Nanoseconds on the clock of all spans, CLOCK_MONOTONIC.
uint64_t now();

// What a span is about, beside its name: whole numbers, shown with it.
struct Detail {
  const char *name;
  uint64_t value;
};

// A span on the track of the calling thread.
void onThread(std::string_view name, uint64_t begin, uint64_t end,
              std::initializer_list<Detail> details = {});
// One that ends with the object.
class ThreadSpan {
public:
  explicit ThreadSpan(const char *name) : name(name), begin(enabled() ? now() : 0) {}
  ~ThreadSpan() {
    if (begin)
      onThread(name, begin, now());
  }
  ThreadSpan(const ThreadSpan &) = delete;
  ThreadSpan &operator=(const ThreadSpan &) = delete;

private:
  const char *const name;
  const uint64_t begin;
};

// A span on the track of a queue, named by a number of its own.
void onQueue(uint64_t queue, std::string_view name, uint64_t begin, uint64_t end,
             std::initializer_list<Detail> details = {});

// What a launch does, as far as it is known beforehand.
struct Work {
  double items = 0, bytes = 0;
  double operations = 0; // of floating point
  bool assumed = false;  // some of the operations: iterations that nobody knows
};
// As onQueue(), for a launch. Its share of what the machine can do is shown as counters, too.
void launchOnQueue(uint64_t queue, std::string_view name, uint64_t begin, uint64_t end,
                   std::initializer_list<Detail> details, const Work &work);

// What the machine can do, all threads together, per second: memory beyond the caches, and fused
// products and sums of floats, which count two. Before the first launch.
struct Peaks {
  double bytes = 0, operations = 0;
  unsigned threads = 0;
};
void setPeaks(const Peaks &peaks);

// A number for a new track of queues.
uint64_t newQueue();

// Writes what is buffered. Also done at the end of the process. The file is whole, valid JSON, at
// any time; of a process that is killed the spans of the last tenth of a second may be missing.
void flush();

} // namespace weft::trace
#endif
