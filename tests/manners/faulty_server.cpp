// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compile server with faults: while it builds a program whose text says "fault:PHASE:KIND", the
// end of that phase (weft_compiler_watch_fn) on any thread is a fault of that kind.
#include "server/serve.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

std::mutex mutex;
std::string fault; // "PHASE:KIND"

int overflow(volatile char *above) {
  volatile char own[4096];
  own[0] = above ? above[0] : 0;
  return overflow(own) + own[0];
}

void doFault(const std::string &kind) {
  if (kind == "abort")
    std::abort();
  if (kind == "exit")
    _exit(0);
  if (kind == "overflow")
    overflow(nullptr);
  for (volatile bool loop = kind == "loop"; loop;)
    ;
  // Ten gigabytes, in blocks.
  for (int i = 0; kind == "memory" && i < 10 << 10; ++i)
    if (void *volatile block = std::malloc(1 << 20)) // volatile: it is not left out
      std::memset(block, 1, 1 << 20);
  for (auto [name, signal] :
       {std::pair("segv", SIGSEGV), {"ill", SIGILL}, {"bus", SIGBUS}, {"kill", SIGKILL}})
    if (kind == name)
      kill(getpid(), signal);
  pause();
}

void onPhase(const char *phase) {
  std::string kind;
  {
    std::lock_guard lock(mutex);
    const std::string wanted = std::string(phase) + ":";
    if (fault.compare(0, wanted.size(), wanted) != 0)
      return;
    kind = fault.substr(wanted.size());
  }
  doFault(kind);
}

void begin(const weft_request &request) {
  const std::string text(static_cast<const char *>(request.source.data), request.source.size);
  const size_t at = text.find("fault:");
  if (at == text.npos)
    return;
  std::lock_guard lock(mutex);
  fault = text.substr(at + 6, text.find('\n', at) - at - 6);
}

} // namespace

int main(int argc, char **argv) {
  weft::ServeHooks hooks;
  hooks.opened = [](const weft_compiler_interface_t &compiler) { compiler.watch(onPhase); };
  hooks.begin = begin;
  return weft::serve(argc, argv, hooks);
}
