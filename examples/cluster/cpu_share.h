// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which CPUs a rank of an MPI program may use.
#ifndef WEFT_EXAMPLES_CPU_SHARE_H
#define WEFT_EXAMPLES_CPU_SHARE_H

#include <mpi.h>
#include <string>

namespace examples {

struct CpuShare {
  int cpus = 0;            // that this rank computes on from now on
  bool by_launcher = true; // no two ranks of the machine had a CPU in common
  bool alone = true;       // none have one now
  std::string list;        // "0-3,8"
};

// To be called by all ranks, before the first call of OpenCL: a driver for CPUs uses those of the
// process's affinity mask, which launchers (--bind-to core, Slurm's cgroups) have set. Where masks
// of ranks on one machine overlap, as without binding, each rank binds itself to its share of all
// their CPUs; where there are more ranks than CPUs some have to share one.
CpuShare takeCpuShare(MPI_Comm all);

} // namespace examples
#endif
