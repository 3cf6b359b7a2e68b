// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of the process that compiles: each is a failed build with a log, or one that is done
// otherwise, and the next build works.
#include "compile_server.h"

#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace manners {
namespace {

std::string logOf(const Host &host, cl_program program) {
  char log[4096] = "";
  ok(clGetProgramBuildInfo(program, host.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr),
     "clGetProgramBuildInfo");
  return log;
}

} // namespace

std::string buildLog(const Host &host, const std::string &source, cl_int &code) {
  const char *text = source.c_str();
  cl_program program = clCreateProgramWithSource(host.context, 1, &text, nullptr, &code);
  ok(code, "clCreateProgramWithSource");
  code = clBuildProgram(program, 1, &host.device, "", nullptr, nullptr);
  const std::string log = logOf(host, program);
  ok(clReleaseProgram(program), "clReleaseProgram");
  return log;
}

namespace {

constexpr const char *Phases[] = {"front end",       "kernel table, IR", "library",
                                  "target machine",  "lowering",         "passes",
                                  "code generation", "linking",          "serialisation"};

// A build with the fault has failed, and its log says what `word` does.
void failsWith(const Host &host, const std::string &fault, const std::string &word) {
  cl_int code;
  const std::string log = buildLog(
      host, "// fault:" + fault + "\n__kernel void f(__global int *x) { x[0] = 1; }\n", code);
  check(code == CL_BUILD_PROGRAM_FAILURE, fault + ": " + std::to_string(code));
  check(log.find("error: the ") == 0 && log.find(word) != log.npos, fault + " has the log: " + log);
}

void useFaultyServer(const char *seconds) {
  useServer(WEFT_FAULTY_COMPILER);
  setenv("WEFT_BUILD_SECONDS", seconds, 1);
  // Little, so that it is taken well before the time is up: there are machines that take three
  // seconds to hand out 1 GiB.
  setenv("WEFT_BUILD_MEMORY", "512", 1);
}

void compilerCrashes() {
  // No fault here takes long, but the builds between them may, on a busy machine.
  useFaultyServer("60");
  const Host host = openHost();
  std::atomic<bool> stop{false};
  std::thread other([&] {
    const Host own = openHost();
    for (int salt = 1000; !stop.load(); ++salt)
      own.work(salt);
  });
  int salt = 0;
  for (const char *phase : Phases)
    for (const char *kind : {"segv", "ill", "bus", "abort", "exit", "kill", "overflow"}) {
      failsWith(host, std::string(phase) + ":" + kind, "");
      host.work(++salt);
    }
  stop.store(true);
  other.join();
}

// The one that LLVM stumbles over is told apart from the others, and the reason is LLVM's.
void llvmCannotGoOn() {
  useFaultyServer("60");
  const Host host = openHost();
  for (int salt = 1; salt <= 2; ++salt) {
    cl_int code;
    const std::string log = buildLog(
        host, "// fault:request:fatal\n__kernel void f(__global int *x) { x[0] = 1; }\n", code);
    check(code == CL_BUILD_PROGRAM_FAILURE, "the build: " + std::to_string(code));
    check(log.find("error: internal error of the compiler: 64-bit code requested") == 0,
          "the log: " + log);
    host.work(salt);
  }
}

void compilerHasNoMemory() {
  useFaultyServer("60");
  const Host host = openHost();
  int salt = 0;
  for (const char *phase : {"front end", "library", "lowering", "passes"}) {
    cl_int code;
    const std::string log =
        buildLog(host,
                 "// fault:" + std::string(phase) +
                     ":no memory\n__kernel void f(__global int *x) { x[0] = 1; }\n",
                 code);
    check(code == CL_OUT_OF_HOST_MEMORY && log.find("error: out of memory") == 0,
          phase + (": " + std::to_string(code)) + " with the log: " + log);
    host.work(++salt);
  }
}

// Arguments of macros that double themselves are tokens that nobody counts.
void macrosExplode() {
  useServer();
  setenv("WEFT_BUILD_MEMORY", "512", 1);
  const Host host = openHost();
  host.work(1);
  std::string source = "#define D(x) x x\n__constant int a[] = {";
  for (int i = 0; i < 40; ++i)
    source += "D(";
  cl_int code;
  const std::string log = buildLog(host, source + "1," + std::string(40, ')') + "};\n", code);
  check(code == CL_BUILD_PROGRAM_FAILURE && log.find("WEFT_BUILD_MEMORY") != log.npos,
        std::to_string(code) + " with the log: " + log);
  host.work(2);
}

// Fewer threads: the faults take all that there is.
void compilerExplodes(const std::string &kind, const char *variable) {
  useFaultyServer("5");
  const Host host = openHost();
  host.work(1);
  for (const char *phase : {"front end", "passes", "linking"}) {
    failsWith(host, phase + (":" + kind), variable);
    host.work(2);
  }
}
void compilerLoops() { compilerExplodes("loop", "WEFT_BUILD_SECONDS"); }
void compilerTakesMemory() { compilerExplodes("memory", "WEFT_BUILD_MEMORY"); }
void compilerTakesABlock() { compilerExplodes("block", "WEFT_BUILD_MEMORY"); }

// What the faulty server does at its next request of this kind, as long as this lives.
class Fault {
public:
  explicit Fault(const std::string &what) { std::ofstream(path()) << what << "\n"; }
  ~Fault() {
    std::remove(path().c_str());
    std::remove((path() + ".done").c_str());
  }
  bool cameUp() const { return access((path() + ".done").c_str(), F_OK) == 0; }

