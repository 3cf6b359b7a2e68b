// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cache_folder.h"

#include "support/config.h"
#include "support/log.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft {
namespace {

constexpr std::string_view Suffix = ".weft";
constexpr std::string_view TemporaryPrefix = "tmp-";
// A temporary file that is older than this, in seconds, has lost its writer.
constexpr int64_t TemporaryLife = 3600;
// A use is noted only if the last one is longer ago than this: fewer writes on shared file systems.
constexpr int64_t UseResolution = 60;
// Largest entry that is read, as a guard against a file that is not ours.
constexpr off_t MaxEntry = off_t(1) << 30;

int64_t nanoseconds(const timespec &time) {
  return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

int64_t secondsNow() { return int64_t(time(nullptr)); }

class Descriptor {
public:
  explicit Descriptor(int number) : number(number) {}
  Descriptor(const Descriptor &) = delete;
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
  explicit operator bool() const { return number >= 0; }
  int get() const { return number; }
  // Closing is where some file systems report that they are full.
  bool finish() {
    int closed = close(number);
    number = -1;
    return closed == 0;
  }

private:
  int number;
};

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes.remove_prefix(size_t(count));
  }
  return true;
}

std::optional<std::string> readAll(int descriptor, size_t size) {
  std::string bytes(size, '\0');
  size_t done = 0;
  while (done < size) {
    ssize_t count = ::read(descriptor, bytes.data() + done, size - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return std::nullopt;
    done += size_t(count);
  }
  return bytes;
}

// With the folders above it.
bool makeFolder(const std::string &path) {
  if (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST)
    return true;
  size_t slash = path.rfind('/');
  return errno == ENOENT && slash != path.npos && slash > 0 && makeFolder(path.substr(0, slash)) &&
         (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST);
}

// Calls each(name) for what is in a folder.
template <typename Fn> void forNames(const std::string &folder, Fn each) {
  DIR *directory = opendir(folder.c_str());
  if (!directory)
    return;
  while (const dirent *entry = readdir(directory))
    each(std::string_view(entry->d_name));
  closedir(directory);
}

bool isHex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

// Calls each(path, is_temporary) for the files that the cache has made in its folder.
template <typename Fn> void forFiles(const std::string &path, Fn each) {
  forNames(path, [&](std::string_view group) {
    if (group.size() != 2 || !isHex(group))
      return;
    std::string folder = path + "/" + std::string(group);
    forNames(folder, [&](std::string_view name) {
      bool temporary = name.starts_with(TemporaryPrefix);
      bool entry =
          name.size() == 30 + Suffix.size() && name.ends_with(Suffix) && isHex(name.substr(0, 30));
      if (temporary || entry)
        each(folder + "/" + std::string(name), temporary);
    });
  });
}

} // namespace

std::string CacheFolder::pathFromEnvironment() {
  if (!config::cacheDir().empty())
    return config::cacheDir();
  // "All paths set in these environment variables must be absolute."
  if (config::cacheHome().starts_with('/'))
    return config::cacheHome() + "/weft";
  return config::home().starts_with('/') ? config::home() + "/.cache/weft" : std::string();
}

std::unique_ptr<CacheFolder> CacheFolder::fromEnvironment() {
  std::string path = pathFromEnvironment();
  if (path.empty() || !config::cache() || !config::cacheSize())
    return nullptr;
  return std::make_unique<CacheFolder>(std::move(path), uint64_t(config::cacheSize()) << 20);
}

std::string CacheFolder::pathOf(const CacheKey &key) const {
  char name[48];
  std::snprintf(name, sizeof(name), "%02x/%014llx%016llx", unsigned(key.high >> 56),
                (unsigned long long)(key.high & 0xffffffffffffff), (unsigned long long)key.low);
  return path + "/" + name + std::string(Suffix);
}

// What is in the folder will be run: nobody else may have written it.
bool CacheFolder::usable() {
  State known = state.load(std::memory_order_relaxed);
  if (known == State::Unknown) {
    struct stat status;
    if (stat(path.c_str(), &status) != 0)
      return false; // nothing there yet
    bool mine = S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
                !(status.st_mode & (S_IWGRP | S_IWOTH));
    if (!mine)
      log(LogGroup::Cache, "%s is not used: it is not this user's alone", path.c_str());
    known = mine ? State::Usable : State::Unusable;
    state.store(known, std::memory_order_relaxed);
  }
  return known == State::Usable;
}

