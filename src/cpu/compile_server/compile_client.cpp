// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/compile_server/compile_client.h"

#include "cpu/compile_server/server_process.h"
#include "support/compile_channel.h"
#include "support/log.h"
#include "support/request_bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft {
namespace {

using namespace channel;

constexpr char ServerName[] = "weft-compile-server";

// Beside the library as it is named, else where it is in truth.
std::string serverFor(const std::string &library) {
  auto beside = [](const std::string &path) {
    const size_t slash = path.rfind('/');
    return (slash == path.npos ? "" : path.substr(0, slash + 1)) + ServerName;
  };
  std::string path = beside(library);
  if (access(path.c_str(), X_OK) == 0)
    return path;
  if (char *real = realpath(library.c_str(), nullptr)) {
    if (std::string other = beside(real); access(other.c_str(), X_OK) == 0)
      path = std::move(other);
    std::free(real);
  }
  return path;
}

// The request and what the calling thread is to the scheduler.
std::string messageOf(const weft_request &request) {
  const std::string bytes = requestBytes(request);
  std::string mask(1024, '\0');
  const int size = sched_getaffinity(0, mask.size(), reinterpret_cast<cpu_set_t *>(mask.data()));
  mask.resize(size == 0 ? mask.size() : 0);
  const RequestHeader header = {bytes.size(), uint32_t(mask.size()), getpriority(PRIO_PROCESS, 0)};
  std::string message(reinterpret_cast<const char *>(&header), sizeof header);
  return message + mask + bytes;
}

Device::CompileResult failed(weft_status status, const std::string &why) {
  Device::CompileResult result = {status, {}};
  result.artifact.log = "error: " + why + "\n";
  return result;
}

// Where there is none, for errno's value or what else the reason is. Some of these may pass.
Device::CompileResult noServer(const std::string &library, int error, const std::string &reason) {
  weft_status status = WEFT_INTERNAL_ERROR;
  for (int exhausted : {EAGAIN, EMFILE, ENFILE, ENOBUFS, ENOMEM, ETOOMANYREFS})
    if (error == exhausted)
      status = WEFT_OUT_OF_MEMORY;
  Device::CompileResult result =
      failed(status, "there is no compile server: " + serverFor(library) + ": " + reason);
  result.artifact.log += "note: with WEFT_COMPILE=inside programs are compiled in this process, "
                         "which a crash of the compiler ends\n";
  return result;
}

Device::CompileResult noServer(const std::string &library, int error) {
  return noServer(library, error, strerror(error));
}

// A server that was not told to end.
Device::CompileResult endedByItself(const std::string &library, const ServerProcess::Ending &ending,
                                    uint64_t mebibytes) {
  auto crashed = [](const std::string &why) { return failed(WEFT_INTERNAL_ERROR, why); };
  if (ending.start_error)
    return noServer(library, ending.start_error);
  if (WIFSIGNALED(ending.status)) {
    const int signal = WTERMSIG(ending.status);
    if (signal == SIGKILL)
      return crashed("the compiler was killed, perhaps because memory ran out");
    const char *name = sigabbrev_np(signal);
    return crashed(std::string("the compiler crashed: SIG") +
                   (name ? name : std::to_string(signal)) + " (" + strsignal(signal) + ")");
  }
  const int status = WEXITSTATUS(ending.status);
  switch (status) {
  case ExitRefused:
    return noServer(library, 0, ending.reason);
  case ExitNoCompiler:
    return failed(WEFT_INTERNAL_ERROR, "the kernel compiler cannot be loaded\n  " + ending.reason);
  case ExitGivenUp:
    return crashed("internal error of the compiler: " + ending.reason);
  case ExitOutOfMemory:
    return failed(WEFT_OUT_OF_MEMORY, "out of memory: " + ending.reason);
  case ExitMemoryLimit:
    return crashed("the compiler took more than " + std::to_string(mebibytes) +
                   " MiB of memory (WEFT_BUILD_MEMORY)");
  default:
    return crashed("the compiler ended with status " + std::to_string(status));
  }
}

// Another one would end likewise.
bool neverBegan(const ServerProcess::Ending &ending) {
  return ending.start_error ||
         (WIFEXITED(ending.status) && (WEXITSTATUS(ending.status) == ExitRefused ||
                                       WEXITSTATUS(ending.status) == ExitNoCompiler));
}

// The one whose descriptors a forked child has; a process has one device, tests more.
std::mutex clients_mutex;
std::vector<CompileClient *> &clients() {
  static auto &all = *new std::vector<CompileClient *>;
  return all;
}

} // namespace