  static void use() { setenv("WEFT_TEST_FAULT", path().c_str(), 1); }

private:
  static std::string path() { return "/tmp/weft-fault-" + std::to_string(getpid()); }
};

struct KindOfFault {
  const char *name, *word;
};

// Each phase for a crash, one for what takes long.
template <typename Check> void faultsOf(const std::string &action, Check checkOne) {
  for (const char *phase : Phases) {
    checkOne(action + ":" + phase + ":segv", "SIGSEGV");
    if (phase == std::string("passes"))
      for (auto [kind, word] : {KindOfFault{"exit", "status 0"},
                                {"kill", "killed"},
                                {"loop", "WEFT_BUILD_SECONDS"},
                                {"block", "WEFT_BUILD_MEMORY"}})
        checkOne(action + ":" + phase + ":" + kind, word);
  }
}

void linkerCrashes() {
  useFaultyServer("3");
  Fault::use();
  const Host host = openHost();
  const char *text = "__kernel void f(__global int *x) { x[0] = 1; }\n";
  cl_int code;
  cl_program compiled = clCreateProgramWithSource(host.context, 1, &text, nullptr, &code);
  ok(code, "clCreateProgramWithSource");
  ok(clCompileProgram(compiled, 1, &host.device, "", 0, nullptr, nullptr, nullptr, nullptr),
     "clCompileProgram");
  auto link = [&] {
    return clLinkProgram(host.context, 1, &host.device, "", 1, &compiled, nullptr, nullptr, &code);
  };
  faultsOf("link", [&](const std::string &what, const std::string &word) {
    {
      const Fault fault(what);
      cl_program failed = link();
      check(fault.cameUp(), what + " did not come up");
      check(code == CL_LINK_PROGRAM_FAILURE && failed, what + ": " + std::to_string(code));
      const std::string log = logOf(host, failed);
      check(log.find("error: the ") == 0 && log.find(word) != log.npos,
            what + " has the log " + log);
      ok(clReleaseProgram(failed), "clReleaseProgram");
    }
    cl_program linked = link();
    ok(code, "clLinkProgram");
    ok(clReleaseProgram(linked), "clReleaseProgram");
    host.work(1);
  });
}

// Nobody sees more of it than that the code for all launches goes on.
void specializationCrashes() {
  useFaultyServer("3");
  Fault::use();
  setenv("WEFT_SPECIALIZE", "always", 1);
  const Host host = openHost();
  host.work(1);
  faultsOf("specialize", [&](const std::string &what, const std::string &) {
    {
      const Fault fault(what);
      host.work(2);
      check(fault.cameUp(), what + " did not come up");
    }
    host.work(3);
  });
}

void answersAreDamaged() {
  useFaultyServer("3");
  const Host host = openHost();
  for (auto [kind, word] : {KindOfFault{"nothing", "broke off"},
                            {"part of header", "broke off"},
                            {"cut off", "broke off"},
                            {"longer than sent", "broke off"},
                            {"flipped", "damaged"},
                            {"noise", "damaged"},
                            {"too long", "damaged"},
                            {"empty", "damaged"},
                            {"unknown status", "damaged"},
                            {"never ends", "WEFT_BUILD_SECONDS"}}) {
    failsWith(host, std::string("reply:") + kind, word);
    host.work(1);
  }
}

// Tasks of the user that this process runs as.
rlim_t tasksOfUser() {
  namespace fs = std::filesystem;
  rlim_t count = 0;
  for (const fs::directory_entry &process : fs::directory_iterator("/proc")) {
    struct stat status;
    const std::string tasks = process.path().string() + "/task";
    std::error_code gone;
    // Others lead to this process once more.
    const bool is_process = std::isdigit(process.path().filename().string()[0]);
    if (is_process && stat(tasks.c_str(), &status) == 0 && status.st_uid == geteuid())
      for (fs::directory_iterator task(tasks, gone), last; !gone && task != last;
           task.increment(gone))
        ++count;
  }
  return count;
}

// As many processes and threads as the user may have: with none left, and with some, but too few
// for the keeper, the server, or its threads.
void noProcesses() {
  setenv("WEFT_CACHE", "0", 1);
  setenv("WEFT_THREADS", "1", 1);
  const Host host = openHost();
  host.work(0); // its threads are there
  // Of root there may be any number.
  constexpr uid_t Nobody = 54321;
  if (geteuid() == 0 && setresuid(Nobody, Nobody, Nobody) != 0)
    skip("another user");
  prctl(PR_SET_DUMPABLE, 1); // else /proc would say that this is root's
  if (access(WEFT_LIBRARY, R_OK) != 0)
    skip("a driver that any user may read");
  rlimit limit;
  check(getrlimit(RLIMIT_NPROC, &limit) == 0, "getrlimit");
  const rlim_t usual = limit.rlim_cur;
  int failures = 0;
  for (rlim_t more = 0; more < 8; ++more) {
    limit.rlim_cur = tasksOfUser() + more;
    check(setrlimit(RLIMIT_NPROC, &limit) == 0, "setrlimit");
    cl_int code;
    const std::string log = buildLog(
        host, "__kernel void f(__global int *x) { x[0] = " + std::to_string(more) + "; }\n", code);
    check(code == CL_SUCCESS || (code == CL_OUT_OF_HOST_MEMORY && !log.empty()) ||
              (code == CL_BUILD_PROGRAM_FAILURE && !log.empty()),
          std::to_string(code) + " with the log: " + log);
    // After that there is a server, which goes on.
    check(more || (code == CL_OUT_OF_HOST_MEMORY && log.find(strerror(EAGAIN)) != log.npos &&
                   log.find("WEFT_COMPILE=inside") != log.npos),
          "without a process: " + std::to_string(code) + " with the log: " + log);
    failures += code != CL_SUCCESS;
    limit.rlim_cur = usual;
    check(setrlimit(RLIMIT_NPROC, &limit) == 0, "setrlimit");
    host.work(int(more) + 1);
  }
  check(failures > 0, "the limit was not reached");
}

} // namespace

const std::vector<Scenario> compile_fault_scenarios = {
    {"compiler-crashes", compilerCrashes},
    {"llvm-cannot-go-on", llvmCannotGoOn},
    {"compiler-has-no-memory", compilerHasNoMemory},
    {"macros-explode", macrosExplode},
    {"compiler-loops", compilerLoops},
    {"compiler-takes-memory", compilerTakesMemory},
    {"compiler-takes-a-block", compilerTakesABlock},
    {"linker-crashes", linkerCrashes},
    {"specialization-crashes", specializationCrashes},
    {"answers-are-damaged", answersAreDamaged},
    {"no-processes", noProcesses},
};

} // namespace manners
