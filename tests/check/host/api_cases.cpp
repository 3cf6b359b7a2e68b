// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wrong use of the API, one kind in each, and programs that only look so.
#include "cases.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace cases {

namespace {

cl_event userEvent(const Host &host) {
  cl_int code;
  const cl_event event = clCreateUserEvent(host.context, &code); // place: user-event
  ok(code, "clCreateUserEvent");
  return event;
}

// Each call of the API that is common, and nothing left.
void clean() {
  Host host;
  const cl_command_queue queue = host.queue(CL_QUEUE_PROFILING_ENABLE);
  const cl_mem in = host.buffer(), out = host.buffer();
  std::vector<int> data(Host::count, 3);
  cl_int code;
  cl_event event;
  ok(clEnqueueWriteBuffer(queue, in, CL_FALSE, 0, Host::bytes, data.data(), 0, nullptr, nullptr),
     "write");
  host.launch(queue, host.fill(out));
  host.launch(queue, host.add(in, out), {}, &event);
  ok(clWaitForEvents(1, &event), "wait");
  cl_ulong time;
  ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
     "profile");
  ok(clReleaseEvent(event), "release");
  void *mapped = clEnqueueMapBuffer(queue, out, CL_TRUE, CL_MAP_WRITE, 0, Host::bytes, 0, nullptr,
                                    nullptr, &code);
  ok(code, "map");
  ok(clEnqueueUnmapMemObject(queue, out, mapped, 0, nullptr, nullptr), "unmap");
  host.launch(queue, host.twice(out));
  ok(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, Host::bytes, data.data(), 0, nullptr, nullptr),
     "read");
  const cl_event user = userEvent(host);
  ok(clEnqueueMarkerWithWaitList(queue, 1, &user, &event), "marker");
  ok(clSetUserEventStatus(user, CL_COMPLETE), "set");
  ok(clWaitForEvents(1, &event), "wait");
  clReleaseEvent(user);
  clReleaseEvent(event);
  clSVMFree(host.context, clSVMAlloc(host.context, CL_MEM_READ_WRITE, 64, 0));
  host.release();
}

void nothing() {}

void makeBuffers(const Host &host) {
  for (int i = 0; i < 3; ++i) {
    cl_int code;
    clCreateBuffer(host.context, CL_MEM_READ_WRITE, 64, nullptr, &code); // place: leaked-buffers
  }
}

void leakBuffers() {
  Host host;
  makeBuffers(host);
  host.release();
}

void leakAll() {
  Host host;
  cl_int code;
  const cl_command_queue queue = host.queue();
  cl_event event;
  ok(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event), "marker"); // place: leaked-event
  clCreateUserEvent(host.context, &code);                               // place: leaked-user-event
  clSVMAlloc(host.context, CL_MEM_READ_WRITE, 64, 0);                   // place: leaked-svm
  const cl_sampler_properties none[] = {0};
  clCreateSamplerWithProperties(host.context, none, &code); // place: leaked-sampler
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  clCreateImage( // place: leaked-image
      host.context, CL_MEM_READ_ONLY, &format, &desc, nullptr, &code);
  const char *source = "kernel void k() {}";
  const cl_program program = clCreateProgramWithSource( // place: leaked-program
      host.context, 1, &source, nullptr, &code);
  ok(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "build");
  cl_kernel kernel;
  ok(clCreateKernelsInProgram(program, 1, &kernel, nullptr), "kernels"); // place: leaked-kernel
  const cl_queue_properties properties[] = {0};
  clCreateCommandQueueWithProperties( // place: leaked-queue
      host.context, host.device, properties, &code);
  clRetainContext(host.context);
  host.release();
}

// Static objects go after main(), and so may what they hold.
struct Holder {
  Host *host = nullptr;
  ~Holder() {
    if (host)
      host->release();
  }
} holder;
void staticHolder() { holder.host = new Host; }

void unsetArgument() {
  Host host;
  const cl_kernel kernel = host.kernel("fill");
  const cl_mem out = host.buffer();
  ok(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
  const size_t size = 1;
  clEnqueueNDRangeKernel( // place: unset-argument
      host.queue(), kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr);
  host.release();
}

// The program does not look at what the call returns, and goes on with what `data` had.
void readBehindTheEnd() {
  Host host;
  std::vector<int> data(Host::count + 1);
  const cl_mem buffer = host.buffer();
  clEnqueueReadBuffer(host.queue(), buffer, CL_TRUE, 0, Host::bytes + 1, // place: out-of-range
                      data.data(), 0, nullptr, nullptr);
  host.release();
}

void setArgumentOfOtherSize() {
  Host host;
  const long value = 1;
  clSetKernelArg(host.kernel("fill"), 1, sizeof value, &value); // place: size-of-argument
  host.release();
}

// Programs make such calls to see what there is, and look at what they return.
void askWhatThereIs() {
  Host host;
  const auto isRefused = [](cl_int code, cl_int expected, const char *what) {
    ok(code == expected ? CL_SUCCESS : code ? code : CL_INVALID_VALUE, what);
  };
  cl_int code;
  isRefused(clGetDeviceInfo(host.device, 1, 0, nullptr, nullptr), CL_INVALID_VALUE, "query");
  const cl_image_format format = {CL_ARGB, CL_UNORM_INT16};
  const cl_image_desc description = {CL_MEM_OBJECT_IMAGE2D, 4, 4, 0, 0, 0, 0, 0, 0, {nullptr}};
  clCreateImage(host.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &code);
  isRefused(code, CL_IMAGE_FORMAT_NOT_SUPPORTED, "image");
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, cl_queue_properties(1) << 40, 0};
  clCreateCommandQueueWithProperties(host.context, host.device, properties, &code);
  isRefused(code, CL_INVALID_VALUE, "queue");
  const char *source = "kernel void there(global int *out) { *out = 1; }";
  const cl_program program = clCreateProgramWithSource(host.context, 1, &source, nullptr, &code);
  ok(code, "program");
  ok(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "build");
  clCreateKernel(program, "not_there", &code);
  isRefused(code, CL_INVALID_KERNEL_NAME, "kernel");
  ok(clReleaseProgram(program), "release");
  host.release();
}

