// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the process is like to its other inhabitants before and after: threads, libraries, signals,
// environment, standard output.
#include "host.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

namespace manners {
namespace {

void queryStartsNothing() {
  Host host;
  host.openDevice();
  char name[256];
  ok(clGetDeviceInfo(host.device, CL_DEVICE_NAME, sizeof name, name, nullptr), "clGetDeviceInfo");
  cl_uint units = 0;
  ok(clGetDeviceInfo(host.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
     "clGetDeviceInfo");
  cl_bool available = CL_FALSE;
  ok(clGetDeviceInfo(host.device, CL_DEVICE_COMPILER_AVAILABLE, sizeof available, &available,
                     nullptr),
     "clGetDeviceInfo");
  check(available, "no compiler");
  check(processEntries("task") == 1, "a thread was started");
  check(!isMapped("weft-compiler"), "the compiler was loaded");
}

void queueWithoutCompiler() {
  const Host host = openHost();
  cl_mem buffer = host.buffer(4096);
  const int pattern = 42;
  ok(clEnqueueFillBuffer(host.queue, buffer, &pattern, sizeof pattern, 0, 4096, 0, nullptr,
                         nullptr),
     "clEnqueueFillBuffer");
  int result = 0;
  ok(clEnqueueReadBuffer(host.queue, buffer, CL_TRUE, 4000, sizeof result, &result, 0, nullptr,
                         nullptr),
     "clEnqueueReadBuffer");
  check(result == pattern, "the filled buffer");
  check(!isMapped("weft-compiler"), "the compiler was loaded");
  cpu_set_t cpus;
  check(sched_getaffinity(0, sizeof cpus, &cpus) == 0, "sched_getaffinity");
  check(processEntries("task") <= size_t(CPU_COUNT(&cpus)) + 1, "more threads than CPUs");
}

struct Handler {
  struct sigaction action;
  bool operator==(const Handler &other) const {
    return action.sa_sigaction == other.action.sa_sigaction &&
           action.sa_flags == other.action.sa_flags &&
           // The rest of a sigset_t is for signals that do not exist.
           std::memcmp(&action.sa_mask, &other.action.sa_mask, (_NSIG - 1) / 8) == 0;
  }
};

std::vector<Handler> handlers() {
  std::vector<Handler> all;
  for (int signal = 1; signal < NSIG; ++signal) {
    Handler handler = {};
    // The two that belong to the C library are refused.
    if (sigaction(signal, nullptr, &handler.action) == 0)
      all.push_back(handler);
  }
  return all;
}

// Everything that could touch the process: query, queue, builds that succeed and that fail, work.
void useAll() {
  const Host host = openHost();
  host.work(1);
  const char *text = "__kernel void broken( { }";
  cl_int code;
  cl_program program = clCreateProgramWithSource(host.context, 1, &text, nullptr, &code);
  ok(code, "clCreateProgramWithSource");
  check(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_BUILD_PROGRAM_FAILURE,
        "a program that does not build");
  ok(clReleaseProgram(program), "clReleaseProgram");
  cl_kernel kernel =
      host.kernel("__kernel void divide(__global int *x) { x[0] /= x[1]; }", "divide");
  cl_mem buffer = host.buffer(64);
  const int zero = 0;
  ok(clEnqueueFillBuffer(host.queue, buffer, &zero, sizeof zero, 0, 64, 0, nullptr, nullptr),
     "clEnqueueFillBuffer");
  setArg(kernel, 0, sizeof buffer, &buffer);
  host.launch(kernel, 1, 1);
  ok(clFinish(host.queue), "clFinish");
  ok(clReleaseKernel(kernel), "clReleaseKernel");
  ok(clReleaseMemObject(buffer), "clReleaseMemObject");
}

void signalsUntouched() {
  struct sigaction own = {};
  own.sa_handler = [](int) { fail("the application's handler was called"); };
  for (int signal : {SIGFPE, SIGSEGV, SIGILL, SIGBUS, SIGABRT, SIGUSR1})
    check(sigaction(signal, &own, nullptr) == 0, "sigaction");
  const auto before = handlers();
  sigset_t mask_before, mask_after;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask_before);
  useAll();
  check(handlers() == before, "a signal handler was changed");
  pthread_sigmask(SIG_SETMASK, nullptr, &mask_after);
  check(std::memcmp(&mask_before, &mask_after, (_NSIG - 1) / 8) == 0, "the mask was changed");
}

std::vector<std::string> environment() {
  std::vector<std::string> all;
  for (char **entry = environ; *entry; ++entry)
    all.emplace_back(*entry);
  return all;
}

void environmentUntouched() {
  const auto before = environment();
  char **const at = environ;
  const mode_t mask = umask(022);
  umask(mask);
  char *const folder = getcwd(nullptr, 0);
  useAll();
  check(environ == at && environment() == before, "the environment was changed");
  check(umask(mask) == mask, "the file mode mask was changed");
  check(std::strcmp(getcwd(nullptr, 0), folder) == 0, "the working folder was changed");
}

void stdoutUntouched() {
  char name[] = "manners-stdout-XXXXXX";
  const int file = mkstemp(name);
  check(file >= 0, "mkstemp");
  const int out = dup(STDOUT_FILENO), error = dup(STDERR_FILENO);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  unsetenv("WEFT_DEBUG");
  useAll();
  const Host host = openHost();
  cl_kernel kernel = host.kernel("__kernel void tell(int x) { printf(\"x=%d\\n\", x); }", "tell");
  const int x = 7;
  setArg(kernel, 0, sizeof x, &x);
  host.launch(kernel, 1, 1);
  // Seen without any help of the application's, such as fflush().
  ok(clFinish(host.queue), "clFinish");
  std::ifstream in(name);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  dup2(out, STDOUT_FILENO);
  dup2(error, STDERR_FILENO);
  unlink(name);
  check(text == "x=7\n", "printed: " + text);
}

} // namespace

const std::vector<Scenario> process_state_scenarios = {
    {"query-starts-nothing", queryStartsNothing}, {"queue-without-compiler", queueWithoutCompiler},
    {"signals-untouched", signalsUntouched},      {"environment-untouched", environmentUntouched},
    {"stdout-untouched", stdoutUntouched},
};

} // namespace manners
