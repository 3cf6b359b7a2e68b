// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that kernels must not use at the moment: released, or mapped by the host.
#include "cases.h"

#include <CL/cl_ext.h>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace cases {

namespace {

// cl_ext_buffer_device_address, which not all headers have.
constexpr cl_mem_properties private_address = 0x5000;
constexpr cl_mem_info address_of = 0x5001;

// A kernel that adds what its first element leads to, and one buffer to keep a pointer in.
struct Keeper {
  explicit Keeper(Host &host) : host(host), queue(host.queue()), table(host.buffer()) {
    const char *source = "kernel void follow(global int *global *table, global int *out) {\n"
                         "  out[0] += table[0][1];\n"
                         "}\n";
    cl_int code;
    program = clCreateProgramWithSource(host.context, 1, &source, nullptr, &code);
    ok(clBuildProgram(program, 1, &host.device, "-cl-std=CL2.0", nullptr, nullptr), "build");
    kernel = clCreateKernel(program, "follow", &code);
    ok(code, "clCreateKernel");
    out = host.buffer();
    const int zeros[2] = {};
    ok(clEnqueueFillBuffer(queue, out, zeros, 4, 0, Host::bytes, 0, nullptr, nullptr), "fill");
    ok(clSetKernelArg(kernel, 0, sizeof table, &table), "clSetKernelArg");
    ok(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
  }
  void keep(const void *pointer) {
    ok(clEnqueueWriteBuffer(queue, table, CL_TRUE, 0, sizeof pointer, &pointer, 0, nullptr,
                            nullptr),
       "clEnqueueWriteBuffer");
  }
  void launch() {
    const size_t one = 1;
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
       "clEnqueueNDRangeKernel");
    ok(clFinish(queue), "clFinish");
  }
  ~Keeper() {
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    host.release();
  }

  Host &host;
  cl_command_queue queue;
  cl_mem table, out;
  cl_program program;
  cl_kernel kernel;
};

void svmIsReleased() {
  Host host;
  Keeper keeper(host);
  void *memory = clSVMAlloc( // place: svm-is-made
      host.context, CL_MEM_READ_WRITE, 256, 0);
  std::memset(memory, 0, 256);
  keeper.keep(memory);
  keeper.launch();
  clSVMFree( // place: svm-is-released
      host.context, memory);
  keeper.launch();
}

void svmIsReleasedByCommand() {
  Host host;
  Keeper keeper(host);
  void *memory = clSVMAlloc(host.context, CL_MEM_READ_WRITE, 256, 0);
  std::memset(memory, 0, 256);
  keeper.keep(memory);
  ok(clEnqueueSVMFree( // place: svm-is-released-by-command
         keeper.queue, 1, &memory, nullptr, nullptr, 0, nullptr, nullptr),
     "clEnqueueSVMFree");
  keeper.launch();
}

void usmIsReleased() {
  Host host;
  cl_platform_id platform;
  clGetDeviceInfo(host.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
  const auto function = [&](const char *name) {
    return clGetExtensionFunctionAddressForPlatform(platform, name);
  };
  const auto make = reinterpret_cast<clSharedMemAllocINTEL_fn>(function("clSharedMemAllocINTEL"));
  const auto release = reinterpret_cast<clMemFreeINTEL_fn>(function("clMemFreeINTEL"));
  Keeper keeper(host);
  cl_int code;
  void *memory = make(host.context, host.device, nullptr, 256, 0, &code);
  ok(code, "clSharedMemAllocINTEL");
  std::memset(memory, 0, 256);
  keeper.keep(memory);
  release(host.context, memory);
  keeper.launch();
}

void bufferIsReleased() {
  Host host;
  Keeper keeper(host);
  cl_int code;
  const cl_mem_properties properties[] = {private_address, CL_TRUE, 0};
  const cl_mem buffer = clCreateBufferWithProperties(host.context, properties, CL_MEM_READ_WRITE,
                                                     256, nullptr, &code);
  ok(code, "clCreateBufferWithProperties");
  cl_ulong address = 0;
  ok(clGetMemObjectInfo(buffer, address_of, sizeof address, &address, nullptr),
     "clGetMemObjectInfo");
  const int zero = 0;
  clEnqueueFillBuffer(keeper.queue, buffer, &zero, 4, 0, 256, 0, nullptr, nullptr);
  keeper.keep(reinterpret_cast<const void *>(address));
  keeper.launch();
  clReleaseMemObject(buffer);
  keeper.launch();
}

void argumentIsReleased() {
  Host host;
  Keeper keeper(host);
  void *memory = clSVMAlloc(host.context, CL_MEM_READ_WRITE, Host::bytes, 0);
  const cl_kernel twice = host.kernel("twice");
  ok(clSetKernelArgSVMPointer(twice, 0, memory), "clSetKernelArgSVMPointer");
  clSVMFree(host.context, memory);
  host.launch(keeper.queue, twice);
  ok(clFinish(keeper.queue), "clFinish");
}

// Memory is released and made again, many times; what is in use is always the newest.
void memoryIsMadeAgain() {
  Host host;
  Keeper keeper(host);
  for (int i = 0; i < 100; ++i) {
    void *memory = clSVMAlloc(host.context, CL_MEM_READ_WRITE, 256, 0);
    std::memset(memory, 0, 256);
    keeper.keep(memory);
    keeper.launch();
    clSVMFree(host.context, memory);
    void *own = std::calloc(1, 256); // of the application, which kernels may use, too
    keeper.keep(own);
    keeper.launch();
    std::free(own);
  }
}

// More than is kept: it is given back, and used for what comes.
void muchIsReleased() {
  Host host;
  Keeper keeper(host);
  constexpr size_t size = size_t(48) << 20;
  for (int i = 0; i < 12; ++i) {
    void *memory = clSVMAlloc(host.context, CL_MEM_READ_WRITE, size, 0);
    if (!memory)
      std::abort();
    std::memset(memory, 0, 256);
    keeper.keep(memory);
    keeper.launch();
    clSVMFree(host.context, memory);
  }
}

struct MappedBuffer {
  explicit MappedBuffer(cl_map_flags flags) : queue(host.queue()), buffer(host.buffer()) {
    const int zero = 0;
    ok(clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, Host::bytes, 0, nullptr, nullptr), "fill");
    cl_int code;
    mapped = clEnqueueMapBuffer( // place: mapped-for-long
        queue, buffer, CL_TRUE, flags, 0, Host::bytes, 0, nullptr, nullptr, &code);
    ok(code, "clEnqueueMapBuffer");
  }
  void unmap() { ok(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), "unmap"); }
  ~MappedBuffer() {
    clFinish(queue);
    host.release();
  }

