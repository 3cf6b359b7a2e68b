// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every OpenCL program does first: choose a device, make a context and a queue, build kernels.
#ifndef WEFT_EXAMPLES_OPENCL_SESSION_H
#define WEFT_EXAMPLES_OPENCL_SESSION_H

#include <CL/cl.h>
#include <cstddef>
#include <map>
#include <string>

namespace examples {

// Throws std::runtime_error that names the call, unless `code` is CL_SUCCESS.
void check(cl_int code, const char *call);

class Session {
public:
  // The first device of the first platform; the ICD loader decides which platforms there are.
  Session();
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  cl_command_queue queue() const { return commands; }
  // One more, which is the caller's to release.
  cl_command_queue otherQueue() const;

  // "<device> of <platform>, OpenCL C version, compute units".
  std::string description() const;

  // Builds the program whose kernels kernel() names; throws with the build log.
  void build(const char *source);
  // The same of a SPIR-V module; `constants` are the values of its specialisation constants.
  void buildModule(const std::string &module, const std::map<cl_uint, cl_int> &constants = {});

  // Kernels and buffers live as long as the session.
  cl_kernel kernel(const char *name);
  cl_mem buffer(cl_mem_flags flags, size_t bytes, const void *initial = nullptr);
  // Shared virtual memory that host and device may use at any time, without mapping it.
  void *sharedMemory(size_t bytes);

  // Runs a kernel over width x height in groups of `side` x `side` and waits for its end. Returns
  // what the device took, in milliseconds, by its own clock.
  double run(cl_kernel kernel, size_t width, size_t height, size_t side);

  void read(cl_mem buffer, size_t bytes, void *to);

private:
  void buildProgram();

  struct Owned;
  Owned *owned;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue commands = nullptr;
  cl_program program = nullptr;
};

template <typename T> void setArgument(cl_kernel kernel, cl_uint index, const T &value) {
  check(clSetKernelArg(kernel, index, sizeof(T), &value), "clSetKernelArg");
}

} // namespace examples
#endif
