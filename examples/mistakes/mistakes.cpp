// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with three mistakes that mostly go unnoticed: its kernel reads one element too many,
// and uses what other work-items of the group write without waiting for them; the program reads the
// result in a queue that nothing makes wait. WEFT_CHECK=all names all three.
#include "common/opencl_session.h"

#include <CL/cl.h>
#include <cstdio>
#include <stdexcept>
#include <vector>

using namespace examples;

constexpr size_t Count = 1000, GroupSize = 40;

const char Source[] = R"CL(
kernel void slopes(global const float *heights, global float *slopes) {
  local float tile[41];
  size_t i = get_global_id(0), l = get_local_id(0);
  tile[l] = heights[i];
  if (l == 39)
    tile[40] = heights[i + 1];
  slopes[i] = tile[l + 1] - tile[l];
}
)CL";

int main() {
  try {
    Session session;
    session.build(Source);
    const std::vector<float> heights(Count, 1);
    std::vector<float> slopes(Count);
    const cl_mem from = session.buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                       Count * sizeof(float), heights.data());
    const cl_mem to = session.buffer(CL_MEM_WRITE_ONLY, Count * sizeof(float));
    const cl_kernel kernel = session.kernel("slopes");
    setArgument(kernel, 0, from);
    setArgument(kernel, 1, to);
    check(clEnqueueNDRangeKernel(session.queue(), kernel, 1, nullptr, &Count, &GroupSize, 0,
                                 nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    const cl_command_queue other = session.otherQueue();
    check(clEnqueueReadBuffer(other, to, CL_TRUE, 0, Count * sizeof(float), slopes.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    check(clFinish(session.queue()), "clFinish");
    clReleaseCommandQueue(other);
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "mistakes: %s\n", error.what());
    return 1;
  }
}
