// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch needs of OpenCL beside buffers: the device, shared virtual memory with pointers in
// it, images and samplers.
#ifndef WEFT_TESTS_FUZZ_DEVICE_OBJECTS_H
#define WEFT_TESTS_FUZZ_DEVICE_OBJECTS_H

#include "images.h"
#include "ranges.h"

#include <CL/cl.h>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace weft::fuzz {

inline void check(cl_int error, const char *call) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + ": " + std::to_string(error));
}

template <typename T, cl_int (*Drop)(T)> struct Owned {
  T handle = nullptr;
  Owned(T handle, cl_int error, const char *call) : handle(handle) { check(error, call); }
  Owned(const Owned &) = delete;
  ~Owned() { Drop(handle); }
};

// What the driver says to its context's callback.
class Reports {
public:
  static Reports &get() {
    static Reports *reports = new Reports;
    return *reports;
  }
  static void CL_CALLBACK hear(const char *message, const void *, size_t, void *) {
    std::lock_guard lock(get().mutex);
    get().heard.push_back(message);
  }
  std::vector<std::string> take() {
    std::lock_guard lock(mutex);
    return std::exchange(heard, {});
  }

private:
  std::mutex mutex;
  std::vector<std::string> heard;
};

struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_bool remainders = CL_FALSE; // groups at the edge may be smaller

  // Lives as long as the process: the driver may be gone before static destructors run.
  static Device &get() {
    static Device *device = new Device;
    return *device;
  }
  Device() {
    cl_platform_id platform;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr), "clGetDeviceIDs");
    clGetDeviceInfo(id, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof remainders, &remainders,
                    nullptr);
    cl_int error;
    context = clCreateContext(nullptr, 1, &id, Reports::hear, nullptr, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, id, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
  }
};

template <typename T> cl_mem buffer(const std::vector<T> &data, cl_int &error) {
  return clCreateBuffer(Device::get().context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                        data.size() * sizeof(T), const_cast<T *>(data.data()), &error);
}

using OwnedBuffer = Owned<cl_mem, clReleaseMemObject>;
using OwnedSampler = Owned<cl_sampler, clReleaseSampler>;

// Shared virtual memory; other drivers may want it mapped while the host writes.
struct SharedBlock {
  void *data = nullptr;
  explicit SharedBlock(size_t size)
      : data(clSVMAlloc(Device::get().context, CL_MEM_READ_WRITE, size, 0)) {
    if (!data)
      throw std::runtime_error("clSVMAlloc");
  }
  SharedBlock(const SharedBlock &) = delete;
  ~SharedBlock() { clSVMFree(Device::get().context, data); }
  void fill(const void *from, size_t size) {
    cl_command_queue queue = Device::get().queue;
    check(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, data, size, 0, nullptr, nullptr),
          "clEnqueueSVMMap");
    std::memcpy(data, from, size);
    check(clEnqueueSVMUnmap(queue, data, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
  }
};

constexpr size_t NodeBytes = 32; // as kernels see one
void fillNodes(SharedBlock &block, const SharedBlock &values, const SharedBlock &slab,
               const Input &input, unsigned slab_bytes);
// Each of imageShape(); those that are written hold what `memory` says.
std::vector<std::unique_ptr<OwnedBuffer>> makeImages(uint64_t seed, const Memory &memory);
cl_sampler makeSampler(unsigned index, cl_int &error);

} // namespace weft::fuzz
#endif
