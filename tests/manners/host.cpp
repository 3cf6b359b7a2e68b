// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain OpenCL as an application writes it.
#include "host.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace manners {

void fail(const std::string &what) {
  std::fprintf(stderr, "failed: %s\n", what.c_str());
  _exit(1);
}

void skip(const std::string &what) {
  std::fprintf(stderr, "skipped: %s\n", what.c_str());
  _exit(skip_code);
}

void Host::openDevice(const char *platform_name) {
  cl_platform_id platforms[8];
  cl_uint count = 0;
  ok(clGetPlatformIDs(8, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < count && i < 8; ++i) {
    char name[256] = "";
    ok(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr),
       "clGetPlatformInfo");
    if (std::strstr(name, platform_name))
      platform = platforms[i];
  }
  check(platform, std::string("no platform ") + platform_name);
  ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_int code;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  ok(code, "clCreateContext");
}

void Host::openQueue(cl_command_queue_properties properties) {
  cl_int code;
  queue = clCreateCommandQueue(context, device, properties, &code);
  ok(code, "clCreateCommandQueue");
}

void Host::release() {
  if (queue)
    ok(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  ok(clReleaseContext(context), "clReleaseContext");
  *this = Host();
}

Host openHost(const char *platform_name) {
  Host host;
  host.openDevice(platform_name);
  host.openQueue();
  return host;
}

cl_program Host::build(const std::string &source, const char *options) const {
  const char *text = source.c_str();
  cl_int code;
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
  ok(code, "clCreateProgramWithSource");
  ok(clBuildProgram(program, 1, &device, options, nullptr, nullptr), "clBuildProgram");
  return program;
}

cl_kernel Host::kernel(const std::string &source, const char *name) const {
  cl_program program = build(source);
  cl_int code;
  cl_kernel kernel = clCreateKernel(program, name, &code);
  ok(code, "clCreateKernel");
  ok(clReleaseProgram(program), "clReleaseProgram");
  return kernel;
}

cl_mem Host::buffer(size_t bytes) const {
  cl_int code;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
  ok(code, "clCreateBuffer");
  return buffer;
}

void Host::launch(cl_kernel kernel, size_t global, size_t local) const {
  ok(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, local ? &local : nullptr, 0,
                            nullptr, nullptr),
     "clEnqueueNDRangeKernel");
}

void Host::work(int salt) const {
  constexpr int count = 1000;
  const std::string text = "__kernel void fill(__global int *out, int a) {"
                           "  out[get_global_id(0)] = a * (int)get_global_id(0) + " +
                           std::to_string(salt) + "; }";
  cl_kernel fill = kernel(text, "fill");
  cl_mem out = buffer(count * sizeof(int));
  const int a = 3;
  setArg(fill, 0, sizeof out, &out);
  setArg(fill, 1, sizeof a, &a);
  launch(fill, count);
  std::vector<int> result(count);
  ok(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, count * sizeof(int), result.data(), 0, nullptr,
                         nullptr),
     "clEnqueueReadBuffer");
  for (int i = 0; i < count; ++i)
    check(result[size_t(i)] == a * i + salt, "a kernel's result");
  ok(clReleaseMemObject(out), "clReleaseMemObject");
  ok(clReleaseKernel(fill), "clReleaseKernel");
}

void setArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  ok(clSetKernelArg(kernel, index, size, value), "clSetKernelArg");
}

void startEndlessKernel(const Host &host) {
  cl_kernel kernel = host.kernel("__kernel void spin(volatile __global int *flags) {"
                                 "  flags[0] = 1; while (!flags[1]) ; }",
                                 "spin");
  // Memory of the test's own: it is there whatever the driver frees.
  static volatile int *flags = static_cast<int *>(std::aligned_alloc(4096, 4096));
  flags[0] = 0;
  flags[1] = 0;
  cl_int code;
  cl_mem buffer =
      clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, 4096, const_cast<int *>(flags), &code);
  ok(code, "clCreateBuffer");
  setArg(kernel, 0, sizeof buffer, &buffer);
  host.launch(kernel, 1, 1);
  ok(clFlush(host.queue), "clFlush");
  while (!flags[0])
    usleep(100);
}

std::vector<std::string> processLines(const char *file) {
  std::ifstream in(std::string("/proc/self/") + file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

size_t processEntries(const char *folder) {
  DIR *directory = opendir((std::string("/proc/self/") + folder).c_str());
  check(directory, "opendir");
  size_t count = 0;
  while (const dirent *entry = readdir(directory))
    count += entry->d_name[0] != '.';
  closedir(directory);
  return count;
}

bool isMapped(const char *part_of_name) {
  for (const std::string &line : processLines("maps"))
    if (line.find(part_of_name) != line.npos)
      return true;
  return false;
}

int inChild(const std::function<void()> &work) {
  const pid_t child = fork();
  check(child >= 0, "fork");
  if (child == 0) {
    alarm(60);
    work();
    std::exit(0);
  }
  int status = 0;
  check(waitpid(child, &status, 0) == child, "waitpid");
  return status;
}

} // namespace manners