CompileClient::CompileClient(Limits limits) : limits(limits) {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, afterForkInChild); });
  std::lock_guard lock(clients_mutex);
  clients().push_back(this);
}

CompileClient::~CompileClient() {
  std::lock_guard lock(clients_mutex);
  std::erase(clients(), this);
}

// Only the thread that has called fork() is there, and nothing of the parent's is in the middle of
// a change: the mutex was held across the fork.
void CompileClient::afterForkInChild() {
  for (CompileClient *client : clients()) {
    for (int socket : client->requests)
      close(socket);
    client->requests.clear();
    if (client->server)
      client->server->abandon();
  }
}

CompileClient::Server CompileClient::start(const std::string &library, int &error) const {
  const std::string path = serverFor(library);
  return ServerProcess::start(
      path, {path, std::to_string(Version), library, std::to_string(limits.mebibytes)},
      logEnabled(LogGroup::Device), error);
}

CompileClient::Server CompileClient::shared(const std::string &library,
                                            const std::function<void()> &started, int &error) {
  Server old; // ended without the mutex, as that takes time
  Server found;
  {
    std::lock_guard lock(mutex);
    error = 0;
    if (server && server_library == library && server->usable())
      return server;
    old = std::move(server);
    found = server = start(library, error);
    server_library = library;
  }
  if (found) {
    started();
    log(LogGroup::Device, "compiler: %s in a process of its own", library.c_str());
  }
  return found;
}

void CompileClient::forget(const Server &ended) {
  std::lock_guard lock(mutex);
  if (server == ended)
    server.reset();
}

// The server's end is in nobody's hands but the server's: its death is seen. A child that is forked
// in between would hold it.
int CompileClient::openRequest(const Server &to) {
  std::lock_guard lock(mutex);
  int ends[2];
  requests.reserve(requests.size() + 1);
  const int folder = ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 && errno != EACCES)
    return -1;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    if (folder >= 0)
      close(folder);
    return -1;
  }
  int own = notStandard(ends[0]);
  if (own >= 0 && !sendDescriptors(to->control(), {ends[1], folder})) {
    close(own);
    own = -1;
  }
  close(ends[1]);
  if (folder >= 0)
    close(folder);
  if (own >= 0)
    requests.push_back(own);
  return own;
}

void CompileClient::closeRequest(int socket) {
  std::lock_guard lock(mutex);
  std::erase(requests, socket);
  close(socket);
}

