// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/objects.h"

#include "check/report.h"
#include "support/fork_safe_mutex.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace weft::check {

namespace {

struct Made {
  const char *what;
  HostStack where;
  uint64_t number; // in the order of creation
};

struct Registry {
  ForkSafeMutex mutex; // guards what follows
  std::unordered_map<const void *, Made> objects;
  uint64_t count = 0;
};

// Never destroyed: objects go while the process exits, too.
Registry &registry() {
  static Registry &only = *new Registry;
  return only;
}

} // namespace

void noteMade(const void *object, const char *what) {
  if (!object)
    return;
  const HostStack where = HostStack::here();
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  all.objects[object] = {what, where, ++all.count};
}

void noteGone(const void *object) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  all.objects.erase(object);
}

HostStack madeAt(const void *object) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  const auto found = all.objects.find(object);
  return found == all.objects.end() ? HostStack() : found->second.where;
}

void reportLeaks() {
  std::vector<Made> left;
  {
    Registry &all = registry();
    std::lock_guard lock(all.mutex);
    for (const auto &[object, made] : all.objects)
      left.push_back(made);
  }
  std::ranges::sort(left, {}, &Made::number);
  for (const Made &made : left) {
    Report leak;
    leak.kind = Kind::Api;
    leak.message = std::string(made.what) + " that is never released";
    leak.host = made.where;
    report(leak);
  }
}

} // namespace weft::check
