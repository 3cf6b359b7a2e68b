// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cluster/heat_slab.h"

#include <utility>

namespace examples {

// The operations are the same in all ranks and in any number of them, so the results are, too.
const char *const HeatSlab::Source = R"CL(
#pragma OPENCL FP_CONTRACT OFF

// Plane 0 of `field` is the neighbour's below; `first`: the plane of the cube that plane 1 is.
kernel void start(global float *field, int size, int first) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  float scale = 1.0f / size;
  float3 at = (float3)(x + 0.5f, y + 0.5f, z + first - 1 + 0.5f) * scale;
  float3 a = at - (float3)(0.30f, 0.35f, 0.45f), b = at - (float3)(0.70f, 0.55f, 0.50f),
         c = at - (float3)(0.45f, 0.75f, 0.60f);
  bool hot = dot(a, a) < 0.04f || dot(b, b) < 0.02f || dot(c, c) < 0.01f;
  field[((size_t)z * size + y) * size + x] = hot ? 1.0f : 0.0f;
}

// Outside of the cube it is cold; planes outside of it stay as they began.
kernel void spread(global const float *now, global float *next, int size, int plane) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2) + plane;
  size_t at = ((size_t)z * size + y) * size + x;
  float here = now[at];
  float west = x > 0 ? now[at - 1] : 0.0f, east = x < size - 1 ? now[at + 1] : 0.0f;
  float south = y > 0 ? now[at - size] : 0.0f, north = y < size - 1 ? now[at + size] : 0.0f;
  float below = now[at - (size_t)size * size], above = now[at + (size_t)size * size];
  next[at] = here + 0.15f * ((west + east) + (south + north) + (below + above) - 6.0f * here);
}
)CL";

HeatSlab::HeatSlab(Session &session, int size, MPI_Comm comm)
    : session(session), size(size), comm(comm), plane_cells(size_t(size) * size) {
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  first = firstPlane(size, rank, ranks);
  planes_here = firstPlane(size, rank + 1, ranks) - first;
  below = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  above = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  for (float *&memory : field)
    memory =
        static_cast<float *>(session.sharedMemory((planes_here + 2) * plane_cells * sizeof(float)));
  start = session.kernel("start");
  spread = session.kernel("spread");
  reset();
}

void HeatSlab::reset() {
  for (float *memory : field) {
    check(clSetKernelArgSVMPointer(start, 0, memory), "clSetKernelArgSVMPointer");
    setArgument(start, 1, size);
    setArgument(start, 2, first);
    launch(start, 0, planes_here + 2);
  }
  check(clFinish(session.queue()), "clFinish");
}

void HeatSlab::launch(cl_kernel kernel, int first_plane, int count) {
  if (count <= 0)
    return;
  if (kernel == spread)
    setArgument(spread, 3, first_plane);
  const size_t items[] = {size_t(size), size_t(size), size_t(count)};
  check(clEnqueueNDRangeKernel(session.queue(), kernel, 3, nullptr, items, nullptr, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
}

void HeatSlab::step() {
  check(clSetKernelArgSVMPointer(spread, 0, field[0]), "clSetKernelArgSVMPointer");
  check(clSetKernelArgSVMPointer(spread, 1, field[1]), "clSetKernelArgSVMPointer");
  setArgument(spread, 2, size);
  // What the neighbours wait for comes first; then they get it while the rest is computed.
  launch(spread, 1, 1);
  if (planes_here > 1)
    launch(spread, planes_here, 1);
  check(clFinish(session.queue()), "clFinish");
  launch(spread, 2, planes_here - 2);
  check(clFlush(session.queue()), "clFlush");

  const int count = int(plane_cells);
  float *const next = field[1];
  MPI_Request requests[4];
  MPI_Irecv(next, count, MPI_FLOAT, below, 0, comm, &requests[0]);
  MPI_Irecv(next + (planes_here + 1) * plane_cells, count, MPI_FLOAT, above, 1, comm, &requests[1]);
  MPI_Isend(next + plane_cells, count, MPI_FLOAT, below, 1, comm, &requests[2]);
  MPI_Isend(next + planes_here * plane_cells, count, MPI_FLOAT, above, 0, comm, &requests[3]);
  check(clFinish(session.queue()), "clFinish");
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  std::swap(field[0], field[1]);
}

void HeatSlab::run(int steps) {
  for (int i = 0; i < steps; ++i)
    step();
}

} // namespace examples
