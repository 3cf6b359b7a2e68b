// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is used again and again must not grow: heap in use, mappings, files, threads.
#include "host.h"

#include <algorithm>
#include <cstdlib>
#include <malloc.h>
#include <unistd.h>

namespace manners {
namespace {

struct Footprint {
  size_t heap = 0; // bytes in use
  size_t mappings = 0;
  size_t files = 0;
  size_t threads = 0;
};

Footprint footprint() {
  const struct mallinfo2 info = mallinfo2();
  return {info.uordblks + info.hblkhd, processLines("maps").size(), processEntries("fd"),
          processEntries("task")};
}

// Runs `round` often enough for pools and caches to fill, then as often again.
void staysFlat(int rounds, size_t slack_bytes, const std::function<void(int)> &round) {
  for (int i = 0; i < rounds; ++i)
    round(i);
  const Footprint before = footprint();
  for (int i = 0; i < rounds; ++i)
    round(rounds + i);
  const Footprint after = footprint();
  check(after.heap <= before.heap + slack_bytes, "the heap grew from " +
                                                     std::to_string(before.heap) + " to " +
                                                     std::to_string(after.heap) + " bytes");
  // A few more for what the C library keeps per thread.
  check(after.mappings <= before.mappings + 8, "mappings grew from " +
                                                   std::to_string(before.mappings) + " to " +
                                                   std::to_string(after.mappings));
  check(after.files <= before.files, "files stay open");
  check(after.threads <= before.threads, "threads stay");
}

void flatEnqueues() {
  // A kernel that runs so often is compiled again, at a time that hangs on how busy the machine is:
  // what the driver opens for that would count as left open.
  setenv("WEFT_SPECIALIZE", "0", 1);
  const Host host = openHost();
  cl_kernel kernel = host.kernel(
      "__kernel void f(__global int *x, __local int *l) { x[get_global_id(0)]++; }", "f");
  cl_mem buffer = host.buffer(4096);
  setArg(kernel, 0, sizeof buffer, &buffer);
  setArg(kernel, 1, 256, nullptr);
  // A million and more.
  staysFlat(340, 256 << 10, [&](int) {
    cl_event last = nullptr;
    for (size_t i = 0; i < 500; ++i) {
      cl_event event;
      const size_t global = 16;
      ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &global, nullptr, last ? 1 : 0,
                                last ? &last : nullptr, &event),
         "clEnqueueNDRangeKernel");
      if (last)
        ok(clReleaseEvent(last), "clReleaseEvent");
      last = event;
      host.launch(kernel, 64, 16);
      ok(clEnqueueCopyBuffer(host.queue, buffer, buffer, 0, 2048, 64, 0, nullptr, nullptr),
         "clEnqueueCopyBuffer");
    }
    ok(clFinish(host.queue), "clFinish");
    ok(clReleaseEvent(last), "clReleaseEvent");
  });
}

// Chains of two, each complete before the next begins: the device is handed their ends one by one.
void flatChains() {
  const Host host = openHost();
  cl_kernel kernel = host.kernel("__kernel void f() {}", "f");
  staysFlat(3000, 64 << 10, [&](int) {
    cl_int code;
    cl_event gate = clCreateUserEvent(host.context, &code);
    ok(code, "clCreateUserEvent");
    const size_t global = 1;
    ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &global, nullptr, 1, &gate, nullptr),
       "clEnqueueNDRangeKernel");
    ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr,
                              nullptr),
       "clEnqueueNDRangeKernel");
    ok(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
    ok(clFinish(host.queue), "clFinish");
    ok(clReleaseEvent(gate), "clReleaseEvent");
  });
}

void flatBuilds() {
  const Host host = openHost();
  // Each a program of its own to every cache. Ten thousand take minutes.
  const char *wanted = std::getenv("WEFT_FLAT_BUILDS");
  const int rounds = wanted ? std::max(std::atoi(wanted) / 2, 60) : 60;
  alarm(unsigned(rounds) + 180);
  staysFlat(rounds, 2 << 20, [&](int salt) { host.work(salt); });
}

// Ten thousand that the cache answers.
void flatRebuilds() {
  setenv("WEFT_CACHE", "1", 1); // whatever other tests do without
  const Host host = openHost();
  staysFlat(5000, 256 << 10, [&](int number) {
    ok(clReleaseProgram(host.build(
           "__kernel void f(__global int *x) { x[0] = " + std::to_string(number % 10) + "; }")),
       "clReleaseProgram");
  });
}

void flatBuffers() {
  const Host host = openHost();
  staysFlat(100, 256 << 10, [&](int i) {
    std::vector<cl_mem> buffers;
    for (size_t bytes :
         {size_t(1), size_t(4096), size_t(100'000), size_t(1) << 20, size_t(16) << 20})
      buffers.push_back(host.buffer(bytes + size_t(i % 7) * 4096));
    for (cl_mem buffer : buffers) {
      const char value = 1;
      ok(clEnqueueFillBuffer(host.queue, buffer, &value, 1, 0, 1, 0, nullptr, nullptr),
         "clEnqueueFillBuffer");
    }
    ok(clFinish(host.queue), "clFinish");
    for (cl_mem buffer : buffers)
      ok(clReleaseMemObject(buffer), "clReleaseMemObject");
  });
}

} // namespace

const std::vector<Scenario> flat_memory_scenarios = {
    {"flat-enqueues", flatEnqueues}, {"flat-chains", flatChains},   {"flat-builds", flatBuilds},
    {"flat-rebuilds", flatRebuilds}, {"flat-buffers", flatBuffers},
};

} // namespace manners
