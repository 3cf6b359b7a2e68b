// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mpirun -n RANKS cluster [OUT.png] [--size CELLS] [--steps STEPS]: heat spreads in a cube of
// CELLS^3 cells, cut into a slab per rank. Each rank computes on a device of its own, on the CPUs
// that the launcher gave it; planes at the cuts go from the kernel's memory to MPI and back without
// a copy, while the rest of the slab is computed. In the end one rank computes all of it again: the
// temperatures must be the same to the last bit, and its time tells the parallel efficiency.
#include "cluster/cpu_share.h"
#include "cluster/heat_slab.h"
#include "common/picture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace examples;

namespace {

struct Options {
  std::string picture = "heat.png";
  int size = 192, steps = 200; // cells along an edge; time steps
};

Options parse(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const bool size = std::strcmp(argv[i], "--size") == 0;
    if (size || std::strcmp(argv[i], "--steps") == 0) {
      const int value = i + 1 < argc ? std::atoi(argv[++i]) : 0;
      if (value < 1 || (size && value > 1024))
        throw std::runtime_error("--size takes 1 to 1024, --steps a positive number");
      (size ? options.size : options.steps) = value;
    } else {
      options.picture = argv[i];
    }
  }
  return options;
}

Pixel colour(float temperature) {
  const float t = std::clamp(temperature, 0.0f, 1.0f);
  auto channel = [&](float from, float to) {
    return uint8_t(255 * std::clamp((t - from) / (to - from), 0.0f, 1.0f));
  };
  return {channel(0.0f, 0.35f), channel(0.25f, 0.75f), channel(0.65f, 1.0f), 255};
}

void writePicture(const std::vector<float> &cube, int size, const std::string &path) {
  Picture picture(size, size);
  const float *plane = cube.data() + size_t(size) * size * (size / 2);
  for (size_t i = 0; i < picture.pixels.size(); ++i)
    picture.pixels[i] = colour(plane[i]);
  writePng(picture, path);
}

// All ranks' planes, on rank 0.
std::vector<float> gather(const HeatSlab &slab, int size, MPI_Comm comm) {
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<float> cube(rank == 0 ? size_t(size) * size * size : 0);
  MPI_Datatype plane;
  MPI_Type_contiguous(size * size, MPI_FLOAT, &plane);
  MPI_Type_commit(&plane);
  std::vector<int> counts, firsts;
  for (int i = 0; i < ranks; ++i) {
    firsts.push_back(HeatSlab::firstPlane(size, i, ranks));
    counts.push_back(HeatSlab::firstPlane(size, i + 1, ranks) - firsts.back());
  }
  MPI_Gatherv(slab.planes(), counts[rank], plane, cube.data(), counts.data(), firsts.data(), plane,
              0, comm);
  MPI_Type_free(&plane);
  return cube;
}

// Seconds: the best of three, for machines that have other things to do.
double timed(HeatSlab &slab, int steps, MPI_Comm comm) {
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    slab.reset();
    MPI_Barrier(comm);
    const double start = MPI_Wtime();
    slab.run(steps);
    MPI_Barrier(comm);
    const double taken = MPI_Wtime() - start;
    best = round ? std::min(best, taken) : taken;
  }
  return best;
}

void describe(const CpuShare &share, const Session &session, MPI_Comm comm) {
  int rank, ranks, length;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  char machine[MPI_MAX_PROCESSOR_NAME] = "", line[512];
  MPI_Get_processor_name(machine, &length);
  std::snprintf(line, sizeof line, "rank %d on %s: CPUs %s, %s%s; %s", rank, machine,
                share.list.c_str(), share.by_launcher ? "by the launcher" : "shared out here",
                share.alone ? "" : ", more ranks than CPUs", session.description().c_str());
  std::vector<char> lines(rank == 0 ? sizeof line * ranks : 0);
  MPI_Gather(line, sizeof line, MPI_CHAR, lines.data(), sizeof line, MPI_CHAR, 0, comm);
  for (int i = 0; rank == 0 && i < ranks; ++i)
    std::puts(lines.data() + sizeof line * i);
}

// False if one rank alone computes something else.
bool run(const Options &options) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks > options.size)
    throw std::runtime_error("more ranks than planes");
  const CpuShare share = takeCpuShare(MPI_COMM_WORLD);
  // The first compiles; the others find the program in the cache on their common file system.
  std::unique_ptr<Session> session;
  for (int turn = 0; turn < 2; ++turn) {
    if ((rank == 0) == (turn == 0)) {
      session = std::make_unique<Session>();
      session->build(HeatSlab::Source);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  describe(share, *session, MPI_COMM_WORLD);

  HeatSlab slab(*session, options.size, MPI_COMM_WORLD);
  const double together = timed(slab, options.steps, MPI_COMM_WORLD);
  const std::vector<float> cube = gather(slab, options.size, MPI_COMM_WORLD);

  bool same = true;
  if (rank == 0) {
    const double cells = double(options.size) * options.size * options.size * options.steps;
    std::printf("%d ranks: %.3f s, %.0f million cells a second\n", ranks, together,
                cells / together / 1e6);
    HeatSlab whole(*session, options.size, MPI_COMM_SELF);
    const double alone = timed(whole, options.steps, MPI_COMM_SELF);
    same = std::memcmp(cube.data(), whole.planes(), cube.size() * sizeof(float)) == 0;
    std::printf("1 rank:  %.3f s, %.0f million cells a second\n", alone, cells / alone / 1e6);
    std::printf("parallel efficiency: %.0f %%\n", 100 * alone / (ranks * together));
    std::puts(same ? "one rank alone computes the same, bit for bit"
                   : "WRONG: one rank alone computes something else");
    writePicture(cube, options.size, options.picture);
    std::printf("the plane in the middle: %s\n", options.picture.c_str());
  }
  MPI_Bcast(&same, 1, MPI_C_BOOL, 0, MPI_COMM_WORLD);
  return same;
}

} // namespace

int main(int argc, char **argv) {
  // What MPI uses to look at the machine may have a plug-in that looks for OpenCL devices. A device
  // has the CPUs of when it is first seen, and that is to be later.
  setenv("HWLOC_COMPONENTS", "-opencl", 0);
  MPI_Init(&argc, &argv);
  try {
    const bool same = run(parse(argc, argv));
    MPI_Finalize();
    return same ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "cluster: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}
