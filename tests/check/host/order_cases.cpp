// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands that touch the same bytes and are ordered, each in another way, or that touch others:
// none of them is to be reported.
#include "cases.h"

#include <CL/cl_ext.h>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace cases {

namespace {

constexpr cl_command_queue_properties any_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

void byEvent() {
  Host host;
  const cl_mem buffer = host.buffer();
  cl_event event;
  host.launch(host.queue(), host.fill(buffer), {}, &event);
  host.launch(host.queue(), host.twice(buffer), {event});
  clReleaseEvent(event);
  host.release();
}

// The event is given up before anybody waits for what came after it.
void byChainOfQueues() {
  Host host;
  const cl_mem buffer = host.buffer();
  const cl_command_queue one = host.queue(), two = host.queue(), three = host.queue(any_order);
  cl_event event, marker;
  host.launch(one, host.fill(buffer));
  clEnqueueMarkerWithWaitList(one, 0, nullptr, &event);
  clEnqueueBarrierWithWaitList(two, 1, &event, nullptr);
  clReleaseEvent(event);
  host.launch(two, host.twice(buffer));
  clEnqueueMarkerWithWaitList(two, 0, nullptr, &marker);
  clEnqueueBarrierWithWaitList(three, 1, &marker, nullptr);
  clReleaseEvent(marker);
  host.launch(three, host.twice(buffer));
  host.release();
}

void byBarrier() {
  Host host;
  const cl_mem buffer = host.buffer();
  const cl_command_queue queue = host.queue(any_order);
  host.launch(queue, host.fill(buffer));
  clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr);
  host.launch(queue, host.twice(buffer));
  host.release();
}

void byMarkerAndEvent() {
  Host host;
  const cl_mem buffer = host.buffer();
  const cl_command_queue queue = host.queue(any_order);
  cl_event marker;
  host.launch(queue, host.fill(buffer));
  clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker);
  host.launch(queue, host.twice(buffer), {marker});
  clReleaseEvent(marker);
  host.release();
}

void byFinish() {
  Host host;
  const cl_mem buffer = host.buffer();
  const cl_command_queue one = host.queue(), two = host.queue();
  host.launch(one, host.fill(buffer));
  clFinish(one);
  host.launch(two, host.twice(buffer));
  clFinish(two);
  host.launch(one, host.twice(buffer));
  host.release();
}

void byWait() {
  Host host;
  const cl_mem buffer = host.buffer();
  cl_event event;
  host.launch(host.queue(), host.fill(buffer), {}, &event);
  clWaitForEvents(1, &event);
  clReleaseEvent(event);
  host.launch(host.queue(), host.twice(buffer));
  host.release();
}

void byBlockingCall() {
  Host host;
  const cl_mem buffer = host.buffer();
  const cl_command_queue one = host.queue(), two = host.queue();
  std::vector<int> data(Host::count);
  host.launch(one, host.fill(buffer));
  clEnqueueReadBuffer(one, buffer, CL_TRUE, 0, 4, data.data(), 0, nullptr, nullptr);
  host.launch(two, host.twice(buffer));
  host.release();
}

void byPolling() {
  Host host;
  const cl_mem buffer = host.buffer();
  cl_event event;
  cl_int status = CL_QUEUED;
  host.launch(host.queue(), host.fill(buffer), {}, &event);
  while (status != CL_COMPLETE)
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  clReleaseEvent(event);
  host.launch(host.queue(), host.twice(buffer));
  host.release();
}

std::mutex mutex;
std::condition_variable condition;
bool told = false;
void CL_CALLBACK tell(cl_event, cl_int, void *) {
  std::lock_guard lock(mutex);
  told = true;
  condition.notify_all();
}
void CL_CALLBACK tellFromKernel(void *) { tell(nullptr, 0, nullptr); }
void waitForTelling() {
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return told; });
}

void byCallback() {
  Host host;
  const cl_mem buffer = host.buffer();
  const cl_command_queue queue = host.queue();
  cl_event event;
  host.launch(queue, host.fill(buffer), {}, &event);
  clSetEventCallback(event, CL_COMPLETE, tell, nullptr);
  clFlush(queue);
  waitForTelling();
  clReleaseEvent(event);
  host.launch(host.queue(), host.twice(buffer));
  host.release();
}

void byNativeKernel() {
  Host host;
  const cl_mem buffer = host.buffer();
  const cl_command_queue queue = host.queue();
  host.launch(queue, host.fill(buffer));
  ok(clEnqueueNativeKernel(queue, tellFromKernel, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                           nullptr),
     "clEnqueueNativeKernel");
  clFlush(queue);
  waitForTelling();
  host.launch(host.queue(), host.twice(buffer));
  host.release();
}

// What waits for the user event is enqueued first and runs last.
void byUserEvent() {
  Host host;
  cl_int code;
  const cl_mem buffer = host.buffer();
  const cl_command_queue one = host.queue(), two = host.queue();
  const cl_event user = clCreateUserEvent(host.context, &code);
  host.launch(one, host.fill(buffer), {user});
  host.launch(two, host.twice(buffer));
  clFinish(two);
  clSetUserEventStatus(user, CL_COMPLETE);
  clReleaseEvent(user);
  host.release();
}

