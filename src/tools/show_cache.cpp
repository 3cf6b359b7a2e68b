// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/show_cache.h"

#include "cpu/code/artifact_cache.h"
#include "support/config.h"

#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace weft {

int showCache(CacheAction action) {
  std::string path = CacheFolder::pathFromEnvironment();
  if (path.empty()) {
    std::fprintf(stderr, "weftc: there is no place for a cache: neither WEFT_CACHE_DIR, "
                         "XDG_CACHE_HOME nor HOME names one\n");
    return 1;
  }
  CacheFolder folder(path, uint64_t(config::cacheSize()) << 20);
  if (action == CacheAction::Clear) {
    std::printf("%zu entries removed from %s\n", folder.clear(), path.c_str());
    return 0;
  }
  uint64_t sum = 0;
  std::vector<CacheFolder::Entry> entries = folder.list();
  for (const CacheFolder::Entry &entry : entries) {
    sum += entry.bytes;
    if (action != CacheAction::List)
      continue;
    time_t used = time_t(entry.last_use / 1'000'000'000);
    char when[32] = "";
    tm local;
    if (localtime_r(&used, &local))
      std::strftime(when, sizeof(when), "%F %T", &local);
    std::string kernels;
    for (const std::string &name : ArtifactCache::kernelsOf(entry.path))
      kernels += " " + name;
    std::printf("%s %9llu %s\n", when, (unsigned long long)entry.bytes,
                kernels.empty() ? " -" : kernels.c_str());
  }
  if (action == CacheAction::Stat)
    std::printf("folder   %s\nentries  %zu\nsize     %.1f MiB of %u MiB\nin use   %s\n",
                path.c_str(), entries.size(), double(sum) / (1 << 20), config::cacheSize(),
                CacheFolder::fromEnvironment() ? "yes" : "no (WEFT_CACHE, WEFT_CACHE_SIZE)");
  return 0;
}

} // namespace weft