void CL_CALLBACK finishInCallback(cl_event, cl_int, void *queue) {
  clFinish(static_cast<cl_command_queue>(queue)); // place: blocking-callback
}

void blockInCallback() {
  Host host;
  const cl_command_queue queue = host.queue(), other = host.queue();
  cl_event event;
  ok(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event), "marker");
  ok(clSetEventCallback(event, CL_COMPLETE, finishInCallback, other), "callback");
  ok(clWaitForEvents(1, &event), "wait");
  clReleaseEvent(event);
  std::this_thread::sleep_for(std::chrono::milliseconds(100)); // callbacks come after the wait
  host.release();
}

void profileWithout() {
  Host host;
  const cl_mem out = host.buffer();
  cl_event event;
  host.launch(host.queue(), host.fill(out), {}, &event);
  ok(clWaitForEvents(1, &event), "wait");
  cl_ulong time;
  clGetEventProfilingInfo( // place: no-profile
      event, CL_PROFILING_COMMAND_START, sizeof time, &time, nullptr);
  clReleaseEvent(event);
  host.release();
}

void giveUpUserEvent() {
  Host host;
  const cl_mem out = host.buffer();
  const cl_event user = userEvent(host);
  host.launch(host.queue(), host.fill(out), {user});
  clReleaseEvent(user); // place: given-up
  host.release();
}

// Nobody waits for it.
void giveUpUnusedEvent() {
  Host host;
  clReleaseEvent(userEvent(host));
  host.release();
}

void waitForEver() {
  Host host;
  const cl_mem out = host.buffer();
  const cl_event user = userEvent(host);
  const cl_command_queue queue = host.queue();
  host.launch(queue, host.fill(out), {user});
  clFinish(queue); // place: deadlock
}

void waitInThread() {
  Host host;
  const cl_event user = userEvent(host);
  std::thread([&] {
    clWaitForEvents(1, &user); // place: deadlock-in-thread
  }).join();
}

// Somebody does, if late.
void setLate() {
  Host host;
  const cl_event user = userEvent(host);
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    clSetUserEventStatus(user, CL_COMPLETE);
  });
  ok(clWaitForEvents(1, &user), "wait");
  later.join();
  clReleaseEvent(user);
  host.release();
}

cl_mem overHostMemory(const Host &host, void *memory, size_t bytes) {
  cl_int code;
  const cl_mem buffer = clCreateBuffer( // place: over-host-memory
      host.context, CL_MEM_USE_HOST_PTR, bytes, memory, &code);
  ok(code, "clCreateBuffer");
  return buffer;
}

void unmapHostMemory() {
  Host host;
  void *memory =
      mmap(nullptr, Host::bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const cl_mem buffer = overHostMemory(host, memory, Host::bytes);
  munmap(memory, Host::bytes);
  clReleaseMemObject(buffer); // place: unmapped-memory
  host.release();
}

cl_mem overVariable(const Host &host) {
  int variable[64] = {};
  return overHostMemory(host, variable, sizeof variable);
}

void useOldVariable() {
  Host host;
  const cl_mem buffer = overVariable(host);
  clReleaseMemObject(buffer); // place: old-variable
  host.release();
}

void useVariable() {
  Host host;
  int variable[Host::count] = {};
  const cl_mem buffer = overHostMemory(host, variable, sizeof variable);
  const cl_command_queue queue = host.queue();
  host.launch(queue, host.fill(buffer));
  clFinish(queue);
  clReleaseMemObject(buffer);
  host.release();
}

void reportAndDie() {
  Host host;
  const cl_kernel kernel = host.kernel("fill");
  const size_t size = 1;
  clEnqueueNDRangeKernel(host.queue(), kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr);
  raise(SIGKILL);
}

} // namespace

const std::vector<Case> api_cases = {
    {"clean", clean},
    {"nothing", nothing},
    {"leaked-buffers", leakBuffers},
    {"leaked", leakAll},
    {"static-holder", staticHolder},
    {"unset-argument", unsetArgument},
    {"out-of-range", readBehindTheEnd},
    {"size-of-argument", setArgumentOfOtherSize},
    {"asked", askWhatThereIs},
    {"blocking-callback", blockInCallback},
    {"no-profile", profileWithout},
    {"given-up", giveUpUserEvent},
    {"given-up-unused", giveUpUnusedEvent},
    {"deadlock", waitForEver},
    {"deadlock-in-thread", waitInThread},
    {"set-late", setLate},
    {"unmapped-memory", unmapHostMemory},
    {"old-variable", useOldVariable},
    {"variable", useVariable},
    {"report-and-die", reportAndDie},
};

} // namespace cases
