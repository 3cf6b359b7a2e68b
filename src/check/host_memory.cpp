// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/host_memory.h"

#include "check/objects.h"
#include "support/fork_safe_mutex.h"

#include <cerrno>
#include <map>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::check {

namespace {

struct HostMemory {
  uintptr_t first;
  size_t bytes;
  // The stack of a thread that it is in: below the frame of the caller are functions that are
  // called, above it those that have called.
  pthread_t thread;
  bool on_stack;
};

struct Known {
  ForkSafeMutex mutex; // guards memory
  std::map<const void *, HostMemory> memory;
};

Known &known() {
  static Known &only = *new Known;
  return only;
}

bool isOnOwnStack(uintptr_t address) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return false;
  void *lowest = nullptr;
  size_t bytes = 0;
  pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  return address - reinterpret_cast<uintptr_t>(lowest) < bytes;
}

// msync() says ENOMEM where a page of the range is not mapped, and does nothing else of note.
bool isMapped(uintptr_t first, size_t bytes) {
  const uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE));
  const uintptr_t from = first / page * page;
  return msync(reinterpret_cast<void *>(from), first + bytes - from, MS_ASYNC) == 0 ||
         errno != ENOMEM;
}

} // namespace

void noteHostMemory(const void *object, const void *first, size_t bytes) {
  const auto address = reinterpret_cast<uintptr_t>(first);
  const bool on_stack = isOnOwnStack(address);
  Known &all = known();
  std::lock_guard lock(all.mutex);
  all.memory[object] = {address, bytes, pthread_self(), on_stack};
}

void noteHostMemoryLeft(const void *object) {
  Known &all = known();
  std::lock_guard lock(all.mutex);
  all.memory.erase(object);
}

void checkHostMemory(const void *object, const char *object_name, const Notify &notify) {
  HostMemory memory;
  {
    Known &all = known();
    std::lock_guard lock(all.mutex);
    const auto found = all.memory.find(object);
    if (found == all.memory.end())
      return;
    memory = found->second;
  }
  const char *what = nullptr;
  const auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (!isMapped(memory.first, memory.bytes))
    what = " uses memory of the application that is unmapped";
  else if (memory.on_stack && pthread_equal(memory.thread, pthread_self()) && isOnOwnStack(frame) &&
           memory.first < frame)
    what = " uses a variable of a function that has returned";
  if (!what)
    return;
  Report found;
  found.kind = Kind::Api;
  found.message = std::string(object_name) + what;
  found.host = HostStack::here();
  Object reported;
  reported.what = object_name;
  reported.size = memory.bytes;
  reported.made = madeAt(object);
  found.object = reported;
  found.notify = notify;
  report(found);
}

} // namespace weft::check
