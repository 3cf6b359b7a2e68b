// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What WEFT_TRACE and WEFT_DEBUG tell.
#include "host.h"
#include "unit/temporary_folder.h"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sys/mman.h>
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

// An array in which each line is an object.
void checkWhole(const std::string &text) {
  check(text.rfind("[\n{", 0) == 0, "not an array");
  check(text.size() > 4 && text.compare(text.size() - 4, 4, "}\n]\n") == 0,
        "an array that is open");
  check(count(text, "\n{") == count(text, "},\n") + 1, "a line that is not an object");
}

// The file of a child process's trace.
class TraceFile {
public:
  void take() const { setenv("WEFT_TRACE", name.c_str(), 1); }
  std::string text() const { return contents(name); }

private:
  const weft::TemporaryFolder folder;
  const std::string name = folder.path + "/trace.json";
};

void timeline() {
  const TraceFile trace;
  // The file is complete when the process has ended.
  check(inChild([&] {
          trace.take();
          const Host host = openHost();
          for (int i = 0; i < 3; ++i)
            host.work(1);
        }) == 0,
        "a traced process");
  const std::string text = trace.text();
  checkWhole(text);
  check(count(text, "\"name\":\"build\"") == 3, "builds");
  const std::string kernel_on_queue = "\"pid\":2,", fill = "\"name\":\"fill\"";
  check(count(text, fill) >= 6, "kernels on queues and on threads");
  check(count(text, kernel_on_queue) >= 6, "commands");
  check(count(text, "\"name\":\"read buffer\"") == 3, "reads");
  check(count(text, "\"first_group\":0,") >= 3, "shares");
  check(count(text, "\"name\":\"weft_machine\"") == 1, "what the machine can do");
  check(count(text, "\"percent_of_peak_bandwidth\":") == 3, "shares of the peak");
}

// What the arguments say of a launch: two buffers of 4 KiB, and a loop of n turns with a product
// and a sum each.
void launchCounters() {
  const TraceFile trace;
  check(inChild([&] {
          trace.take();
          const Host host = openHost();
          cl_kernel kernel = host.kernel(R"(
kernel void polynomial(global float *out, global const float *in, int n) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum = sum * in[i] + 1;
  out[i] = sum;
})",
                                         "polynomial");
          cl_mem out = host.buffer(4096), in = host.buffer(4096);
          const cl_int n = 10;
          setArg(kernel, 0, sizeof out, &out);
          setArg(kernel, 1, sizeof in, &in);
          setArg(kernel, 2, sizeof n, &n);
          host.launch(kernel, 1024);
          ok(clFinish(host.queue), "clFinish");
        }) == 0,
        "a traced process");
  const std::string text = trace.text();
  checkWhole(text);
  check(count(text, "\"work_items\":1024,\"bytes\":8192,\"float_operations\":20480,"
                    "\"float_operations_assumed\":0,") == 1,
        text);
  check(count(text, "\"name\":\"share of peak bandwidth\"") == 2, "a counter");
}

// Processes that are killed at any time leave a whole file, with all but the latest launches.
void timelineOfKilled() {
  for (int attempt = 0; attempt < 5; ++attempt) {
    const TraceFile trace;
    const pid_t child = fork();
    check(child >= 0, "fork");
    if (child == 0) {
      trace.take();
      const Host host = openHost();
      for (;;)
        host.work(1);
    }
    // Until there are launches, and a little longer each time.
    std::string text;
    for (int waited = 0; waited < 60'000 && !count(text, "\"name\":\"fill\""); ++waited) {
      usleep(1000);
      text = trace.text();
    }
    usleep(useconds_t(attempt * 37'000));
    kill(child, SIGKILL);
    check(waitpid(child, nullptr, 0) == child, "waitpid");
    text = trace.text();
    check(count(text, "\"name\":\"fill\"") > 0, "no launches");
    checkWhole(text);
  }
}

void unwritableTimeline() {
  setenv("WEFT_TRACE", "/nonexistent/folder/trace.json", 1);
  openHost().work(1);
}

// What goes to stderr while `work` runs with WEFT_DEBUG as `groups`.
std::string messages(const char *groups, const std::function<void()> &work) {
  const int file = memfd_create("stderr", 0);
  check(file >= 0, "memfd_create");
  const int error = dup(STDERR_FILENO);
  dup2(file, STDERR_FILENO);
  setenv("WEFT_DEBUG", groups, 1);
  work();
  dup2(error, STDERR_FILENO);
  const std::string text = contents("/proc/self/fd/" + std::to_string(file));
  close(file);
  close(error);
  return text;
}

void launchLines() {
  const std::string text = messages("launch", [] {
    const Host host = openHost();
    cl_kernel kernel =
        host.kernel("__kernel void f(__global int *x) { x[get_local_id(0)] = 0; }", "f");
    cl_mem buffer = host.buffer(4096);
    setArg(kernel, 0, sizeof buffer, &buffer);
    host.launch(kernel, 40, 10);
    ok(clFinish(host.queue), "clFinish");
  });
  check(text == "weft: f: 40 work-items in 4 groups of 10\n", text);
}

// A call that fails, a build that fails, and two that succeed.
void useAndMisuse() {
  const Host host = openHost();
  cl_int code;
  check(!clCreateBuffer(host.context, CL_MEM_READ_WRITE, 0, nullptr, &code), "an empty buffer");
  const char *wrong = "__kernel void f() { undeclared(); }";
  cl_program program = clCreateProgramWithSource(host.context, 1, &wrong, nullptr, &code);
  ok(code, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &host.device, "", nullptr, nullptr) == CL_BUILD_PROGRAM_FAILURE,
        "a program that does not build");
  for (int i = 0; i < 2; ++i)
    host.build("__kernel void kept() {}");
}

void apiLines() {
  const std::string text = messages("api", useAndMisuse);
  check(count(text, "clCreateBuffer") == 1 && !count(text, "undeclared()"), text);
}

void buildLines() {
  const std::string text = messages("build", useAndMisuse);
  check(count(text, "undeclared") && !count(text, "clCreateBuffer"), text);
}

void cacheLines() {
  char folder[] = "manners-cache-XXXXXX";
  check(mkdtemp(folder), "mkdtemp");
  setenv("WEFT_CACHE", "1", 1); // whatever other tests do without
  setenv("WEFT_CACHE_DIR", folder, 1);
  const std::string text = messages("cache", useAndMisuse);
  check(std::system(("rm -r " + std::string(folder)).c_str()) == 0, "rm");
  check(!text.empty() && !count(text, "clCreateBuffer") && !count(text, "undeclared()"), text);
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
    {"timeline-of-killed", timelineOfKilled},
    {"launch-counters", launchCounters},
    {"timeline-unwritable", unwritableTimeline},
    {"launch-lines", launchLines},
    {"api-lines", apiLines},
    {"build-lines", buildLines},
    {"cache-lines", cacheLines},
    {"watched-kernel", watchedKernel},
};

} // namespace manners
