// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/cache_folder.h"

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

// What is in the cache will be run, so nobody else may have written it: of each folder on the way
// to an entry, and of the entry. (The bits of the group are the mask of an access list, too.)
bool isMineAlone(const struct stat &status) {
  return status.st_uid == geteuid() && !(status.st_mode & (S_IWGRP | S_IWOTH));
}

// A folder below an open one; empty if it is not there or another's.
Descriptor openBelow(const Descriptor &folder, const char *name) {
  Descriptor below(openat(folder.get(), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status;
  if (below && (fstat(below.get(), &status) != 0 || !isMineAlone(status))) {
    log(LogGroup::Cache, "folder %s of the cache is not used: it is not this user's alone", name);
    return Descriptor(-1);
  }
  return below;
}

// Calls each(name) for what is in a folder.
template <typename Fn> void forNames(const Descriptor &folder, Fn each) {
  int own = openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = own >= 0 ? fdopendir(own) : nullptr;
  if (!directory) {
    if (own >= 0)
      close(own);
    return;
  }
  while (const dirent *entry = readdir(directory))
    each(entry->d_name);
  closedir(directory);
}

// A new file for a writer, with its name in `name`.
Descriptor makeTemporary(const Descriptor &folder, std::string &name) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    uint64_t number = 0;
    if (getentropy(&number, sizeof(number)) != 0)
      break;
    char digits[17];
    std::snprintf(digits, sizeof(digits), "%016llx", (unsigned long long)number);
    name = std::string(TemporaryPrefix) + digits;
    Descriptor file(openat(folder.get(), name.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (file || errno != EEXIST)
      return file;
  }
  return Descriptor(-1);
}

bool isHex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

// Calls each(group, folder, name, is_temporary) for the files that the cache has made in its
// folder.
template <typename Fn> void forFiles(const Descriptor &top, Fn each) {
  if (!top)
    return;
  forNames(top, [&](const std::string &group) {
    if (group.size() != 2 || !isHex(group))
      return;
    Descriptor folder = openBelow(top, group.c_str());
    if (!folder)
      return;
    forNames(folder, [&](const std::string &name) {
      bool temporary = name.starts_with(TemporaryPrefix);
      bool entry = name.size() == 30 + Suffix.size() && name.ends_with(Suffix) &&
                   isHex(std::string_view(name).substr(0, 30));
      if (temporary || entry)
        each(group, folder, name, temporary);
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

struct CacheFolder::Name {
  explicit Name(const CacheKey &key) {
    std::snprintf(group, sizeof(group), "%02x", unsigned(key.high >> 56));
    std::snprintf(file, sizeof(file), "%014llx%016llx%s",
                  (unsigned long long)(key.high & 0xffffffffffffff), (unsigned long long)key.low,
                  Suffix.data());
  }
  char group[3];
  char file[40];
};

// Opened anew each time: it may be replaced or made another's while the process runs. Not
// O_NOFOLLOW: a user may have put his cache elsewhere, and what counts is what is opened.
Descriptor CacheFolder::open() const {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status;
  if (folder && (fstat(folder.get(), &status) != 0 || !isMineAlone(status))) {
    if (!refused.exchange(true))
      log(LogGroup::Cache, "%s is not used: it is not this user's alone", path.c_str());
    errno = EACCES;
    return Descriptor(-1);
  }
  return folder;
}

std::optional<std::string> CacheFolder::read(const CacheKey &key) {
  Descriptor top = open();
  if (!top)
    return std::nullopt;
  const Name name(key);
  Descriptor folder = openBelow(top, name.group);
  if (!folder)
    return std::nullopt;
  // Not waiting for who may write to a pipe of that name.
  Descriptor file(
      openat(folder.get(), name.file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  struct stat status;
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size > MaxEntry)
    return std::nullopt;
  if (!isMineAlone(status)) {
    log(LogGroup::Cache, "entry %s is not used: it is not this user's alone", name.file);
    return std::nullopt;
  }
  std::optional<std::string> bytes = readAll(file.get(), size_t(status.st_size));
  if (bytes && secondsNow() - status.st_mtim.tv_sec > UseResolution)
    (void)futimens(file.get(), nullptr);
  return bytes;
}

bool CacheFolder::write(const CacheKey &key, std::string_view bytes) {
  if (bytes.size() > max_bytes / 4)
    return false;
  auto failed = [&] {
    log(LogGroup::Cache, "cannot write to %s: %s", path.c_str(), std::strerror(errno));
    return false;
  };
  Descriptor top = open();
  // The folder is only made where it is missing, or has gone since.
  if (!top && errno == ENOENT && makeFolder(path))
    top = open();
  if (!top)
    return failed();
  const Name name(key);
  if (mkdirat(top.get(), name.group, 0700) != 0 && errno != EEXIST)
    return failed();
  Descriptor folder = openBelow(top, name.group);
  if (!folder)
    return false;
  std::string temporary;
  Descriptor file = makeTemporary(folder, temporary);
  if (!file)
    return failed();
  if (!writeAll(file.get(), bytes) || !file.finish() ||
      renameat(folder.get(), temporary.c_str(), folder.get(), name.file) != 0) {
    failed();
    unlinkat(folder.get(), temporary.c_str(), 0);
    return false;
  }
  noteWritten(bytes.size());
  return true;
}

void CacheFolder::remove(const CacheKey &key) {
  const Name name(key);
  if (Descriptor top = open())
    if (Descriptor folder = openBelow(top, name.group))
      unlinkat(folder.get(), name.file, 0);
}

std::vector<CacheFolder::Entry> CacheFolder::list() const {
  std::vector<Entry> entries;
  forFiles(open(), [&](const std::string &group, const Descriptor &folder, const std::string &name,
                       bool temporary) {
    struct stat status;
    if (!temporary && fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
      entries.push_back(
          {path + "/" + group + "/" + name, uint64_t(status.st_size), nanoseconds(status.st_mtim)});
  });
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.last_use != b.last_use ? a.last_use < b.last_use : a.path < b.path;
  });
  return entries;
}

size_t CacheFolder::clear() {
  size_t removed = 0;
  forFiles(open(), [&](const std::string &, const Descriptor &folder, const std::string &name,
                       bool temporary) {
    removed += unlinkat(folder.get(), name.c_str(), 0) == 0 && !temporary;
  });
  return removed;
}

void CacheFolder::shrink(uint64_t bytes) {
  Descriptor top = open();
  if (!top)
    return;
  forFiles(top, [&](const std::string &, const Descriptor &folder, const std::string &name,
                    bool temporary) {
    struct stat status;
    if (temporary && fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        secondsNow() - status.st_mtim.tv_sec > TemporaryLife)
      unlinkat(folder.get(), name.c_str(), 0);
  });
  std::vector<Entry> entries = list();
  uint64_t sum = 0;
  for (const Entry &entry : entries)
    sum += entry.bytes;
  size_t removed = 0;
  for (const Entry &entry : entries) {
    if (sum <= bytes)
      break;
    const std::string name = entry.path.substr(path.size() + 1); // group/file
    Descriptor folder = openBelow(top, name.substr(0, 2).c_str());
    // Another process may have been faster; the entry is gone then all the same.
    if (folder && (unlinkat(folder.get(), name.c_str() + 3, 0) == 0 || errno == ENOENT)) {
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
