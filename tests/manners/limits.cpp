// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the process may use, and that what is advertised can be used.
#include "host.h"

#include <cstdint>
#include <cstdlib>
#include <sched.h>

namespace manners {
namespace {

template <typename T> T info(const Host &host, cl_device_info param) {
  T value = {};
  ok(clGetDeviceInfo(host.device, param, sizeof value, &value, nullptr), "clGetDeviceInfo");
  return value;
}

void affinityObeyed() {
  cpu_set_t cpus;
  check(sched_getaffinity(0, sizeof cpus, &cpus) == 0, "sched_getaffinity");
  int last = -1;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &cpus))
      last = cpu;
  CPU_ZERO(&cpus);
  CPU_SET(last, &cpus);
  check(sched_setaffinity(0, sizeof cpus, &cpus) == 0, "sched_setaffinity");
  const Host host = openHost();
  check(info<cl_uint>(host, CL_DEVICE_MAX_COMPUTE_UNITS) == 1, "compute units");
  host.work(1);
  check(processEntries("task") <= 2, "more threads than CPUs");
  check(sched_getaffinity(0, sizeof cpus, &cpus) == 0 && CPU_COUNT(&cpus) == 1 &&
            CPU_ISSET(last, &cpus),
        "the mask was changed");
}

void threadsObeyed() {
  setenv("WEFT_THREADS", "1", 1);
  const Host host = openHost();
  host.work(1);
  check(processEntries("task") <= 2, "more threads than WEFT_THREADS");
}

// The largest group that the kernel can be launched with, all of local memory, and a kilobyte for
// each work-item that lives across barriers.
void largestGroups() {
  const Host host = openHost();
  const auto local_bytes = info<cl_ulong>(host, CL_DEVICE_LOCAL_MEM_SIZE);
  cl_kernel kernel = host.kernel(R"(
__kernel void f(__global uint *out, __local uint *tile, uint words, uint turn) {
  uint own[256];
  const uint l = get_local_id(0), n = get_local_size(0);
  for (uint i = 0; i < 256; ++i)
    own[i] = l * 256 + i;
  for (uint i = l; i < words; i += n)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = l; i < words; i += n)
    sum += tile[words - 1 - i] + i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = own[(l + turn) & 255] - l * 256 + (sum == (words - 1) * ((words - l + n - 1) / n));
})",
                                 "f");
  size_t items = 0;
  ok(clGetKernelWorkGroupInfo(kernel, host.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof items, &items,
                              nullptr),
     "clGetKernelWorkGroupInfo");
  check(items == info<size_t>(host, CL_DEVICE_MAX_WORK_GROUP_SIZE), "the largest group");
  constexpr size_t groups = 3;
  cl_mem out = host.buffer(groups * items * sizeof(cl_uint));
  const cl_uint words = cl_uint(local_bytes / sizeof(cl_uint)), turn = 5;
  setArg(kernel, 0, sizeof out, &out);
  setArg(kernel, 1, words * sizeof(cl_uint), nullptr);
  setArg(kernel, 2, sizeof words, &words);
  setArg(kernel, 3, sizeof turn, &turn);
  host.launch(kernel, groups * items, items);
  std::vector<cl_uint> result(groups * items);
  ok(clEnqueueReadBuffer(host.queue, out, CL_TRUE, 0, result.size() * sizeof(cl_uint),
                         result.data(), 0, nullptr, nullptr),
     "clEnqueueReadBuffer");
  for (size_t i = 0; i < result.size(); ++i)
    check(result[i] == ((i % items + turn) & 255) + 1, "a work-item of a large group");
  // One byte more is refused.
  setArg(kernel, 1, size_t(local_bytes) + 1, nullptr);
  check(clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &items, &items, 0, nullptr,
                               nullptr) == CL_OUT_OF_RESOURCES,
        "more local memory than there is");
  const size_t too_many = items + 1;
  setArg(kernel, 1, 64, nullptr);
  const cl_int code = clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &too_many, &too_many,
                                             0, nullptr, nullptr);
  check(code == CL_INVALID_WORK_GROUP_SIZE || code == CL_INVALID_WORK_ITEM_SIZE,
        "a group that is too large");
}

} // namespace

const std::vector<Scenario> limit_scenarios = {
    {"affinity-obeyed", affinityObeyed},
    {"threads-obeyed", threadsObeyed},
    {"largest-groups", largestGroups},
};

} // namespace manners
