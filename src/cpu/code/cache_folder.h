// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the artifact cache that is on disk: a folder with a file per entry,
// `<2 hex digits>/<30 hex digits>.weft`, whose time of modification is the time of its last use.
// Folders and entries count only where the user of the process owns them and nobody else may write
// to them; what is checked is what was opened.
#ifndef WEFT_CPU_CODE_CACHE_FOLDER_H
#define WEFT_CPU_CODE_CACHE_FOLDER_H

#include "cpu/code/descriptor.h"

#include <atomic>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

struct CacheKey {
  uint64_t high = 0, low = 0;
  auto operator<=>(const CacheKey &) const = default;
};

class CacheFolder {
public:
  struct Entry {
    std::string path;
    uint64_t bytes;
    int64_t last_use; // nanoseconds since the epoch
  };

  // The folder is made when something is first written. `max_bytes`: the sum of the files' sizes
  // that is kept to, not to the byte and not at each moment.
  CacheFolder(std::string path, uint64_t max_bytes) : path(std::move(path)), max_bytes(max_bytes) {}
  // Where the environment wants it; null if there is to be none, or nowhere to put it.
  static std::unique_ptr<CacheFolder> fromEnvironment();
  // That place; empty if there is none.
  static std::string pathFromEnvironment();

  const std::string &folderPath() const { return path; }

  // The bytes that were written under this key, or nothing. Thread-safe, as all here is.
  std::optional<std::string> read(const CacheKey &key);
  // False where that is not possible. May delete what was not used for longest.
  bool write(const CacheKey &key, std::string_view bytes);
  void remove(const CacheKey &key);

  // Least recently used first.
  std::vector<Entry> list() const;
  // Deletes all entries, and what writers that died have left; nothing else. How many entries.
  size_t clear();
  // Deletes the least recently used entries until the rest takes `bytes` at most.
  void shrink(uint64_t bytes);

private:
  struct Name;
  // The folder, if it is there and nobody else may write to it.
  Descriptor open() const;
  void noteWritten(uint64_t bytes);

  const std::string path;
  const uint64_t max_bytes;
  // Bytes written by this process since the folder's size was last looked at.
  std::atomic<uint64_t> written{UINT64_MAX / 2};
  mutable std::atomic<bool> refused{false}; // and said so
};

} // namespace weft
#endif