// What fails touches nothing.
void byFailure() {
  Host host;
  cl_int code;
  const cl_mem buffer = host.buffer();
  const cl_event user = clCreateUserEvent(host.context, &code);
  cl_event first;
  host.launch(host.queue(), host.fill(buffer), {user}, &first);
  host.launch(host.queue(), host.fill(buffer), {first});
  host.launch(host.queue(), host.twice(buffer));
  clSetUserEventStatus(user, -1);
  clReleaseEvent(user);
  clReleaseEvent(first);
  host.release();
}

void inParts() {
  Host host;
  const cl_mem buffer = host.buffer();
  const cl_command_queue queue = host.queue(any_order);
  const int zero = 0;
  // One half each; whether a kernel with an offset writes all is not known.
  clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, Host::bytes / 2, 0, nullptr, nullptr);
  clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, Host::bytes / 2, Host::bytes / 2, 0,
                      nullptr, nullptr);
  const cl_mem other = host.buffer();
  const cl_kernel kernel = host.twice(other);
  const size_t half = Host::count / 2, offset = half;
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &half, nullptr, 0, nullptr, nullptr);
  clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &half, nullptr, 0, nullptr, nullptr);
  std::vector<char> data(Host::bytes);
  clEnqueueReadBuffer(queue, other, CL_FALSE, Host::bytes / 2, 64, data.data(), 0, nullptr,
                      nullptr);
  clFinish(queue);
  host.release();
}

void rectsBesideEachOther() {
  Host host;
  const cl_command_queue queue = host.queue(any_order);
  const cl_mem buffer = host.buffer();
  std::vector<char> data(Host::bytes);
  const size_t left[3] = {0, 0, 0}, right[3] = {16, 0, 0}, region[3] = {16, 8, 1};
  for (const auto &origin : {left, right})
    clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, origin, left, region, 64, 0, 16, 0,
                             data.data(), 0, nullptr, nullptr);
  clFinish(queue);
  host.release();
}

void readers() {
  Host host;
  const cl_mem in = host.buffer(), a = host.buffer(), b = host.buffer();
  const cl_command_queue queue = host.queue(any_order);
  std::vector<int> data(Host::count);
  host.launch(queue, host.add(in, a));
  host.launch(queue, host.add(in, b));
  // What it writes to local memory leads nowhere else.
  host.launch(queue, host.first(in, host.buffer()));
  clEnqueueReadBuffer(queue, in, CL_FALSE, 0, Host::bytes, data.data(), 0, nullptr, nullptr);
  cl_int code;
  void *mapped = clEnqueueMapBuffer(queue, in, CL_TRUE, CL_MAP_READ, 0, Host::bytes, 0, nullptr,
                                    nullptr, &code);
  host.launch(queue, host.add(in, host.buffer()));
  clFinish(queue);
  clEnqueueUnmapMemObject(queue, in, mapped, 0, nullptr, nullptr);
  host.release();
}

// A mapped buffer is memory of the application, from which it writes into others.
void mappedStaging() {
  Host host;
  cl_int code;
  const cl_command_queue queue = host.queue();
  const cl_mem staging = host.buffer(CL_MEM_ALLOC_HOST_PTR), buffer = host.buffer();
  void *mapped = clEnqueueMapBuffer(queue, staging, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                    Host::bytes, 0, nullptr, nullptr, &code);
  ok(code, "clEnqueueMapBuffer");
  ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, Host::bytes, mapped, 0, nullptr, nullptr),
     "write");
  host.launch(queue, host.twice(buffer));
  ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, Host::bytes, mapped, 0, nullptr, nullptr),
     "read");
  clEnqueueUnmapMemObject(queue, staging, mapped, 0, nullptr, nullptr);
  host.release();
}

// Memory that is used again is other memory.
void memoryComesBack() {
  Host host;
  const cl_command_queue one = host.queue(any_order);
  for (int i = 0; i < 20; ++i) {
    cl_int code;
    const cl_mem buffer =
        clCreateBuffer(host.context, CL_MEM_READ_WRITE, Host::bytes, nullptr, &code);
    const cl_kernel kernel = host.fill(buffer);
    host.launch(one, kernel);
    clReleaseMemObject(buffer);
  }
  host.release();
}

void manyCommands() {
  Host host;
  const cl_mem buffer = host.buffer();
  const cl_command_queue queue = host.queue();
  const cl_kernel kernel = host.twice(buffer);
  for (int i = 0; i < 10000; ++i)
    host.launch(queue, kernel);
  host.release();
}

} // namespace

const std::vector<Case> order_cases = {
    {"by-event", byEvent},
    {"by-chain-of-queues", byChainOfQueues},
    {"by-barrier", byBarrier},
    {"by-marker-and-event", byMarkerAndEvent},
    {"by-finish", byFinish},
    {"by-wait", byWait},
    {"by-blocking-call", byBlockingCall},
    {"by-polling", byPolling},
    {"by-callback", byCallback},
    {"by-native-kernel", byNativeKernel},
    {"by-user-event", byUserEvent},
    {"by-failure", byFailure},
    {"in-parts", inParts},
    {"rects-beside-each-other", rectsBesideEachOther},
    {"readers", readers},
    {"mapped-staging", mappedStaging},
    {"memory-comes-back", memoryComesBack},
    {"many-commands", manyCommands},
};

} // namespace cases
