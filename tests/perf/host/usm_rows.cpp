// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What unified shared memory costs: allocations, copies, launches. A driver without it reports
// nothing.
#include "session.h"

#include <CL/cl_ext.h>
#include <cstring>
#include <string>

namespace bench {

namespace {

struct Usm {
  explicit Usm(const Session &session) {
    cl_platform_id platform = nullptr;
    check(clGetDeviceInfo(session.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
          "clGetDeviceInfo");
    char extensions[1 << 14] = {};
    check(clGetDeviceInfo(session.device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions,
                          nullptr),
          "clGetDeviceInfo");
    if (!std::strstr(extensions, "cl_intel_unified_shared_memory"))
      return;
    const auto find = [&](const char *name) {
      return clGetExtensionFunctionAddressForPlatform(platform, name);
    };
    allocate = reinterpret_cast<clSharedMemAllocINTEL_fn>(find("clSharedMemAllocINTEL"));
    free = reinterpret_cast<clMemFreeINTEL_fn>(find("clMemFreeINTEL"));
    copy = reinterpret_cast<clEnqueueMemcpyINTEL_fn>(find("clEnqueueMemcpyINTEL"));
    info = reinterpret_cast<clGetMemAllocInfoINTEL_fn>(find("clGetMemAllocInfoINTEL"));
  }
  explicit operator bool() const { return allocate && free && copy && info; }

  clSharedMemAllocINTEL_fn allocate = nullptr;
  clMemFreeINTEL_fn free = nullptr;
  clEnqueueMemcpyINTEL_fn copy = nullptr;
  clGetMemAllocInfoINTEL_fn info = nullptr;
};

// The median of `rounds`, of each `calls` calls, per call.
template <typename Call> double perCall(int rounds, int calls, Call &&call) {
  std::vector<double> samples;
  for (int round = 0; round <= rounds; ++round) {
    const double begin = now();
    for (int i = 0; i < calls; ++i)
      call();
    if (round)
      samples.push_back((now() - begin) / calls);
  }
  return median(samples);
}

} // namespace

void rowUsm() {
  const Session session = openSession();
  const Usm usm(session);
  if (!usm)
    return;
  const auto allocate = [&](size_t bytes) {
    cl_int code = CL_SUCCESS;
    void *memory = usm.allocate(session.context, session.device, nullptr, bytes, 0, &code);
    check(code, "clSharedMemAllocINTEL");
    return memory;
  };
  const struct {
    const char *name;
    size_t bytes;
    int calls;
  } sizes[] = {{"64b", 64, 200}, {"4kb", 4096, 200}, {"64mb", size_t(64) << 20, 1}};
  // Among a thousand others, as programs have them.
  std::vector<void *> others;
  for (int i = 0; i < 1000; ++i)
    others.push_back(allocate(64));
  for (const auto &[name, bytes, calls] : sizes) {
    report((std::string("usm_alloc_") + name + "_us").c_str(),
           perCall(30, calls, [&] { usm.free(session.context, allocate(bytes)); }));
    void *from = allocate(bytes), *to = allocate(bytes);
    std::memset(from, 1, bytes);
    std::memset(to, 2, bytes);
    report((std::string("usm_copy_") + name + "_us").c_str(), perCall(30, calls, [&] {
             check(usm.copy(session.queue, CL_TRUE, to, from, bytes, 0, nullptr, nullptr),
                   "clEnqueueMemcpyINTEL");
           }));
    usm.free(session.context, from);
    usm.free(session.context, to);
  }
  size_t next = 0;
  report("usm_info_us", perCall(30, 1000, [&] {
           cl_unified_shared_memory_type_intel type = 0;
           check(usm.info(session.context, others[next++ % others.size()], CL_MEM_ALLOC_TYPE_INTEL,
                          sizeof type, &type, nullptr),
                 "clGetMemAllocInfoINTEL");
         }));
  for (void *other : others)
    usm.free(session.context, other);
}

} // namespace bench
