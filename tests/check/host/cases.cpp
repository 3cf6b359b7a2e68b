// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check_cases NAME: runs one of them.
#include "cases.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace cases {

void ok(cl_int code, const char *what) {
  if (code == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: %d\n", what, code);
  std::_Exit(99);
}

static void CL_CALLBACK onError(const char *message, const void *, size_t, void *) {
  std::fprintf(stderr, "told: %s", message);
}

Host::Host() {
  cl_platform_id platform;
  cl_int code;
  ok(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  context = clCreateContext(nullptr, 1, &device, onError, nullptr, &code);
  ok(code, "clCreateContext");
  const char *source = "kernel void fill(global int *out, int value) {\n"
                       "  out[get_global_id(0)] = value;\n"
                       "}\n"
                       "kernel void twice(global int *data) { data[get_global_id(0)] *= 2; }\n"
                       "kernel void add(global const int *in, global int *out) {\n"
                       "  out[get_global_id(0)] += in[get_global_id(0)];\n"
                       "}\n"
                       "kernel void first(global const int *in, global int *out) {\n"
                       "  local int first;\n"
                       "  if (get_local_id(0) == 0)\n"
                       "    first = in[get_global_id(0)];\n"
                       "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "  out[get_global_id(0)] = first;\n"
                       "}\n";
  program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
  ok(code, "clCreateProgramWithSource");
  ok(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
}

cl_command_queue Host::queue(cl_command_queue_properties properties) {
  cl_int code;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  queues.push_back(clCreateCommandQueueWithProperties(context, device, list, &code));
  ok(code, "clCreateCommandQueueWithProperties");
  return queues.back();
}

cl_mem Host::buffer(cl_mem_flags flags) {
  cl_int code;
  buffers.push_back(clCreateBuffer(context, flags, bytes, nullptr, &code));
  ok(code, "clCreateBuffer");
  return buffers.back();
}

cl_kernel Host::kernel(const char *name) {
  cl_int code;
  kernels.push_back(clCreateKernel(program, name, &code));
  ok(code, "clCreateKernel");
  return kernels.back();
}

cl_kernel Host::fill(cl_mem out) {
  const cl_kernel made = kernel("fill");
  const cl_int value = 1;
  ok(clSetKernelArg(made, 0, sizeof out, &out), "clSetKernelArg");
  ok(clSetKernelArg(made, 1, sizeof value, &value), "clSetKernelArg");
  return made;
}

cl_kernel Host::twice(cl_mem data) {
  const cl_kernel made = kernel("twice");
  ok(clSetKernelArg(made, 0, sizeof data, &data), "clSetKernelArg");
  return made;
}

cl_kernel Host::add(cl_mem in, cl_mem out) { return ofTwo("add", in, out); }
cl_kernel Host::first(cl_mem in, cl_mem out) { return ofTwo("first", in, out); }

cl_kernel Host::ofTwo(const char *name, cl_mem in, cl_mem out) {
  const cl_kernel made = kernel(name);
  ok(clSetKernelArg(made, 0, sizeof in, &in), "clSetKernelArg");
  ok(clSetKernelArg(made, 1, sizeof out, &out), "clSetKernelArg");
  return made;
}

void Host::launch(cl_command_queue queue, cl_kernel kernel, const std::vector<cl_event> &after,
                  cl_event *event, size_t offset) {
  ok(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &count, nullptr, cl_uint(after.size()),
                            after.empty() ? nullptr : after.data(), event),
     "clEnqueueNDRangeKernel");
}

void Host::release() {
  for (cl_command_queue queue : queues) {
    clFinish(queue);
    clReleaseCommandQueue(queue);
  }
  for (cl_kernel kernel : kernels)
    clReleaseKernel(kernel);
  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
  clReleaseProgram(program);
  clReleaseContext(context);
}

} // namespace cases

int main(int argc, char **argv) {
  using namespace cases;
  alarm(100);
  for (const auto *group : {&api_cases, &race_cases, &order_cases, &memory_cases})
    for (const Case &one : *group)
      if (argc == 2 && std::strcmp(argv[1], one.name) == 0) {
        one.run();
        return 0;
      }
  std::fprintf(stderr, "there is no such case\n");
  return 98;
}
