// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process that compiles: what happens to it is a failed build, and the host sees nothing of it.
#include "host.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace manners {
namespace {

std::string buildLog(const Host &host, const std::string &source, cl_int &code) {
  const char *text = source.c_str();
  cl_program program = clCreateProgramWithSource(host.context, 1, &text, nullptr, &code);
  ok(code, "clCreateProgramWithSource");
  code = clBuildProgram(program, 1, &host.device, "", nullptr, nullptr);
  char log[4096] = "";
  ok(clGetProgramBuildInfo(program, host.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr),
     "clGetProgramBuildInfo");
  ok(clReleaseProgram(program), "clReleaseProgram");
  return log;
}

void useServer(const char *library = nullptr) {
  setenv("WEFT_CACHE", "0", 1);
  setenv("WEFT_COMPILE", "server", 1);
  if (library)
    setenv("WEFT_COMPILER", library, 1);
}

void everyFault(const std::vector<const char *> &kinds) {
  useServer(WEFT_FAULTY_COMPILER);
  setenv("WEFT_BUILD_SECONDS", "3", 1);
  setenv("WEFT_BUILD_MEMORY", "1024", 1);
  const Host host = openHost();
  std::atomic<bool> stop{false};
  std::thread other([&] {
    const Host own = openHost();
    for (int salt = 1000; !stop.load(); ++salt)
      own.work(salt);
  });
  int salt = 0;
  for (const char *phase : {"front end", "kernel table, IR", "library", "target machine",
                            "lowering", "passes", "code generation", "linking", "serialisation"})
    for (const char *kind : kinds) {
      const std::string what = std::string(phase) + ":" + kind;
      cl_int code;
      const std::string log = buildLog(
          host, "// fault:" + what + "\n__kernel void f(__global int *x) { x[0] = 1; }\n", code);
      check(code == CL_BUILD_PROGRAM_FAILURE, what + ": " + std::to_string(code));
      check(log.find("error: the ") == 0, what + " has the log: " + log);
      host.work(++salt);
    }
  stop.store(true);
  other.join();
}

void compilerCrashes() { everyFault({"segv", "ill", "bus", "abort", "exit", "kill", "overflow"}); }

// Fewer threads: the faults take all that there is.
void compilerExplodes(const char *kind, const char *variable) {
  useServer(WEFT_FAULTY_COMPILER);
  setenv("WEFT_BUILD_SECONDS", "5", 1);
  setenv("WEFT_BUILD_MEMORY", "1024", 1);
  const Host host = openHost();
  host.work(1);
  for (const char *phase : {"front end", "passes", "linking"}) {
    cl_int code;
    const std::string log = buildLog(host,
                                     std::string("// fault:") + phase + ":" + kind +
                                         "\n__kernel void f(__global int *x) { x[0] = 1; }\n",
                                     code);
    check(code == CL_BUILD_PROGRAM_FAILURE && log.find(variable) != log.npos,
          std::string(kind) + ": " + log);
    host.work(2);
  }
}
void compilerLoops() { compilerExplodes("loop", "WEFT_BUILD_SECONDS"); }
void compilerTakesMemory() { compilerExplodes("memory", "WEFT_BUILD_MEMORY"); }

// Processes of the driver's, other than zombies, whose command line names this token.
std::vector<pid_t> servers(const std::string &token) {
  std::vector<pid_t> found;
  DIR *all = opendir("/proc");
  check(all, "/proc");
  while (const dirent *entry = readdir(all)) {
    const pid_t process = std::atoi(entry->d_name);
    std::ifstream in(std::string("/proc/") + entry->d_name + "/environ");
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (process > 0 && process != getpid() && text.find(token) != text.npos)
      found.push_back(process);
  }
  closedir(all);
  return found;
}

void serverUnseen() {
  static std::atomic<int> signals{0};
  useServer(WEFT_FAULTY_COMPILER);
  struct sigaction action = {};
  action.sa_handler = [](int) { ++signals; };
  check(sigaction(SIGCHLD, &action, nullptr) == 0, "sigaction");
  check(prctl(PR_SET_CHILD_SUBREAPER, 1) == 0, "prctl");
  const Host host = openHost();
  host.work(1);
  cl_int code;
  buildLog(host, "// fault:passes:segv\n__kernel void f(__global int *x) { x[0] = 1; }\n", code);
  check(code == CL_BUILD_PROGRAM_FAILURE, "a crash");
  host.work(2);
  check(waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD, "waitpid() finds a child");
  check(signals.load() == 0, "SIGCHLD");
}

// In whatever way the host ends, its server does.
void serverEndsWithHost() {
  useServer();
  for (const char *how : {"exit", "_exit", "kill", "exec"}) {
    const std::string token = "WEFT_TEST_TOKEN=" + std::to_string(getpid()) + how;
    const int status = inChild([&] {
      putenv(strdup(token.c_str()));
      openHost().work(1);
      check(servers(token).size() == 1, "no server");
      if (*how == '_')
        _exit(0);
      if (*how == 'k')
        kill(getpid(), SIGKILL);
      if (std::string(how) == "exec")
        execl("/bin/sleep", "sleep", "0.2", nullptr);
    });
    check(status == 0 || *how == 'k', how);
    for (int i = 0; !servers(token).empty(); ++i, usleep(10'000))
      check(i < 500, std::string("a server is left after ") + how);
  }
}

void descriptorsClosed() {
  useServer();
  close(0);
  close(1);
  const Host host = openHost();
  host.work(1);
  check(fcntl(0, F_GETFD) < 0 && fcntl(1, F_GETFD) < 0, "a standard descriptor was taken");
  for (int i = 3; i < 1000; ++i)
    close(i);
  const int own = open("/dev/null", O_RDWR); // with the number of the driver's, perhaps
  host.work(2);
  check(fcntl(own, F_GETFD) >= 0, "a descriptor of the host's was closed");
}

void serverMissing() {
  setenv("WEFT_CACHE", "0", 1);
  setenv("WEFT_COMPILER", WEFT_LONELY_COMPILER, 1);
  openHost().work(1);
  check(isMapped("weft-compiler"), "compiled elsewhere");
}

} // namespace

const std::vector<Scenario> compile_server_scenarios = {
    {"compiler-crashes", compilerCrashes},
    {"compiler-loops", compilerLoops},
    {"compiler-takes-memory", compilerTakesMemory},
    {"server-unseen", serverUnseen},
    {"server-ends-with-host", serverEndsWithHost},
    {"descriptors-closed", descriptorsClosed},
    {"server-missing", serverMissing},
};

} // namespace manners
