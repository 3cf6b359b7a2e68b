// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "server/serve.h"

#include "support/compile_channel.h"
#include "support/request_bytes.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <memory>
#include <mutex>
#include <new>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <weft/kernel_abi.h>

namespace weft {
namespace {

using namespace channel;

// How often memory is looked at while there is work, and after how long without work it is given
// back, in milliseconds.
constexpr int WatchInterval = 25, IdleTime = 1000;

const weft_compiler_interface_t *compiler;
ServeHooks hooks;
std::atomic<unsigned> in_flight{0};

// The reason is for the host's build log. Needs no memory.
[[noreturn]] void end(int status, const char *reason) {
  (void)!send(ControlDescriptor, reason, std::strlen(reason), MSG_NOSIGNAL | MSG_DONTWAIT);
  _exit(status);
}

void openCompiler(const char *path) {
  auto refuse = [&](const std::string &reason) {
    end(ExitNoCompiler, (std::string(path) + ": " + reason).c_str());
  };
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    refuse(dlerror());
  compiler =
      static_cast<const weft_compiler_interface_t *>(dlsym(library, "weft_compiler_interface"));
  if (!compiler)
    refuse("not Weft's compiler");
  if (compiler->abi_version != WEFT_COMPILER_ABI_VERSION ||
      compiler->kernel_abi_version != WEFT_KERNEL_ABI_VERSION)
    refuse("of another version of Weft");
  compiler->on_giving_up([](weft_status status, const char *why) {
    end(status == WEFT_OUT_OF_MEMORY ? ExitOutOfMemory : ExitGivenUp, why);
  });
}

// Where memory ends the kernel is to end this process, not its host.
void offerToOomKiller() {
  constexpr const char *File = "/proc/self/oom_score_adj";
  constexpr int More = 300, Most = 1000;
  const int file = open(File, O_RDWR | O_CLOEXEC);
  if (file < 0)
    return;
  char text[32] = "";
  if (read(file, text, sizeof text - 1) > 0) {
    const int length =
        std::snprintf(text, sizeof text, "%d", std::min(std::atoi(text) + More, Most));
    (void)!pwrite(file, text, size_t(length), 0);
  }
  close(file);
}

// Bytes of memory that are this process's own.
uint64_t ownMemory() {
  static const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[256] = "";
  if (file < 0 || pread(file, text, sizeof text - 1, 0) <= 0)
    return 0;
  unsigned long long size = 0, resident = 0, shared = 0;
  std::sscanf(text, "%llu %llu %llu", &size, &resident, &shared);
  return (resident - std::min(shared, resident)) * uint64_t(sysconf(_SC_PAGESIZE));
}

// Relative paths of a request are the host's. Its working folder is this process's while there is a
// request to run, and is not kept busy else. Where the host changes it between requests that run at
// the same time, the last one counts, as it would in the host itself.
class InFolder {
public:
  explicit InFolder(int folder) {
    std::lock_guard lock(mutex);
    ++inside;
    // What the host may not enter, it finds no files in.
    if (folder >= 0)
      (void)!fchdir(folder);
  }
  ~InFolder() {
    std::lock_guard lock(mutex);
    if (--inside == 0)
      (void)!chdir("/");
  }
  InFolder(const InFolder &) = delete;
  InFolder &operator=(const InFolder &) = delete;

private:
  static inline std::mutex mutex;
  static inline unsigned inside = 0;
};

void answer(int socket, weft_status status, const weft_blob &artifact) {
  const ReplyHeader header = {artifact.size, uint32_t(status), artifact.data != nullptr};
  if (sendAll(socket, &header, sizeof header) == Io::Done && artifact.data)
    sendAll(socket, artifact.data, artifact.size);
}

// Runs where, and with as much right to a CPU, as the thread of the host that asks would.
bool takePlace(int socket, const RequestHeader &header) {
  alignas(unsigned long) char mask[4096];
  if (header.cpu_mask > sizeof mask || receiveAll(socket, mask, header.cpu_mask) != Io::Done)
    return false;
  if (header.cpu_mask)
    sched_setaffinity(0, header.cpu_mask, reinterpret_cast<cpu_set_t *>(mask));
  errno = 0;
  if (const int own = getpriority(PRIO_PROCESS, 0); header.niceness > own)
    setpriority(PRIO_PROCESS, id_t(gettid()), header.niceness);
  return true;
}

weft_status compile(weft_request request, int folder, weft_blob &artifact) {
  const InFolder stay(folder);
  if (hooks.begin)
    hooks.begin(request);
  return compiler->run(&request, &artifact);
}

void run(int socket, int folder) {
  RequestHeader header;
  if (receiveAll(socket, &header, sizeof header) != Io::Done || header.bytes > channel::MostBytes ||
      !takePlace(socket, header))
    return;
  std::string bytes;
  bytes.resize(header.bytes);
  if (receiveAll(socket, bytes.data(), bytes.size()) != Io::Done)
    return;
  const RequestReader reader(bytes);
  if (!reader.valid())
    return answer(socket, WEFT_INTERNAL_ERROR, {});
  weft_blob artifact = {};
  const weft_status status = compile(reader.request(), folder, artifact);
  if (!hooks.reply || !hooks.reply(reader.request(), socket, status, artifact))
    answer(socket, status, artifact);
  if (artifact.data)
    compiler->free(&artifact);
}

void closeAll(const RequestDescriptors &request) {
  for (int descriptor : {request.folder, request.socket})
    if (descriptor >= 0)
      close(descriptor);
}

void *runRequest(void *argument) {
  const std::unique_ptr<RequestDescriptors> request(static_cast<RequestDescriptors *>(argument));
  try {
    run(request->socket, request->folder);
  } catch (const std::bad_alloc &) {
    answer(request->socket, WEFT_OUT_OF_MEMORY, {});
  }
  closeAll(*request);
  in_flight.fetch_sub(1, std::memory_order_release);
  return nullptr;
}

void startRequest(const RequestDescriptors &request, const pthread_attr_t &attributes) {
  if (request.socket < 0 || !isOfSameUser(request.socket))
    return closeAll(request);
  in_flight.fetch_add(1, std::memory_order_relaxed);
  std::unique_ptr<RequestDescriptors> own(new (std::nothrow) RequestDescriptors(request));
  pthread_t thread;
  if (own && pthread_create(&thread, &attributes, runRequest, own.get()) == 0) {
    own.release();
    return;
  }
  answer(request.socket, WEFT_OUT_OF_MEMORY, {});
  closeAll(request);
  in_flight.fetch_sub(1, std::memory_order_release);
}

} // namespace

int serve(int argc, char **argv, const ServeHooks &given) {
  // By hand it is not of use.
  if (argc != 4 || std::atoi(argv[1]) != int(Version)) {
    std::fputs("weft-compile-server is started by the driver\n", stderr);
    end(ExitRefused, "it is of another version of Weft");
  }
  hooks = given;
  const uint64_t most_memory = std::strtoull(argv[3], nullptr, 10) << 20;
  for (int descriptor : {ControlDescriptor, HostDescriptor})
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  // A crash is told in the build log. One byte: no file, and no program that is piped to.
  const rlimit no_core = {1, 1};
  setrlimit(RLIMIT_CORE, &no_core);
  offerToOomKiller();
  if (!isOfSameUser(ControlDescriptor))
    end(ExitRefused, "it was not started by a process of the same user");
  openCompiler(argv[2]);
  (void)!chdir("/");
  if (hooks.opened)
    hooks.opened(*compiler);

  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  // Negative ones are not polled.
  const int host = fcntl(HostDescriptor, F_GETFD) < 0 ? -1 : HostDescriptor;
  bool trimmed = true;
  for (;;) {
    const bool busy = in_flight.load(std::memory_order_acquire) != 0;
    pollfd entries[] = {{ControlDescriptor, POLLIN, 0}, {host, POLLIN, 0}};
    const int ready = poll(entries, 2, busy ? WatchInterval : trimmed ? -1 : IdleTime);
    if (ready > 0 && entries[1].revents & POLLIN)
      _exit(ExitDone); // although a child that the host has forked keeps its end of the socket
    if (ready > 0 && entries[0].revents) {
      RequestDescriptors request;
      if (!receiveDescriptors(ControlDescriptor, request))
        _exit(ExitDone);
      trimmed = false;
      startRequest(request, attributes);
    }
    if (busy && most_memory && ownMemory() > most_memory)
      _exit(ExitMemoryLimit);
    if (ready == 0 && !busy && in_flight.load(std::memory_order_acquire) == 0) {
      malloc_trim(0);
      trimmed = true;
      // What failed builds have lost does not come back otherwise.
      if (most_memory && ownMemory() > most_memory / 4)
        _exit(ExitDone);
    }
  }
}

} // namespace weft
