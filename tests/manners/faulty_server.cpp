// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compile server with faults: while it builds a program whose text says "fault:PHASE:KIND", the
// end of that phase (weft_compiler_watch_fn) on any thread is a fault of that kind. The file that
// WEFT_TEST_FAULT names says "ACTION:PHASE:KIND" for requests without a text; one whose name ends
// in ".done" is made when the fault comes. The phase "reply" is a fault of what is sent to the
// host, "request" one of what the compiler is asked for.
#include "server/serve.h"
#include "support/compile_channel.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace weft::channel;

std::mutex mutex;
std::string fault; // "PHASE:KIND"
bool from_file = false;

const char *faultFile() { return std::getenv("WEFT_TEST_FAULT"); }

int overflow(volatile char *above) {
  volatile char own[4096];
  own[0] = above ? above[0] : 0;
  return overflow(own) + own[0];
}

// From here on there is no memory, and none is left of what this thread's heap has.
void endMemory() {
  rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = 1;
  setrlimit(RLIMIT_AS, &limit);
  for (size_t size = 1 << 20; size >= 16; size /= 2)
    while (void *volatile block = std::malloc(size))
      (void)block;
}

void doFault(const std::string &kind) {
  constexpr size_t TenGigabytes = size_t(10) << 30, Block = 1 << 20;
  if (kind == "abort")
    std::abort();
  if (kind == "exit")
    _exit(0);
  if (kind == "overflow")
    overflow(nullptr);
  if (kind == "no memory")
    return endMemory();
  for (volatile bool loop = kind == "loop"; loop;)
    ;
  for (size_t taken = 0; kind == "memory" && taken < TenGigabytes; taken += Block)
    if (void *volatile block = std::malloc(Block)) // volatile: it is not left out
      std::memset(block, 1, Block);
  if (kind == "block")
    if (void *block = mmap(nullptr, TenGigabytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        block != MAP_FAILED)
      std::memset(block, 1, TenGigabytes);
  for (auto [name, signal] :
       {std::pair("segv", SIGSEGV), {"ill", SIGILL}, {"bus", SIGBUS}, {"kill", SIGKILL}})
    if (kind == name)
      kill(getpid(), signal);
  pause();
}

// The kind of the fault for this phase, or nothing.
std::string faultAt(const std::string &phase) {
  std::lock_guard lock(mutex);
  if (fault.compare(0, phase.size() + 1, phase + ":") != 0)
    return "";
  if (from_file)
    std::ofstream(std::string(faultFile()) + ".done");
  return fault.substr(phase.size() + 1);
}

void onPhase(const char *phase) {
  if (const std::string kind = faultAt(phase); !kind.empty())
    doFault(kind);
}

bool onReply(const weft_request &, int socket, weft_status status, const weft_blob &artifact) {
  const std::string kind = faultAt("reply");
  if (kind.empty())
    return false;
  ReplyHeader header = {artifact.size, uint32_t(status), 1};
  std::string bytes(static_cast<const char *>(artifact.data), artifact.size);
  size_t header_bytes = sizeof header;
  if (kind == "nothing")
    return true;
  if (kind == "part of header")
    header_bytes /= 2;
  if (kind == "cut off" || kind == "part of header")
    bytes.resize(kind == "cut off" ? bytes.size() / 2 : 0);
  if (kind == "flipped")
    for (size_t at = 0; at < bytes.size(); at += 101)
      bytes[at] ^= 4;
  if (kind == "noise")
    for (size_t at = 0; at < bytes.size(); ++at)
      bytes[at] = char(at * at >> 3);
  if (kind == "too long")
    header.bytes = MostBytes + 1;
  if (kind == "longer than sent")
    header.bytes = MostBytes;
  if (kind == "never ends")
    ++header.bytes;
  if (kind == "empty") {
    header = {0, WEFT_OK, 0};
    bytes.clear();
  }
  if (kind == "unknown status")
    header.status = 1000;
  sendAll(socket, &header, header_bytes);
  sendAll(socket, bytes.data(), bytes.size());
  if (kind == "never ends")
    pause();
  return true;
}

void begin(weft_request &request) {
  std::lock_guard lock(mutex);
  const std::string text(static_cast<const char *>(request.source.data), request.source.size);
  if (const size_t at = text.find("fault:"); at != text.npos) {
    fault = text.substr(at + 6, text.find('\n', at) - at - 6);
    from_file = false;
    // LLVM knows this CPU, but cannot make code of 64 bits for it.
    if (fault == "request:fatal")
      request.cpu = "i386";
    return;
  }
  std::string wanted;
  if (!faultFile() || !std::getline(std::ifstream(faultFile()), wanted))
    return;
  constexpr const char *Actions[] = {"compile:", "link:", "build:", "specialize:"};
  const std::string action = Actions[request.action];
  if (wanted.compare(0, action.size(), action) != 0)
    return;
  fault = wanted.substr(action.size());
  from_file = true;
}

} // namespace

int main(int argc, char **argv) {
  weft::ServeHooks hooks;
  hooks.opened = [](const weft_compiler_interface_t &compiler) { compiler.watch(onPhase); };
  hooks.begin = begin;
  hooks.reply = onReply;
  return weft::serve(argc, argv, hooks);
}
