// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process that compiles: what happens to it is a failed build, and the host sees nothing of it.
#include "compile_server.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace manners {

namespace {

// Processes of the driver's, other than zombies, whose environment names this token.
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

} // namespace

pid_t onlyServer(const std::string &token) {
  const std::vector<pid_t> found = servers(token);
  check(found.size() == 1, "one server: " + std::to_string(found.size()));
  return found[0];
}

std::string putToken() {
  const std::string token = "WEFT_TEST_TOKEN=" + std::to_string(getpid());
  putenv(strdup(token.c_str()));
  return token;
}

namespace {

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

std::string newFolder() {
  char folder[] = "/tmp/weft-manners-XXXXXX";
  check(mkdtemp(folder), "mkdtemp");
  return folder;
}

// Relative paths are the host's, wherever it goes, and nothing keeps its folder busy.
void serverFollowsTheFolder() {
  useServer();
  const std::string token = putToken();
  const std::string top = newFolder();
  const Host host = openHost();
  pid_t first = 0;
  for (const char *value : {"1", "2", "3"}) {
    const std::string folder = top + "/" + value;
    check(mkdir(folder.c_str(), 0700) == 0 && chdir(folder.c_str()) == 0, "chdir");
    std::ofstream("value.h") << "#if VALUE != " << value << "\n#error\n#endif\n";
    std::ofstream("other.h") << "";
    for (const char *options : {"", "-I ."})
      ok(clReleaseProgram(host.build(std::string("#define VALUE ") + value +
                                         "\n#include \"value.h\"\n#include \"other.h\"\n"
                                         "__kernel void f(__global int *x) { x[0] = VALUE; }\n",
                                     options)),
         "clReleaseProgram");
    const pid_t server = onlyServer(token);
    check(!first || server == first, "another server");
    first = server;
    char now[256] = "";
    check(readlink(("/proc/" + std::to_string(server) + "/cwd").c_str(), now, sizeof now - 1) > 0,
          "readlink");
    check(std::string(now) == "/", std::string("the server keeps ") + now);
    check(unlink("value.h") == 0 && unlink("other.h") == 0 && chdir("/") == 0 &&
              rmdir(folder.c_str()) == 0,
          "rmdir");
  }
  rmdir(top.c_str());
}

// So one that is killed leaves nothing.
void serverMakesNoFiles() {
  useServer();
  const std::string folder = newFolder();
  setenv("TMPDIR", folder.c_str(), 1);
  const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  check(watch >= 0 && inotify_add_watch(watch, folder.c_str(), IN_CREATE) >= 0, "inotify");
  // Libraries to link with, too.
  openHost().build("__kernel void f(__global double *x) { x[0] = fmod(x[1], x[2]); }\n");
  char event[4096];
  check(read(watch, event, sizeof event) < 0 && errno == EAGAIN, "a file was made");
  rmdir(folder.c_str());
}

} // namespace

const std::vector<Scenario> compile_server_scenarios = {
    {"server-unseen", serverUnseen},
    {"server-ends-with-host", serverEndsWithHost},
    {"descriptors-closed", descriptorsClosed},
    {"server-follows-the-folder", serverFollowsTheFolder},
    {"server-makes-no-files", serverMakesNoFiles},
};

} // namespace manners
