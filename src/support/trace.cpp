// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file is an array whose closing bracket viewers do without, so that it only ever grows.
#include "support/trace.h"

#include "support/config.h"
#include "support/fork_safe_mutex.h"

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <pthread.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft::trace {

namespace {

constexpr size_t buffered = 1 << 16;
// Groups of tracks: "processes" to the viewer.
constexpr int thread_group = 1, queue_group = 2;

class File {
public:
  File() {
    const std::string &name = config::trace();
    if (name.empty())
      return;
    descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
      std::fprintf(stderr, "weft: WEFT_TRACE: cannot write %s: %m\n", name.c_str());
      return;
    }
    owner = getpid();
    text = "[\n";
    group(thread_group, "threads");
    group(queue_group, "queues");
    std::atexit([] { trace::flush(); });
  }

  bool isOpen() const { return descriptor >= 0; }

  void span(int group_number, uint64_t track, std::string_view name, uint64_t begin, uint64_t end,
            std::initializer_list<Detail> details) {
    std::lock_guard lock(mutex);
    add("{\"ph\":\"X\",\"pid\":%d,\"tid\":%llu,\"ts\":%.3f,\"dur\":%.3f,\"name\":\"", group_number,
        (unsigned long long)track, double(begin) * 1e-3, double(end - begin) * 1e-3);
    quote(name);
    text += "\",\"args\":{";
    const char *separator = "";
    for (const Detail &detail : details) {
      add("%s\"%s\":%llu", separator, detail.name, (unsigned long long)detail.value);
      separator = ",";
    }
    text += "}},\n";
    if (text.size() > buffered)
      write();
  }

  void nameThread(uint64_t track, const char *name) {
    std::lock_guard lock(mutex);
    add("{\"ph\":\"M\",\"pid\":%d,\"tid\":%llu,\"name\":\"thread_name\",\"args\":{\"name\":\"",
        thread_group, (unsigned long long)track);
    quote(name);
    text += "\"}},\n";
  }

  void flush() {
    std::lock_guard lock(mutex);
    write();
  }

private:
  void group(int number, const char *name) {
    add("{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":\"%s\"}},\n", number,
        name);
  }

  [[gnu::format(printf, 2, 3)]] void add(const char *format, ...) {
    char line[256];
    va_list args;
    va_start(args, format);
    const int length = std::vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (length > 0)
      text.append(line, std::min(size_t(length), sizeof line - 1));
  }

  // Names of kernels need no more, but anything may come.
  void quote(std::string_view name) {
    for (char c : name)
      if (c == '"' || c == '\\')
        (text += '\\') += c;
      else
        text += (unsigned char)c < ' ' ? '?' : c;
  }

  // A forked child does not write into its parent's file.
  void write() {
    size_t done = 0;
    while (owner == getpid() && done < text.size()) {
      const ssize_t now = ::write(descriptor, text.data() + done, text.size() - done);
      if (now <= 0)
        break;
      done += size_t(now);
    }
    text.clear();
  }

  int descriptor = -1;
  pid_t owner = 0;
  ForkSafeMutex mutex; // guards what follows
  std::string text;
};

// Never destroyed: workers may trace while the process exits.
File &file() {
  static File &only = *new File;
  return only;
}

} // namespace

bool enabled() {
  static const bool open = file().isOpen();
  return open;
}

uint64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
}

void onThread(std::string_view name, uint64_t begin, uint64_t end,
              std::initializer_list<Detail> details) {
  static thread_local uint64_t thread = 0;
  if (!thread) {
    thread = uint64_t(syscall(SYS_gettid));
    char own[32] = "";
    pthread_getname_np(pthread_self(), own, sizeof own);
    file().nameThread(thread, own);
  }
  file().span(thread_group, thread, name, begin, end, details);
}

void onQueue(uint64_t queue, std::string_view name, uint64_t begin, uint64_t end,
             std::initializer_list<Detail> details) {
  file().span(queue_group, queue, name, begin, end, details);
}

uint64_t newQueue() {
  static std::atomic<uint64_t> count{0};
  return ++count;
}

void flush() {
  if (enabled())
    file().flush();
}

} // namespace weft::trace
