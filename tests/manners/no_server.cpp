// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There can be no process to compile in: builds fail with a log that says why, and what there is to
// do about it. Nothing is compiled in the host but by its user's choice.
#include "compile_server.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace manners {
namespace {

constexpr char Server[] = "/weft-compile-server";

// A compiler by itself, in a folder that goes with this: beside it is what a scenario puts there.
class LonelyCompiler {
public:
  LonelyCompiler() {
    check(mkdtemp(folder), "mkdtemp");
    check(link(WEFT_LONELY_COMPILER, library().c_str()) == 0, "link");
  }
  ~LonelyCompiler() {
    unlink(library().c_str());
    unlink(server().c_str());
    rmdir(folder);
  }
  LonelyCompiler(const LonelyCompiler &) = delete;
  LonelyCompiler &operator=(const LonelyCompiler &) = delete;

  std::string library() const { return folder + std::string("/libweft-compiler.so"); }
  std::string server() const { return folder + std::string(Server); }
  void write(const char *text, mode_t mode) const {
    std::ofstream(server()) << text;
    check(chmod(server().c_str(), mode) == 0, "chmod");
  }

private:
  char folder[sizeof WEFT_LONELY_FOLDER "/XXXXXX"] = WEFT_LONELY_FOLDER "/XXXXXX";
};

// A build fails, and its log says that there is no server, why, and what else there is.
void lacksServer(const Host &host, const std::string &why) {
  for (int salt = 1; salt <= 2; ++salt) {
    cl_int code;
    const std::string log = buildLog(
        host, "__kernel void f(__global int *x) { x[0] = " + std::to_string(salt) + "; }\n", code);
    check(code == CL_BUILD_PROGRAM_FAILURE, "the build: " + std::to_string(code));
    check(log.find("error: there is no compile server: ") == 0 && log.find(Server) != log.npos &&
              log.find(why) != log.npos &&
              log.find("\nnote: with WEFT_COMPILE=inside ") != log.npos,
          "of '" + why + "' the log says " + log);
    check(!isMapped("weft-compiler.so"), "the compiler was opened in this process");
  }
}

// In a process of its own, which reads the environment anew.
template <typename Work> void inOwnProcess(const char *what, Work work) {
  const int status = inChild(work);
  if (WIFEXITED(status) && WEXITSTATUS(status) == skip_code)
    skip(what);
  check(status == 0, what);
}

void serverMissing() {
  inOwnProcess("none", [] {
    useServer(WEFT_LONELY_COMPILER);
    lacksServer(openHost(), strerror(ENOENT));
  });
  inOwnProcess("none, and inside is chosen", [] {
    useServer(WEFT_LONELY_COMPILER);
    setenv("WEFT_COMPILE", "inside", 1);
    openHost().work(1);
    check(isMapped("weft-compiler.so"), "compiled elsewhere");
  });
}

void serverCannotRun() {
  const LonelyCompiler lonely;
  for (auto [text, mode, why] : {std::tuple("", 0644, strerror(EACCES)),
                                 {"not a program\n", 0755, strerror(ENOEXEC)},
                                 {"#!/nowhere/interpreter\n", 0755, strerror(ENOENT)}}) {
    lonely.write(text, mode_t(mode));
    inOwnProcess(why, [&] {
      useServer(lonely.library().c_str());
      lacksServer(openHost(), why);
    });
    unlink(lonely.server().c_str());
  }
}

// From here on the kernel answers so.
void refuseCall(unsigned call, unsigned error) {
  sock_filter lines[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {std::size(lines), lines};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
    skip("filters of system calls");
}

void serverForbidden() {
  for (unsigned call : {SYS_clone, SYS_execve, SYS_socketpair})
    inOwnProcess("a forbidden call", [&] {
      useServer();
      refuseCall(call, EPERM);
      lacksServer(openHost(), strerror(EPERM));
    });
}

// A kernel that closes descriptors only one by one, and has no descriptors of processes.
void serverOnAnOldKernel() {
  const std::string token = putToken();
  check(dup2(open("/dev/null", O_RDWR), 500) == 500, "dup2");
  inOwnProcess("an old kernel", [&] {
    useServer();
    for (unsigned call : {SYS_close_range, SYS_pidfd_open})
      refuseCall(call, ENOSYS);
    openHost().work(1);
    const std::string folder = "/proc/" + std::to_string(onlyServer(token)) + "/fd/";
    check(access((folder + "3").c_str(), F_OK) == 0, "the server has no socket");
    check(access((folder + "500").c_str(), F_OK) != 0, "the server has a descriptor of its host's");
  });
}

void copyFile(const char *from, const std::string &to) {
  std::ofstream(to, std::ios::binary) << std::ifstream(from, std::ios::binary).rdbuf();
  check(chmod(to.c_str(), 0755) == 0, "chmod");
}

// What goes to stderr until read() is called.
class Errors {
public:
  Errors() : before(dup(STDERR_FILENO)), file(memfd_create("stderr", 0)) {
    check(before >= 0 && file >= 0 && dup2(file, STDERR_FILENO) >= 0, "dup2");
  }
  std::string read() const {
    dup2(before, STDERR_FILENO);
    std::string text(size_t(lseek(file, 0, SEEK_END)), '\0');
    check(pread(file, text.data(), text.size(), 0) == ssize_t(text.size()), "pread");
    return text;
  }

private:
  const int before, file;
};

// Launches go on with the code that they have, and a line says why there is no better one.
void specializationWithoutServer() {
  const LonelyCompiler lonely;
  copyFile(WEFT_COMPILE_SERVER, lonely.server());
  const std::string token = putToken();
  inOwnProcess("the server goes", [&] {
    useServer(lonely.library().c_str());
    setenv("WEFT_SPECIALIZE", "always", 1);
    setenv("WEFT_DEBUG", "build", 1);
    const Errors errors;
    const Host host = openHost();
    cl_kernel kernel = host.kernel(
        "__kernel void inc(__global int *x, int n) { x[get_global_id(0)] += n; }", "inc");
    cl_mem buffer = host.buffer(64);
    const int zero = 0, one = 1;
    ok(clEnqueueFillBuffer(host.queue, buffer, &zero, sizeof zero, 0, 64, 0, nullptr, nullptr),
       "clEnqueueFillBuffer");
    setArg(kernel, 0, sizeof buffer, &buffer);
    setArg(kernel, 1, sizeof one, &one);
    unlink(lonely.server().c_str());
    check(kill(onlyServer(token), SIGKILL) == 0, "kill");
    for (int i = 0; i < 3; ++i)
      host.launch(kernel, 16);
    int result[16] = {};
    ok(clEnqueueReadBuffer(host.queue, buffer, CL_TRUE, 0, 64, result, 0, nullptr, nullptr),
       "clEnqueueReadBuffer");
    const std::string text = errors.read();
    for (int value : result)
      check(value == 3, "a launch without code of its own: " + std::to_string(value));
    const size_t at = text.find("kernel inc for ");
    check(at != text.npos &&
              text.find("not specialised: error: there is no compile server: ", at) != text.npos,
          "the lines are " + text);
  });
}

} // namespace

const std::vector<Scenario> no_server_scenarios = {
    {"server-missing", serverMissing},
    {"server-cannot-run", serverCannotRun},
    {"server-forbidden", serverForbidden},
    {"server-on-an-old-kernel", serverOnAnOldKernel},
    {"specialization-without-server", specializationWithoutServer},
};

} // namespace manners
