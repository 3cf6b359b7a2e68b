// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many threads do everything at once, release what they hold in any order, and wait for each
// other's events. WEFT_SOAK_SECONDS sets how long; without it, it is a matter of rounds.
#include "host.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>
#include <unistd.h>

namespace manners {
namespace {

// Events that any thread may wait for; the oldest are released as new ones come.
class SharedEvents {
public:
  // Takes over a reference.
  void add(cl_event event) {
    std::lock_guard lock(mutex);
    if (events.size() < 32) {
      events.push_back(event);
      return;
    }
    std::swap(events[next++ % events.size()], event);
    ok(clReleaseEvent(event), "clReleaseEvent");
  }
  // With a reference of its own; null if there is none.
  cl_event any(unsigned number) {
    std::lock_guard lock(mutex);
    if (events.empty())
      return nullptr;
    cl_event event = events[number % events.size()];
    ok(clRetainEvent(event), "clRetainEvent");
    return event;
  }
  void release() {
    for (cl_event event : events)
      ok(clReleaseEvent(event), "clReleaseEvent");
    events.clear();
  }

private:
  std::mutex mutex;
  std::vector<cl_event> events;
  size_t next = 0;
};

class Worker {
public:
  Worker(const Host &host, SharedEvents &events, unsigned seed)
      : host(host), events(events), random(seed) {}

  // Until there were so many rounds, or until then. Returns the number of rounds.
  int run(int rounds, std::chrono::steady_clock::time_point end) {
    int number = 0;
    for (; number < rounds && std::chrono::steady_clock::now() < end; ++number) {
      round(number);
      switch (dice(4)) {
      case 0:
        buildInBackground(number);
        break;
      case 1:
        otherContext();
        break;
      case 2:
        failingChain();
        break;
      }
    }
    releaseQueues();
    return number;
  }

  // Until no more than so many are left.
  static void awaitBuilds(int most) {
    while (under_way.load() > most)
      usleep(100);
  }

private:
  unsigned dice(unsigned sides) { return unsigned(random() % sides); }

