// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a process pays for having the driver: start, memory, idle threads, buffers.
#include "session.h"

#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace bench {

namespace {

double residentMegabytes() {
  long pages = 0;
  if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%*d %ld", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  return double(pages) * double(sysconf(_SC_PAGESIZE)) * 1e-6;
}

double processorSeconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

} // namespace

void rowStart() {
  const double begin = now();
  openSession();
  const double taken = now() - begin;
  report("start_ms", taken * 1e-3);
  report("start_mb", residentMegabytes());
}

void rowIdle() {
  const Session session = openSession();
  cl_mem buffer = makeBuffer(session, 4096);
  const char zeros[4096] = {};
  check(clEnqueueWriteBuffer(session.queue, buffer, CL_TRUE, 0, sizeof zeros, zeros, 0, nullptr,
                             nullptr),
        "clEnqueueWriteBuffer");
  finish(session);
  const double begin = now(), used = processorSeconds();
  sleep(2);
  report("idle_percent", (processorSeconds() - used) * 1e8 / (now() - begin));
}

// Buffers that a program makes for one use each.
void rowBufferSizes() {
  const Session session = openSession();
  const cl_uchar zero = 0;
  constexpr struct {
    const char *key;
    size_t bytes;
  } sizes[] = {{"buffer_4kb_us", size_t(4) << 10},
               {"buffer_256kb_us", size_t(256) << 10},
               {"buffer_2mb_us", size_t(2) << 20},
               {"buffer_16mb_us", size_t(16) << 20}};
  for (const auto &[key, bytes] : sizes) {
    std::vector<double> samples;
    for (int i = -20; i < 200; ++i) {
      const double begin = now();
      cl_mem buffer = makeBuffer(session, bytes);
      check(clEnqueueFillBuffer(session.queue, buffer, &zero, 1, 0, bytes, 0, nullptr, nullptr),
            "clEnqueueFillBuffer");
      finish(session);
      clReleaseMemObject(buffer);
      if (i >= 0)
        samples.push_back(now() - begin);
    }
    report(key, median(samples));
  }
}

void rowBuffers() {
  const Session session = openSession();
  constexpr size_t bytes = size_t(64) << 20;
  std::vector<double> plain, filled;
  const cl_uchar zero = 0;
  for (int i = 0; i < 300; ++i) {
    double begin = now();
    cl_mem buffer = makeBuffer(session, bytes);
    clReleaseMemObject(buffer);
    if (i)
      plain.push_back(now() - begin);
  }
  report("buffer_us", median(plain));
  for (int i = 0; i < 30; ++i) {
    double begin = now();
    cl_mem buffer = makeBuffer(session, bytes);
    check(clEnqueueFillBuffer(session.queue, buffer, &zero, 1, 0, bytes, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
    finish(session);
    clReleaseMemObject(buffer);
    if (i)
      filled.push_back(now() - begin);
  }
  report("filled_buffer_ms", median(filled) * 1e-3);
}

} // namespace bench
