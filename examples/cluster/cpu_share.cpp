// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cluster/cpu_share.h"

#include <sched.h>
#include <stdexcept>
#include <vector>

namespace examples {
namespace {

std::string listOf(const cpu_set_t &mask) {
  std::string list;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &mask))
      continue;
    int last = cpu;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &mask))
      ++last;
    list += (list.empty() ? "" : ",") + std::to_string(cpu);
    if (last > cpu)
      list += "-" + std::to_string(last);
    cpu = last;
  }
  return list;
}

bool overlap(const std::vector<cpu_set_t> &masks) {
  for (size_t i = 0; i < masks.size(); ++i)
    for (size_t j = i + 1; j < masks.size(); ++j) {
      cpu_set_t both;
      CPU_AND(&both, &masks[i], &masks[j]);
      if (CPU_COUNT(&both))
        return true;
    }
  return false;
}

// Part `rank` of `ranks` of the CPUs in any of the masks, in order; of a CPU at least.
cpu_set_t share(const std::vector<cpu_set_t> &masks, int rank) {
  cpu_set_t all;
  CPU_ZERO(&all);
  for (const cpu_set_t &mask : masks)
    CPU_OR(&all, &all, &mask);
  const int ranks = int(masks.size()), count = CPU_COUNT(&all);
  int first = rank * count / ranks, end = (rank + 1) * count / ranks;
  if (first == end)
    end = first + 1;
  cpu_set_t mine;
  CPU_ZERO(&mine);
  for (int cpu = 0, number = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &all)) {
      if (number >= first && number < end)
        CPU_SET(cpu, &mine);
      ++number;
    }
  return mine;
}

} // namespace

CpuShare takeCpuShare(MPI_Comm all) {
  MPI_Comm machine;
  MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  int rank, ranks;
  MPI_Comm_rank(machine, &rank);
  MPI_Comm_size(machine, &ranks);
  cpu_set_t mine;
  if (sched_getaffinity(0, sizeof mine, &mine) != 0)
    throw std::runtime_error("the affinity mask cannot be read");
  std::vector<cpu_set_t> masks(ranks);
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, masks.data(), sizeof mine, MPI_BYTE, machine);

  CpuShare result;
  result.by_launcher = !overlap(masks);
  if (!result.by_launcher) {
    mine = share(masks, rank);
    if (sched_setaffinity(0, sizeof mine, &mine) != 0)
      throw std::runtime_error("the affinity mask cannot be set");
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, masks.data(), sizeof mine, MPI_BYTE, machine);
    result.alone = !overlap(masks);
  }
  MPI_Comm_free(&machine);
  result.cpus = CPU_COUNT(&mine);
  result.list = listOf(mine);
  return result;
}

} // namespace examples
