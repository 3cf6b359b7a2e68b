// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rank's part of a cube in which heat spreads: some planes of it, and the neighbours' next ones.
#ifndef WEFT_EXAMPLES_HEAT_SLAB_H
#define WEFT_EXAMPLES_HEAT_SLAB_H

#include "common/opencl_session.h"

#include <mpi.h>

namespace examples {

class HeatSlab {
public:
  static const char *const Source;

  // Rank `rank` of `ranks` has the planes from its first to the next rank's.
  static int firstPlane(int size, int rank, int ranks) { return int(int64_t(size) * rank / ranks); }

  // Requires a session that has built Source. `size`: cells along an edge of the cube.
  HeatSlab(Session &session, int size, MPI_Comm comm);

  // The temperatures of the beginning: three hot balls, cold walls.
  void reset();
  // Exchanges planes with the neighbours in each step. All ranks of the communicator take part.
  void run(int steps);

  // This rank's planes, without the neighbours'.
  const float *planes() const { return field[0] + plane_cells; }

private:
  void launch(cl_kernel kernel, int first, int count);
  void step();

  Session &session;
  const int size;
  MPI_Comm comm;
  int first, planes_here;
  int below, above; // ranks, or MPI_PROC_NULL
  size_t plane_cells;
  float *field[2]; // now, next: planes_here + 2 planes each
  cl_kernel start, spread;
};

} // namespace examples
#endif
