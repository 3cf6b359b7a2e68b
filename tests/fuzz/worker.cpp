// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "worker.h"

#include "producers.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::fuzz {
namespace {

bool writeAll(int to, const void *data, size_t size) {
  auto *bytes = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t done = write(to, bytes, size);
    if (done <= 0)
      return false;
    bytes += done;
    size -= size_t(done);
  }
  return true;
}

enum class Got { All, Ended, Late };

// How long to wait for a process: on a busy machine it is its own time that counts, but one that
// sleeps gets an end, too.
struct Patience {
  pid_t child = -1; // none: for ever
  double processor_end = 0, end = 0;

  static double seconds(clockid_t clock) {
    timespec now = {};
    clock_gettime(clock, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
  }
  static double processorSeconds(pid_t child) {
    clockid_t clock;
    return clock_getcpuclockid(child, &clock) == 0 ? seconds(clock) : 0;
  }
  static Patience of(pid_t child, unsigned limit) {
    constexpr unsigned Idle = 20;
    return {child, processorSeconds(child) + limit, seconds(CLOCK_MONOTONIC) + Idle * limit};
  }
  bool ended() const {
    return processorSeconds(child) > processor_end || seconds(CLOCK_MONOTONIC) > end;
  }
};

Got readAll(int from, void *data, size_t size, const Patience &patience = {}) {
  auto *bytes = static_cast<char *>(data);
  while (size > 0) {
    pollfd ready{from, POLLIN, 0};
    while (patience.child >= 0 && poll(&ready, 1, 500) == 0)
      if (patience.ended())
        return Got::Late;
    ssize_t done = read(from, bytes, size);
    if (done <= 0)
      return Got::Ended;
    bytes += done;
    size -= size_t(done);
  }
  return Got::All;
}

bool writeText(int to, const std::string &text) {
  uint64_t size = text.size();
  return writeAll(to, &size, sizeof size) && writeAll(to, text.data(), text.size());
}

Got readText(int from, std::string &text, const Patience &patience = {}) {
  uint64_t size = 0;
  Got got = readAll(from, &size, sizeof size, patience);
  if (got != Got::All)
    return got;
  text.resize(size);
  return readAll(from, text.data(), size, patience);
}

} // namespace

bool modeVariables(const std::string &mode,
                   std::vector<std::pair<std::string, std::string>> &variables) {
  const size_t colon = mode.find(':');
  const std::string kind = mode.substr(0, colon);
  if (kind == "specialized")
    variables.emplace_back("WEFT_SPECIALIZE", "always");
  else if (kind == "v2" || kind == "v3" || kind == "v4")
    variables.emplace_back("WEFT_CPU", "x86-64-" + kind);
  else if (kind == "vector" || kind == "loops" || kind == "fibers")
    variables.emplace_back("WEFT_EMITTER", kind);
  else if (kind == "checked" || kind == "checked-loops" || kind == "checked-fibers") {
    variables.emplace_back("WEFT_CHECK", "memory,arith,barrier,init,race,race-same-value");
    if (const size_t dash = kind.find('-'); dash != std::string::npos)
      variables.emplace_back("WEFT_EMITTER", kind.substr(dash + 1));
  } else if (kind == "columns")
    variables.emplace_back("WEFT_TEST_COLUMNS", "1");
  else if (kind == "shared")
    variables.emplace_back("WEFT_BUILD_OPTIONS", "-weft-share-functions");
  else if (const std::string road = kind.substr(0, kind.find('-')); spirv_test::isRoad(road)) {
    // Not optimised unless the mode says so: LLVM's back end (22.1) makes 1, not -1, of true as a
    // signed number, which only its optimiser writes.
    std::string options = kind == road ? "-O0" : kind.substr(road.size());
    for (size_t dash = 0; (dash = options.find('-', dash)) != std::string::npos; dash += 2)
      options.insert(dash, " ");
    variables.emplace_back("WEFT_TEST_ROAD", road + " " + options);
  } else if (kind != "default")
    return false;
  if (colon != std::string::npos) {
    const std::string width = mode.substr(colon + 1);
    if (width.empty() || width.find_first_not_of("0123456789") != std::string::npos)
      return false;
    variables.emplace_back("WEFT_SIMD", width);
  }
  return true;
}

unsigned modeWidth(const std::string &mode) {
  const size_t colon = mode.find(':');
  return colon == std::string::npos ? 0 : unsigned(std::strtoul(&mode[colon + 1], nullptr, 10));
}

void Worker::start() {
  reported = 0;
  int requests[2], answers[2];
  if (pipe2(requests, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0)
    throw std::runtime_error("cannot make a pipe");
  child = fork();
  if (child < 0)
    throw std::runtime_error("cannot make a process");
  if (child == 0) {
    std::vector<std::pair<std::string, std::string>> variables;
    modeVariables(how.mode, variables);
    for (const auto &[name, value] : variables)
      setenv(name.c_str(), value.c_str(), 1);
    // This process is the one that may crash or hang, and no program comes twice.
    setenv("WEFT_COMPILE", "inside", 0);
    setenv("WEFT_CACHE", "0", 0);
    if (!how.vendors.empty())
      setenv("OCL_ICD_VENDORS", how.vendors.c_str(), 1);
    std::string from = std::to_string(dup(requests[0])), to = std::to_string(dup(answers[1]));
    execl("/proc/self/exe", "weft-fuzz", "--worker", from.c_str(), to.c_str(), nullptr);
    _exit(127);
  }
  close(requests[0]);
  close(answers[1]);
  to = requests[1];
  from = answers[0];
}

void Worker::stop() {
  if (child < 0)
    return;
  close(to);
  close(from);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  child = -1;
}

void Worker::send(const std::string &source, uint64_t seed) {
  std::signal(SIGPIPE, SIG_IGN);
  if (child < 0)
    start();
  sent = writeAll(to, &seed, sizeof seed) && writeText(to, "-w -cl-std=CL3.0 " + how.options) &&
         writeText(to, source);
}

Outcome Worker::receive() {
  Outcome outcome;
  std::string bytes;
  Got got = sent ? readText(from, bytes, Patience::of(child, seconds)) : Got::Ended;
  if (got == Got::All && deserialize(bytes, outcome)) {
    // A process prints 1,000 different reports (src/check/collector.cpp), and counts the others.
    reported += outcome.reports.size();
    if (reported > 500)
      stop();
    return outcome;
  }
  if (got == Got::Late) {
    outcome.status = Status::Hung;
    outcome.detail = "no answer in " + std::to_string(seconds) + " s of its processor time";
  } else {
    outcome.status = Status::Crashed;
    // It ended by itself; its status is there soon.
    int status = 0;
    waitpid(child, &status, 0);
    close(to);
    close(from);
    child = -1;
    outcome.detail = WIFSIGNALED(status)
                         ? std::string("signal ") + strsignal(WTERMSIG(status))
                         : "ended with status " + std::to_string(WEXITSTATUS(status));
  }
  stop();
  return outcome;
}

int serve(int from, int to) {
  for (;;) {
    uint64_t seed;
    std::string options, source;
    if (readAll(from, &seed, sizeof seed) != Got::All || readText(from, options) != Got::All ||
        readText(from, source) != Got::All)
      return 0;
    if (!writeText(to, serialize(launch(source, options, seed))))
      return 1;
  }
}

} // namespace weft::fuzz