CompileClient::Answer CompileClient::ask(const Server &to, const std::string &message) {
  Answer answer;
  const int socket = openRequest(to);
  if (socket < 0) {
    answer.error = errno;
    for (int exhausted : {EMFILE, ENFILE, ENOBUFS, ENOMEM, ETOOMANYREFS})
      if (answer.error == exhausted)
        answer.outcome = Outcome::NotAsked;
    return answer;
  }
  struct Closer {
    CompileClient &client;
    int socket;
    ~Closer() { client.closeRequest(socket); }
  } closer{*this, socket};
  const uint64_t deadline =
      limits.seconds ? now() + uint64_t(limits.seconds) * 1'000'000'000 : Never;
  auto alive = [](void *context) { return !static_cast<ServerProcess *>(context)->ended(); };
  ReplyHeader header = {};
  std::string bytes;
  Io io = sendAll(socket, message.data(), message.size(), deadline, alive, to.get());
  if (io == Io::Done)
    io = receiveAll(socket, &header, sizeof header, deadline, alive, to.get());
  // No more memory than is filled, whatever the header says.
  constexpr size_t Step = 1 << 20;
  const size_t size = header.has_artifact && header.bytes <= MostBytes ? header.bytes : 0;
  for (size_t done = 0; io == Io::Done && done < size; done = bytes.size()) {
    bytes.resize(std::min(size, done + std::max(Step, done)));
    io = receiveAll(socket, bytes.data() + done, bytes.size() - done, deadline, alive, to.get());
  }
  if (io == Io::Done)
    read(answer, header.status, bytes);
  else
    answer.outcome = io == Io::TimedOut ? Outcome::TimedOut : Outcome::Died;
  return answer;
}

// The server is what a compiler that went wrong has left of it: its answer may be anything.
void CompileClient::read(Answer &answer, uint32_t status, const std::string &bytes) {
  answer.outcome = Outcome::Answered;
  if (auto artifact = deserialize(bytes); artifact && status <= WEFT_OUT_OF_MEMORY)
    answer.result = {weft_status(status), std::move(*artifact)};
  else if (bytes.empty() && status == WEFT_OUT_OF_MEMORY)
    answer.result = failed(WEFT_OUT_OF_MEMORY, "out of memory");
  else
    answer.outcome = Outcome::Damaged;
}

Device::CompileResult CompileClient::failure(const std::string &library, const Answer &answer,
                                             const ServerProcess::Ending &ending) const {
  switch (answer.outcome) {
  case Outcome::TimedOut:
    return failed(WEFT_INTERNAL_ERROR, "the build took longer than " +
                                           std::to_string(limits.seconds) +
                                           " seconds and was ended (WEFT_BUILD_SECONDS)");
  case Outcome::NotAsked:
    return failed(WEFT_OUT_OF_MEMORY,
                  std::string("the compiler cannot be asked: ") + strerror(answer.error));
  case Outcome::Damaged:
    return failed(WEFT_INTERNAL_ERROR, "the compiler's answer is damaged");
  default:
    return ending.was_killed ? failed(WEFT_INTERNAL_ERROR, "the compiler broke off its answer")
                             : endedByItself(library, ending, limits.mebibytes);
  }
}

Device::CompileResult CompileClient::alone(const std::string &library, const std::string &message) {
  int error = 0;
  const Server own = start(library, error);
  if (!own)
    return noServer(library, error);
  const Answer answer = ask(own, message);
  if (answer.outcome == Outcome::Answered)
    return answer.result;
  return failure(library, answer, end(own, answer));
}

ServerProcess::Ending CompileClient::end(const Server &server, const Answer &answer) {
  // A crash closes the socket a little before it is known as what.
  constexpr unsigned Milliseconds = 2000;
  return server->end(answer.outcome == Outcome::Died ? Milliseconds : 0);
}

Device::CompileResult CompileClient::compile(const weft_request &request,
                                             const std::string &library,
                                             const std::function<void()> &started) {
  int error = 0;
  const Server first = shared(library, started, error);
  if (!first)
    return noServer(library, error);
  const std::string message = messageOf(request);
  const Answer answer = ask(first, message);
  if (answer.outcome == Outcome::Answered)
    return answer.result;
  if (answer.outcome == Outcome::NotAsked) // the server is well
    return failure(library, answer, {});
  forget(first);
  const ServerProcess::Ending ending = end(first, answer);
  Device::CompileResult result = failure(library, answer, ending);
  if (answer.outcome == Outcome::TimedOut || neverBegan(ending))
    return result;
  log(LogGroup::Device, "%s", result.artifact.log.c_str());
  return alone(library, message);
}

} // namespace weft
