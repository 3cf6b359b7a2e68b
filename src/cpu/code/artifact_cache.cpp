// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/artifact_cache.h"

#include "support/config.h"
#include "support/log.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft {
namespace {

// Memory for programs that one process builds again and again.
constexpr size_t DefaultMemory = size_t(16) << 20;

// On disk an artifact, which has its own checksum, stands behind its key: a file that was copied
// over another one is not taken for it.
std::string entryBytes(const CacheKey &key, const Artifact &artifact) {
  return std::string(reinterpret_cast<const char *>(&key), sizeof(key)) + serialize(artifact);
}

std::optional<Artifact> readEntry(const CacheKey &key, std::string_view bytes) {
  if (bytes.size() < sizeof(key) || std::memcmp(bytes.data(), &key, sizeof(key)) != 0)
    return std::nullopt;
  return deserialize(bytes.substr(sizeof(key)));
}

std::optional<std::string> readFile(const std::string &path) {
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return std::nullopt;
  std::string bytes;
  char block[1 << 14];
  ssize_t count;
  struct stat status;
  bool good = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  while (good && (count = read(descriptor, block, sizeof(block))) != 0) {
    if (count > 0)
      bytes.append(block, size_t(count));
    else
      good = errno == EINTR;
  }
  close(descriptor);
  return good ? std::optional(std::move(bytes)) : std::nullopt;
}

// Whether all that was included is still what it was; a file that was looked for in vain counts.
bool upToDate(const Artifact &artifact) {
  for (const IncludedFile &file : artifact.includes) {
    bool same = false;
    if (file.present) {
      std::optional<std::string> text = readFile(file.path);
      same = text && contentHash(*text) == file.hash;
    } else {
      // What was looked for may have been a folder.
      same = access(file.path.c_str(), F_OK) != 0;
    }
    if (!same) {
      log(LogGroup::Cache, "%s has changed", file.path.c_str());
      return false;
    }
  }
  return true;
}

size_t sizeOf(const Artifact &artifact) {
  size_t bytes = sizeof(artifact) + artifact.ir.size() + artifact.code.size() + artifact.log.size();
  for (const KernelInfo &kernel : artifact.kernels)
    bytes += sizeof(kernel) + kernel.explain.size() + kernel.args.size() * sizeof(ArgInfo);
  return bytes;
}

} // namespace

std::unique_ptr<ArtifactCache> ArtifactCache::fromEnvironment() {
  return std::make_unique<ArtifactCache>(CacheFolder::fromEnvironment(),
                                         config::cache() ? DefaultMemory : 0);
}

std::optional<Artifact> ArtifactCache::find(const CacheKey &key) {
  if (std::shared_ptr<const Artifact> artifact = findInMemory(key)) {
    if (upToDate(*artifact)) {
      log(LogGroup::Cache, "found in memory");
      return *artifact;
    }
    forget(key);
  }
  if (!folder)
    return std::nullopt;
  std::optional<std::string> bytes = folder->read(key);
  if (!bytes)
    return std::nullopt;
  std::optional<Artifact> artifact = readEntry(key, *bytes);
  if (!artifact) {
    log(LogGroup::Cache, "a damaged entry is dropped");
    folder->remove(key);
    return std::nullopt;
  }
  if (!upToDate(*artifact))
    return std::nullopt;
  log(LogGroup::Cache, "found on disk");
  keepInMemory(key, std::make_shared<const Artifact>(*artifact));
  return artifact;
}

std::vector<std::string> ArtifactCache::kernelsOf(const std::string &path) {
  std::vector<std::string> names;
  std::optional<std::string> bytes = readFile(path);
  if (bytes && bytes->size() > sizeof(CacheKey))
    if (auto artifact = deserialize(std::string_view(*bytes).substr(sizeof(CacheKey))))
      for (const KernelInfo &kernel : artifact->kernels)
        names.push_back(kernel.name);
  return names;
}

void ArtifactCache::store(const CacheKey &key, const Artifact &artifact) {
  if (memory_bytes)
    keepInMemory(key, std::make_shared<const Artifact>(artifact));
  if (folder && folder->write(key, entryBytes(key, artifact)))
    log(LogGroup::Cache, "kept");
}

std::shared_ptr<const Artifact> ArtifactCache::findInMemory(const CacheKey &key) {
  std::lock_guard lock(mutex);
  auto found = index.find(key);
  if (found == index.end())
    return nullptr;
  kept.splice(kept.begin(), kept, found->second);
  return found->second->artifact;
}

void ArtifactCache::keepInMemory(const CacheKey &key, std::shared_ptr<const Artifact> artifact) {
  size_t bytes = sizeOf(*artifact);
  forget(key);
  if (bytes > memory_bytes / 4)
    return;
  std::lock_guard lock(mutex);
  if (index.contains(key))
    return; // another thread has built the same
  kept.push_front({key, std::move(artifact), bytes});
  index[key] = kept.begin();
  kept_bytes += bytes;
  while (kept_bytes > memory_bytes) {
    kept_bytes -= kept.back().bytes;
    index.erase(kept.back().key);
    kept.pop_back();
  }
}

void ArtifactCache::forget(const CacheKey &key) {
  std::lock_guard lock(mutex);
  auto found = index.find(key);
  if (found == index.end())
    return;
  kept_bytes -= found->second->bytes;
  kept.erase(found->second);
  index.erase(found);
}

} // namespace weft
