// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file is an array. Whatever is written ends with the closing bracket, and what comes next
// begins in its place, so that the file is whole between any two writes.
#include "support/trace.h"

#include "support/config.h"
#include "support/fork_safe_mutex.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <pthread.h>
#include <span>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace weft::trace {

namespace {

constexpr size_t buffered = 1 << 16;
// Nanoseconds after which spans are written with the next one.
constexpr uint64_t longest_wait = 100'000'000;
// Groups of tracks: "processes" to the viewer.
constexpr int thread_group = 1, queue_group = 2;

class File {
public:
  File() {
    const std::string &name = config::trace();
    if (name.empty())
      return;
    descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
      std::fprintf(stderr, "weft: WEFT_TRACE: cannot write %s: %m\n", name.c_str());
      return;
    }
    owner = getpid();
    group(thread_group, "threads");
    group(queue_group, "queues");
    write();
    std::atexit([] { trace::flush(); });
  }

  bool isOpen() const { return descriptor >= 0; }

  void span(int group_number, uint64_t track, std::string_view name, uint64_t begin, uint64_t end,
            std::span<const Detail> details) {
    std::lock_guard lock(mutex);
    open("{\"ph\":\"X\",\"pid\":%d,\"tid\":%llu,\"ts\":%.3f,\"dur\":%.3f,\"name\":\"", group_number,
         (unsigned long long)track, double(begin) * 1e-3, double(end - begin) * 1e-3);
    quote(name);
    text += "\",\"args\":{";
    const char *separator = "";
    for (const Detail &detail : details) {
      add("%s\"%s\":%llu", separator, detail.name, (unsigned long long)detail.value);
      separator = ",";
    }
    text += "}}";
    writeIfDue(end);
  }

  // A counter that is `percent` from `begin` to `end`.
  void counter(const char *name, double percent, uint64_t begin, uint64_t end) {
    std::lock_guard lock(mutex);
    for (auto [at, value] : {std::pair(begin, percent), std::pair(end, 0.0)})
      open("{\"ph\":\"C\",\"pid\":%d,\"ts\":%.3f,\"name\":\"%s\",\"args\":{\"%%\":%.1f}}",
           queue_group, double(at) * 1e-3, name, value);
  }

  // What viewers do not know they pass over.
  void machine(const Peaks &peaks) {
    std::lock_guard lock(mutex);
    open("{\"ph\":\"M\",\"pid\":%d,\"name\":\"weft_machine\",\"args\":{\"bytes_per_s\":%.4g,"
         "\"float_operations_per_s\":%.4g,\"threads\":%u}}",
         queue_group, peaks.bytes, peaks.operations, peaks.threads);
  }

  void nameThread(uint64_t track, const char *name) {
    std::lock_guard lock(mutex);
    open("{\"ph\":\"M\",\"pid\":%d,\"tid\":%llu,\"name\":\"thread_name\",\"args\":{\"name\":\"",
         thread_group, (unsigned long long)track);
    quote(name);
    text += "\"}}";
  }

  void flush() {
    std::lock_guard lock(mutex);
    write();
  }

private:
  void group(int number, const char *name) {
    open("{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":\"%s\"}}", number,
         name);
  }

  // Begins an object, on a line of its own.
  [[gnu::format(printf, 2, 3)]] void open(const char *format, ...) {
    text += written || !text.empty() ? ",\n" : "[\n";
    va_list args;
    va_start(args, format);
    addArguments(format, args);
    va_end(args);
  }

  [[gnu::format(printf, 2, 3)]] void add(const char *format, ...) {
    va_list args;
    va_start(args, format);
    addArguments(format, args);
    va_end(args);
  }

  void addArguments(const char *format, va_list args) {
    char line[256];
    const int length = std::vsnprintf(line, sizeof line, format, args);
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

  void writeIfDue(uint64_t time) {
    if (text.size() > buffered || time > last_write + longest_wait)
      write();
  }

  // A forked child does not write into its parent's file. Where a file cannot be written in any
  // place, as a pipe, brackets would follow one another: it has none.
  void write() {
    if (text.empty())
      return;
    static constexpr char closing[] = "\n]\n";
    const size_t whole = text.size();
    text += closing;
    size_t done = 0;
    while (owner == getpid() && done < text.size()) {
      ssize_t now =
          pwrite(descriptor, text.data() + done, text.size() - done, off_t(written + done));
      if (now < 0 && errno == ESPIPE) {
        text.resize(whole);
        now = ::write(descriptor, text.data() + done, whole - done);
      }
      if (now <= 0)
        owner = 0; // what comes after a gap is no JSON
      else
        done += size_t(now);
    }
    written += whole;
    text.clear();
    last_write = trace::now();
  }

  int descriptor = -1;
  pid_t owner = 0;
  ForkSafeMutex mutex; // guards what follows
  std::string text;
  uint64_t written = 0; // bytes, without the bracket
  uint64_t last_write = 0;
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
  file().span(thread_group, thread, name, begin, end, {details.begin(), details.size()});
}

void onQueue(uint64_t queue, std::string_view name, uint64_t begin, uint64_t end,
             std::initializer_list<Detail> details) {
  file().span(queue_group, queue, name, begin, end, {details.begin(), details.size()});
}

namespace {
// Written once, before there are launches.
Peaks known_peaks;
} // namespace

void setPeaks(const Peaks &peaks) {
  known_peaks = peaks;
  file().machine(peaks);
}

void launchOnQueue(uint64_t queue, std::string_view name, uint64_t begin, uint64_t end,
                   std::initializer_list<Detail> details, const Work &work) {
  std::vector<Detail> all(details);
  all.push_back({"work_items", uint64_t(work.items)});
  all.push_back({"bytes", uint64_t(work.bytes)});
  all.push_back({"float_operations", uint64_t(work.operations)});
  all.push_back({"float_operations_assumed", work.assumed});
  const double seconds = double(end - begin) * 1e-9;
  const auto share = [&](double what, double peak) {
    return seconds > 0 && peak > 0 ? 100 * what / seconds / peak : 0;
  };
  const double of_bytes = share(work.bytes, known_peaks.bytes);
  const double of_operations = share(work.operations, known_peaks.operations);
  all.push_back({"percent_of_peak_bandwidth", uint64_t(of_bytes + 0.5)});
  all.push_back({"percent_of_peak_arithmetic", uint64_t(of_operations + 0.5)});
  file().span(queue_group, queue, name, begin, end, all);
  if (known_peaks.bytes > 0) {
    file().counter("share of peak bandwidth", of_bytes, begin, end);
    file().counter("share of peak arithmetic", of_operations, begin, end);
  }
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
