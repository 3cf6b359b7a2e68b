// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps what the compiler made, in memory and on disk, so that a program which was built before
// costs no compile and does not even load the compiler.
//
// An entry is found by what it was made from (RequestKey), and valid as long as the files that it
// included are what they were. On disk, an entry is a file that is written under another name and
// then renamed: readers, other processes and other machines on a shared file system see it whole or
// not at all. Each is checked when it is read; what is damaged is deleted and compiled again. No
// failure of the cache is an error of a build: without it, everything is just slower.
#ifndef WEFT_CPU_CODE_ARTIFACT_CACHE_H
#define WEFT_CPU_CODE_ARTIFACT_CACHE_H

#include "cpu/code/cache_folder.h"
#include "support/artifact.h"
#include "support/fork_safe_mutex.h"

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace weft {

class ArtifactCache {
public:
  // No folder: in memory only. No memory: on disk only.
  ArtifactCache(std::unique_ptr<CacheFolder> folder, size_t memory_bytes)
      : folder(std::move(folder)), memory_bytes(memory_bytes) {}
  // As the environment says; see WEFT_CACHE in config.def.
  static std::unique_ptr<ArtifactCache> fromEnvironment();

  bool enabled() const { return folder || memory_bytes; }

  // Thread-safe, both. A hit makes the entry the most recently used one.
  std::optional<Artifact> find(const CacheKey &key);
  void store(const CacheKey &key, const Artifact &artifact);

  // Names of the kernels in an entry's file; none if it is damaged.
  static std::vector<std::string> kernelsOf(const std::string &path);

private:
  struct Kept {
    CacheKey key;
    std::shared_ptr<const Artifact> artifact;
    size_t bytes;
  };
  std::shared_ptr<const Artifact> findInMemory(const CacheKey &key);
  void keepInMemory(const CacheKey &key, std::shared_ptr<const Artifact> artifact);
  void forget(const CacheKey &key);

  const std::unique_ptr<CacheFolder> folder; // may be null
  const size_t memory_bytes;
  ForkSafeMutex mutex;  // guards what follows
  std::list<Kept> kept; // most recently used first
  std::map<CacheKey, std::list<Kept>::iterator> index;
  size_t kept_bytes = 0;
};

} // namespace weft
#endif
