// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/thread_place.h"

namespace weft {

// The CPUs of a thread (0: the calling one), and those of them that the calling one is not on.
// Machines with more CPUs than a cpu_set_t has are left to their schedulers.
static std::optional<ThreadPlace> otherCpus(pid_t thread) {
  ThreadPlace place;
  const int here = sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE ||
      sched_getaffinity(thread, sizeof place.usual, &place.usual) != 0)
    return std::nullopt;
  place.first = place.usual;
  CPU_CLR(size_t(here), &place.first);
  if (CPU_COUNT(&place.first) == 0)
    return std::nullopt;
  return place;
}

std::optional<ThreadPlace> ThreadPlace::beside(unsigned index) {
  std::optional<ThreadPlace> place = otherCpus(0);
  if (!place)
    return place;
  unsigned skip = index % unsigned(CPU_COUNT(&place->first));
  for (size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &place->first) && skip-- == 0) {
      CPU_ZERO(&place->first);
      CPU_SET(cpu, &place->first);
      break;
    }
  return place;
}

std::optional<ThreadPlace> ThreadPlace::keepOff(pid_t thread) {
  std::optional<ThreadPlace> place = otherCpus(thread);
  if (place && sched_setaffinity(thread, sizeof place->first, &place->first) != 0)
    place.reset();
  return place;
}

} // namespace weft
