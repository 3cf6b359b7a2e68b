// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What WEFT_TRACE and WEFT_DEBUG tell.
#include "host.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

namespace manners {
namespace {

size_t count(const std::string &text, const std::string &part) {
  size_t number = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++number;
  return number;
}

std::string contents(const std::string &name) {
  std::ifstream in(name);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void timeline() {
  char name[] = "manners-trace-XXXXXX";
  const int file = mkstemp(name);
  check(file >= 0, "mkstemp");
  // The file is complete when the process has ended.
  check(inChild([&] {
          setenv("WEFT_TRACE", name, 1);
          const Host host = openHost();
          for (int i = 0; i < 3; ++i)
            host.work(1);
        }) == 0,
        "a traced process");
  const std::string text = contents(name);
  unlink(name);
  check(text.rfind("[\n", 0) == 0, "not an array");
  // Each line is an object and ends with a comma.
  check(count(text, "\n{") == count(text, "},\n"), "a line that is not an object");
  check(count(text, "\"name\":\"build\"") == 3, "builds");
  const std::string kernel_on_queue = "\"pid\":2,", fill = "\"name\":\"fill\"";
  check(count(text, fill) >= 6, "kernels on queues and on threads");
  check(count(text, kernel_on_queue) >= 6, "commands");
  check(count(text, "\"name\":\"read buffer\"") == 3, "reads");
  check(count(text, "\"first_group\":0,") >= 3, "shares");
}

void unwritableTimeline() {
  setenv("WEFT_TRACE", "/nonexistent/folder/trace.json", 1);
  openHost().work(1);
}

void launchLines() {
  char name[] = "manners-stderr-XXXXXX";
  const int file = mkstemp(name);
  check(file >= 0, "mkstemp");
  const int error = dup(STDERR_FILENO);
  dup2(file, STDERR_FILENO);
  setenv("WEFT_DEBUG", "launch", 1);
  const Host host = openHost();
  cl_kernel kernel =
      host.kernel("__kernel void f(__global int *x) { x[get_local_id(0)] = 0; }", "f");
  cl_mem buffer = host.buffer(4096);
  setArg(kernel, 0, sizeof buffer, &buffer);
  host.launch(kernel, 40, 10);
  ok(clFinish(host.queue), "clFinish");
  dup2(error, STDERR_FILENO);
  const std::string text = contents(name);
  unlink(name);
  check(text == "weft: f: 40 work-items in 4 groups of 10\n", text);
}

// What debuggers and profilers look at from outside; see look_inside.py.
void watchedKernel() {
  const Host host = openHost();
  cl_program program = host.build(R"(int twice(int v) {
  int result = v * 2;
  return result;
}
__kernel void paint(__global int *out, int scale, int rounds) {
  int id = get_global_id(0);
  out[id] = scale;
  int sum = 0;
  for (int k = 0; k < rounds; ++k)
    sum = sum * scale + twice(id) - k;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[id] = sum;
}
)",
                                  "-g");
  cl_int code;
  cl_kernel kernel = clCreateKernel(program, "paint", &code);
  ok(code, "clCreateKernel");
  const size_t items = 1024;
  cl_mem out = host.buffer(items * sizeof(int));
  const int scale = 3, rounds = 20'000;
  setArg(kernel, 0, sizeof out, &out);
  setArg(kernel, 1, sizeof scale, &scale);
  setArg(kernel, 2, sizeof rounds, &rounds);
  for (int i = 0; i < 20; ++i)
    host.launch(kernel, items, 16);
  int result = 0;
  ok(clEnqueueReadBuffer(host.queue, out, CL_TRUE, 5 * sizeof(int), sizeof result, &result, 0,
                         nullptr, nullptr),
     "clEnqueueReadBuffer");
  unsigned expected = 0;
  for (unsigned k = 0; k < unsigned(rounds); ++k)
    expected = expected * unsigned(scale) + 10 - k;
  check(unsigned(result) == expected, "the watched kernel's result");
}

} // namespace

const std::vector<Scenario> tracing_scenarios = {
    {"timeline", timeline},
    {"timeline-unwritable", unwritableTimeline},
    {"launch-lines", launchLines},
    {"watched-kernel", watchedKernel},
};

} // namespace manners