std::optional<std::string> CacheFolder::read(const CacheKey &key) {
  if (!usable())
    return std::nullopt;
  std::string file = pathOf(key);
  // A FIFO in its place is not waited for.
  Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status;
  if (!descriptor || fstat(descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size > MaxEntry)
    return std::nullopt;
  std::optional<std::string> bytes = readAll(descriptor.get(), size_t(status.st_size));
  if (bytes && secondsNow() - status.st_mtim.tv_sec > UseResolution)
    (void)utimensat(AT_FDCWD, file.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  return bytes;
}

bool CacheFolder::write(const CacheKey &key, std::string_view bytes) {
  if (bytes.size() > max_bytes / 4 || state == State::Unusable)
    return false;
  std::string target = pathOf(key);
  std::string folder = target.substr(0, target.rfind('/'));
  std::string temporary = folder + "/" + std::string(TemporaryPrefix) + "XXXXXX";
  // The folder is only made where it is missing, or has gone since.
  int number = usable() ? mkostemp(temporary.data(), O_CLOEXEC) : -1;
  if (number < 0 && state != State::Unusable && makeFolder(folder)) {
    state.store(State::Unknown, std::memory_order_relaxed);
    if (!usable())
      return false;
    temporary.replace(temporary.size() - 6, 6, "XXXXXX");
    number = mkostemp(temporary.data(), O_CLOEXEC);
  }
  Descriptor descriptor(number);
  if (!descriptor) {
    log(LogGroup::Cache, "cannot write to %s: %s", folder.c_str(), std::strerror(errno));
    return false;
  }
  if (!writeAll(descriptor.get(), bytes) || !descriptor.finish() ||
      rename(temporary.c_str(), target.c_str()) != 0) {
    log(LogGroup::Cache, "cannot write %s: %s", target.c_str(), std::strerror(errno));
    unlink(temporary.c_str());
    return false;
  }
  noteWritten(bytes.size());
  return true;
}

void CacheFolder::remove(const CacheKey &key) { unlink(pathOf(key).c_str()); }

std::vector<CacheFolder::Entry> CacheFolder::list() const {
  std::vector<Entry> entries;
  forFiles(path, [&](std::string file, bool temporary) {
    struct stat status;
    if (!temporary && lstat(file.c_str(), &status) == 0)
      entries.push_back({std::move(file), uint64_t(status.st_size), nanoseconds(status.st_mtim)});
  });
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.last_use != b.last_use ? a.last_use < b.last_use : a.path < b.path;
  });
  return entries;
}

size_t CacheFolder::clear() {
  size_t removed = 0;
  forFiles(path, [&](const std::string &file, bool temporary) {
    removed += unlink(file.c_str()) == 0 && !temporary;
  });
  return removed;
}

void CacheFolder::shrink(uint64_t bytes) {
  forFiles(path, [&](const std::string &file, bool temporary) {
    struct stat status;
    if (temporary && lstat(file.c_str(), &status) == 0 &&
        secondsNow() - status.st_mtim.tv_sec > TemporaryLife)
      unlink(file.c_str());
  });
  std::vector<Entry> entries = list();
  uint64_t sum = 0;
  for (const Entry &entry : entries)
    sum += entry.bytes;
  size_t removed = 0;
  for (const Entry &entry : entries) {
    if (sum <= bytes)
      break;
    // Another process may have been faster; the entry is gone then all the same.
    if (unlink(entry.path.c_str()) == 0 || errno == ENOENT) {
      sum -= entry.bytes;
      ++removed;
    }
  }
  if (removed)
    log(LogGroup::Cache, "%zu entries dropped to keep to %llu MiB", removed,
        (unsigned long long)(max_bytes >> 20));
}

void CacheFolder::noteWritten(uint64_t bytes) {
  // Looking at the whole folder is dear: once at the first write, then after each sixteenth.
  uint64_t limit = max_bytes / 16;
  uint64_t before = written.fetch_add(bytes);
  if (before + bytes <= limit)
    return;
  if (!written.compare_exchange_strong(before += bytes, 0))
    return; // another thread looks
  uint64_t sum = 0;
  for (const Entry &entry : list())
    sum += entry.bytes;
  if (sum > max_bytes)
    shrink(max_bytes / 10 * 9); // some room, so that this is not done again at once
}

} // namespace weft
