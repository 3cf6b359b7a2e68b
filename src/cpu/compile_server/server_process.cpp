// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/compile_server/server_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace weft {
namespace {

constexpr size_t MemoryBytes = 4096 + KeeperStack;
static_assert(sizeof(Keeper) <= 4096);

// The keeper runs code of this library after whoever has opened it may have closed it.
void keepLibrary() {
  static const bool kept = [] {
    Dl_info info;
    static const char anchor = 0;
    return dladdr(&anchor, &info) && info.dli_fname &&
           dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
  }();
  (void)kept;
}

// What is preloaded is meant for the host.
bool isForServer(const char *variable) {
  for (const char *not_for_it : {"LD_PRELOAD=", "LD_AUDIT="})
    if (std::strncmp(variable, not_for_it, std::strlen(not_for_it)) == 0)
      return false;
  return true;
}

} // namespace

int notStandard(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO)
    return descriptor;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(descriptor);
  return moved;
}

ServerOrigin ServerOrigin::here() {
  ServerOrigin origin;
  origin.user = geteuid();
  origin.group = getegid();
  struct stat status;
  if (stat("/", &status) == 0) {
    origin.root_device = status.st_dev;
    origin.root = status.st_ino;
  }
  origin.niceness = getpriority(PRIO_PROCESS, 0);
  auto softLimit = [](auto resource) {
    rlimit limit;
    return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
  };
  origin.processes = softLimit(RLIMIT_NPROC);
  origin.address_space = softLimit(RLIMIT_AS);
  return origin;
}

bool ServerOrigin::serves(const ServerOrigin &here) const {
  // A thread of the server may become nicer, not less nice.
  return user == here.user && group == here.group && root_device == here.root_device &&
         root == here.root && niceness <= here.niceness && processes >= here.processes &&
         address_space >= here.address_space;
}

std::shared_ptr<ServerProcess> ServerProcess::start(const std::string &path,
                                                    std::vector<std::string> arguments,
                                                    bool keep_stderr, int &error) {
  keepLibrary();
  std::shared_ptr<ServerProcess> process(new ServerProcess);
  process->path = path;
  process->host = getpid();
  process->origin = ServerOrigin::here();
  std::vector<std::string> &words = process->words;
  words = std::move(arguments);
  const size_t count = words.size();
  for (char **variable = environ; variable && *variable; ++variable)
    if (isForServer(*variable))
      words.emplace_back(*variable);
  for (size_t i = 0; i < words.size(); ++i)
    (i < count ? process->arguments : process->environment).push_back(words[i].data());
  process->arguments.push_back(nullptr);
  process->environment.push_back(nullptr);

  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    error = errno;
    return nullptr;
  }
  process->socket = notStandard(ends[0]);
  void *memory =
      process->socket < 0 || fstat(process->socket, &process->socket_identity) != 0
          ? MAP_FAILED
          : mmap(nullptr, MemoryBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    error = errno;
    close(ends[1]);
    return nullptr;
  }
  process->memory = memory;
  Keeper &keeper = *new (memory) Keeper;
  keeper.control = ends[1];
  keeper.keep_stderr = keep_stderr;
  keeper.path = process->path.c_str();
  keeper.arguments = process->arguments.data();
  keeper.environment = process->environment.data();
  process->keeper_process = startKeeper(keeper, static_cast<char *>(memory) + 4096);
  error = process->keeper_process < 0 ? errno : 0;
  close(ends[1]);
  return error ? nullptr : process;
}

ServerProcess::~ServerProcess() {
  if (owned()) {
    if (keeper_process > 0) {
      closeSocket(); // it ends well, if it can
      end();
    }
    closeSocket();
  }
  // Where nobody knows whether the keeper has ended, it keeps its memory.
  if (memory && (keeper_process < 0 || waited || !owned()))
    munmap(memory, MemoryBytes);
}

bool ServerProcess::owned() const { return getpid() == host; }

bool ServerProcess::socketIsOurs() const {
  struct stat status;
  return socket >= 0 && fstat(socket, &status) == 0 && status.st_ino == socket_identity.st_ino &&
         status.st_dev == socket_identity.st_dev;
}

void ServerProcess::closeSocket() {
  if (socketIsOurs())
    close(socket);
  socket = -1;
}

bool ServerProcess::usable() const {
  return owned() && !ended() && socketIsOurs() && origin.serves(ServerOrigin::here());
}

void ServerProcess::kill() {
  if (!owned())
    return;
  // It may just be starting: the keeper is quick.
  while (keeper().state.load(std::memory_order_acquire) == Keeper::Starting)
    sched_yield();
  int running = Keeper::Running;
  if (!keeper().state.compare_exchange_strong(running, Keeper::Killing))
    return; // ended, or another thread does it
  ::kill(keeper().server.load(), SIGKILL);
  keeper().state.store(Keeper::Running, std::memory_order_release);
}

ServerProcess::Ending ServerProcess::end(unsigned patience) {
  std::lock_guard lock(mutex);
  if (waited || !owned())
    return ending;
  for (; !ended() && patience; --patience)
    usleep(1000);
  ending.was_killed = !ended();
  // The status of one that is ending is not changed by it.
  kill();
  pid_t process;
  do
    process = waitpid(keeper_process, nullptr, __WCLONE);
  while (process < 0 && errno == EINTR);
  waited = process == keeper_process;
  ending.start_error = keeper().start_error.load();
  ending.status = keeper().wait_status.load(std::memory_order_acquire);
  if (socketIsOurs()) {
    char text[1024];
    ssize_t length = recv(socket, text, sizeof text, MSG_DONTWAIT);
    // Of a server that has not taken all requests that is said first.
    if (length < 0 && errno == ECONNRESET)
      length = recv(socket, text, sizeof text, MSG_DONTWAIT);
    if (length > 0)
      ending.reason.assign(text, size_t(length));
  }
  return ending;
}

void ServerProcess::abandon() { closeSocket(); }

} // namespace weft