  Host host;
  cl_command_queue queue;
  cl_mem buffer;
  void *mapped;
};

// The kernel is before the unmap, if that is enqueued at once or not.
void kernelWritesMapped() {
  MappedBuffer one(CL_MAP_READ);
  one.host.launch(one.queue, one.host.twice(one.buffer));
  one.unmap();
}

void kernelReadsMappedForWriting() {
  MappedBuffer one(CL_MAP_WRITE);
  const cl_mem out = one.host.buffer();
  const int zero = 0;
  clEnqueueFillBuffer(one.queue, out, &zero, 4, 0, Host::bytes, 0, nullptr, nullptr);
  one.host.launch(one.queue, one.host.add(one.buffer, out));
  clFinish(one.queue);
  one.unmap();
}

// Coarse-grained memory, by an argument.
void kernelWritesMappedSvm() {
  Host host;
  const cl_command_queue queue = host.queue();
  void *memory = clSVMAlloc(host.context, CL_MEM_READ_WRITE, Host::bytes, 0);
  const cl_kernel twice = host.kernel("twice");
  ok(clSetKernelArgSVMPointer(twice, 0, memory), "clSetKernelArgSVMPointer");
  const auto map = [&] {
    ok(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, memory, Host::bytes, 0, nullptr, nullptr),
       "clEnqueueSVMMap");
  };
  const auto unmap = [&] {
    ok(clEnqueueSVMUnmap(queue, memory, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
  };
  map();
  unmap();
  host.launch(queue, twice);
  map();
  host.launch(queue, twice);
  unmap();
  host.launch(queue, twice);
  ok(clFinish(queue), "clFinish");
  clSVMFree(host.context, memory);
  host.release();
}

// What is mapped for reading may be read, and all is right once it is unmapped.
void mappingsAreRight() {
  MappedBuffer one(CL_MAP_READ);
  const cl_mem out = one.host.buffer();
  const int zero = 0;
  clEnqueueFillBuffer(one.queue, out, &zero, 4, 0, Host::bytes, 0, nullptr, nullptr);
  one.host.launch(one.queue, one.host.add(one.buffer, out));
  clFinish(one.queue);
  one.unmap();
  one.host.launch(one.queue, one.host.twice(one.buffer));
  // Before the map, however late it runs.
  cl_int code;
  const cl_event user = clCreateUserEvent(one.host.context, &code);
  one.host.launch(one.queue, one.host.twice(one.buffer), {user});
  void *later = clEnqueueMapBuffer(one.queue, one.buffer, CL_FALSE, CL_MAP_WRITE, 0, Host::bytes, 0,
                                   nullptr, nullptr, &code);
  ok(code, "clEnqueueMapBuffer");
  ok(clSetUserEventStatus(user, CL_COMPLETE), "clSetUserEventStatus");
  clFinish(one.queue);
  ok(clEnqueueUnmapMemObject(one.queue, one.buffer, later, 0, nullptr, nullptr), "unmap");
  one.host.launch(one.queue, one.host.twice(one.buffer));
  clReleaseEvent(user);
}

} // namespace

const std::vector<Case> memory_cases = {
    {"svm-is-released", svmIsReleased},
    {"svm-is-released-by-command", svmIsReleasedByCommand},
    {"usm-is-released", usmIsReleased},
    {"buffer-is-released", bufferIsReleased},
    {"argument-is-released", argumentIsReleased},
    {"memory-is-made-again", memoryIsMadeAgain},
    {"much-is-released", muchIsReleased},
    {"kernel-writes-mapped", kernelWritesMapped},
    {"kernel-reads-mapped-for-writing", kernelReadsMappedForWriting},
    {"kernel-writes-mapped-svm", kernelWritesMappedSvm},
    {"mappings-are-right", mappingsAreRight},
};

} // namespace cases
