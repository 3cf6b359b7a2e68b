// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Much of everything, and too little memory: results or error codes, nothing lost, no hang.
#include "host.h"

#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace manners {
namespace {

constexpr char increment[] = "__kernel void inc(__global int *x) { x[0]++; }";

int readInt(const Host &host, cl_mem buffer) {
  int value = -1;
  ok(clEnqueueReadBuffer(host.queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
     "clEnqueueReadBuffer");
  return value;
}

cl_mem zeroed(const Host &host) {
  cl_mem buffer = host.buffer(64);
  const int zero = 0;
  ok(clEnqueueFillBuffer(host.queue, buffer, &zero, sizeof zero, 0, 64, 0, nullptr, nullptr),
     "clEnqueueFillBuffer");
  ok(clFinish(host.queue), "clFinish");
  return buffer;
}

void thousandQueues() {
  Host host;
  host.openDevice();
  std::vector<cl_command_queue> queues;
  for (int i = 0; i < 1000; ++i) {
    host.openQueue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    queues.push_back(host.queue);
  }
  cl_kernel kernel = host.kernel("__kernel void inc(__global int *x) { atomic_inc(x); }", "inc");
  cl_mem buffer = zeroed(host);
  setArg(kernel, 0, sizeof buffer, &buffer);
  for (int round = 0; round < 3; ++round)
    for (cl_command_queue queue : queues) {
      host.queue = queue;
      host.launch(kernel, 2, 1);
    }
  for (cl_command_queue queue : queues)
    ok(clFinish(queue), "clFinish");
  check(readInt(host, buffer) == 6000, "launches were lost");
  check(processEntries("task") < 300, "a thread for each queue");
  for (cl_command_queue queue : queues)
    ok(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
}

// A hundred thousand commands, each waiting for the one before, held back by one user event.
void pendingChain() {
  constexpr int count = 100'000;
  Host host;
  host.openDevice();
  cl_int code;
  for (cl_command_queue_properties properties :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}) {
    host.openQueue(properties);
    cl_kernel kernel = host.kernel(increment, "inc");
    cl_mem buffer = zeroed(host);
    setArg(kernel, 0, sizeof buffer, &buffer);
    cl_event gate = clCreateUserEvent(host.context, &code);
    ok(code, "clCreateUserEvent");
    cl_event last = gate;
    const size_t one = 1;
    for (int i = 0; i < count; ++i) {
      cl_event event;
      ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &one, &one, 1, &last, &event),
         "clEnqueueNDRangeKernel");
      if (last != gate)
        ok(clReleaseEvent(last), "clReleaseEvent");
      last = event;
    }
    ok(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
    ok(clWaitForEvents(1, &last), "clWaitForEvents");
    check(readInt(host, buffer) == count, "commands of a chain were lost");
    // An error at the gate ends all of them.
    cl_event broken = clCreateUserEvent(host.context, &code);
    ok(code, "clCreateUserEvent");
    last = broken;
    for (int i = 0; i < count; ++i) {
      cl_event event;
      ok(clEnqueueMarkerWithWaitList(host.queue, 1, &last, &event), "clEnqueueMarkerWithWaitList");
      if (last != broken)
        ok(clReleaseEvent(last), "clReleaseEvent");
      last = event;
    }
    ok(clSetUserEventStatus(broken, -1), "clSetUserEventStatus");
    check(clWaitForEvents(1, &last) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
          "an error did not reach the end of a chain");
    ok(clFinish(host.queue), "clFinish");
  }
}

// A hundred thousand commands that wait for one event, and one that waits for many of them.
void pendingFan() {
  constexpr int count = 100'000;
  Host host;
  host.openDevice();
  host.openQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_kernel kernel = host.kernel("__kernel void inc(__global int *x) { atomic_inc(x); }", "inc");
  cl_mem buffer = zeroed(host);
  setArg(kernel, 0, sizeof buffer, &buffer);
  cl_int code;
  cl_event gate = clCreateUserEvent(host.context, &code);
  ok(code, "clCreateUserEvent");
  std::vector<cl_event> events(count);
  const size_t one = 1;
  for (cl_event &event : events)
    ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &one, &one, 1, &gate, &event),
       "clEnqueueNDRangeKernel");
  cl_event all;
  ok(clEnqueueMarkerWithWaitList(host.queue, count, events.data(), &all),
     "clEnqueueMarkerWithWaitList");
  ok(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
  ok(clWaitForEvents(1, &all), "clWaitForEvents");
  check(readInt(host, buffer) == count, "commands of a fan were lost");
  for (cl_event event : events)
    ok(clReleaseEvent(event), "clReleaseEvent");
}

// Address space as it is now, and `spare` bytes.
void limitMemory(size_t spare) {
  size_t bytes = 0;
  for (const std::string &line : processLines("status"))
    if (line.rfind("VmSize:", 0) == 0)
      bytes = std::strtoull(line.c_str() + 7, nullptr, 10) << 10;
  check(bytes, "VmSize");
  rlimit limit;
  check(getrlimit(RLIMIT_AS, &limit) == 0, "getrlimit");
  limit.rlim_cur = bytes + spare;
  check(setrlimit(RLIMIT_AS, &limit) == 0, "setrlimit");
}

void unlimitMemory() {
  rlimit limit;
  check(getrlimit(RLIMIT_AS, &limit) == 0, "getrlimit");
  limit.rlim_cur = limit.rlim_max;
  check(setrlimit(RLIMIT_AS, &limit) == 0, "setrlimit");
}