  // A queue, a kernel and a buffer of this round's own: `launches` increments of each element.
  void round(int number) {
    Host own = host;
    own.openQueue((dice(2) ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0) |
                  (dice(3) ? 0 : CL_QUEUE_PROFILING_ENABLE));
    // Mostly one of few programs, so that caches are hit and missed.
    const std::string text =
        "__kernel void add(__global int *x) { atomic_add(x + get_global_id(0), " +
        std::to_string(1 + dice(number % 16 ? 3 : 1000)) + "); }";
    cl_kernel kernel = own.kernel(text, "add");
    const size_t count = 1 + dice(5000);
    std::vector<int> result(count);
    cl_mem buffer = own.buffer(count * sizeof(int));
    const int zero = 0;
    ok(clEnqueueFillBuffer(own.queue, buffer, &zero, sizeof zero, 0, count * sizeof(int), 0,
                           nullptr, nullptr),
       "clEnqueueFillBuffer");
    ok(clEnqueueBarrierWithWaitList(own.queue, 0, nullptr, nullptr), "clEnqueueBarrier");
    setArg(kernel, 0, sizeof buffer, &buffer);
    cl_int code;
    cl_event gate = clCreateUserEvent(own.context, &code);
    ok(code, "clCreateUserEvent");
    const unsigned launches = 1 + dice(20);
    for (unsigned i = 0; i < launches; ++i)
      launch(own, kernel, count, gate);
    // The application lets go of what the launches still need.
    const bool early = dice(2);
    if (early)
      ok(clReleaseKernel(kernel), "clReleaseKernel");
    ok(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
    ok(clReleaseEvent(gate), "clReleaseEvent");
    ok(clEnqueueBarrierWithWaitList(own.queue, 0, nullptr, nullptr), "clEnqueueBarrier");
    cl_event read;
    ok(clEnqueueReadBuffer(own.queue, buffer, CL_FALSE, 0, count * sizeof(int), result.data(), 0,
                           nullptr, &read),
       "clEnqueueReadBuffer");
    if (dice(2))
      ok(clReleaseCommandQueue(own.queue), "clReleaseCommandQueue");
    else
      queues.push_back(own.queue);
    ok(clReleaseMemObject(buffer), "clReleaseMemObject");
    ok(clWaitForEvents(1, &read), "clWaitForEvents");
    events.add(read);
    if (!early)
      ok(clReleaseKernel(kernel), "clReleaseKernel");
    check(result[0] >= int(launches) &&
              std::count(result.begin(), result.end(), result[0]) == std::ptrdiff_t(count),
          "launches were lost");
    if (queues.size() > 8 || number % 10 == 9)
      releaseQueues();
  }

  void releaseQueues() {
    std::shuffle(queues.begin(), queues.end(), random);
    for (cl_command_queue queue : queues) {
      ok(clFinish(queue), "clFinish");
      ok(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    }
    queues.clear();
  }

  // A build that nobody waits for; the program may be released before it ends, and may be wrong.
  void buildInBackground(int number) {
    const bool wrong = dice(3) == 0;
    const std::string text = "__kernel void set(__global int *x) { x[0] = " +
                             std::to_string(dice(number % 8 ? 3 : 1000)) + (wrong ? " }" : "; }");
    const char *source = text.c_str();
    cl_int code;
    cl_program program = clCreateProgramWithSource(host.context, 1, &source, nullptr, &code);
    ok(code, "clCreateProgramWithSource");
    ++under_way;
    const cl_int built = clBuildProgram(
        program, 1, &host.device, "", [](cl_program, void *) { --under_way; }, nullptr);
    ok(built, "clBuildProgram");
    ok(clReleaseProgram(program), "clReleaseProgram");
    awaitBuilds(16); // they would pile up
  }

  // A context of its own, a part of a buffer, a mapping.
  void otherContext() {
    Host own;
    own.openDevice();
    own.openQueue();
    const size_t bytes = 4096 << dice(10);
    cl_mem buffer = own.buffer(bytes);
    const cl_buffer_region region = {bytes / 2, bytes / 2};
    cl_int code;
    cl_mem part =
        clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    ok(code, "clCreateSubBuffer");
    ok(clReleaseMemObject(buffer), "clReleaseMemObject");
    const int value = int(dice(1000));
    ok(clEnqueueFillBuffer(own.queue, part, &value, sizeof value, 0, bytes / 2, 0, nullptr,
                           nullptr),
       "clEnqueueFillBuffer");
    auto *mapped = static_cast<int *>(clEnqueueMapBuffer(own.queue, part, CL_TRUE, CL_MAP_READ, 0,
                                                         bytes / 2, 0, nullptr, nullptr, &code));
    ok(code, "clEnqueueMapBuffer");
    check(mapped[0] == value && mapped[bytes / 2 / sizeof(int) - 1] == value, "a filled part");
    ok(clEnqueueUnmapMemObject(own.queue, part, mapped, 0, nullptr, nullptr), "clEnqueueUnmap");
    ok(clReleaseMemObject(part), "clReleaseMemObject");
    own.release();
  }

  // Commands that end in error because what they wait for does; the queue is gone by then.
  void failingChain() {
    Host own = host;
    own.openQueue();
    cl_int code;
    cl_event gate = clCreateUserEvent(own.context, &code);
    ok(code, "clCreateUserEvent");
    cl_event last = nullptr;
    for (unsigned i = dice(10) + 1; i > 0; --i) {
      if (last)
        ok(clReleaseEvent(last), "clReleaseEvent");
      ok(clEnqueueMarkerWithWaitList(own.queue, 1, &gate, &last), "clEnqueueMarkerWithWaitList");
    }
    ok(clReleaseCommandQueue(own.queue), "clReleaseCommandQueue");
    ok(clSetUserEventStatus(gate, -1), "clSetUserEventStatus");
    ok(clReleaseEvent(gate), "clReleaseEvent");
    check(clWaitForEvents(1, &last) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
          "an error was lost");
    ok(clReleaseEvent(last), "clReleaseEvent");
  }

  void launch(const Host &own, cl_kernel kernel, size_t count, cl_event gate) {
    // Events of other threads are done sooner or later: they wait for nothing of this one's that
    // is not yet on its way, since a gate opens before its thread waits.
    std::vector<cl_event> wait_list;
    for (unsigned i = dice(3); i > 0; --i)
      if (cl_event other = events.any(dice(1000)))
        wait_list.push_back(other);
    const size_t others = wait_list.size();
    if (dice(2))
      wait_list.push_back(gate);
    cl_event event;
    ok(clEnqueueNDRangeKernel(own.queue, kernel, 1, nullptr, &count, nullptr,
                              cl_uint(wait_list.size()),
                              wait_list.empty() ? nullptr : wait_list.data(), &event),
       "clEnqueueNDRangeKernel");
    for (size_t i = 0; i < others; ++i)
      ok(clReleaseEvent(wait_list[i]), "clReleaseEvent");
    if (dice(4) == 0)
      ok(clSetEventCallback(
             event, dice(2) ? CL_COMPLETE : CL_RUNNING, [](cl_event, cl_int, void *) {}, nullptr),
         "clSetEventCallback");
    if (dice(3) == 0)
      events.add(event);
    else
      ok(clReleaseEvent(event), "clReleaseEvent");
  }

  static inline std::atomic<int> under_way{0}; // builds
  const Host &host;
  SharedEvents &events;
  std::mt19937 random;
  std::vector<cl_command_queue> queues;
};

void soak() {
  const char *wanted = std::getenv("WEFT_SOAK_SECONDS");
  const int seconds = wanted ? std::atoi(wanted) : 120;
  const int rounds = wanted ? INT_MAX : 30;
  alarm(unsigned(seconds) + 180);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  Host host;
  host.openDevice();
  SharedEvents events;
  std::vector<std::thread> threads;
  std::atomic<int> done{0};
  for (unsigned seed = 0; seed < 6; ++seed)
    threads.emplace_back([&, seed] { done += Worker(host, events, seed).run(rounds, end); });
  for (std::thread &thread : threads)
    thread.join();
  Worker::awaitBuilds(0);
  events.release();
  cl_uint references = 0;
  ok(clGetContextInfo(host.context, CL_CONTEXT_REFERENCE_COUNT, sizeof references, &references,
                      nullptr),
     "clGetContextInfo");
  check(references == 1, "references to the context are left");
  host.release();
  all_is_released = true;
  std::printf("soak: %d rounds\n", done.load());
}

} // namespace

const std::vector<Scenario> soak_scenarios = {{"soak", soak}};

} // namespace manners
