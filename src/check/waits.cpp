// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/waits.h"

#include "check/callbacks.h"
#include "check/commands.h"
#include "check/objects.h"
#include "support/fork_safe_mutex.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft::check {

namespace {

struct Waiting {
  pid_t thread;
  const void *event;
  HostStack where;
  uint64_t number;
  Notify notify;
  bool named = false;
};

struct Watch {
  ForkSafeMutex mutex; // guards what follows
  std::vector<Waiting> waiting;
  uint64_t count = 0;
  pid_t process = 0; // whose thread watches
};

Watch &watch() {
  static Watch &only = *new Watch;
  return only;
}

// Of a file below /proc/self/task/<thread>; empty if it cannot be read.
std::string read(pid_t thread, const char *file) {
  char path[64], text[256];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/%s", int(thread), file);
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return {};
  const ssize_t bytes = ::read(descriptor, text, sizeof text);
  close(descriptor);
  return std::string(text, bytes > 0 ? size_t(bytes) : 0);
}

// In a futex, with no time limit: `number op ...` with the limit as the fourth argument.
bool waitsForThreads(pid_t thread) {
  const std::string line = read(thread, "syscall");
  std::vector<unsigned long long> words;
  for (const char *at = line.c_str(); *at;) {
    char *end = nullptr;
    const bool hex = std::strncmp(at, "0x", 2) == 0;
    words.push_back(std::strtoull(at, &end, hex ? 16 : 10));
    if (end == at)
      return false; // "running"
    at = end;
    while (*at == ' ' || *at == '\n')
      ++at;
  }
  return words.size() > 4 && words[0] == SYS_futex && words[4] == 0;
}

// Whether no thread but the driver's own and those in `waiting` can do anything before one of
// these does.
bool othersAreStuck(const std::vector<Waiting> &waiting) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder)
    return false;
  bool stuck = true;
  while (const dirent *entry = readdir(folder)) {
    pid_t thread = 0;
    const char *name = entry->d_name;
    if (std::from_chars(name, name + std::strlen(name), thread).ec != std::errc())
      continue;
    if (std::ranges::find(waiting, thread, &Waiting::thread) != waiting.end() ||
        read(thread, "comm").starts_with("weft-") || waitsForThreads(thread))
      continue;
    stuck = false;
    break;
  }
  closedir(folder);
  return stuck;
}

void reportDeadlock(const Waiting &waiting, const void *event) {
  Report found;
  found.kind = Kind::Api;
  found.message = "a thread waits for a user event that nobody is left to set";
  found.host = waiting.where;
  Object object;
  object.what = "user event";
  object.made = madeAt(event);
  found.object = object;
  found.notify = waiting.notify;
  found.notes.push_back("every thread of the program waits, and no command can run");
  report(found);
}

// Those who wait, if it is for ever; else none.
std::vector<Waiting> findDeadlocked() {
  std::vector<Waiting> waiting;
  {
    Watch &all = watch();
    std::lock_guard lock(all.mutex);
    waiting = all.waiting;
  }
  if (waiting.empty() || functions_running.load() || anyMayRun())
    return {};
  for (const Waiting &one : waiting)
    if (unsetUserEvents(one.event).empty())
      return {};
  if (!othersAreStuck(waiting))
    return {};
  return waiting;
}

void *watchWaits(void *) {
  pthread_setname_np(pthread_self(), "weft-check");
  std::vector<Waiting> before;
  for (;;) {
    const timespec half_a_second = {0, 500'000'000};
    nanosleep(&half_a_second, nullptr);
    std::vector<Waiting> now = findDeadlocked();
    const bool same = std::ranges::equal(now, before, {}, &Waiting::number, &Waiting::number);
    if (same)
      for (const Waiting &one : now) {
        if (one.named)
          continue;
        {
          Watch &all = watch();
          std::lock_guard lock(all.mutex);
          for (Waiting &kept : all.waiting)
            kept.named |= kept.number == one.number;
        }
        for (const void *event : unsetUserEvents(one.event))
          reportDeadlock(one, event);
      }
    before = std::move(now);
  }
}

// For the first thread that waits, in each process.
void startWatching(Watch &all) {
  if (all.process == getpid())
    return;
  all.process = getpid();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigset_t all_signals, before;
  sigfillset(&all_signals);
  pthread_sigmask(SIG_SETMASK, &all_signals, &before); // signals are the application's
  pthread_t thread;
  pthread_create(&thread, &attributes, watchWaits, nullptr);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
}

} // namespace

void WaitScope::begin(const void *event, const Notify &notify) {
  const HostStack where = HostStack::here();
  Watch &all = watch();
  std::lock_guard lock(all.mutex);
  startWatching(all);
  all.waiting.push_back({pid_t(syscall(SYS_gettid)), event, where, ++all.count, notify});
}

void WaitScope::end() {
  Watch &all = watch();
  std::lock_guard lock(all.mutex);
  const pid_t thread = pid_t(syscall(SYS_gettid));
  // The newest: a thread that waits works meanwhile, and may come to wait once more.
  const auto it = std::find_if(all.waiting.rbegin(), all.waiting.rend(),
                               [&](const Waiting &one) { return one.thread == thread; });
  if (it != all.waiting.rend())
    all.waiting.erase(std::next(it).base());
}

void noteUserEventGivenUp(const void *event, const Notify &notify) {
  bool awaited = isAwaited(event);
  {
    Watch &all = watch();
    std::lock_guard lock(all.mutex);
    awaited |= std::ranges::find(all.waiting, event, &Waiting::event) != all.waiting.end();
  }
  if (!awaited)
    return;
  Report found;
  found.kind = Kind::Api;
  found.message = "a user event is released that is not set, though a command waits for it";
  found.host = HostStack::here();
  Object object;
  object.what = "user event";
  object.made = madeAt(event);
  found.object = object;
  found.notify = notify;
  found.notes.push_back("nobody can set it any more: what waits for it ends in error");
  report(found);
}

} // namespace weft::check