void noMemoryForBuffers() {
  const Host host = openHost();
  host.work(1);
  cl_ulong largest = 0;
  ok(clGetDeviceInfo(host.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, nullptr),
     "clGetDeviceInfo");
  cl_int code = CL_SUCCESS;
  check(!clCreateBuffer(host.context, CL_MEM_READ_WRITE, largest + 1, nullptr, &code) &&
            code == CL_INVALID_BUFFER_SIZE,
        "a buffer larger than the largest");
  limitMemory(size_t(64) << 20);
  std::vector<cl_mem> buffers;
  for (;;) {
    cl_mem buffer =
        clCreateBuffer(host.context, CL_MEM_READ_WRITE, size_t(8) << 20, nullptr, &code);
    if (!buffer)
      break;
    buffers.push_back(buffer);
    check(buffers.size() < 100, "memory without end");
  }
  check(code == CL_MEM_OBJECT_ALLOCATION_FAILURE, "no memory: " + std::to_string(code));
  for (cl_mem buffer : buffers)
    ok(clReleaseMemObject(buffer), "clReleaseMemObject");
  unlimitMemory();
  host.work(2);
}

// Builds fail as long as there is too little memory; with enough of it they succeed.
void noMemoryForBuilds() {
  const Host host = openHost();
  host.work(1);
  std::string source;
  for (int i = 0; i < 30; ++i)
    source += "__kernel void f" + std::to_string(i) +
              "(__global float16 *x) { size_t i = get_global_id(0);"
              " x[i] = sin(x[i]) + exp(x[i + 1]) * pow(x[i + 2], x[i]); }\n";
  bool failed = false;
  for (size_t spare : {size_t(64) << 10, size_t(1) << 20, size_t(6) << 20, size_t(64) << 20}) {
    limitMemory(spare);
    const char *text = source.c_str();
    cl_int code;
    cl_program program = clCreateProgramWithSource(host.context, 1, &text, nullptr, &code);
    if (program) {
      code = clBuildProgram(program, 1, &host.device, "", nullptr, nullptr);
      ok(clReleaseProgram(program), "clReleaseProgram");
    }
    unlimitMemory();
    failed |= code != CL_SUCCESS;
    check(code == CL_SUCCESS || code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES ||
              code == CL_BUILD_PROGRAM_FAILURE || code == CL_COMPILER_NOT_AVAILABLE,
          "an odd code: " + std::to_string(code));
    source += "// another program\n";
  }
  check(failed, "every build had memory enough");
  host.work(2);
}

// A compiler that could not be loaded for lack of memory is loaded when there is enough.
void noMemoryForTheCompiler() {
  setenv("WEFT_CACHE", "0", 1);
  setenv("WEFT_COMPILE", "inside", 1);
  const Host host = openHost();
  limitMemory(size_t(1) << 20);
  const char *text = "__kernel void f(__global int *x) { *x = 1; }";
  cl_int code;
  cl_program program = clCreateProgramWithSource(host.context, 1, &text, nullptr, &code);
  ok(code, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &host.device, "-DWEFT_TEST", nullptr, nullptr) != CL_SUCCESS,
        "the compiler was loaded in 1 MiB");
  unlimitMemory();
  ok(clBuildProgram(program, 1, &host.device, "-DWEFT_TEST", nullptr, nullptr), "clBuildProgram");
  ok(clReleaseProgram(program), "clReleaseProgram");
}

// Whatever a build lacks, at whatever point: it fails, and its process goes on.
void littleMemoryForABuild() {
  setenv("WEFT_CACHE", "0", 1);
  setenv("WEFT_COMPILE", "server", 1);
  int failures = 0;
  // Most of a build happens between the last of these limits.
  for (size_t mebibytes = 0; mebibytes < 300; mebibytes += mebibytes < 240 ? 24 : 2) {
    const int status = inChild([&] {
      Host host;
      host.openDevice();
      limitMemory(mebibytes << 20);
      const char *text =
          "__kernel void f(__global float16 *x, __global int *o) { size_t i = get_global_id(0);"
          " x[i] = sin(x[i]) + exp(x[i + 1]) * pow(x[i + 2], x[i]);"
          " for (int j = 0; j < o[3]; ++j) o[j] += j / o[4]; }";
      cl_int code;
      cl_program program = clCreateProgramWithSource(host.context, 1, &text, nullptr, &code);
      if (program)
        code = clBuildProgram(program, 1, &host.device, "", nullptr, nullptr);
      _exit(code == CL_SUCCESS ? 0 : 1);
    });
    check(WIFEXITED(status), "ended by signal " + std::to_string(WTERMSIG(status)) + " with " +
                                 std::to_string(mebibytes) + " MiB");
    failures += WEXITSTATUS(status) != 0;
  }
  check(failures > 0, "every build had memory enough");
}

} // namespace

const std::vector<Scenario> fault_scenarios = {
    {"thousand-queues", thousandQueues},
    {"pending-chain", pendingChain},
    {"pending-fan", pendingFan},
    {"no-memory-for-buffers", noMemoryForBuffers},
    {"no-memory-for-builds", noMemoryForBuilds},
    {"no-memory-for-the-compiler", noMemoryForTheCompiler},
    {"little-memory-for-a-build", littleMemoryForABuild},
};

} // namespace manners
